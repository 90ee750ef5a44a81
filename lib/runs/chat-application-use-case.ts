/**
 * ChatApplicationUseCase: starts runs and takes cancels. Steps 1–4 of a run are here; the rest is RunExecution's.
 *
 * Everything that can be refused with a status code is refused before a stream opens: admission, idempotency, store.
 */
import type { CancellationReason } from "../contracts/axes";
import type { BudgetLimits, BudgetOverride } from "../contracts/budget";
import type { CancellationReceipt, RunTermination } from "../contracts/cancellation";
import type { RunId, SessionId } from "../contracts/ids";
import type { RunDetail } from "../contracts/run";
import type { MaskText } from "../diagnosis/masking/masked";
import type { Ids } from "../harness/ports";
import type { RunContext } from "../harness/run-context";
import { ChatSseSession, type FrameSink } from "./chat-sse-session";
import type { RunEngine, RunSlot } from "./engine-port";
import { drivenBy } from "./driven-by";
import { countRecords, earlierJournal, earlierLife, limitsOfRun, reconcileWithRecords } from "./earlier-life";
import type { IdempotentRun, SessionContext, UnfinishedRun } from "./ports";
import type { LostCalls } from "./lost-calls";
import { StoreUnavailableError } from "./ports";
import { RunExecution, type ExecutionDependencies } from "./run-execution";
import type { RunJournal } from "./run-journal";
import type { RunJournals } from "./run-journals";
import { hashKey, hashRequest, limitsOf, type MaskedStart, type StartInput } from "./start-request";
import { UnderWay } from "./under-way";
import { untoldRecords } from "./untold-records";

export interface ApplicationDependencies extends ExecutionDependencies {
  readonly ids: Ids;
  readonly engine: RunEngine;
  readonly journals: RunJournals;
  readonly ownerId: string;
  readonly modelName: string;
  readonly lostCalls: LostCalls;
  /** Limits of a run that names none; asked for each run. Absent: the defaults. */
  readonly defaultLimits?: () => BudgetLimits;
  /** TOOL-8: what a person types is masked before anything keeps it. */
  readonly maskText: MaskText;
  /** Told of each run that has left the engine: stored completely, or handed over. */
  readonly onEnded?: (runId: RunId) => void;
}

export type StartResult =
  | {
      readonly kind: "started";
      readonly runId: RunId;
      readonly sessionId: SessionId;
      readonly retired: Promise<void>;
    }
  | { readonly kind: "replayed"; readonly runId: RunId; readonly sessionId: SessionId }
  | { readonly kind: "idempotency_conflict" }
  | {
      readonly kind: "refused";
      readonly code: "TOO_MANY_RUNS" | "SHUTTING_DOWN";
      readonly retryAfterMs: number;
    }
  | { readonly kind: "store_unavailable" };

export type RerunResult = StartResult | { readonly kind: "not_found" };

export type CancelOutcome =
  | { readonly kind: "accepted"; readonly receipt: CancellationReceipt }
  | {
      readonly kind: "already_terminated";
      readonly termination: RunTermination;
      readonly receipt: CancellationReceipt | null;
    }
  /** It is stored as running, and this process does not run it. */
  | { readonly kind: "not_held" }
  | { readonly kind: "not_found" };

/** How long the answer to a cancel waits for the store, ms. */
const STORED_WAIT_MS = 1_000;
const NO_SESSION: SessionContext = { history: [], previousTurn: null };

export class ChatApplicationUseCase {
  readonly #deps: ApplicationDependencies;
  readonly #starting = new UnderWay();

  constructor(deps: ApplicationDependencies) {
    this.#deps = deps;
  }

  /** Fulfils when no admitted run is on its way into the engine: once that is closed, its list then is complete (RUN-19). */
  allStarted(): Promise<void> {
    return this.#starting.none();
  }

