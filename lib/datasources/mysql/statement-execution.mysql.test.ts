import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ToolParameter } from "../../contracts/evidence";
import type { EvidenceResult, EvidenceSources } from "../../diagnosis/ports";
import type { MysqlEvidenceConfig } from "../mysql-evidence-sources";
import { createEvidenceDatabase, type EvidenceDatabase } from "../testing/evidence-database";

const HEAVY = "SELECT COUNT(*) FROM n a, n b, n c WHERE a.id + b.id + c.id = -1";
let db: EvidenceDatabase;
const opened: EvidenceSources[] = [];

beforeAll(async () => {
  db = await createEvidenceDatabase("kill", process.env["TEST_DATABASE_ADMIN_URL"]);
  await db.createNumbers();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((sources) => sources.close()));
});
afterAll(async () => {
  await db.drop();
});

function open(config: Partial<MysqlEvidenceConfig> = {}): EvidenceSources {
  const sources = db.sources(config);
  opened.push(sources);
  return sources;
}
function start(
  sources: EvidenceSources,
  statement: string,
  params: readonly ToolParameter[] = [],
  timeoutMs = 20_000,
) {
  return sources.run({ source: "shop", statement, params, timeoutMs });
}
function ask(
  sources: EvidenceSources,
  statement: string,
  params: readonly ToolParameter[] = [],
  timeoutMs = 20_000,
) {
  return start(sources, statement, params, timeoutMs).result;
}
function evidenceOf(result: EvidenceResult) {
  if (result.kind !== "rows") throw new Error(`${result.code}: ${result.message}`);
  return result.evidence;
}
/** Until the statement can be seen in the process list. */
async function untilRunning(count = 1): Promise<void> {
  while ((await db.busyThreads(db.reader)).filter((thread) => thread.info?.includes("-1")).length < count);
}

