/** Runs that outlive their process (RUN-18, RUN-19): real processes, killed and stopped, on a real database. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { CancelRunReply, StartRunReply } from "../contracts/requests";
import { DEFAULT_BUDGET, type LedgerLine, type ReservableResource } from "../contracts/budget";
import type { ToolRecord } from "../contracts/evidence";
import { PublicFrame } from "../contracts/frames";
import { RunId } from "../contracts/ids";
import type { RunDetail, RunMode } from "../contracts/run";
import type { TraceEvent } from "../contracts/trace";
import { createScriptedModel, toolStep } from "../diagnosis/testing/scripted-model";
import { createPrismaClient } from "../persistence/prisma-client";
import { PrismaRunStore } from "../persistence/prisma-run-store";
import { administer } from "../persistence/testing/test-database";
import { blankProgress } from "../persistence/testing/stored-run";
import type { CreateRunResult, JournalEvent, NewRun } from "../runs/ports";
import { systemIds } from "./system-ports";
import { runIdOf, type ApiClient } from "./testing/api-client";
import { CHECKS, openParcels, QUESTION, type Parcels } from "./testing/parcels";
import { ServedProcess } from "./testing/served-process";
import { readSse, readWatchStream } from "./testing/sse-client";
import { HEAVY_SQL, World } from "./testing/world";

const SETUP_MS = 120_000;
/** How long another party may take, ms. */
const WAIT_MS = 20_000;
/** More than any run here has. */
const ALL = 10_000;

let world: World;
let parcels: Parcels;
let db: ReturnType<typeof createPrismaClient>;
let store: PrismaRunStore;
const processes: ServedProcess[] = [];

beforeAll(async () => {
  world = await World.open();
  parcels = await openParcels(world);
  db = createPrismaClient(world.database.url);
  store = new PrismaRunStore(db);
}, SETUP_MS);
afterAll(async () => {
  await killAll();
  await store.close();
  await parcels.close();
  await world.close();
});

async function serve(): Promise<ServedProcess> {
  const served = await ServedProcess.start({ ...parcels.environment, INTERLOCK_GRACE_MS: "0" });
  processes.push(served);
  return served;
}
async function killAll(): Promise<void> {
  await Promise.all(processes.splice(0).map((each) => each.kill()));
}

// --- asking ----------------------------------------------------------------------------------------------------------

async function startDetached(on: ApiClient): Promise<RunId> {
  const response = await on.post("/api/runs", { query: QUESTION });
  return StartRunReply.parse(await response.json()).runId;
}

interface Attached {
  readonly runId: RunId;
  /** Until the stream ended, however it did. */
  readonly frames: Promise<readonly PublicFrame[]>;
}
async function startAttached(on: ApiClient): Promise<Attached> {
  const stream = readSse(await on.post("/api/chat", { query: QUESTION }));
  const frames = [PublicFrame.parse((await stream.next()).value)];
  const rest = untilBroken(async () => {
    for await (const { event, data } of stream) frames.push(PublicFrame.parse({ event, data }));
  });
  return { runId: RunId.parse(runIdOf(frames)), frames: rest.then(() => frames) };
}

/** The sequence numbers that a watcher was told until the stream ended, however it did. */
function watchUntilBroken(on: ApiClient, runId: RunId): Promise<readonly number[]> {
  const told: number[] = [];
  return untilBroken(async () => {
    const response = await fetch(`${on.baseUrl}/api/runs/${runId}/events`);
    for await (const { id } of readSse(response)) if (id !== null) told.push(Number(id));
  }).then(() => told);
}

