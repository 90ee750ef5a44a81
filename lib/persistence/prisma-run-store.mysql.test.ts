import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ToolRecord } from "../contracts/evidence";
import type { RunId, SessionId } from "../contracts/ids";
import { RunJournal } from "../runs/run-journal";
import { InvalidCursorError, StoreUnavailableError, type NewRun, type RunOutcome } from "../runs/ports";
import { recoverRuns, OWNER_LOST_REASON } from "../runs/recover-runs";
import { SeededIds } from "../harness/testing/seeded-ids";
import { ManualClock } from "../harness/testing/manual-clock";
import { ManualTimers } from "../harness/testing/manual-timers";
import { createPrismaClient } from "./prisma-client";
import { PrismaRunStore } from "./prisma-run-store";
import { createTestDatabase, type TestDatabase } from "./testing/test-database";

const ids = new SeededIds();
let database: TestDatabase;
let store: PrismaRunStore;

beforeAll(async () => {
  database = await createTestDatabase();
  store = new PrismaRunStore(createPrismaClient(database.url));
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

function blankProgress(runId: RunId) {
  const clock = new ManualClock();
  const journal = new RunJournal(runId, {
    clock,
    timers: new ManualTimers(clock),
    store,
    onStoreError: (_id, error) => {
      throw error;
    },
  });
  return journal.progress;
}

function newRun(overrides: Partial<NewRun> = {}): NewRun {
  const runId = overrides.runId ?? ids.runId();
  const progress = blankProgress(runId);
  return {
    runId,
    sessionId: ids.sessionId(),
    query: "Why are payments failing? 为什么 😀",
    mode: "detached",
    model: "playbook",
    axes: progress.axes,
    budget: progress.budget,
    createdAt: 1_764_511_200_123,
    deadlineAt: 1_764_511_320_123,
    ownerId: "owner-1",
    idempotencyKey: null,
    requestHash: "a".repeat(64),
    ...overrides,
  };
}

function outcomeOf(run: NewRun, overrides: Partial<RunOutcome> = {}): RunOutcome {
  const progress = blankProgress(run.runId);
  return {
    runId: run.runId,
    releaseOutcome: "SUCCESS",
    fallbackType: null,
    answer: {
      contentType: "diagnosis_report",
      conclusion: "because",
      claims: [],
      missingInfo: [],
      recommendedActions: [],
    },
    conclusion: "because",
    published: { query: run.query, conclusion: "because" },
    failure: null,
    termination: { state: "SUCCESS", reason: "completed", completedAt: run.createdAt + 5 },
    progress: {
      ...progress,
      axes: {
        ...progress.axes,
        intent: "DIAGNOSIS",
        runState: "SUCCESS",
        releaseOutcome: "SUCCESS",
        status: "SUCCESS",
      },
    },
    durationMs: 5,
    ...overrides,
  };
}

describe("PrismaRunStore", () => {
  it("reads back what was created, to the millisecond and the emoji", async () => {
    const run = newRun();
    await store.createRun(run);
    expect(await store.findRun(run.runId)).toMatchObject({
      runId: run.runId,
      query: run.query,
      runState: "RUNNING",
      releaseOutcome: null,
      termination: null,
      cancellation: null,
      createdAt: run.createdAt,
      deadlineAt: run.deadlineAt,
    });
    expect(await store.findRun(ids.runId())).toBeNull();
  });

  it("lets one of two runs with the same idempotency key in, however close they come", async () => {
    const results = await Promise.all(
      [1, 2, 3].map(() => store.createRun(newRun({ idempotencyKey: "Key-1" }))),
    );
    expect(results.filter((result) => result.kind === "created")).toHaveLength(1);
    expect(results.filter((result) => result.kind === "key_taken")).toHaveLength(2);
    expect((await store.createRun(newRun({ idempotencyKey: "key-1" }))).kind).toBe("created");
    expect(await store.findByIdempotencyKey("Key-1")).toMatchObject({ requestHash: "a".repeat(64) });
  });

  it("stores a termination once and an outcome once (RUN-1, RUN-13)", async () => {
    const run = newRun();
    await store.createRun(run);
    const cancelled = {
      state: "CANCELLED",
      reason: "user requested",
      completedAt: run.createdAt + 9,
    } as const;
    const receipt = {
      reason: "USER_REQUESTED",
      requestedBy: "operator",
      requestedAt: run.createdAt + 8,
      note: "wrong range",
      lost: [],
      handles: [],
      stateSetAt: run.createdAt + 9,
      storedAt: null,
    } as const;
    expect(await store.storeTermination(run.runId, cancelled, { ...receipt, lost: [], handles: [] })).toBe(
      true,
    );
    expect(
      await store.storeTermination(run.runId, { state: "SUCCESS", reason: "late", completedAt: 1 }, null),
    ).toBe(false);
    const outcome = outcomeOf(run, {
      releaseOutcome: "CANCELLED",
      answer: null,
      termination: cancelled,
      published: null,
    });
    expect(await store.storeOutcome(outcome, false)).toBe(true);
    expect(await store.storeOutcome(outcomeOf(run), false)).toBe(false);
    expect(await store.findRun(run.runId)).toMatchObject({
      runState: "CANCELLED",
      releaseOutcome: "CANCELLED",
      termination: cancelled,
      cancellation: { reason: "USER_REQUESTED", note: "wrong range" },
      publishedResult: false,
    });
  });

  it("replaces an outcome only when told to (APP-8)", async () => {
    const run = newRun();
    await store.createRun(run);
    await store.storeOutcome(outcomeOf(run), false);
    const failed = outcomeOf(run, {
      releaseOutcome: "FAILED",
      answer: null,
      published: null,
      conclusion: null,
      failure: { code: "STORE_UNAVAILABLE", message: "not stored" },
    });
    expect(await store.storeOutcome(failed, true)).toBe(true);
    expect(await store.findRun(run.runId)).toMatchObject({
      runState: "SUCCESS",
      releaseOutcome: "FAILED",
      failure: { code: "STORE_UNAVAILABLE" },
      answer: null,
    });
  });

  it("never lets a late journal batch write back the axes that release owns", async () => {
    const run = newRun();
    await store.createRun(run);
    await store.storeOutcome(outcomeOf(run), false);
    await store.appendJournal(run.runId, { events: [], ledger: [], progress: blankProgress(run.runId) });
    expect(await store.findRun(run.runId)).toMatchObject({ runState: "SUCCESS", releaseOutcome: "SUCCESS" });
  });

  it("carries only published results to the next turn (APP-4)", async () => {
    const sessionId: SessionId = ids.sessionId();
    const first = newRun({ sessionId, query: "first" });
    const second = newRun({ sessionId, query: "second" });
    await store.createRun(first);
    await store.createRun(second);
    expect((await store.readSession(sessionId)).previousTurn).toBeNull();
    await store.storeOutcome(outcomeOf(first), false);
    await store.storeOutcome(
      outcomeOf(second, {
        releaseOutcome: "FALLBACK",
        fallbackType: "INSUFFICIENT_EVIDENCE",
        published: null,
        conclusion: null,
        answer: null,
      }),
      false,
    );
    const session = await store.readSession(sessionId);
    expect(session.previousTurn).toEqual({ query: "first", conclusion: "because" });
    expect(session.history.map((turn) => turn.query)).toEqual(["first", "second"]);
  });

  it("pages newest first, with combinable filters, and refuses foreign cursors", async () => {
    const sessionId = ids.sessionId();
    const runs: NewRun[] = [];
    for (let i = 0; i < 7; i++) {
      const run = newRun({ sessionId });
      await store.createRun(run);
      if (i % 2 === 0) await store.storeOutcome(outcomeOf(run), false);
      runs.push(run);
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.listRuns({ session: sessionId }, 3, cursor);
      seen.push(...page.items.map((item) => item.runId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(runs.map((run) => run.runId).reverse());
    const filtered = await store.listRuns(
      { session: sessionId, state: ["SUCCESS"], outcome: ["SUCCESS", "FAILED"] },
      50,
      undefined,
    );
    expect(filtered.items).toHaveLength(4);
    for (const bad of [
      "x",
      Buffer.from('["trace",1]').toString("base64url"),
      Buffer.from('["runs","1"]').toString("base64url"),
    ]) {
      expect(() => store.listRuns({}, 3, bad)).toThrow(InvalidCursorError);
    }
  });

  it("keeps tool records through PROJECTING → READY with every cell", async () => {
    const run = newRun();
    await store.createRun(run);
    const projecting: ToolRecord = {
      invocationId: ids.invocationId(),
      runId: run.runId,
      ordinal: 1,
      tool: "mysql_query",
      source: "shop",
      label: "a/b",
      statement: "SELECT 1",
      params: ["x", 2, null],
      scope: "everything",
      normalizedScope: "k",
      startedAt: run.createdAt,
      status: "PROJECTING",
      evidenceStatus: null,
      completedAt: null,
      evidence: null,
      contentHash: null,
      bytes: null,
      gain: null,
      errorCode: null,
      errorMessage: null,
    };
    await store.saveToolRecord(projecting);
    const ready: ToolRecord = {
      ...projecting,
      status: "READY",
      evidenceStatus: "EVIDENCE_FOUND",
      completedAt: run.createdAt + 1,
      evidence: {
        columns: [{ name: "n", type: "number" }],
        rows: [["12345678901234567890.10"], [null]],
        truncated: { rows: false, columns: false, cells: 0 },
      },
      contentHash: "sha256:x",
      bytes: 12,
      gain: "GAINED",
    };
    await store.saveToolRecord(ready);
    expect((await store.listTools(run.runId, 10, undefined)).items).toEqual([ready]);
  });

  it("ends runs that an earlier process left behind, and leaves its own alone", async () => {
    const lost = newRun({ ownerId: "dead" });
    const mine = newRun({ ownerId: "alive" });
    const cancelled = newRun({ ownerId: "dead" });
    for (const run of [lost, mine, cancelled]) await store.createRun(run);
    await store.storeTermination(
      cancelled.runId,
      { state: "CANCELLED", reason: "user requested", completedAt: cancelled.createdAt + 1 },
      null,
    );
    await recoverRuns(store, new ManualClock(lost.createdAt + 100), "alive");
    expect(await store.findRun(lost.runId)).toMatchObject({
      runState: "FAILED",
      releaseOutcome: "FAILED",
      status: "FAILED",
      termination: { state: "FAILED", reason: OWNER_LOST_REASON },
      failure: { code: "OWNER_LOST" },
    });
    expect(await store.findRun(mine.runId)).toMatchObject({ runState: "RUNNING" });
    expect(await store.findRun(cancelled.runId)).toMatchObject({
      runState: "CANCELLED",
      releaseOutcome: "CANCELLED",
    });
    const events = await store.listEvents(lost.runId, 0, 50);
    expect(events.map((event) => [event.seq, event.frame.event])).toEqual([
      [1, "state"],
      [2, "trace"],
      [3, "end"],
    ]);
  });

  it("closes the journal of a run whose process died after its outcome was stored, and settles its receipt", async () => {
    const run = newRun({ ownerId: "dead" });
    await store.createRun(run);
    const termination = {
      state: "CANCELLED",
      reason: "USER_REQUESTED",
      completedAt: run.createdAt + 2,
    } as const;
    await store.storeTermination(run.runId, termination, {
      reason: "USER_REQUESTED",
      requestedBy: "operator",
      requestedAt: run.createdAt + 1,
      note: null,
      lost: [],
      handles: [{ kind: "mysql_query", id: "inv", what: "q", stop: "pending", afterMs: null, detail: null }],
      stateSetAt: run.createdAt + 2,
      storedAt: null,
    });
    await store.storeOutcome(
      outcomeOf(run, {
        releaseOutcome: "CANCELLED",
        answer: null,
        published: null,
        conclusion: null,
        termination,
      }),
      false,
    );
    const clock = new ManualClock(run.createdAt + 100);
    await recoverRuns(store, clock, "alive");
    expect(await store.findRun(run.runId)).toMatchObject({
      runState: "CANCELLED",
      releaseOutcome: "CANCELLED",
      cancellation: { handles: [{ stop: "unconfirmed" }] },
    });
    expect((await store.listEvents(run.runId, 0, 10)).at(-1)?.frame.event).toBe("end");
    const again = await store.findUnfinished("alive");
    expect(again.map((each) => each.detail.runId)).not.toContain(run.runId);
  });

  it("says StoreUnavailable when the server is gone, without the address or password", async () => {
    const down = new PrismaRunStore(createPrismaClient("mysql://root:secret-word@127.0.0.1:1/nothing"));
    const error: unknown = await down.ping().catch((thrown: unknown) => thrown);
    await down.close();
    expect(error).toBeInstanceOf(StoreUnavailableError);
    expect(String(error)).not.toMatch(/secret-word/);
  });
});