describe("limits and stops (KILL-1 … KILL-4)", () => {
  test("the server ends a statement at its limit, and the connection serves on", async () => {
    const sources = open({ maxConnections: 1 });
    expect(await ask(sources, HEAVY, [], 150)).toMatchObject({ kind: "error", code: "QUERY_TIMEOUT" });
    expect(evidenceOf(await ask(sources, "SELECT 1")).rows).toEqual([["1"]]);
    expect(await db.busyThreads(db.reader)).toEqual([]);
  });
  test("a limit of nothing sends nothing", async () => {
    for (const timeoutMs of [0, -5, Number.NaN]) {
      expect(await ask(open(), HEAVY, [], timeoutMs)).toMatchObject({ kind: "error", code: "QUERY_TIMEOUT" });
    }
  });
  test("a killed statement is gone when stop resolves, and the next statements are fine", async () => {
    const sources = open({ maxConnections: 1 });
    for (let round = 0; round < 3; round += 1) {
      const running = start(sources, HEAVY);
      await untilRunning();
      const report = await running.stop();
      expect(report.stop).toBe("confirmed");
      expect(report.detail).toMatch(/^KILL QUERY on thread \d+; gone from the process list$/);
      expect(await db.busyThreads(db.reader)).toEqual([]);
      expect(await running.result).toMatchObject({ kind: "error", code: "RUN_ENDED" });
      expect(evidenceOf(await ask(sources, "SELECT 1")).rows).toEqual([["1"]]);
    }
  });
  test("stopping twice is one stop", async () => {
    const running = start(open(), HEAVY);
    await untilRunning();
    const [first, second] = await Promise.all([running.stop(), running.stop()]);
    expect(second).toEqual(first);
    expect(await running.stop()).toEqual(first);
  });
  test("a stop before the statement was sent withdraws it", async () => {
    const sources = open({ maxConnections: 1 });
    const fresh = start(sources, HEAVY);
    expect(await fresh.stop()).toMatchObject({
      stop: "confirmed",
      detail: expect.stringContaining("not been sent"),
    });
    const blocker = start(sources, HEAVY);
    await untilRunning();
    const waiting = start(sources, "SELECT 1");
    expect(await waiting.stop()).toMatchObject({
      stop: "confirmed",
      detail: expect.stringContaining("not been sent"),
    });
    expect(await waiting.result).toMatchObject({ kind: "error", code: "RUN_ENDED" });
    // The blocker was not touched.
    expect(await db.busyThreads(db.reader)).toHaveLength(1);
    await blocker.stop();
    expect(await fresh.result).toMatchObject({ kind: "error", code: "RUN_ENDED" });
  });
  test("a stop after the end kills nothing", async () => {
    const sources = open();
    const done = start(sources, "SELECT 1");
    const result = await done.result;
    expect(await done.stop()).toMatchObject({
      stop: "confirmed",
      detail: expect.stringContaining("already finished"),
    });
    expect(await done.result).toBe(result);
    expect(result.kind).toBe("rows");
  });
  test("waiting for a connection counts against the limit", async () => {
    const sources = open({ maxConnections: 1 });
    const blocker = start(sources, HEAVY);
    await untilRunning();
    expect(await ask(sources, "SELECT 1", [], 50)).toMatchObject({ kind: "error", code: "QUERY_TIMEOUT" });
    await blocker.stop();
  });
  test("an exhausted pool does not delay kills", async () => {
    const sources = open({ maxConnections: 3 });
    const running = [1, 2, 3].map(() => start(sources, HEAVY));
    const queued = [1, 2, 3, 4].map(() => start(sources, "SELECT 1"));
    await untilRunning(3);
    const reports = await Promise.all(running.map((query) => query.stop()));
    expect(reports.map((report) => report.stop)).toEqual(["confirmed", "confirmed", "confirmed"]);
    // What was queued behind them may be running, or preparing its session, by now.
    const left = (await db.busyThreads(db.reader)).filter((thread) => thread.info?.includes(HEAVY));
    expect(left).toEqual([]);
    for (const query of queued) expect((await query.result).kind).toBe("rows");
  });
  test("lost kill connections are replaced", async () => {
    const sources = open();
    const running = start(sources, HEAVY);
    await untilRunning();
    const [threads] = await db.admin.query(
      "SELECT ID AS id FROM information_schema.PROCESSLIST WHERE USER = ? AND COMMAND = 'Sleep'",
      [db.reader],
    );
    if (!Array.isArray(threads)) throw new Error("no rows");
    for (const thread of threads)
      if ("id" in thread) await db.admin.query(`KILL CONNECTION ${Number(thread["id"])}`);
    expect(await running.stop()).toMatchObject({ stop: "confirmed" });
    expect(await db.busyThreads(db.reader)).toEqual([]);
  });
  test("connections that the server closed while idle are replaced", async () => {
    const sources = open({ maxConnections: 2 });
    await Promise.all([ask(sources, "SELECT 1"), ask(sources, "SELECT 2")]);
    const [threads] = await db.admin.query(
      "SELECT ID AS id FROM information_schema.PROCESSLIST WHERE USER = ?",
      [db.reader],
    );
    if (!Array.isArray(threads)) throw new Error("no rows");
    for (const thread of threads)
      if ("id" in thread) await db.admin.query(`KILL CONNECTION ${Number(thread["id"])}`);
    expect(evidenceOf(await ask(sources, "SELECT 3")).rows).toEqual([["3"]]);
  });
  test("a statement that someone else killed is an error, and its connection is not used again", async () => {
    const sources = open({ maxConnections: 1 });
    const running = start(sources, HEAVY);
    await untilRunning();
    const [thread] = await db.busyThreads(db.reader);
    await db.admin.query(`KILL QUERY ${thread?.id ?? 0}`);
    expect(await running.result).toMatchObject({ kind: "error", code: "EXECUTION_FAILED" });
    expect(await running.stop()).toMatchObject({
      stop: "confirmed",
      detail: expect.stringContaining("already finished"),
    });
    expect(
      evidenceOf(await ask(sources, "SELECT CONNECTION_ID_OF FROM (SELECT 1 AS CONNECTION_ID_OF) AS x")).rows,
    ).toEqual([["1"]]);
  });
  test("close stops what runs", async () => {
    const sources = open();
    const running = start(sources, HEAVY);
    await untilRunning();
    await sources.close();
    expect(await running.result).toMatchObject({ kind: "error", code: "RUN_ENDED" });
    expect(await db.busyThreads(db.reader)).toEqual([]);
    expect(await ask(sources, "SELECT 1")).toMatchObject({ kind: "error", code: "CONNECTION_FAILED" });
  });

  test("KILL-2: kills racing short statements hit no other statement", async () => {
    const sources = open({ maxConnections: 6 });
    await sources.ready();
    const random = randomFrom(42);
    let killed = 0;
    let finished = 0;
    const worker = async (): Promise<void> => {
      for (let index = 0; index < 170; index += 1) {
        const value = Math.floor(random() * 1_000_000);
        const victim = start(sources, "SELECT ? AS v, (SELECT COUNT(*) FROM n WHERE id <> ?) AS c", [
          value,
          value,
        ]);
        const bystander = start(sources, "SELECT ? AS v", [value + 1]);
        const delayMs = random() * 8;
        const stop = new Promise((resolve) => setTimeout(resolve, delayMs)).then(() => victim.stop());
        const [report, result, other] = await Promise.all([stop, victim.result, bystander.result]);
        expect(report.stop).toBe("confirmed");
        expect(evidenceOf(other).rows).toEqual([[String(value + 1)]]);
        if (report.detail.startsWith("KILL")) killed += 1;
        if (result.kind === "error") {
          expect(result.code).toBe("RUN_ENDED");
        } else {
          expect(result.evidence.rows[0]?.[0]).toBe(String(value));
          finished += 1;
        }
      }
    };
    await Promise.all([worker(), worker(), worker()]);
    // The race was a race: some were killed, some ended first.
    expect(killed).toBeGreaterThan(0);
    expect(finished).toBeGreaterThan(0);
    expect(await db.busyThreads(db.reader)).toEqual([]);
  });
});

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
