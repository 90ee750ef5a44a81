/** The rollups that are kept as runs end are, to the run, those that are counted from the runs. */
import { readFileSync } from "node:fs";
import { createConnection, type Connection, type RowDataPacket } from "mysql2/promise";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { CancellationReceipt, RunTermination } from "../../contracts/cancellation";
import type { ToolRecord } from "../../contracts/evidence";
import { encodeIdBody, RunId } from "../../contracts/ids";
import type { FallbackType, IntentType, ReleaseOutcome, TerminalRunState } from "../../contracts/axes";
import { splitStatements } from "../../../prisma/migrate/split-statements";
import { SeededIds } from "../../harness/testing/seeded-ids";
import type { NewRun, RunOutcome, RunProgress } from "../../runs/ports";
import type { PrismaClient } from "../generated/client";
import { createPrismaClient } from "../prisma-client";
import { PrismaRunStore } from "../prisma-run-store";
import { inTransaction } from "../store-transaction";
import { batchWith, blankProgress, CREATED_AT, endEvent, newRun } from "../testing/stored-run";
import { createTestDatabase, type TestDatabase } from "../testing/test-database";
import { recountStatements } from "./recount-rollups";
import { keepRollups } from "./run-rollup";

const HOUR_MS = 3_600_000;
const TABLES = {
  run_rollup:
    "bucket_hours, bucket, facet, model, runs, input_tokens, output_tokens, agent_steps, tool_calls",
  run_histogram: "bucket_hours, bucket, measure, bin, runs, total",
  tool_rollup: "bucket_hours, bucket, tool, source, bin, calls, errors, no_evidence, total",
} as const;

const ids = new SeededIds();
let database: TestDatabase;
let connection: Connection;
let db: PrismaClient;
let store: PrismaRunStore;
let serial = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = await createConnection({ uri: database.url });
  db = createPrismaClient(database.url);
  store = new PrismaRunStore(db);
});
afterAll(async () => {
  await connection.end();
  await store.close();
  await database.drop();
});
beforeEach(async () => {
  for (const table of ["diagnosis_run", "tool_invocation", "run_term", ...Object.keys(TABLES)])
    await connection.query(`DELETE FROM ${table}`);
});

async function rollups(): Promise<string[]> {
  const lines: string[] = [];
  for (const [table, columns] of Object.entries(TABLES)) {
    const [rows] = await connection.query<RowDataPacket[]>(
      `SELECT CONCAT_WS(' ', '${table}', ${columns}) AS line FROM ${table} WHERE ${table === "tool_rollup" ? "calls" : "runs"} <> 0`,
    );
    lines.push(
      ...z
        .array(z.object({ line: z.string() }))
        .parse(rows)
        .map(({ line }) => line),
    );
  }
  return lines.sort();
}

/** @returns what is kept, which is what is counted */
async function expectRight(): Promise<string[]> {
  const kept = await rollups();
  for (const statement of recountStatements()) await connection.query(statement);
  expect(kept).toEqual(await rollups());
  return kept;
}

/** A run that began `hours` after the first one. */
function runAt(hours: number, overrides: Partial<NewRun> = {}): NewRun {
  const createdAt = CREATED_AT + hours * HOUR_MS;
  const random = new Uint8Array(16);
  new DataView(random.buffer).setUint32(0, ++serial * 7_919);
  return newRun(ids, {
    runId: RunId.parse(`run_${encodeIdBody(createdAt, random)}`),
    createdAt,
    ...overrides,
  });
}

interface Ending {
  readonly state: TerminalRunState;
  readonly outcome: ReleaseOutcome;
  readonly fallback?: FallbackType;
  readonly intent?: IntentType;
  readonly durationMs?: number;
  readonly share?: number;
}

function progressOf({ state, outcome, fallback, intent, share = 0.3 }: Ending): RunProgress {
  const blank = blankProgress();
  return {
    ...blank,
    axes: {
      ...blank.axes,
      runState: state,
      releaseOutcome: outcome,
      fallbackType: fallback ?? null,
      intent: intent ?? "DIAGNOSIS",
      status: outcome === "FALLBACK" ? "SUCCESS" : outcome,
    },
    budgetShare: share,
    tokens: { input: 1_000, output: 70 },
    agentSteps: 3,
    toolCalls: 2,
  };
}

function terminationOf(run: NewRun, { state, durationMs = 1_234 }: Ending): RunTermination {
  return { state, reason: "it ended", completedAt: run.createdAt + durationMs };
}

