/**
 * The list of runs at size, measured: `npm run bench:console -- [--count 1000000]`. Fills a database with runs where it has not got them yet (on
 * the server that TEST_DATABASE_ADMIN_URL names, or a private one), asks what the console asks, and asks the same statements again over mysql2
 * without anything of ours. Prints one table and writes bench/results/console.json.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createConnection, type Connection, type RowDataPacket } from "mysql2/promise";
import { z } from "zod";
import { createPrismaClient, type SentStatement } from "../lib/persistence/prisma-client";
import { PrismaRunStore } from "../lib/persistence/prisma-run-store";
import { applyMigrations } from "../prisma/migrate/apply-migrations";
import { writeSeed } from "../scripts/seed/write-seed";
import { consoleQueries, type ConsoleQuery, type StoreFacts } from "./console/console-queries";
import { withBenchDatabase } from "./control/bench-console";

const WARM_UP = 2;
const ROUNDS = 20;
const RESULTS = new URL("./results/console.json", import.meta.url);
const Values = z.array(z.union([z.string(), z.number(), z.null()]));
const MIGRATIONS = fileURLToPath(new URL("../prisma/migrations", import.meta.url));

const HEADER = [
  "query",
  "rows",
  "p50 ms",
  "p95 ms",
  "goal",
  "mysql2 p50",
  "mysql2 p95",
  "rows read",
  "statements",
] as const;

interface Measured {
  readonly name: string;
  readonly came: string;
  readonly goalMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly rawP50Ms: number;
  readonly rawP95Ms: number;
  readonly rowsExamined: number;
  readonly statements: number;
}

const { values } = parseArgs({ options: { count: { type: "string", default: "1000000" } } });
const count = z.coerce.number().pipe(z.int().min(1_000)).parse(values.count);
await withBenchDatabase(() => bench(count));

async function bench(runs: number): Promise<void> {
  const url = await obtainStore(runs);
  const connection = await createConnection({ uri: url, timezone: "Z" });
  let sent: SentStatement[] = [];
  const store = new PrismaRunStore(createPrismaClient(url, (statement) => sent.push(statement)));
  try {
    const measured: Measured[] = [];
    print(HEADER);
    print(HEADER.map(() => "---"));
    for (const query of consoleQueries(await readFacts(connection))) {
      sent = [];
      await query.ask(store);
      const row = await measure(store, connection, query, [...sent]);
      measured.push(row);
      print(cellsOf(row));
    }
    const server = await describeServer(connection);
    await mkdir(new URL(".", RESULTS), { recursive: true });
    const machine = { node: process.version, cpu: cpus()[0]?.model ?? "unknown", cores: cpus().length };
    await writeFile(
      RESULTS,
      `${JSON.stringify({ at: new Date().toISOString(), machine, server, runs, measured }, null, 2)}\n`,
    );
    console.log(`\n${runs.toLocaleString("en")} runs on ${server}\nwritten to ${fileURLToPath(RESULTS)}`);
    const late = measured.filter(({ p95Ms, goalMs }) => p95Ms > goalMs);
    if (late.length > 0) {
      console.error(`over their goal: ${late.map(({ name }) => name).join("; ")}`);
      process.exitCode = 1;
    }
  } finally {
    await store.close();
    await connection.end();
  }
}

/** A database of the server, by its number of runs; filled once. */
async function obtainStore(runs: number): Promise<string> {
  const adminUrl = process.env["TEST_DATABASE_ADMIN_URL"];
  if (adminUrl === undefined) throw new Error("withBenchDatabase always names a server");
  const url = new URL(adminUrl);
  url.pathname = `/interlock_bench_${runs}`;
  const admin = await createConnection({ uri: adminUrl });
  await admin.query(`CREATE DATABASE IF NOT EXISTS \`${url.pathname.slice(1)}\` CHARACTER SET utf8mb4`);
  await admin.end();
  await applyMigrations({ url: url.toString(), migrationsDir: MIGRATIONS });
  const connection = await createConnection({ uri: url.toString(), timezone: "Z", charset: "utf8mb4" });
  try {
    const [[row]] = await connection.query<RowDataPacket[]>(
      "SELECT COALESCE(SUM(runs), 0) AS runs FROM run_rollup WHERE bucket_hours = 0",
    );
    if (Number(row?.["runs"]) === runs) return url.toString();
    console.log(`filling ${url.pathname.slice(1)} with ${runs.toLocaleString("en")} runs`);
    const { writeMs, events } = await writeSeed(connection, {
      count: runs,
      days: 120,
      seed: 1,
      endMs: Date.now(),
      withTrace: true,
      onProgress: () => undefined,
    });
    console.log(
      `${Math.round(runs / (writeMs / 1_000)).toLocaleString("en")} runs a second, with ${events.toLocaleString("en")} events`,
    );
    return url.toString();
  } finally {
    await connection.end();
  }
}