/** A killed process breaks its streams in the middle. */
async function untilBroken(read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

/** The statements that are executed for the runs, until they are as wanted. */
async function untilStatements(wanted: (statements: readonly string[]) => boolean): Promise<void> {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    const statements = await world.running();
    if (wanted(statements)) return;
    if (Date.now() > end) throw new Error(`these statements go on: ${statements.join("; ")}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
/** Until so many statements wait at that gate. */
const atGate = (stop: keyof Parcels["gates"], waiting: number): Promise<void> =>
  untilStatements(
    (statements) => statements.filter((each) => each.includes(`${stop}_stop`)).length === waiting,
  );
/** A killed process leaves its statements on the server; an open gate lets them end. */
const idle = (): Promise<void> => untilStatements((statements) => statements.length === 0);

async function ended(on: ApiClient, runIds: readonly RunId[]): Promise<void> {
  for (const runId of runIds) await on.until(runId, (run) => run.storedAt.outcome !== null, WAIT_MS);
}

// --- what is stored --------------------------------------------------------------------------------------------------

interface Stored {
  readonly run: RunDetail;
  readonly tools: readonly ToolRecord[];
  readonly ledger: readonly LedgerLine[];
  readonly trace: readonly TraceEvent[];
  readonly events: readonly JournalEvent[];
  readonly checkpoints: number;
}
async function stored(runId: RunId): Promise<Stored> {
  const [run, tools, ledger, trace, events, checkpoints] = await Promise.all([
    store.findRun(runId),
    store.listTools(runId, ALL, undefined),
    store.listLedger(runId, ALL, undefined),
    store.listTrace(runId, ALL, undefined),
    store.listEvents(runId, 0, ALL),
    db.runCheckpoint.count({ where: { runId } }),
  ]);
  if (run === null) throw new Error(`run ${runId} is not stored`);
  return { run, tools: tools.items, ledger: ledger.items, trace: trace.items, events, checkpoints };
}

const axesOf = ({ run }: Stored) => [run.runState, run.releaseOutcome, run.fallbackType];
const statesOf = ({ tools }: Stored) =>
  tools.map(({ label, status, errorCode }) => [label, errorCode ?? status]);
const readyOf = ({ tools }: Stored) => tools.filter(({ status }) => status === "READY");
const count = ({ trace }: Stored, name: TraceEvent["name"]) =>
  trace.filter((event) => event.name === name).length;

/** RUN-11, over every life of the run. */
function expectWholeLedger({ run, tools, ledger }: Stored): void {
  expect(ledger.map(({ seq }) => seq)).toEqual(ledger.map((_, index) => index + 1));
  const used: Record<ReservableResource, number> = { modelCalls: 0, toolCalls: 0, tokens: 0, bytes: 0 };
  for (const { resource, movement, amount, balance } of ledger) {
    if (resource === "wallTimeMs") throw new Error("wall time is in no ledger");
    if (movement !== "refuse") used[resource] += amount;
    expect(balance).toBe(run.budget[resource].limit - used[resource]);
  }
  const { modelCalls, toolCalls, tokens, bytes } = run.budget;
  expect({
    modelCalls: modelCalls.used,
    toolCalls: toolCalls.used,
    tokens: tokens.used,
    bytes: bytes.used,
  }).toEqual(used);
  expect(used.toolCalls).toBe(tools.length);
  expect(used.bytes).toBe(tools.reduce((sum, record) => sum + (record.bytes ?? 0), 0));
  expect(run.toolCalls).toBe(tools.length);
}

/** What was stored before is there still, as it was. */
function expectContinued(before: Stored, after: Stored): void {
  expect(after.ledger.slice(0, before.ledger.length)).toEqual(before.ledger);
  expect(after.events.slice(0, before.events.length)).toEqual(before.events);
  const told = after.events.map(({ seq }) => seq);
  expect(told).toEqual([...new Set(told)].sort((a, b) => a - b));
  const ready = readyOf(before).map(keyOf);
  expect(readyOf(after).slice(0, ready.length).map(keyOf)).toEqual(ready);
  expect(after.run).toMatchObject({ createdAt: before.run.createdAt, deadlineAt: before.run.deadlineAt });
}
const keyOf = ({ invocationId, contentHash, label }: ToolRecord) => ({ invocationId, contentHash, label });

/** The watch stream told of every record as it is stored. */
function expectToolsTold({ tools, events }: Stored): void {
  const told = new Map<string, ToolRecord>();
  for (const { frame } of events) if (frame.event === "tool") told.set(frame.data.invocationId, frame.data);
  expect([...told.values()].sort((a, b) => a.ordinal - b.ordinal)).toEqual(tools);
}

function expectConcluded(after: Stored, resumes: number): void {
  expect(axesOf(after)).toEqual(["SUCCESS", "SUCCESS", null]);
  expect(after.run).toMatchObject({ conclusion: "gw-b failed 371 times.", resumes, publishedResult: true });
  expect(readyOf(after).map(({ label }) => label)).toEqual(CHECKS);
  expect(count(after, "RUN_RESUMED")).toBe(resumes);
  expect(count(after, "ROUTING_DECISION")).toBe(1);
  expect(count(after, "RELEASE_DECISION")).toBe(1);
  expect(count(after, "RUN_FINISHED")).toBe(1);
  expect(after.checkpoints).toBe(0);
  expectWholeLedger(after);
  expectToolsTold(after);
}

/** The row of a run whose process died before it stored anything else. */
async function plant(mode: RunMode = "detached"): Promise<RunId> {
  const { axes, budget } = blankProgress();
  const [runId, createdAt] = [systemIds.runId(), Date.now()];
  await store.createRun({
    runId,
    sessionId: systemIds.sessionId(),
    query: QUESTION,
    mode,
    model: "playbook",
    axes,
    budget,
    createdAt,
    deadlineAt: createdAt + budget.wallTimeMs.limit,
    ownerId: "an owner that is gone",
    idempotencyKey: null,
    requestHash: "0".repeat(64),
    originRunId: null,
  });
  return runId;
}

describe("a process that is killed while runs go on", () => {
  interface Life {
    readonly before: Stored;
    readonly after: Stored;
  }
  let resumed: Life;
  let unadvised: Life;
  let tied: Life;
  let expired: Life;
  let cancelled: Life;
  let bare: Stored;
  let lagging: Stored;
  let reserved: Stored;
  let told: readonly number[];
  let toldLater: Awaited<ReturnType<typeof readWatchStream>>;
  let toldOfTied: Awaited<ReturnType<typeof readWatchStream>>;
  let cancelReply: CancelRunReply;
  let exitCode: number | null;

  beforeAll(async () => {
    const { first, third } = parcels.gates;
    await third.close();
    const killed = await serve();
    const [resumedId, expiredId, cancelledId] = [
      await startDetached(killed),
      await startDetached(killed),
      await startDetached(killed),
    ];
    const owned = await startAttached(killed);
    const watched = watchUntilBroken(killed, resumedId);
    await atGate("third", 4);
    await first.close();
    const unadvisedId = await startDetached(killed);
    await atGate("first", 1);
    await killed.kill();
    await owned.frames;
    told = await watched;
    const leftBehind = {
      resumed: await stored(resumedId),
      unadvised: await stored(unadvisedId),
      tied: await stored(owned.runId),
      expired: await stored(expiredId),
      cancelled: await stored(cancelledId),
    };
    await Promise.all([first.open(), third.open()]);
    await idle();

    await age(expiredId);
    const bareId = await plant();
    const laggingId = await plant();
    await plantRecords(laggingId, leftBehind.resumed.tools);
    const reservedId = await plant();
    await plantReservation(reservedId);

    await third.close();
    const next = await serve();
    const following = fetch(`${next.baseUrl}/api/runs/${resumedId}/events?after=${told.at(-1) ?? 0}`);
    // A watcher may have been told more than was stored.
    const ahead = (leftBehind.tied.events.at(-1)?.seq ?? 0) + 5;
    toldOfTied = await readWatchStream(
      await fetch(`${next.baseUrl}/api/runs/${owned.runId}/events?after=${ahead}`),
    );
    await atGate("third", 6);
    const reply = await next.post(`/api/runs/${cancelledId}/cancel?wait=10000`, {});
    cancelReply = CancelRunReply.parse(await reply.json());
    await third.open();
    await ended(next, [resumedId, unadvisedId, cancelledId, bareId, laggingId, reservedId]);
    toldLater = await readWatchStream(await following);
    exitCode = await next.terminate();

    resumed = { before: leftBehind.resumed, after: await stored(resumedId) };
    unadvised = { before: leftBehind.unadvised, after: await stored(unadvisedId) };
    tied = { before: leftBehind.tied, after: await stored(owned.runId) };
    expired = { before: leftBehind.expired, after: await stored(expiredId) };
    cancelled = { before: leftBehind.cancelled, after: await stored(cancelledId) };
    bare = await stored(bareId);
    lagging = await stored(laggingId);
    reserved = await stored(reservedId);
  }, SETUP_MS);
  afterAll(killAll);

  /** As if nobody had owned it for an hour. */
  async function age(runId: RunId): Promise<void> {
    await administer(
      world.database.adminUrl,
      `UPDATE \`${world.database.name}\`.diagnosis_run SET created_at = created_at - INTERVAL 1 HOUR, deadline_at = deadline_at - INTERVAL 1 HOUR WHERE run_id = '${runId}'`,
    );
  }

  /** The first record answered, the second in flight; neither checkpoint nor journal has heard of them. */
  async function plantRecords(runId: RunId, like: readonly ToolRecord[]): Promise<void> {
    const [answered, , asked] = like;
    if (answered?.status !== "READY" || asked?.status !== "PROJECTING")
      throw new Error("the first check must be answered and the third in flight");
    const one = { ...answered, runId, invocationId: systemIds.invocationId() };
    const { startedAt } = one;
    const begun = { status: "PROJECTING", evidenceStatus: null, completedAt: null, evidence: null } as const;
    await store.saveToolRecord({ ...asked, ...one, ...begun, contentHash: null, bytes: null, gain: null });
    await store.saveToolRecord({ ...one, gain: null });
    await store.saveToolRecord({
      ...asked,
      runId,
      ordinal: 2,
      invocationId: systemIds.invocationId(),
      startedAt,
    });
  }

  /** A call was paid for, and its process died before the record was stored. */
  async function plantReservation(runId: RunId): Promise<void> {
    const call = {
      at: Date.now(),
      movement: "reserve",
      amount: 1,
      callId: "inv_unknown",
      what: "a call",
    } as const;
    const { modelCalls, toolCalls } = DEFAULT_BUDGET;
    const ledger: LedgerLine[] = [
      { ...call, seq: 1, resource: "modelCalls", balance: modelCalls - 1 },
      { ...call, seq: 2, resource: "toolCalls", balance: toolCalls - 1 },
    ];
    await store.appendJournal(runId, { events: [], ledger, progress: blankProgress() });
  }

  it("leaves the runs RUNNING, each at the check in flight", () => {
    for (const { before } of [resumed, expired, cancelled, tied]) {
      expect(axesOf(before)).toEqual(["RUNNING", null, null]);
      expect(statesOf(before)).toEqual([
        ["parcels/first", "READY"],
        ["parcels/second", "READY"],
        ["parcels/third", "PROJECTING"],
      ]);
    }
    expect(statesOf(unadvised.before)).toEqual([["parcels/first", "PROJECTING"]]);
  });

  it("does not stop a detached run: the next process goes on to the right end", () => {
    const { before, after } = resumed;
    expectConcluded(after, 1);
    expectContinued(before, after);
    expect(statesOf(after)).toEqual([
      ["parcels/first", "READY"],
      ["parcels/second", "READY"],
      ["parcels/third", "PROCESS_LOST"],
      ["parcels/third", "READY"],
      ["parcels/fourth", "READY"],
      ["parcels/fifth", "READY"],
    ]);
    expect(count(after, "RUN_STARTED")).toBe(1);
    // A statement that waits for a lock ends with its client, one that works does not: see lost-statements.mysql.test.ts.
    const resumption = after.trace.find(({ name }) => name === "RUN_RESUMED");
    expect(resumption?.detail).toMatchObject({ records: 2, lostCalls: 1 });
    expect(resumption?.detail["lostCallsStopped"]).not.toBeNull();
    expect(after.run.exitRecord).toMatchObject({ context: "succeeded", failureOrigin: null });
  });

  it("loses a watcher nothing: it goes on from its cursor to the end, each event once, in order", () => {
    const before = [...told];
    const later = toldLater.flatMap(({ id }) => (id === null ? [] : [id]));
    const all = [...before, ...later];
    expect(before.length).toBeGreaterThan(0);
    expect(all).toEqual([...new Set(all)].sort((a, b) => a - b));
    const cursor = before.at(-1) ?? 0;
    expect(later).toEqual(resumed.after.events.flatMap(({ seq }) => (seq > cursor ? [seq] : [])));
    expect(toldLater[0]?.frame.event).toBe("snapshot");
    expect(toldLater.at(-1)?.frame.event).toBe("end");
  });

  it("is gone on from before the first answer as well, without routing again", () => {
    const { before, after } = unadvised;
    expectConcluded(after, 1);
    expectContinued(before, after);
    expect(statesOf(after).slice(0, 2)).toEqual([
      ["parcels/first", "PROCESS_LOST"],
      ["parcels/first", "READY"],
    ]);
  });

  it("is gone on from the question where nothing but the row was stored", () => {
    expectConcluded(bare, 1);
    expect(bare.tools).toHaveLength(CHECKS.length);
    expect(count(bare, "RUN_STARTED")).toBe(0);
  });

  it("takes stored records for the truth where checkpoint and journal know nothing of them", () => {
    expectConcluded(lagging, 1);
    expect(statesOf(lagging).slice(0, 3)).toEqual([
      ["parcels/first", "READY"],
      ["parcels/third", "PROCESS_LOST"],
      ["parcels/second", "READY"],
    ]);
    expect(lagging.trace.find(({ name }) => name === "RUN_RESUMED")?.detail).toMatchObject({
      records: 1,
      lostCalls: 1,
    });
  });

  it("charges no call that was never made", () => {
    expectConcluded(reserved, 1);
    expect(reserved.tools).toHaveLength(CHECKS.length);
    expect(reserved.ledger.find(({ movement }) => movement === "refund")).toMatchObject({
      seq: 3,
      resource: "toolCalls",
      amount: -1,
    });
  });

  it("ends a run that was tied to its owner's stream as OWNER_LOST", () => {
    const { before, after } = tied;
    expect(axesOf(after)).toEqual(["FAILED", "FAILED", null]);
    expect(after.run).toMatchObject({ failureCode: "OWNER_LOST", streamState: "DISCONNECTED", resumes: 0 });
    expect(after.run.termination?.reason).toMatch(/^owner lost/);
    expect(statesOf(after).at(-1)).toEqual(["parcels/third", "PROCESS_LOST"]);
    expect(after.tools).toHaveLength(3);
    expect(count(after, "RUN_RESUMED")).toBe(0);
    expect([before.checkpoints, after.checkpoints]).toEqual([0, 0]);
    expectContinued(before, after);
    expectToolsTold(after);
    expect(toldOfTied.map(({ frame }) => frame.event)).toEqual(["snapshot", "tool", "state", "trace", "end"]);
  });

  it("gives a run no more time: past its deadline it is TIMED_OUT, and nothing is called", () => {
    const { before, after } = expired;
    expect(axesOf(after)).toEqual(["TIMED_OUT", "FAILED", null]);
    expect(after.run).toMatchObject({ failureCode: "RUN_TIMED_OUT", resumes: 1 });
    expect(after.tools.map(keyOf)).toEqual(before.tools.map(keyOf));
    expect(statesOf(after).at(-1)).toEqual(["parcels/third", "PROCESS_LOST"]);
    const since = after.trace.slice(after.trace.findIndex(({ name }) => name === "RUN_RESUMED"));
    expect(since.map(({ name }) => name)).toEqual(["RUN_RESUMED", "CANCEL_REQUESTED", "RUN_FINISHED"]);
    expect(after.checkpoints).toBe(0);
    expectWholeLedger(after);
    expectToolsTold(after);
  });

  it("is cancelled in its second life as in its first: its query is known to be gone", () => {
    const { before, after } = cancelled;
    expect(cancelReply.receipt.handles.map(({ kind, stop }) => [kind, stop])).toEqual([
      ["mysql_query", "confirmed"],
    ]);
    expect(axesOf(after)).toEqual(["CANCELLED", "CANCELLED", null]);
    expect(after.run).toMatchObject({ failureCode: "RUN_CANCELLED", resumes: 1 });
    expect(after.run.cancellation?.handles).toEqual(cancelReply.receipt.handles);
    expect(statesOf(after).slice(2)).toEqual([
      ["parcels/third", "PROCESS_LOST"],
      ["parcels/third", "RUN_ENDED"],
    ]);
    expect(count(after, "RUN_FINISHED")).toBe(1);
    expect(after.checkpoints).toBe(0);
    expectContinued(before, after);
    expectWholeLedger(after);
    expectToolsTold(after);
  });

  it("leaves a successor that stops in order", () => {
    expect(exitCode).toBe(0);
  });
});

