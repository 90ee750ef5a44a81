import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ToolRecord } from "../contracts/evidence";
import type { LedgerLine } from "../contracts/budget";
import type { RunId, SessionId } from "../contracts/ids";
import {
  InvalidCursorError,
  StoreUnavailableError,
  type JournalEvent,
  type NewRun,
  type RunOutcome,
  type UnfinishedRun,
} from "../runs/ports";
import { LostCalls } from "../runs/lost-calls";
import { RESUME_SEQ_GAP } from "../runs/run-journal";
import { RunRecovery, OWNER_LOST_REASON } from "../runs/recover-runs";
import { SeededIds } from "../harness/testing/seeded-ids";
import { ManualClock } from "../harness/testing/manual-clock";
import { ManualTimers } from "../harness/testing/manual-timers";
import { rejectionOf } from "../invocation/testing/settled-of";
import type { PrismaClient } from "./generated/client";
import { createPrismaClient } from "./prisma-client";
import { PrismaRunStore } from "./prisma-run-store";
import { batchWith, blankProgress, CREATED_AT, endEvent, newRun } from "./testing/stored-run";
import { createTestDatabase, type TestDatabase } from "./testing/test-database";

const ids = new SeededIds();
let database: TestDatabase;
let db: PrismaClient;
let store: PrismaRunStore;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createPrismaClient(database.url);
  store = new PrismaRunStore(db);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

