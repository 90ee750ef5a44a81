/**
 * What it costs to cancel a statement safely: from the cancel until the process list no longer shows it, beside a bare KILL QUERY
 * over a held connection; and how many other statements the kills hit. Needs TEST_DATABASE_ADMIN_URL.
 */
import { createConnection, type Connection } from "mysql2/promise";
import { createMysqlEvidenceSources } from "../../lib/datasources/mysql-evidence-sources";
import type { EvidenceSources, RunningQuery } from "../../lib/diagnosis/ports";
import { rowOverFloor, type BenchRow } from "./row";

const CANCELS = 101;
const RACING_KILLS = 10_000;
const WORKERS = 16;
const HEAVY = "SELECT COUNT(*) FROM n a, n b, n c WHERE a.id + b.id + c.id = -1";

/** Rows: cancel-to-gone p50 (goal ≤ 2x the bare kill) and wrong victims of kills racing short statements (goal 0). */
export async function mysqlKillRows(): Promise<readonly BenchRow[]> {
  const url = process.env["TEST_DATABASE_ADMIN_URL"];
  if (url === undefined || url === "") {
    throw new Error(
      "Set TEST_DATABASE_ADMIN_URL to an account that may create databases, e.g. mysql://root@127.0.0.1:3306",
    );
  }
  const admin = await createConnection({ uri: url });
  const name = `il_bench_${process.pid}`;
  const source = new URL(url);
  source.pathname = `/${name}`;
  await admin.query(`CREATE DATABASE \`${name}\``);
  try {
    await admin.query(`USE \`${name}\``);
    await admin.query("CREATE TABLE n (id INT PRIMARY KEY)");
    await admin.query(
      `INSERT INTO n VALUES ${Array.from({ length: 1_000 }, (_, index) => `(${index})`).join(",")}`,
    );
    const config = {
      sources: [{ name: "shop", url: source.href, description: "" }],
      maxConnections: WORKERS,
    };
    const sources = createMysqlEvidenceSources(config);
    try {
      const { safe, bare } = await measureCancels(sources, admin, source.href);
      const race = await raceKills(sources);
      return [
        rowOverFloor(
          "cancel to statement confirmed gone from the process list, p50",
          median(safe),
          "ms",
          median(bare),
          "≤ 2x",
        ),
        {
          name: `statements hit besides the cancelled one, of ${race.cancels} cancels`,
          value: race.wrong,
          unit: "statements",
          goal: "0",
        },
        { name: "of them killed on the server", value: race.killed, unit: "statements" },
        { name: "of them not confirmed gone", value: race.unconfirmed, unit: "statements", goal: "0" },
      ];
    } finally {
      await sources.close();
    }
  } finally {
    await admin.query(`DROP DATABASE \`${name}\``);
    await admin.end();
  }
}

/** The middle of an odd number of samples: the goal is about the typical cancel. */
function median(samples: readonly number[]): number {
  const middle = samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)];
  if (middle === undefined) throw new RangeError("a median needs samples");
  return middle;
}

/** Both kinds alternate, so that whatever else the machine does falls on both. */
async function measureCancels(sources: EvidenceSources, admin: Connection, url: string) {
  const safe: number[] = [];
  const bare: number[] = [];
  const held = await createConnection({ uri: url });
  const victim = await createConnection({ uri: url });
  try {
    for (let index = 0; index < CANCELS; index += 1) {
      const running = sources.run({ source: "shop", statement: HEAVY, params: [], timeoutMs: 60_000 });
      await untilSeen(admin);
      const before = performance.now();
      const report = await running.stop();
      safe.push(performance.now() - before);
      if (report.stop !== "confirmed") throw new Error(report.detail);

      let ended = false;
      const end = victim.query(HEAVY).then(
        () => undefined,
        () => {
          ended = true;
        },
      );
      await untilSeen(admin);
      const since = performance.now();
      await held.query(`KILL QUERY ${victim.threadId}`);
      // The server forgets a kill that meets a beginning statement; such a sample is no floor.
      const forgotten = setInterval(() => void held.query(`KILL QUERY ${victim.threadId}`), 200);
      await end;
      clearInterval(forgotten);
      if (!ended) throw new Error("the statement ended by itself");
      bare.push(performance.now() - since);
    }
  } finally {
    held.destroy();
    victim.destroy();
  }
  return { safe, bare };
}

async function untilSeen(admin: Connection): Promise<void> {
  for (;;) {
    const [rows] = await admin.query(
      "SELECT 1 FROM information_schema.PROCESSLIST WHERE ID <> CONNECTION_ID() AND INFO LIKE 'SELECT COUNT(*) FROM n a%'",
    );
    if (Array.isArray(rows) && rows.length > 0) return;
  }
}

/** Every worker runs short statements; each cancels some at a random moment and checks that all others end with their own answer. */
async function raceKills(sources: EvidenceSources) {
  const counts = { cancels: 0, wrong: 0, killed: 0, unconfirmed: 0 };
  const run = (value: number): RunningQuery =>
    sources.run({
      source: "shop",
      statement: "SELECT ? AS v, (SELECT COUNT(*) FROM n WHERE id <> ?) AS c",
      params: [value, value],
      timeoutMs: 60_000,
    });
  const own = async (query: RunningQuery, value: number): Promise<boolean> => {
    const result = await query.result;
    return result.kind === "rows" && result.evidence.rows[0]?.[0] === String(value);
  };
  const worker = async (offset: number): Promise<void> => {
    for (let value = offset; counts.cancels < RACING_KILLS; value += WORKERS * 2) {
      counts.cancels += 1;
      const victim = run(value);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 6));
      const stop = victim.stop();
      const next = run(value + WORKERS);
      const report = await stop;
      if (!(await own(next, value + WORKERS))) counts.wrong += 1;
      if (report.stop !== "confirmed") counts.unconfirmed += 1;
      if (report.detail.startsWith("KILL")) counts.killed += 1;
      else if (report.detail.includes("already finished") && !(await own(victim, value))) counts.wrong += 1;
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, (_, index) => worker(index)));
  return counts;
}
