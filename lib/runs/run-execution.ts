/**
 * RunExecution: one run from its first event until everything about it is stored.
 *
 * Order (APP-1): body → lifecycle completed → outcome stored → RUN_FINISHED → content or failure, done → held calls
 * settled → receipt stored → journal ended → retired. A state that comes while the body runs is stored on its own, at once
 * (RUN-13, RUN-14). One that the body's own end completes is stored with its outcome: a process that dies between the two would leave a run that
 * succeeded with nothing.
 */
import type { RunTermination } from "../contracts/cancellation";
import type { ExitRecord } from "../contracts/run";
import { FAILURE_CODE_TABLE } from "../contracts/frames";
import type { RunId } from "../contracts/ids";
import type { DiagnosisRuntime } from "../diagnosis/diagnosis-runtime";
import type { DiagnosisHarnessCore } from "../harness/diagnosis-harness-core";
import type { Clock, Timers } from "../harness/ports";
import type { RunContext } from "../harness/run-context";
import type { ChatSseSession } from "./chat-sse-session";
import type { LiveRun } from "./engine-port";
import { MemoryCheckpointStore, type CheckpointStore } from "../invocation";
import type { RunOutcome, RunStore, SessionContext } from "./ports";
import { RunBody, type BodyEntry } from "./run-body";
import type { RunJournal } from "./run-journal";
import { failureCodeOf, settleRun, type Settlement } from "./settle-run";

/** RUN-14: how long the owner's stream waits for a body that does not stop, ms. */
const STOPPING_WINDOW_MS = 5_000;
/** APP-8: pause between attempts to write an outcome that could not be stored, ms. */
const STORE_RETRY_MS = 1_000;

export interface RunLog {
  error(detail: { runId?: string; error: unknown }, message: string): void;
  info(detail: Record<string, unknown>, message: string): void;
}

export interface ExecutionDependencies {
  readonly core: DiagnosisHarnessCore;
  readonly diagnosis: DiagnosisRuntime;
  readonly store: RunStore;
  /** Of detached runs. Those of an attached run end with its process, as the run does. */
  readonly checkpoints: CheckpointStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: RunLog;
}

export interface ExecutionInput {
  readonly context: RunContext;
  readonly journal: RunJournal;
  readonly query: string;
  readonly mode: LiveRun["mode"];
  readonly model: string;
  readonly originRunId: RunId | null;
  readonly session: SessionContext;
  /** How often a new process has taken it over; then its body resumes. */
  readonly resumes: number;
  /** The owner's stream of an attached run. */
  readonly stream: ChatSseSession | null;
}

export class RunExecution implements LiveRun {
  readonly context: RunContext;
  readonly journal: RunJournal;
  readonly query: string;
  readonly mode: LiveRun["mode"];
  readonly model: string;
  readonly originRunId: RunId | null;
  readonly resumes: number;
  readonly retired: Promise<void>;
  readonly #deps: ExecutionDependencies;
  readonly #stream: ChatSseSession | null;
  readonly #session: SessionContext;
  readonly #body: RunBody;
  #outcome: RunOutcome | null = null;
  #outcomeStoredAt: number | null = null;
  #terminationStoredAt: number | null = null;
  #terminationWrite: Promise<void> = Promise.resolve();
  #stoppingTimer: { cancel(): void } | null = null;
  #handover: Promise<void> = Promise.resolve();
  #bodyEnded = false;
  #retire: () => void = () => undefined;

  constructor(deps: ExecutionDependencies, input: ExecutionInput) {
    this.#deps = deps;
    this.context = input.context;
    this.journal = input.journal;
    this.query = input.query;
    this.mode = input.mode;
    this.model = input.model;
    this.originRunId = input.originRunId;
    this.resumes = input.resumes;
    this.#stream = input.stream;
    this.#session = input.session;
    this.retired = new Promise((resolve) => {
      this.#retire = resolve;
    });
    const { diagnosis, clock, log } = deps;
    this.#body = new RunBody(
      {
        diagnosis,
        clock,
        checkpoints: input.mode === "detached" ? deps.checkpoints : new MemoryCheckpointStore(),
        onFault: ({ where, error }) =>
          log.error({ runId: input.context.runId, error }, `an invocation's ${where} failed`),
        onUnreadable: (error) =>
          log.error(
            { runId: input.context.runId, error },
            "a checkpoint could not be read: the run begins anew",
          ),
      },
      input.context,
    );
    this.journal.onTerminated((termination) => this.#onTerminated(termination));
  }