function outcomeOf(run: NewRun, ending: Ending): RunOutcome {
  return {
    runId: run.runId,
    releaseOutcome: ending.outcome,
    fallbackType: ending.fallback ?? null,
    answer: null,
    conclusion: null,
    published: null,
    failure: null,
    termination: terminationOf(run, ending),
    progress: progressOf(ending),
    durationMs: ending.durationMs ?? 1_234,
  };
}

function receiptOf(run: NewRun, afterMs: number | null): CancellationReceipt {
  return {
    reason: "USER_REQUESTED",
    requestedBy: "operator",
    requestedAt: run.createdAt + 10,
    note: null,
    lost: [],
    handles: [
      {
        kind: "mysql_query",
        id: "s",
        what: "q",
        stop: afterMs === null ? "pending" : "confirmed",
        afterMs,
        detail: null,
      },
    ],
    stateSetAt: run.createdAt + 10,
    storedAt: null,
  };
}

const SUCCESS: Ending = { state: "SUCCESS", outcome: "SUCCESS" };
const FALLBACK: Ending = { state: "SUCCESS", outcome: "FALLBACK", fallback: "INSUFFICIENT_EVIDENCE" };
const CANCELLED: Ending = { state: "CANCELLED", outcome: "CANCELLED", durationMs: 40 };