describe("a run whose processes are killed, and stopped, and end", () => {
  afterEach(async () => {
    await killAll();
    await Promise.all(Object.values(parcels.gates).map((gate) => gate.open()));
  });

  it(
    "goes on each time from where it was, and repeats nothing that was recorded",
    async () => {
      const { third, fourth } = parcels.gates;
      await third.close();
      const first = await serve();
      const runId = await startDetached(first);
      await atGate("third", 1);
      await first.kill();
      const afterFirst = await stored(runId);
      await third.open();
      await idle();

      await fourth.close();
      const second = await serve();
      await atGate("fourth", 1);
      await second.kill();
      const afterSecond = await stored(runId);
      await fourth.open();
      await idle();

      const last = await serve();
      await ended(last, [runId]);
      expect(await last.terminate()).toBe(0);
      const after = await stored(runId);
      expect(afterSecond.run.runState).toBe("RUNNING");
      expectConcluded(after, 2);
      expectContinued(afterFirst, afterSecond);
      expectContinued(afterSecond, after);
      expect(statesOf(after).map(([, state]) => state)).toEqual([
        "READY",
        "READY",
        "PROCESS_LOST",
        "READY",
        "PROCESS_LOST",
        "READY",
        "READY",
      ]);
    },
    SETUP_MS,
  );

  it(
    "is handed over on SIGTERM, its query stopped, while a run that is tied to a stream ends",
    async () => {
      const { third } = parcels.gates;
      await third.close();
      const stopping = await serve();
      const runId = await startDetached(stopping);
      const owned = await startAttached(stopping);
      await atGate("third", 2);
      expect(await stopping.terminate()).toBe(0);
      expect(await world.running()).toEqual([]);

      const [failure, done] = (await owned.frames).slice(-2);
      expect(failure).toMatchObject({ event: "failure", data: { code: "SERVER_STOPPED" } });
      expect(done).toEqual({ event: "done", data: { outcome: "FAILED" } });
      const tied = await stored(owned.runId);
      expect(axesOf(tied)).toEqual(["FAILED", "FAILED", null]);
      expect(tied.run.failureCode).toBe("SERVER_STOPPED");
      expect(tied.run.cancellation?.handles.map(({ stop }) => stop)).toEqual(["confirmed"]);

      const handed = await stored(runId);
      expect(axesOf(handed)).toEqual(["RUNNING", null, null]);
      expect(handed.run).toMatchObject({ termination: null, cancellation: null, resumes: 0 });
      expect(handed.run.storedAt).toEqual({ termination: null, outcome: null });
      expect(count(handed, "RUN_HANDED_OVER")).toBe(1);
      expect(count(handed, "RUN_FINISHED")).toBe(0);
      expect(statesOf(handed).at(-1)).toEqual(["parcels/third", "PROCESS_LOST"]);
      expectWholeLedger(handed);
      expectToolsTold(handed);

      await third.open();
      const next = await serve();
      await ended(next, [runId]);
      expect(await next.terminate()).toBe(0);
      const after = await stored(runId);
      expectConcluded(after, 1);
      expectContinued(handed, after);
      expect(after.tools).toHaveLength(CHECKS.length + 1);
      expect(await stored(owned.runId)).toEqual(tied);
    },
    SETUP_MS,
  );
});

