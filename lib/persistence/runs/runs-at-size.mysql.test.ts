/**
 * The console's queries over fifty thousand runs: each gives what a filter in plain code gives, at the top and deep down, and none reads a table or an
 * index from end to end.
 */
import { createConnection, type Connection, type RowDataPacket } from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { writeSeed } from "../../../scripts/seed/write-seed";
import type { RunFilter } from "../../contracts/run-filter";
import { SessionId } from "../../contracts/ids";
import type { PrismaClient } from "../generated/client";
import { createPrismaClient, type SentStatement } from "../prisma-client";
import { PrismaRunStore } from "../prisma-run-store";
import { createTestDatabase, type TestDatabase } from "../testing/test-database";
import { countRuns } from "./count-runs";
import { findRuns } from "./find-runs";
import { readStats } from "./read-stats";
import { axesOf, facetPasses } from "./run-facet";
import { timeOfRunId } from "./run-range";
import { termsOfQuestion, termsOfSearch } from "./search-terms";

const RUNS = 50_000;
const END = Date.UTC(2026, 10, 30, 12, 34, 56);
const DAY_MS = 86_400_000;
const TIMEOUT = 120_000;

const Row = z.object({
  runId: z.string(),
  sessionId: z.string(),
  facet: z.int(),
  groupId: z.string().nullable(),
  status: z.string().nullable(),
  assignee: z.string().nullable(),
  labels: z.string().nullable(),
  query: z.string(),
});
type Row = z.infer<typeof Row> & { readonly terms: ReadonlySet<string> };

let database: TestDatabase;
let connection: Connection;
let db: PrismaClient;
let rows: readonly Row[];
let sent: SentStatement[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  connection = await createConnection({ uri: database.url, timezone: "Z" });
  // The server's own list of large tables is what other tests ask about.
  const [tables] = await connection.query<RowDataPacket[]>(
    "SHOW FULL TABLES WHERE Table_type = 'BASE TABLE'",
  );
  for (const table of tables) {
    await connection.query(`ALTER TABLE \`${String(Object.values(table)[0])}\` STATS_PERSISTENT = 0`);
  }
  await writeSeed(connection, {
    count: RUNS,
    days: 120,
    seed: 7,
    endMs: END,
    withTrace: false,
    onProgress: () => undefined,
  });
  // Three that have not ended, and one that was cancelled and has no outcome yet.
  await connection.query(
    `UPDATE diagnosis_run SET run_state = 'RUNNING', release_outcome = NULL, fallback_type = NULL, stop_reason = NULL,
       outcome_stored_at = NULL, termination_stored_at = NULL, retired_at = NULL, triage_group_id = NULL
     ORDER BY run_id DESC LIMIT 4`,
  );
  await connection.query("UPDATE diagnosis_run SET run_state = 'CANCELLED' ORDER BY run_id DESC LIMIT 1");
  const { recountStatements } = await import("../rollups/recount-rollups");
  for (const statement of recountStatements()) await connection.query(statement);
  db = createPrismaClient(database.url, (statement) => sent.push(statement));
  const [found] = await connection.query<RowDataPacket[]>(
    `SELECT run_id AS runId, session_id AS sessionId, facet, triage_group_id AS groupId, g.status, g.assignee,
       (SELECT GROUP_CONCAT(label) FROM triage_label l WHERE l.group_id = g.group_id) AS labels, query
     FROM diagnosis_run r LEFT JOIN triage_group g ON g.group_id = r.triage_group_id ORDER BY run_id DESC`,
  );
  rows = z
    .array(Row)
    .parse(found)
    .map((row) => ({ ...row, terms: new Set(termsOfQuestion(row.query)) }));
}, TIMEOUT);
afterAll(async () => {
  await connection.end();
  await db.$disconnect();
  await database.drop();
});

function passes(row: Row, filter: RunFilter): boolean {
  const at = timeOfRunId(row.runId);
  return (
    facetPasses(row.facet, filter) &&
    (filter.session === undefined || row.sessionId === filter.session) &&
    (filter.triage === undefined || filter.triage.some((status) => status === row.status)) &&
    (filter.assignee === undefined || filter.assignee === row.assignee) &&
    (filter.label === undefined || (row.labels ?? "").split(",").includes(filter.label)) &&
    (filter.from === undefined || at >= filter.from) &&
    (filter.to === undefined || at < filter.to) &&
    (filter.text === undefined || termsOfSearch(filter.text).every((term) => row.terms.has(term)))
  );
}

/** The session that one client puts a fiftieth of all runs into. */
function busySession(): SessionId {
  const first = rows.map((row) => row.sessionId).sort()[0];
  return SessionId.parse(first);
}