  outcome = (): RunOutcome | null => this.#outcome;
  storedAt = (): { termination: number | null; outcome: number | null } => ({
    termination: this.#terminationStoredAt,
    outcome: this.#outcomeStoredAt,
  });

  exitRecord = (): ExitRecord | null => this.#body.exitRecord();

  handOver = (): void => {
    if (this.mode !== "detached") throw new Error("a run that is tied to a stream is not handed over");
    this.#handover = this.#deps.core.handOver(this.context);
    this.#body.handOver();
  };

  /** Runs to the very end, or until it has been handed over. */
  async execute(): Promise<void> {
    const { core } = this.#deps;
    const ctx = this.context;
    const entry: BodyEntry = this.resumes === 0 ? "run" : "resume";
    const question = { query: this.query, ...this.#session, intent: this.journal.currentAxes.intent };
    const body = await this.#body.run(question, entry);
    if (body.kind === "handed_over") return this.#leaveToOthers();
    this.#bodyEnded = true;
    const settlement = settleRun(this.#deps, ctx, body, this.journal.currentAxes.intent);
    this.#stoppingTimer?.cancel();
    if (settlement.bug !== null) {
      this.#deps.log.error({ runId: ctx.runId, error: settlement.bug }, "a run's body failed unexpectedly");
    }
    await this.#terminationWrite;
    // Wall time stops at the terminal state.
    this.journal.budgetNow(ctx.budget.snapshot(settlement.termination.completedAt));
    const stored = await this.#storeOutcome(settlement);
    this.#recordFinish();
    this.#publish(stored ? settlement : null);
    await core.whenStopped(ctx);
    await this.#storeAftermath();
    this.journal.close();
    while (!(await this.journal.flush())) await this.#pause(STORE_RETRY_MS);
    core.dispose(ctx);
    this.#retire();
  }

  /** RUN-19: what is known is stored, the run stays open. */
  async #leaveToOthers(): Promise<void> {
    const { core, clock } = this.#deps;
    await this.#handover;
    this.journal.record({
      name: "RUN_HANDED_OVER",
      phase: "run",
      status: "info",
      at: clock.now(),
      durationMs: null,
      callId: null,
      detail: {},
    });
    while (!(await this.journal.flush())) await this.#pause(STORE_RETRY_MS);
    core.dispose(this.context);
    this.#retire();
  }

  #onTerminated(termination: RunTermination): void {
    if (this.#bodyEnded) return;
    const { store, core, log } = this.#deps;
    this.#stoppingTimer = this.#deps.timers.after(STOPPING_WINDOW_MS, () => this.#endDeafStream(termination));
    // A microtask later the broadcast of the same cancel has filled the receipt's handles.
    this.#terminationWrite = Promise.resolve()
      .then(() => store.storeTermination(this.context.runId, termination, core.receipt(this.context)))
      .then(() => this.#noteTerminationStored())
      // The outcome write carries the termination once more, so a failure here is reported, not final.
      .catch((error: unknown) =>
        log.error({ runId: this.context.runId, error }, "a termination could not be stored yet"),
      );
  }

  #noteTerminationStored(): void {
    this.#terminationStoredAt ??= this.#deps.clock.now();
    this.#deps.core.noteStored(this.context, this.#terminationStoredAt);
  }

  /** Fulfils when the termination that stands has been stored, or could not be yet; at once while there is none. */
  whenTerminationStored = (): Promise<void> => this.#terminationWrite;

  /** RUN-14: the owner is told the end even when the body does not stop; occupancy stays until it has. */
  #endDeafStream(termination: RunTermination): void {
    this.#stream?.failure(failureCodeOf(termination, this.context.cancellation.reason));
  }