describe("rollups of runs", () => {
  it("have no run before its outcome is stored, and have it once after", async () => {
    const run = runAt(0);
    await store.createRun(run);
    await store.storeTermination(run.runId, terminationOf(run, SUCCESS), null);
    await store.appendJournal(run.runId, { ...batchWith([]), progress: progressOf(SUCCESS) });
    expect(await expectRight()).toEqual([]);
    await store.storeOutcome(outcomeOf(run, SUCCESS), false);
    const kept = await expectRight();
    expect(kept.filter((line) => line.startsWith("run_rollup"))).toHaveLength(3);
    // What comes after moves no figure that was counted.
    await store.storeOutcome(outcomeOf(run, FALLBACK), false);
    await store.appendJournal(run.runId, batchWith([]));
    await store.appendJournal(run.runId, {
      ...batchWith([endEvent(run.runId, 1)]),
      progress: {
        ...progressOf({ ...SUCCESS, intent: "SYSTEM_CHAT", share: 0.9 }),
        tokens: { input: 9, output: 9 },
      },
    });
    expect(await expectRight()).toEqual(kept);
  });

  it("follow an outcome that replaces an earlier one (APP-8)", async () => {
    const run = runAt(1);
    await store.createRun(run);
    await store.storeOutcome(outcomeOf(run, { ...SUCCESS, durationMs: 90_000, share: 0.99 }), false);
    await store.storeOutcome(outcomeOf(run, { state: "SUCCESS", outcome: "FAILED", durationMs: 5 }), true);
    const kept = await expectRight();
    expect(kept.filter((line) => line.startsWith("run_rollup"))).toHaveLength(3);
  });

  it("take a cancel's latency in when its last call is known to have stopped, however often that is told", async () => {
    const run = runAt(2);
    await store.createRun(run);
    await store.storeTermination(run.runId, terminationOf(run, CANCELLED), receiptOf(run, null));
    await store.storeOutcome(outcomeOf(run, CANCELLED), false);
    const before = await expectRight();
    expect(before.filter((line) => line.includes(" cancel "))).toEqual([]);
    const aftermath = { receipt: receiptOf(run, 17), lateArrivals: [], streamState: null, exitRecord: null };
    await store.storeAftermath(run.runId, aftermath);
    await store.storeAftermath(run.runId, aftermath);
    const after = await expectRight();
    expect(after.filter((line) => line.includes(" cancel "))).toHaveLength(3);
  });

  it("count the share of each budget in whole percent, rounded up, and follow it to the run's very end", async () => {
    const gauges = [
      [7, 100],
      [29, 100],
      [1, 3],
      [0, 16],
      [16, 16],
      [120_001, 120_000],
      [1_999_999, 2_000_000],
    ] as const;
    const after = runAt(4);
    const wide = progressOf(FALLBACK);
    await store.createRun(after);
    for (const [used, limit] of gauges) {
      const one = runAt(4);
      await store.createRun(one);
      const budget = { ...wide.budget, tokens: { used, limit }, wallTimeMs: { used: used + 0.4, limit } };
      await store.storeOutcome({ ...outcomeOf(one, FALLBACK), progress: { ...wide, budget } }, false);
    }
    const first = await expectRight();
    const told = (lines: readonly string[], measure: string) =>
      lines
        .filter((line) => line.startsWith("run_histogram 1 ") && line.includes(` ${measure} `))
        .map((line) => line.split(" ").slice(4).map(Number))
        .sort(([left = 0], [right = 0]) => left - right);
    // 0 and 7 percent; 29; 34; 100, which the one that is all but full rounds up to as well; 101.
    expect(told(first, "tokens")).toEqual([
      [0, 2, 7],
      [2, 1, 29],
      [3, 1, 34],
      [9, 2, 200],
      [10, 1, 101],
    ]);
    // Wall time counts to its limit.
    expect(told(first, "wallTimeMs").at(-1)?.[0]).toBe(9);

    // A store that had runs before these were counted has the same.
    await connection.query("DELETE FROM run_histogram WHERE measure NOT IN ('duration', 'cancel', 'budget')");
    const migration = new URL(
      "../../../prisma/migrations/20261201000500_budget_use/migration.sql",
      import.meta.url,
    );
    for (const statement of splitStatements(readFileSync(migration, "utf8")))
      await connection.query(statement);
    expect(await rollups()).toEqual(first);

    // What a late call costs is written after the outcome, by whoever had it; a process that lost the run writes nothing.
    await store.storeOutcome(outcomeOf(after, FALLBACK), false);
    const late = { ...wide, budget: { ...wide.budget, bytes: { used: 600, limit: 1_000 } } };
    await store.appendJournal(after.runId, { ...batchWith([endEvent(after.runId, 1)]), progress: late });
    const stale = { ...blankProgress(), budget: { ...wide.budget, bytes: { used: 1, limit: 1_000 } } };
    await store.appendJournal(after.runId, { ...batchWith([]), progress: stale });
    expect(told(await expectRight(), "bytes")).toContainEqual([5, 1, 60]);
  });

  it("leave out the budget of a run that does not read, and store its ending all the same", async () => {
    const run = runAt(6);
    await store.createRun(run);
    await connection.query("UPDATE diagnosis_run SET budget_json = 'oops' WHERE run_id = ?", [run.runId]);
    await store.abandonRun(run.runId, "owner lost", run.createdAt + 9);
    const kept = await expectRight();
    expect(kept.filter((line) => line.includes(" budget "))).toHaveLength(3);
    expect(kept.filter((line) => line.includes(" tokens "))).toEqual([]);
  });

  it("count a run that another process resumed, or gave up, once", async () => {
    const resumed = runAt(3, { ownerId: "first" });
    const lost = runAt(3, { ownerId: "first" });
    for (const run of [resumed, lost]) await store.createRun(run);
    expect(await store.claimRun(resumed.runId, "first", "second", "playbook, then other")).toBe(true);
    // The first process, not yet gone, and the second both say how it ended.
    const stored = await Promise.all([
      store.storeOutcome(outcomeOf(resumed, SUCCESS), false),
      store.storeOutcome(outcomeOf(resumed, FALLBACK), false),
    ]);
    expect(stored.sort()).toEqual([false, true]);
    await store.abandonRun(lost.runId, "owner lost", lost.createdAt + 9);
    await store.abandonRun(lost.runId, "owner lost", lost.createdAt + 99);
    const kept = await expectRight();
    const ofHours = kept.filter((line) => line.startsWith("run_rollup 1 "));
    expect(ofHours).toHaveLength(2);
    expect(ofHours.join()).toContain("playbook, then other");
  });

  it("lose nothing when many runs of one hour end side by side", async () => {
    const runs = Array.from({ length: 40 }, (_, at) => runAt(at % 3));
    await Promise.all(runs.map((run) => store.createRun(run)));
    const endings = [SUCCESS, FALLBACK, CANCELLED, { ...SUCCESS, intent: "SYSTEM_CHAT" } as const];
    await Promise.all(
      runs.flatMap((run, at) => {
        const ending = endings[at % endings.length] ?? SUCCESS;
        return [
          store.storeOutcome(outcomeOf(run, ending), false),
          store.storeOutcome(outcomeOf(run, ending), at % 5 === 0),
        ];
      }),
    );
    const kept = await expectRight();
    const total = kept
      .filter((line) => line.startsWith("run_rollup 0 "))
      .map((line) => Number(line.split(" ")[5]));
    expect(total.reduce((sum, runsOfFacet) => sum + runsOfFacet, 0)).toBe(40);
  });

  it("are as before when the transaction that stores the ending does not come to its end", async () => {
    const [lost, whole] = [runAt(5), runAt(5)];
    for (const run of [lost, whole]) await store.createRun(run);
    await store.storeOutcome(outcomeOf(whole, SUCCESS), false);
    const before = await expectRight();
    const data = { releaseOutcome: "FAILED", runState: "FAILED", outcomeStored: new Date() };
    const where = { runId: lost.runId };
    // A fault after everything was written, and a connection that the server cuts before the commit.
    const faulty = inTransaction(db, async (tx) => {
      await keepRollups(tx, lost.runId, () => tx.diagnosisRun.updateMany({ where, data }));
      throw new Error("the process faltered");
    });
    await expect(faulty).rejects.toThrow("the process faltered");
    const cut = inTransaction(db, async (tx) => {
      const [thread] = z
        .tuple([z.object({ id: z.coerce.number() })])
        .parse(await tx.$queryRaw`SELECT CONNECTION_ID() AS id`);
      await keepRollups(tx, lost.runId, () => tx.diagnosisRun.updateMany({ where, data }));
      await connection.query(`KILL ${thread.id}`);
    });
    await expect(cut).rejects.toThrow();
    expect(await store.findRun(lost.runId)).toMatchObject({ runState: "RUNNING", releaseOutcome: null });
    expect(await expectRight()).toEqual(before);
  });
});