const FILTERS: Readonly<Record<string, () => RunFilter>> = {
  everything: () => ({}),
  "an outcome": () => ({ outcome: ["FALLBACK"] }),
  "two states": () => ({ state: ["SUCCESS", "TIMED_OUT"] }),
  running: () => ({ state: ["RUNNING"] }),
  "axes that seldom meet": () => ({ state: ["FAILED"], stopReason: ["INFORMATION_SATURATED"] }),
  "axes that never meet": () => ({ state: ["CANCELLED"], outcome: ["SUCCESS"] }),
  "every axis": () => ({
    state: ["SUCCESS"],
    outcome: ["FALLBACK"],
    fallback: ["INSUFFICIENT_EVIDENCE"],
    intent: ["DIAGNOSIS"],
    stopReason: ["INFORMATION_SATURATED", "PROGRESS_PROTOCOL_VIOLATED"],
  }),
  "a time range": () => ({ from: END - 40 * DAY_MS + 1_234, to: END - 38 * DAY_MS - 4_321 }),
  "minutes of an hour": () => ({ from: END - 40 * DAY_MS, to: END - 40 * DAY_MS + 600_000 }),
  "from a time, with an axis": () => ({ from: END - 3 * DAY_MS, intent: ["KNOWLEDGE_QUERY"] }),
  "a session": () => ({ session: busySession() }),
  "a session with axes": () => ({ session: busySession(), outcome: ["FAILED"] }),
  "many groups": () => ({ triage: ["NEW", "ACKNOWLEDGED"] }),
  "many groups with axes": () => ({ triage: ["RESOLVED"], fallback: ["SEMANTIC_UNAVAILABLE"] }),
  "few groups": () => ({ triage: ["NEW"], assignee: "ana", label: "database" }),
  "few groups with axes and time": () => ({
    assignee: "ana",
    label: "payments",
    intent: ["DIAGNOSIS"],
    from: END - 60 * DAY_MS,
  }),
  "a common word": () => ({ text: "why" }),
  words: () => ({ text: "payments failing cardwise" }),
  Chinese: () => ({ text: "支付 失败" }),
  "longer Chinese": () => ({ text: "为什么响应变慢" }),
  "a word and a seldom axis": () => ({
    text: "why",
    outcome: ["FAILED"],
    stopReason: ["BUDGET_LIMIT_REACHED"],
  }),
  "a word, axes and a session": () => ({ text: "slow", session: busySession(), outcome: ["SUCCESS"] }),
  "a word and groups": () => ({ text: "northpay", triage: ["NEW"] }),
  "a word and few groups": () => ({ text: "what", assignee: "bo", label: "model" }),
  "no such word": () => ({ text: "zeppelin" }),
  "a word nobody wrote with one that all did": () => ({ text: "why zeppelin" }),
};

/** Every page from there on, and how often looking stopped before one was full. */
async function walk(filter: RunFilter, before: string | undefined, most: number) {
  const runIds: string[] = [];
  let stops = 0;
  let next: string | null | undefined = before;
  do {
    const page = await findRuns(db, filter, 200, next ?? undefined);
    if (page.searchedTo === null) expect(page.next === null || page.runIds.length === 200).toBe(true);
    else stops += 1;
    runIds.push(...page.runIds);
    next = page.next;
  } while (next !== null && runIds.length < most);
  return { runIds: runIds.slice(0, most), stops };
}

describe.each(Object.entries(FILTERS))("runs by %s", (_name, make) => {
  it(
    "are those that a filter in plain code leaves, from the top and from deep down",
    async () => {
      const filter = make();
      const wanted = rows.filter((row) => passes(row, filter)).map((row) => row.runId);
      expect((await walk(filter, undefined, 600)).runIds).toEqual(wanted.slice(0, 600));
      const deep = rows[Math.floor(RUNS * 0.9)]?.runId ?? "";
      const below = wanted.filter((runId) => runId < deep);
      expect((await walk(filter, deep, 600)).runIds).toEqual(below.slice(0, 600));
    },
    TIMEOUT,
  );

  it(
    "are counted, per axis as if it were not chosen",
    async () => {
      const filter = make();
      const counts = await countRuns(db, filter);
      const others = rows.filter((row) => passes(row, { ...filter, outcome: undefined }));
      const wanted = {
        total: rows.filter((row) => passes(row, filter)).length,
        fallbacks: others.filter((row) => axesOf(row.facet).outcome === "FALLBACK").length,
      };
      const found = { total: counts.total, fallbacks: counts.facets.outcome.FALLBACK ?? 0 };
      if (counts.isExact) expect(found).toEqual(wanted);
      else {
        expect(counts.countedTo).not.toBeNull();
        expect(found.total).toBeLessThanOrEqual(wanted.total);
      }
      const onlyAxesAndTime =
        filter.session === undefined &&
        filter.text === undefined &&
        filter.triage === undefined &&
        filter.assignee === undefined;
      if (onlyAxesAndTime || wanted.total < 1_000) expect(counts.isExact || !onlyAxesAndTime).toBe(true);
    },
    TIMEOUT,
  );

  it(
    "cost no scan, and no more deep down than at the top",
    async () => {
      const filter = make();
      const deep = rows[Math.floor(RUNS * 0.9)]?.runId ?? "";
      for (const before of [undefined, deep]) {
        sent = [];
        await findRuns(db, filter, 50, before);
        await new PrismaRunStore(db).listRuns(filter, 50, undefined);
        // Two pages and a half, each of which may look at its candidates and at those of its rarest term.
        expect(await readsOf(sent)).toBeLessThan(50_000);
        await countRuns(db, filter);
        expect(sent.length).toBeGreaterThan(0);
        for (const statement of sent) await expectNoScan(statement);
      }
    },
    TIMEOUT,
  );
});