function outcomeOf(run: NewRun, overrides: Partial<RunOutcome> = {}): RunOutcome {
  const progress = blankProgress();
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

type ProjectingRecord = Extract<ToolRecord, { status: "PROJECTING" }>;

function projectingRecord(runId: RunId, ordinal: number): ProjectingRecord {
  return {
    invocationId: ids.invocationId(),
    runId,
    ordinal,
    tool: "mysql_query",
    source: "shop",
    label: "a/b",
    statement: "SELECT 1",
    params: ["x", 2, null],
    scope: "everything",
    normalizedScope: "k",
    startedAt: CREATED_AT,
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
}

function readyRecord(projecting: ProjectingRecord): ToolRecord {
  return {
    ...projecting,
    status: "READY",
    evidenceStatus: "EVIDENCE_FOUND",
    completedAt: CREATED_AT + 1,
    evidence: {
      columns: [{ name: "n", type: "number" }],
      rows: [["12345678901234567890.10"], [null]],
      truncated: { rows: false, columns: false, cells: 0 },
    },
    contentHash: "sha256:x",
    bytes: 12,
    gain: "GAINED",
  };
}

function stateEvent(seq: number): JournalEvent {
  return { seq, at: CREATED_AT + seq, frame: { event: "state", data: blankProgress().axes } };
}

function ledgerLine(line: Pick<LedgerLine, "seq" | "resource" | "movement" | "amount">): LedgerLine {
  return { ...line, at: CREATED_AT, callId: "call", what: "what", balance: 0 };
}

/** As a new process does whose runs cannot go on. */
function recoverWithoutResuming(clock: ManualClock, over: PrismaRunStore = store) {
  const problems: [string, string][] = [];
  const timers = new ManualTimers(clock);
  const recovery = new RunRecovery({
    store: over,
    clock,
    timers,
    currentOwnerId: "alive",
    lostCalls: new LostCalls({ timers, stopLost: () => Promise.resolve(0), onError: () => undefined }),
    resume: () => Promise.reject(new Error("there is nothing to go on from")),
    onProblem: (runId, _error, instead) => problems.push([runId, instead]),
    onRecovered: () => undefined,
  });
  return { problems, timers, done: recovery.start() };
}

/** The runs that an owner would find, without those that cannot be read. */
async function openRuns(currentOwnerId: string): Promise<UnfinishedRun[]> {
  const found = await store.findUnfinished(currentOwnerId);
  return found.filter((run) => run.kind === "open");
}

describe("PrismaRunStore", () => {
  it("reads back what was created, to the millisecond and the emoji", async () => {
    const run = newRun(ids);
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
      resumes: 0,
    });
    expect(await store.findRun(ids.runId())).toBeNull();
  });

  it("lets one of two runs with the same idempotency key in, however close they come", async () => {
    const results = await Promise.all(
      [1, 2, 3].map(() => store.createRun(newRun(ids, { idempotencyKey: "Key-1" }))),
    );
    expect(results.filter((result) => result.kind === "created")).toHaveLength(1);
    expect(results.filter((result) => result.kind === "key_taken")).toHaveLength(2);
    expect((await store.createRun(newRun(ids, { idempotencyKey: "key-1" }))).kind).toBe("created");
    expect(await store.findByIdempotencyKey("Key-1")).toMatchObject({ requestHash: "a".repeat(64) });
  });

  it("stores a termination once and an outcome once (RUN-1, RUN-13)", async () => {
    const run = newRun(ids);
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
    const run = newRun(ids);
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
    const run = newRun(ids);
    await store.createRun(run);
    await store.storeOutcome(outcomeOf(run), false);
    await store.appendJournal(run.runId, batchWith([]));
    expect(await store.findRun(run.runId)).toMatchObject({ runState: "SUCCESS", releaseOutcome: "SUCCESS" });
  });

  it("carries only published results to the next turn (APP-4)", async () => {
    const sessionId: SessionId = ids.sessionId();
    const first = newRun(ids, { sessionId, query: "first" });
    const second = newRun(ids, { sessionId, query: "second" });
    await store.createRun(first);
    await store.createRun(second);
    expect((await store.readSession(sessionId, null)).previousTurn).toBeNull();
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
    const session = await store.readSession(sessionId, null);
    expect(session.previousTurn).toEqual({ query: "first", conclusion: "because" });
    expect(session.history.map((turn) => turn.query)).toEqual(["first", "second"]);
    // A run that goes on sees its session as it was when it began.
    expect((await store.readSession(sessionId, second.runId)).history.map((turn) => turn.query)).toEqual([
      "first",
    ]);
    expect(await store.readSession(sessionId, first.runId)).toEqual({ history: [], previousTurn: null });
  });

  it("pages newest first, with combinable filters, and refuses foreign cursors", async () => {
    const sessionId = ids.sessionId();
    const runs: NewRun[] = [];
    for (let i = 0; i < 7; i++) {
      const run = newRun(ids, { sessionId });
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
    const run = newRun(ids);
    await store.createRun(run);
    const projecting = projectingRecord(run.runId, 1);
    await store.saveToolRecord(projecting);
    const ready = readyRecord(projecting);
    await store.saveToolRecord(ready);
    expect((await store.listTools(run.runId, 10, undefined)).items).toEqual([ready]);
  });

  it("ends runs that an earlier process left behind, and leaves its own alone", async () => {
    const lost = newRun(ids, { ownerId: "dead" });
    const mine = newRun(ids, { ownerId: "alive" });
    const cancelled = newRun(ids, { ownerId: "dead" });
    for (const run of [lost, mine, cancelled]) await store.createRun(run);
    await store.storeTermination(
      cancelled.runId,
      { state: "CANCELLED", reason: "user requested", completedAt: cancelled.createdAt + 1 },
      null,
    );
    await recoverWithoutResuming(new ManualClock(lost.createdAt + 100)).done;
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
      [RESUME_SEQ_GAP + 1, "state"],
      [RESUME_SEQ_GAP + 2, "trace"],
      [RESUME_SEQ_GAP + 3, "end"],
    ]);
  });

  it("closes the journal of a run whose process died after its outcome was stored, and settles its receipt", async () => {
    const run = newRun(ids, { ownerId: "dead" });
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
    await recoverWithoutResuming(clock).done;
    expect(await store.findRun(run.runId)).toMatchObject({
      runState: "CANCELLED",
      releaseOutcome: "CANCELLED",
      cancellation: { handles: [{ stop: "unconfirmed" }] },
    });
    expect((await store.listEvents(run.runId, 0, 10)).at(-1)?.frame.event).toBe("end");
    const again = await openRuns("alive");
    expect(again.map((each) => each.detail.runId)).not.toContain(run.runId);
  });

  it("ends a run of which something cannot be read, whatever that is, and keeps no other one waiting", async () => {
    const damages: readonly (readonly [string, (runId: string) => Promise<unknown>])[] = [
      [
        "its row",
        (runId) => db.$executeRaw`UPDATE diagnosis_run SET budget_json = 'oops' WHERE run_id = ${runId}`,
      ],
      [
        "an event",
        (runId) => db.$executeRaw`UPDATE run_event SET payload_json = '{' WHERE run_id = ${runId}`,
      ],
      [
        "a record that is no JSON",
        (runId) =>
          db.$executeRaw`UPDATE tool_invocation SET evidence_json = 'garbage{' WHERE run_id = ${runId}`,
      ],
      [
        "a record of another shape",
        (runId) =>
          db.$executeRaw`UPDATE tool_invocation SET evidence_json = '{"v":1,"d":{}}' WHERE run_id = ${runId}`,
      ],
    ];
    const broken: NewRun[] = [];
    for (const [, damage] of damages) {
      const run = newRun(ids, { ownerId: "dead-3", mode: "detached" });
      broken.push(run);
      await store.createRun(run);
      await store.appendJournal(run.runId, batchWith([stateEvent(1)]));
      const projecting = projectingRecord(run.runId, 1);
      await store.saveToolRecord(projecting);
      await store.saveToolRecord(readyRecord(projecting));
      await damage(run.runId);
    }
    const sound = newRun(ids, { ownerId: "dead-3" });
    await store.createRun(sound);

    const { done, problems } = recoverWithoutResuming(new ManualClock(sound.createdAt + 100));
    await done;
    for (const [i, run] of broken.entries()) {
      expect(problems, damages[i]?.[0]).toContainEqual([run.runId, "ended"]);
      const [row] = await db.diagnosisRun.findMany({ where: { runId: run.runId } });
      expect(row).toMatchObject({ runState: "FAILED", releaseOutcome: "FAILED", status: "FAILED" });
      expect(row?.retiredAt).not.toBeNull();
    }
    expect(await store.findRun(sound.runId)).toMatchObject({
      runState: "FAILED",
      failure: { code: "OWNER_LOST" },
    });
    expect(await openRuns("alive")).toEqual([]);
  });

  it("tries a run again later at which the store failed, and recovers the others meanwhile", async () => {
    const [stuck, other] = [newRun(ids, { ownerId: "dead-4" }), newRun(ids, { ownerId: "dead-4" })];
    for (const run of [stuck, other]) await store.createRun(run);
    let locked = true;
    class LockedStore extends PrismaRunStore {
      override failProjectingTools(runId: RunId, at: number): Promise<number> {
        if (locked && runId === stuck.runId)
          return Promise.reject(
            new StoreUnavailableError("end open tool records", new Error("lock wait timeout")),
          );
        return super.failProjectingTools(runId, at);
      }
    }
    const over = new LockedStore(db);
    const { done, problems, timers } = recoverWithoutResuming(new ManualClock(other.createdAt + 100), over);
    await done;
    expect(problems).toContainEqual([stuck.runId, "tried again later"]);
    expect(await store.findRun(other.runId)).toMatchObject({ runState: "FAILED" });
    expect(await store.findRun(stuck.runId)).toMatchObject({ runState: "RUNNING" });
    locked = false;
    timers.advance(30_000);
    await expect.poll(async () => (await store.findRun(stuck.runId))?.runState).toBe("FAILED");
  });

  it("says whose the unfinished runs are, and how far their events go", async () => {
    const lost = newRun(ids, { ownerId: "dead-1" });
    const silent = newRun(ids, { ownerId: "dead-2" });
    const mine = newRun(ids, { ownerId: "alive-2" });
    const retired = newRun(ids, { ownerId: "dead-1" });
    for (const run of [lost, silent, mine, retired]) await store.createRun(run);
    await store.appendJournal(lost.runId, batchWith([stateEvent(1), stateEvent(2)]));
    await store.appendJournal(retired.runId, batchWith([endEvent(retired.runId, 1)]));
    const made = [lost, silent, mine, retired].map((run) => run.runId);
    const found = (await openRuns("alive-2")).filter((run) => made.includes(run.detail.runId));
    expect(found.map((run) => [run.detail.runId, run.ownerId, run.lastSeq])).toEqual([
      [lost.runId, "dead-1", 2],
      [silent.runId, "dead-2", 0],
    ]);
  });

  it("gives an open run to a new owner and counts it, for as often as it is the owner that was named", async () => {
    const run = newRun(ids, { ownerId: "first" });
    await store.createRun(run);
    expect(await store.claimRun(run.runId, "another", "second")).toBe(false);
    expect(await store.findRun(run.runId)).toMatchObject({ resumes: 0 });
    expect(await store.claimRun(run.runId, "first", "second")).toBe(true);
    expect(await store.claimRun(run.runId, "first", "second")).toBe(false);
    expect(await store.claimRun(run.runId, "second", "third", "playbook, then other")).toBe(true);
    expect((await store.findRun(run.runId))?.model).toBe("playbook, then other");
    expect(await store.findRun(run.runId)).toMatchObject({ resumes: 2, runState: "RUNNING" });
    const owners = (await openRuns("nobody")).map((each) => [each.detail.runId, each.ownerId]);
    expect(owners).toContainEqual([run.runId, "third"]);
    expect(await store.claimRun(ids.runId(), "first", "second")).toBe(false);
  });

  it("gives nobody a run that has a termination or an outcome or was retired", async () => {
    const terminated = newRun(ids);
    const settled = newRun(ids);
    const retired = newRun(ids);
    for (const run of [terminated, settled, retired]) await store.createRun(run);
    const termination = { state: "CANCELLED", reason: "r", completedAt: CREATED_AT } as const;
    await store.storeTermination(terminated.runId, termination, null);
    await store.storeOutcome(outcomeOf(settled), false);
    await store.appendJournal(retired.runId, batchWith([endEvent(retired.runId, 1)]));
    for (const run of [terminated, settled, retired]) {
      expect(await store.claimRun(run.runId, run.ownerId, "late")).toBe(false);
      expect(await store.findRun(run.runId)).toMatchObject({ resumes: 0 });
    }
  });

  it("lets exactly one of several claimers win, however close they come", async () => {
    const stores = [1, 2].map(() => new PrismaRunStore(createPrismaClient(database.url)));
    for (let round = 0; round < 20; round++) {
      const run = newRun(ids, { ownerId: "dead" });
      await store.createRun(run);
      const claimers = stores.flatMap((each, s) =>
        [0, 1, 2].map((n) => ({ each, owner: `owner-${s}-${n}` })),
      );
      const won = await Promise.all(
        claimers.map(({ each, owner }) => each.claimRun(run.runId, "dead", owner)),
      );
      expect(won.filter((each) => each)).toHaveLength(1);
      const found = (await openRuns("nobody")).find((each) => each.detail.runId === run.runId);
      expect(found?.ownerId).toBe(claimers[won.indexOf(true)]?.owner);
      expect(found?.detail.resumes).toBe(1);
    }
    for (const each of stores) await each.close();
  });

  it("lets either a claim or a termination win, never both", async () => {
    const other = new PrismaRunStore(createPrismaClient(database.url));
    const termination = { state: "CANCELLED", reason: "r", completedAt: CREATED_AT } as const;
    for (let round = 0; round < 20; round++) {
      const run = newRun(ids, { ownerId: "dead" });
      await store.createRun(run);
      const claim = () => store.claimRun(run.runId, "dead", "alive");
      const terminate = () => other.storeTermination(run.runId, termination, null);
      const [first, second] = round % 2 === 0 ? [claim, terminate] : [terminate, claim];
      await Promise.all([first(), second()]);
      // A termination may still come to a claimed run; a claim never to a terminated one.
      expect(await store.claimRun(run.runId, "alive", "later")).toBe(false);
      expect(await store.findRun(run.runId)).toMatchObject({ termination });
    }
    await other.close();
  });

  it("reads all that is left of a run, in order", async () => {
    const run = newRun(ids);
    const other = newRun(ids);
    await store.createRun(run);
    await store.createRun(other);
    const events = Array.from({ length: 2_500 }, (_, n) => stateEvent(n + 1));
    await store.appendJournal(
      run.runId,
      batchWith(events.slice(0, 2_000), [
        ledgerLine({ seq: 1, resource: "modelCalls", movement: "reserve", amount: 1 }),
        ledgerLine({ seq: 2, resource: "tokens", movement: "reserve", amount: 4_000 }),
        ledgerLine({ seq: 3, resource: "tokens", movement: "refund", amount: -2_500 }),
        ledgerLine({ seq: 4, resource: "bytes", movement: "reserve", amount: 2_000_000_000 }),
      ]),
    );
    await store.appendJournal(
      run.runId,
      batchWith(events.slice(2_000), [
        ledgerLine({ seq: 5, resource: "bytes", movement: "charge", amount: 2_000_000_000 }),
        ledgerLine({ seq: 6, resource: "modelCalls", movement: "reserve", amount: 1 }),
        ledgerLine({ seq: 7, resource: "tokens", movement: "refuse", amount: 90_000 }),
        ledgerLine({ seq: 8, resource: "toolCalls", movement: "refuse", amount: 1 }),
      ]),
    );
    await store.appendJournal(
      other.runId,
      batchWith(
        [stateEvent(1)],
        [ledgerLine({ seq: 9, resource: "tokens", movement: "reserve", amount: 7 })],
      ),
    );
    const third = projectingRecord(run.runId, 3);
    const first = projectingRecord(run.runId, 1);
    const second = projectingRecord(run.runId, 2);
    for (const record of [third, first, second, projectingRecord(other.runId, 1)]) {
      await store.saveToolRecord(record);
    }
    await store.saveToolRecord(readyRecord(first));
    expect(await store.readRemains(run.runId)).toEqual({
      events,
      records: [readyRecord(first), second, third],
      ledger: {
        lastSeq: 8,
        spent: { modelCalls: 2, toolCalls: 0, tokens: 1_500, bytes: 4_000_000_000 },
      },
    });
  });

  it("finds nothing left of a run that did nothing", async () => {
    const run = newRun(ids);
    await store.createRun(run);
    expect(await store.readRemains(run.runId)).toEqual({
      events: [],
      records: [],
      ledger: { lastSeq: 0, spent: { modelCalls: 0, toolCalls: 0, tokens: 0, bytes: 0 } },
    });
  });

  it("says StoreUnavailable when the server is gone, without the address or password", async () => {
    const down = new PrismaRunStore(createPrismaClient("mysql://root:secret-word@127.0.0.1:1/nothing"));
    const runId = ids.runId();
    const calls = [down.ping(), down.claimRun(runId, "a", "b"), down.readRemains(runId)];
    const errors = await Promise.all(calls.map((call) => rejectionOf(call)));
    await down.close();
    for (const error of errors) {
      expect(error).toBeInstanceOf(StoreUnavailableError);
      expect(String(error)).not.toMatch(/secret-word/);
    }
  });
});