describe("rollups of tools", () => {
  const projecting = (run: NewRun, ordinal: number): Extract<ToolRecord, { status: "PROJECTING" }> => ({
    invocationId: ids.invocationId(),
    runId: run.runId,
    ordinal,
    tool: "mysql_query",
    source: "shop",
    label: "a/b",
    statement: "SELECT 1",
    params: [],
    scope: "everything",
    normalizedScope: "k",
    startedAt: run.createdAt + ordinal,
    status: "PROJECTING",
    evidenceStatus: null,
    completedAt: null,
    evidence: null,
    contentHash: null,
    bytes: null,
    gain: null,
    errorCode: null,
    errorMessage: null,
  });

  it("count a record when it ends, once, and one of a lost process without a duration", async () => {
    const run = runAt(0);
    const records = [1, 2, 3, 4].map((ordinal) => projecting(run, ordinal));
    for (const record of records) await store.saveToolRecord(record);
    const [found, empty, failed] = records;
    if (found === undefined || empty === undefined || failed === undefined) throw new Error("four records");
    const ready = {
      ...found,
      status: "READY",
      evidenceStatus: "EVIDENCE_FOUND",
      completedAt: found.startedAt + 80,
      evidence: { columns: [], rows: [], truncated: { rows: false, columns: false, cells: 0 } },
      contentHash: "sha256:x",
      bytes: 12,
      gain: null,
    } as const;
    const answered: ToolRecord = { ...ready, evidence: { ...ready.evidence, columns: [], rows: [] } };
    await store.saveToolRecord(answered);
    await store.saveToolRecord({ ...answered, gain: "GAINED" });
    await store.saveToolRecord({
      ...answered,
      ...empty,
      status: "READY",
      evidenceStatus: "NO_EVIDENCE",
      completedAt: empty.startedAt + 3,
      evidence: { columns: [], rows: [], truncated: { rows: false, columns: false, cells: 0 } },
      contentHash: "sha256:y",
      bytes: 2,
      errorCode: null,
      errorMessage: null,
      gain: "NO_GAIN",
    });
    await store.saveToolRecord({
      ...failed,
      status: "ERROR",
      evidenceStatus: "ERROR",
      completedAt: failed.startedAt + 10_000,
      errorCode: "QUERY_TIMEOUT",
      errorMessage: "too long",
    });
    expect(await store.failProjectingTools(run.runId, CREATED_AT + 999_999)).toBe(1);
    expect(await store.failProjectingTools(run.runId, CREATED_AT + 999_999)).toBe(0);
    const hourly = (await expectRight()).filter((line) => line.startsWith("tool_rollup 1 "));
    expect(hourly).toHaveLength(4);
    expect(hourly.filter((line) => line.includes(" shop -1 1 1 0 0"))).toHaveLength(1);
  });
});