it("a scan would be noticed", async () => {
  const scan = (query: string) => expectNoScan({ query, params: '["x"]' });
  await expect(scan("SELECT run_id FROM diagnosis_run WHERE mode = ?")).rejects.toThrow(/from end to end/);
  await expect(scan("SELECT MAX(facet + 1) FROM diagnosis_run WHERE facet + 1 > ?")).rejects.toThrow(
    /from end to end/,
  );
  await expect(scan("SELECT run_id FROM diagnosis_run WHERE run_id = ?")).resolves.toBeUndefined();
});

it(
  "statistics are read from rollups alone, without a scan, and add up",
  async () => {
    sent = [];
    const stats = await readStats(db, { from: END - 90 * DAY_MS, to: END });
    for (const statement of sent) {
      expect(statement.query).not.toMatch(/diagnosis_run|tool_invocation/);
      await expectNoScan(statement);
    }
    const wanted = rows.filter(
      ({ runId, facet }) => timeOfRunId(runId) >= stats.from && axesOf(facet).outcome !== null,
    );
    expect(stats.buckets).toHaveLength(91);
    expect(stats.runs).toBe(wanted.length);
    expect(stats.buckets.reduce((sum, { runs }) => sum + runs, 0)).toBe(wanted.length);
    expect(stats.outcomes.FALLBACK).toBe(
      wanted.filter(({ facet }) => axesOf(facet).outcome === "FALLBACK").length,
    );
    expect(stats.duration.count).toBe(wanted.length);
    const hour = await readStats(db, { from: END - 2 * DAY_MS, to: END });
    expect(hour.bucketMs).toBe(3_600_000);
    expect(hour.runs).toBe(wanted.filter(({ runId }) => timeOfRunId(runId) >= hour.from).length);
  },
  TIMEOUT,
);

const Plan = z.object({
  table: z.string().nullable(),
  type: z.string().nullable(),
  Extra: z.string().nullable(),
});
const READS = /^Handler_read_(first|key|last|next|prev|rnd|rnd_next)$/;

/** Tables made for the query itself (in angle brackets, or an alias of one) hold what a range of an index gave. */
const DERIVED = new Set(["c", "p", "merged", "parts"]);

function isSelect({ query }: SentStatement): boolean {
  return /^\s*(SELECT|\()/i.test(query);
}

function valuesOf({ params }: SentStatement): (string | number)[] {
  return z.array(z.union([z.string(), z.number()])).parse(JSON.parse(params));
}

async function expectNoScan(statement: SentStatement): Promise<void> {
  if (!isSelect(statement)) return;
  const { query } = statement;
  const [plan] = await connection.query<RowDataPacket[]>(`EXPLAIN ${query}`, valuesOf(statement));
  for (const step of z.array(Plan).parse(plan)) {
    const table = step.table ?? "";
    if (table === "" || table.startsWith("<") || DERIVED.has(table)) continue;
    expect(["ALL", "index"], `${table} is read from end to end by ${query}`).not.toContain(step.type);
  }
}

/** Rows that these statements make the server read, sent once more. */
async function readsOf(statements: readonly SentStatement[]): Promise<number> {
  const before = await readsSoFar();
  for (const statement of statements.filter(isSelect)) {
    await connection.query(statement.query, valuesOf(statement));
  }
  return (await readsSoFar()) - before;
}

async function readsSoFar(): Promise<number> {
  const [status] = await connection.query<RowDataPacket[]>("SHOW SESSION STATUS LIKE 'Handler_read%'");
  return z
    .array(z.object({ Variable_name: z.string(), Value: z.coerce.number() }))
    .parse(status)
    .filter(({ Variable_name }) => READS.test(Variable_name))
    .reduce((sum, { Value }) => sum + Value, 0);
}