async function readFacts(connection: Connection): Promise<StoreFacts> {
  const Id = z.tuple([z.object({ run_id: z.string(), session_id: z.string(), created_at: z.date() })]);
  const runAt = async (order: "ASC" | "DESC", offset: number) => {
    const [rows] = await connection.query<RowDataPacket[]>(
      `SELECT run_id, session_id, created_at FROM diagnosis_run ORDER BY run_id ${order} LIMIT 1 OFFSET ${offset}`,
    );
    return Id.parse(rows)[0];
  };
  const [[total]] = await connection.query<RowDataPacket[]>("SELECT COUNT(*) AS runs FROM diagnosis_run");
  const runs = Number(total?.["runs"]);
  const newest = await runAt("DESC", 0);
  const [[busy]] = await connection.query<RowDataPacket[]>("SELECT MIN(session_id) AS id FROM diagnosis_run");
  return {
    endMs: newest.created_at.getTime(),
    runIdAt: {
      middle: (await runAt("ASC", Math.floor(runs / 2))).run_id,
      deep: (await runAt("ASC", Math.floor(runs / 100))).run_id,
      last: (await runAt("ASC", 50)).run_id,
    },
    busySession: String(busy?.["id"]),
    smallSession: (await runAt("ASC", Math.floor(runs / 3))).session_id,
  };
}

async function measure(
  store: PrismaRunStore,
  connection: Connection,
  query: ConsoleQuery,
  statements: readonly SentStatement[],
): Promise<Measured> {
  let came = "";
  const ours = await timesOf(async () => {
    came = await query.ask(store);
  });
  const raw = await timesOf(() => replay(connection, statements));
  const before = await rowsRead(connection);
  await replay(connection, statements);
  const rowsExamined = (await rowsRead(connection)) - before;
  return {
    name: query.name,
    came,
    goalMs: query.goalMs,
    p50Ms: quantile(ours, 0.5),
    p95Ms: quantile(ours, 0.95),
    rawP50Ms: quantile(raw, 0.5),
    rawP95Ms: quantile(raw, 0.95),
    rowsExamined,
    statements: statements.length,
  };
}

async function timesOf(work: () => Promise<void>): Promise<readonly number[]> {
  for (let round = 0; round < WARM_UP; round++) await work();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times.sort((left, right) => left - right);
}

/** The same statements one after the other on one connection, rows left as the driver gives them. */
async function replay(connection: Connection, statements: readonly SentStatement[]): Promise<void> {
  for (const { query, params } of statements) {
    await connection.query(query, withWholeLimits(query, Values.parse(JSON.parse(params))));
  }
}

/** The store's client tells the whole numbers of a LIMIT as texts, which mysql2 would quote. */
function withWholeLimits(query: string, values: z.infer<typeof Values>): z.infer<typeof Values> {
  const ending = /LIMIT \?( OFFSET \?)?\s*$/.exec(query);
  if (ending === null) return values;
  const limits = ending[1] === undefined ? 1 : 2;
  return values.map((value, index) => (index < values.length - limits ? value : Number(value)));
}

async function rowsRead(connection: Connection): Promise<number> {
  const [rows] = await connection.query<RowDataPacket[]>("SHOW SESSION STATUS LIKE 'Handler_read%'");
  return rows.reduce((sum, row) => sum + Number(row["Value"]), 0);
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function describeServer(connection: Connection): Promise<string> {
  const [[row]] = await connection.query<RowDataPacket[]>(
    "SELECT VERSION() AS version, @@innodb_buffer_pool_size DIV 1048576 AS pool",
  );
  return `${String(row?.["version"])}, buffer pool ${String(row?.["pool"])} MiB`;
}

function print(cells: readonly string[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}

function cellsOf(row: Measured): readonly string[] {
  return [
    row.name,
    row.came,
    row.p50Ms.toFixed(1),
    row.p95Ms.toFixed(1),
    String(row.goalMs),
    row.rawP50Ms.toFixed(1),
    row.rawP95Ms.toFixed(1),
    row.rowsExamined.toLocaleString("en"),
    String(row.statements),
  ];
}