  /** Returns false when the final write failed (APP-8). */
  async #storeOutcome(settlement: Settlement): Promise<boolean> {
    const outcome = this.#outcomeOf(settlement);
    this.journal.released(settlement.outcome, settlement.fallbackType);
    const complete = { ...outcome, progress: this.journal.progress };
    try {
      await this.#deps.store.storeOutcome(complete, false);
      this.#outcome = complete;
      this.#outcomeStoredAt = this.#deps.clock.now();
      this.#noteTerminationStored();
      return true;
    } catch (error) {
      this.#deps.log.error({ runId: this.context.runId, error }, "an outcome could not be stored");
    }
    this.journal.released("FAILED", null);
    const failed: RunOutcome = {
      ...outcome,
      releaseOutcome: "FAILED",
      fallbackType: null,
      answer: null,
      conclusion: null,
      published: null,
      failure: { code: "STORE_UNAVAILABLE", message: FAILURE_CODE_TABLE.STORE_UNAVAILABLE },
      progress: this.journal.progress,
    };
    this.#outcome = failed;
    return false;
  }

  #outcomeOf(settlement: Settlement): RunOutcome {
    const { answer, outcome, termination } = settlement;
    const conclusion = answer?.contentType === "diagnosis_report" ? answer.conclusion : null;
    return {
      runId: this.context.runId,
      releaseOutcome: outcome,
      fallbackType: settlement.fallbackType,
      answer,
      conclusion,
      published: conclusion === null ? null : { query: this.query, conclusion },
      failure: settlement.failure,
      termination,
      progress: this.journal.progress,
      durationMs: Math.max(0, termination.completedAt - this.context.startedAt),
    };
  }

  #recordFinish(): void {
    const axes = this.journal.currentAxes;
    this.journal.record({
      name: "RUN_FINISHED",
      phase: "run",
      status: axes.releaseOutcome === "FAILED" ? "failed" : "ok",
      at: this.#deps.clock.now(),
      durationMs: this.#deps.clock.now() - this.context.startedAt,
      callId: null,
      detail: {
        runState: axes.runState,
        releaseOutcome: axes.releaseOutcome,
        fallbackType: axes.fallbackType,
        reason: this.context.lifecycle.termination?.reason ?? null,
      },
    });
  }

  /** `null`: the outcome could not be stored, so nothing is published but that (APP-8). */
  #publish(settlement: Settlement | null): void {
    const stream = this.#stream;
    if (stream === null) return;
    let sent: boolean;
    if (settlement === null) sent = stream.failure("STORE_UNAVAILABLE");
    else if (settlement.answer === null)
      sent = stream.failure(settlement.failure?.code ?? "INTERNAL_FAILURE");
    else {
      const { runId, sessionId } = this.context;
      const outcome = settlement.outcome === "SUCCESS" ? "SUCCESS" : "FALLBACK";
      sent = stream.content({ runId, sessionId, answer: settlement.answer }, outcome);
      // The owner left between the end and the publishing: the stream refuses it, the ledger of late arrivals keeps it.
      if (!sent) this.#deps.core.refuseLate(this.context, "content", runId);
    }
  }

  async #storeAftermath(): Promise<void> {
    const { core, store, log } = this.#deps;
    for (;;) {
      try {
        const outcome = this.#outcome;
        if (this.#outcomeStoredAt === null && outcome !== null) {
          await store.storeOutcome(outcome, true);
          this.#outcomeStoredAt = this.#deps.clock.now();
          this.#noteTerminationStored();
        }
        // TOOL-2: a record that was closed while the store was away is stored closed as well.
        for (const record of await this.context.invocations.unsaved()) await store.saveToolRecord(record);
        await store.storeAftermath(this.context.runId, {
          receipt: core.receipt(this.context),
          lateArrivals: core.lateArrivals(this.context),
          streamState: this.journal.currentAxes.streamState,
          exitRecord: this.#body.exitRecord(),
        });
        return;
      } catch (error) {
        log.error({ runId: this.context.runId, error }, "the end of a run could not be stored yet");
        await this.#pause(STORE_RETRY_MS);
      }
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.#deps.timers.after(ms, resolve));
  }
}