  /** Starts a run. The stream of an attached run gets its metadata before this resolves. */
  async start(asked: StartInput): Promise<StartResult> {
    const { engine, store } = this.#deps;
    const query = this.#deps.maskText(asked.query);
    const key = asked.idempotencyKey;
    const idempotencyKey = key === null ? null : hashKey(key);
    const input = { ...asked, idempotencyKey, query: query.value, masked: query.count };
    const requestHash = hashRequest(input);
    try {
      if (input.idempotencyKey !== null) {
        const earlier = await store.findByIdempotencyKey(input.idempotencyKey);
        if (earlier !== null) return replay(earlier, requestHash);
      }
      const admission = engine.admit();
      if (admission.kind === "refused") return admission;
      let handedOver = false;
      try {
        const result = await this.#starting.add(this.#startAdmitted(input, requestHash, admission.slot));
        handedOver = result.kind === "started";
        return result;
      } finally {
        if (!handedOver) admission.slot.release();
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      this.#deps.log.error({ error }, "a run could not be started");
      return { kind: "store_unavailable" };
    }
  }

  /**
   * Asks the question of a run again, detached, with its limits where the override names none. A rerun of a rerun is one more rerun of the same
   * origin, so that all of them can be compared with what was asked first.
   */
  async rerun(
    runId: RunId,
    again: { readonly budget: BudgetOverride | undefined; readonly idempotencyKey: string | null },
  ): Promise<RerunResult> {
    let run: RunDetail | null;
    try {
      run = await this.#deps.store.findRun(runId);
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      this.#deps.log.error({ runId, error }, "a run could not be run again");
      return { kind: "store_unavailable" };
    }
    if (run === null) return { kind: "not_found" };
    return this.start({
      query: run.query,
      sessionId: undefined,
      budget: { ...limitsOfRun(run), ...again.budget },
      mode: "detached",
      idempotencyKey: again.idempotencyKey,
      owner: null,
      originRunId: run.originRunId ?? runId,
    });
  }

  /**
   * RUN-6: refuses a terminated run and says what it already is. The answer waits until the state is stored, so that no crash undoes what was
   * accepted; at most STORED_WAIT_MS, and then the receipt's `storedAt` is null.
   */
  async cancel(
    runId: RunId,
    request: { reason: CancellationReason; requestedBy: string; note: string | null },
  ): Promise<CancelOutcome> {
    const live = this.#deps.engine.find(runId);
    if (live !== undefined) {
      const { core, maskText } = this.#deps;
      const note = request.note === null ? null : maskText(request.note).value;
      const result = core.cancel(live.context, { ...request, note });
      await this.#atMost(STORED_WAIT_MS, live.whenTerminationStored());
      const receipt = core.receipt(live.context);
      return result.accepted
        ? { kind: "accepted", receipt: receipt ?? result.receipt }
        : { kind: "already_terminated", termination: result.termination, receipt };
    }
    const stored = await this.#deps.store.findRun(runId);
    if (stored === null) return { kind: "not_found" };
    if (stored.termination === null) return { kind: "not_held" };
    return { kind: "already_terminated", termination: stored.termination, receipt: stored.cancellation };
  }

  /** Waits until every held call of a cancelled run has settled, at most `waitMs`. Returns the receipt of then. */
  async awaitReceipt(runId: RunId, waitMs: number): Promise<CancellationReceipt | null> {
    const live = this.#deps.engine.find(runId);
    if (live === undefined) return (await this.#deps.store.findRun(runId))?.cancellation ?? null;
    await this.#atMost(waitMs, this.#deps.core.whenStopped(live.context));
    return this.#deps.core.receipt(live.context);
  }

  #atMost(limitMs: number, work: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#deps.timers.after(limitMs, resolve);
      void work.then(() => {
        timer.cancel();
        resolve();
      });
    });
  }

  /**
   * Goes on with a detached run whose process was lost or stopped (RUN-18): with its deadline, its evidence, what it has spent, from its checkpoint.
   * False when another owner has it by now. Throws StoreUnavailableError.
   */
  async resume(run: UnfinishedRun): Promise<boolean> {
    const { core, store, clock, journals, engine, ownerId } = this.#deps;
    const { runId, sessionId } = run.detail;
    if (engine.find(runId) !== undefined) return false;
    // The second claim is for a run that was claimed already when the store failed and is tried again.
    const model = drivenBy(run.detail.model, this.#deps.modelName);
    const claimed =
      (await store.claimRun(runId, run.ownerId, ownerId, model)) ||
      (await store.claimRun(runId, ownerId, ownerId, model));
    if (!claimed) return false;
    await store.failProjectingTools(runId, clock.now());
    const [remains, session] = await Promise.all([
      store.readRemains(runId),
      run.detail.originRunId === null
        ? store.readSession(sessionId, runId)
        : this.#sessionOfOrigin(run.detail.originRunId),
    ]);
    // Before anything of the run is asked again: no server is to do the same twice at once.
    const lostCallsStopped = await this.#deps.lostCalls.stop(remains.records);
    const { detail } = run;
    const journal = journals.reopen(runId, earlierJournal(detail, remains));
    const context = core.startRun({ runId, sessionId, ...earlierLife(detail, remains) });
    reconcileWithRecords(context, remains);
    const execution = new RunExecution(this.#deps, {
      context,
      journal,
      query: detail.query,
      mode: detail.mode,
      model,
      originRunId: detail.originRunId,
      session,
      resumes: detail.resumes + 1,
      stream: null,
    });
    journal.record({
      name: "RUN_RESUMED",
      phase: "run",
      status: "info",
      at: clock.now(),
      durationMs: null,
      callId: null,
      detail: {
        resumes: execution.resumes,
        model: this.#deps.modelName,
        ...countRecords(remains),
        lostCallsStopped,
        deadlineMs: context.deadline - clock.now(),
      },
    });
    for (const record of untoldRecords(remains.events, remains.records)) journal.tool(record);
    this.#launch(execution, engine.readmit());
    return true;
  }

  async #startAdmitted(input: MaskedStart, requestHash: string, slot: RunSlot): Promise<StartResult> {
    const { core, store, clock, ids, journals } = this.#deps;
    const session = await this.#sessionOf(input);
    const sessionId = input.sessionId ?? ids.sessionId();
    const context = core.startRun({
      sessionId,
      limits: limitsOf(input.budget, this.#deps.defaultLimits?.()),
    });
    const journal = journals.get(context.runId);
    journal.budgetNow(context.budget.snapshot(clock.now()));
    const stream = input.owner === null ? null : this.#openSession(input.owner, context, journal);
    let created: Awaited<ReturnType<typeof store.createRun>>;
    try {
      created = await store.createRun({
        runId: context.runId,
        sessionId,
        query: input.query,
        mode: input.mode,
        model: this.#deps.modelName,
        axes: journal.currentAxes,
        budget: context.budget.snapshot(clock.now()),
        createdAt: context.startedAt,
        deadlineAt: context.deadline,
        ownerId: this.#deps.ownerId,
        idempotencyKey: input.idempotencyKey,
        requestHash,
        originRunId: input.originRunId ?? null,
      });
    } catch (error) {
      this.#abandon(context, "the run could not be stored");
      throw error;
    }
    if (created.kind === "key_taken") {
      this.#abandon(context, "another request with the same idempotency key came first");
      return replay(created.existing, requestHash);
    }
    const { runId } = context;
    const execution = new RunExecution(this.#deps, {
      context,
      journal,
      query: input.query,
      mode: input.mode,
      model: this.#deps.modelName,
      originRunId: input.originRunId ?? null,
      session,
      resumes: 0,
      stream,
    });
    journal.record({
      name: "RUN_STARTED",
      phase: "run",
      status: "started",
      at: clock.now(),
      durationMs: null,
      callId: null,
      detail: {
        mode: input.mode,
        model: this.#deps.modelName,
        deadlineMs: context.deadline - context.startedAt,
        ...(input.masked === 0 ? {} : { masked: input.masked }),
      },
    });
    stream?.open(sessionId, runId);
    this.#launch(execution, slot);
    return { kind: "started", runId, sessionId, retired: execution.retired };
  }

  async #sessionOf({ originRunId, sessionId }: StartInput): Promise<SessionContext> {
    if (originRunId !== undefined) return this.#sessionOfOrigin(originRunId);
    return sessionId === undefined ? NO_SESSION : this.#deps.store.readSession(sessionId, null);
  }

  /** What the origin of a rerun knew as it was asked. */
  async #sessionOfOrigin(originRunId: RunId): Promise<SessionContext> {
    const origin = await this.#deps.store.findRun(originRunId);
    return origin === null ? NO_SESSION : this.#deps.store.readSession(origin.sessionId, originRunId);
  }

  /** The run's row exists. */
  #launch(execution: RunExecution, slot: RunSlot): void {
    const { engine, journals, log, onEnded } = this.#deps;
    const { runId } = execution.context;
    engine.add(execution);
    execution.journal.persisted();
    void execution
      .execute()
      .catch((error: unknown) =>
        log.error({ runId, error }, "a run's execution failed; its row stays for recovery"),
      )
      .finally(() => {
        engine.remove(runId);
        journals.forget(runId);
        slot.release();
        onEnded?.(runId);
      });
  }

  /** The owner's stream: its states go to the journal, phases to it, and losing it cancels the run (SSE-3). */
  #openSession(owner: FrameSink, context: RunContext, journal: RunJournal): ChatSseSession {
    const stream = new ChatSseSession(owner, {
      onState: (state) => journal.stream(state),
      onDisconnected: () => {
        this.#deps.core.cancel(context, {
          reason: "CLIENT_DISCONNECTED",
          requestedBy: "owner stream",
          note: null,
        });
      },
    });
    journal.subscribe(({ frame }) => {
      if (frame.event === "state" && frame.data.phase !== null) stream.status(frame.data.phase);
    });
    return stream;
  }

  #abandon(context: RunContext, reason: string): void {
    this.#deps.core.completeFailure(context, reason);
    this.#deps.core.dispose(context);
    this.#deps.journals.forget(context.runId);
  }
}

function replay(earlier: IdempotentRun, requestHash: string): StartResult {
  if (earlier.requestHash !== requestHash) return { kind: "idempotency_conflict" };
  return { kind: "replayed", runId: earlier.runId, sessionId: earlier.sessionId };
}
