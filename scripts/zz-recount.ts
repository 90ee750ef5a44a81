import { createConnection } from "mysql2/promise";
import { recountStatements } from "../lib/persistence/rollups/recount-rollups";
const c = await createConnection({uri:"mysql://root@127.0.0.1:3399/million"});
await c.beginTransaction();
for (const s of recountStatements()) { const t=performance.now(); await c.query(s); console.log(s.slice(0,60).replace(/\s+/g," "), (performance.now()-t).toFixed(0)); }
await c.commit();
const t=performance.now(); await c.query("ANALYZE TABLE diagnosis_run, run_event, tool_invocation, run_term, run_rollup, run_histogram, tool_rollup, triage_group"); console.log("analyze", (performance.now()-t).toFixed(0));
await c.query("CREATE DATABASE IF NOT EXISTS interlock_bench_1000000 CHARACTER SET utf8mb4");
const [rows] = await c.query<any[]>("SELECT table_name AS t FROM information_schema.tables WHERE table_schema='million'");
await c.query("RENAME TABLE " + rows.map(r => `million.\`${r.t}\` TO interlock_bench_1000000.\`${r.t}\``).join(", "));
await c.end();