describe("two processes that start at once", () => {
  afterEach(killAll);

  it(
    "resume a run that was left behind once between them",
    async () => {
      const runId = await plant();
      const starts = [serve(), serve()];
      try {
        const owner = await Promise.any(starts);
        await ended(owner, [runId]);
        expect(await owner.terminate()).toBe(0);
      } finally {
        // The other one gets the store now, or has given up waiting for it.
        await Promise.allSettled(starts);
      }
      const after = await stored(runId);
      expectConcluded(after, 1);
      expect(after.tools).toHaveLength(CHECKS.length);
    },
    SETUP_MS,
  );
});

describe("a process that is told to stop while a run is on its way in", () => {
  class Entrance extends PrismaRunStore {
    #told: () => void = () => undefined;
    readonly reached = new Promise<void>((resolve) => {
      this.#told = resolve;
    });
    open: () => void = () => undefined;
    readonly #opened = new Promise<void>((resolve) => {
      this.open = resolve;
    });
    override async createRun(run: NewRun): Promise<CreateRunResult> {
      this.#told();
      await this.#opened;
      return super.createRun(run);
    }
  }

  it("hands that run over as well", async () => {
    const entrance = new Entrance(createPrismaClient(world.database.url));
    const heavy = createScriptedModel({ step: () => toolStep({ statement: HEAVY_SQL }) });
    const on = await world.serve(heavy, { store: entrance });
    const starting = startDetached(on);
    await entrance.reached;
    const stopped = on.interlock.stop(0);
    entrance.open();
    const runId = await starting;
    await stopped;
    await on.server.close();
    const handed = await stored(runId);
    expect(axesOf(handed)).toEqual(["RUNNING", null, null]);
    expect(count(handed, "RUN_HANDED_OVER")).toBe(1);
    expect(handed.tools.map(({ errorCode }) => errorCode)).not.toContain("RUN_ENDED");
    expect(await world.running()).toEqual([]);
  });
});
