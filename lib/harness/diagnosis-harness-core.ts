/**
 * The door to execution control: starts runs, and is asked at every boundary.
 *
 * Owns: starting a run, holding its model and tool calls. Does not own: what a run does, where it is stored, who is
 * told. Everything that happens to one run is RunControl's; this class keeps no state between runs.
 *
 * 1. Every model and tool call passes `checkActive` on the way in and on the way back (RUN-4).
 * 2. A call that was started is held: it is subscribed to cancel for as long as it runs (RUN-9).
 * 3. Interrupted work ends in RunAbortedException, and in nothing else (RUN-8).
 */
import type { CancellationReason } from "../contracts/axes";
import type { BudgetLimits, ReservableResource } from "../contracts/budget";
import type { CancellationReceipt, LateArrival } from "../contracts/cancellation";
import type { ToolRecord } from "../contracts/evidence";
import type { RunId, SessionId } from "../contracts/ids";
import * as gates from "./budget-gates";
import type { ByteReservation, CallName, ModelReservation, ModelSettlement } from "./budget-gates";
import type { CancelResult } from "./cancel-result";
import type { Completion } from "./completion";
import { ControlledRunContext } from "./controlled-run-context";
import { HeldModelCall, type ModelAnswer, type ModelCallOptions } from "./held-model-call";
import { HeldToolCall, type RunningTool, type ToolCallOptions } from "./held-tool-call";
import type { CanonicalInvocationStore, Clock, Ids, Timers, TraceRecorder } from "./ports";
import type { RunContext } from "./run-context";
import { RunControl } from "./run-control";
import type { EarlierLedger } from "./run-budget";
import type { RunStage, StageRecorder } from "./run-stage";
import type { HarnessFault } from "./run-faults";

export interface HarnessDependencies {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ids: Ids;
  openTrace(runId: RunId, sessionId: SessionId): TraceRecorder;
  /** `trace` never throws. `records`: those of an earlier life of the run, by ordinal. */
  openInvocations(
    runId: RunId,
    trace: TraceRecorder,
    records: readonly ToolRecord[],
  ): CanonicalInvocationStore;
  /** Told about recorders and subscribers that threw; they are counted in any case. */
  onFault?(fault: HarnessFault): void;
}

/** An earlier life of a run that goes on (RUN-18): it keeps its start, and so its deadline, its evidence and what it has spent. */
export interface EarlierLife {
  /** ms since the epoch. */
  readonly startedAt: number;
  readonly ledger: EarlierLedger;
  /** By ordinal; none PROJECTING. */
  readonly records: readonly ToolRecord[];
}

export interface StartRunInput {
  readonly sessionId: SessionId;
  readonly limits: BudgetLimits;
  /** Where the id was given before the run could start (admission). */
  readonly runId?: RunId;
  readonly earlier?: EarlierLife;
}

const controlOf = ControlledRunContext.controlOf;

/** Every method that takes a context throws TypeError when no core has started it. */
export class DiagnosisHarnessCore {
  constructor(
    private readonly dependencies: HarnessDependencies,
    private readonly stage: RunStage | null = null,
  ) {}

  /** The same control, whose held calls are made inside `stage` and whose events are told through it. */
  through(stage: RunStage): DiagnosisHarnessCore {
    return new DiagnosisHarnessCore(this.dependencies, stage);
  }

  /** Where the work of a run tells what goes on. A stage that has ended refuses it: a late arrival (RUN-15). */
  recorder(ctx: RunContext): StageRecorder {
    const { stage } = this;
    if (stage === null) return ctx.trace;
    return {
      axes: (change) => {
        if (!stage.tell({ kind: "axes", change })) this.refuseLate(ctx, "delta", ctx.runId);
      },
      record: (line) => {
        if (!stage.tell({ kind: "line", line })) this.refuseLate(ctx, "delta", line.callId ?? ctx.runId);
      },
    };
  }

  /**
   * A RUNNING run with its deadline timer armed (RUN-10), which fires at once where the deadline of an earlier life has passed. The control
   * is its first cancel subscriber.
   * @throws RangeError when a limit is not a whole number ≥ 0; whatever opening the trace or the store throws
   */
  startRun(input: StartRunInput): RunContext {
    const { clock, timers, ids, onFault } = this.dependencies;
    const runId = input.runId ?? ids.runId();
    const { earlier } = input;
    const startedAt = earlier?.startedAt ?? clock.now();
    const recorder = this.dependencies.openTrace(runId, input.sessionId);
    const control = new RunControl({
      runId,
      startedAt,
      limits: input.limits,
      earlier: earlier?.ledger,
      clock,
      timers,
      recorder,
      onFault: onFault?.bind(this.dependencies) ?? null,
    });
    const invocations = this.dependencies.openInvocations(runId, control.trace, earlier?.records ?? []);
    control.armDeadline();
    return new ControlledRunContext(control, { sessionId: input.sessionId, startedAt, invocations });
  }

  /** RUN-4: ended, deadline passed (which ends it here and now), cancelled. @throws RunAbortedException */
  checkActive(ctx: RunContext): void {
    controlOf(ctx).checkActive();
  }

  /** Reserves one model call and the estimate. @throws RunAbortedException, after RUN-5 when a budget refused */
  beforeModelCall(ctx: RunContext, call: ModelReservation): void {
    gates.beforeModelCall(controlOf(ctx), call);
  }

  /**
   * Reconciles the estimate with the tokens really used; a charge beyond the budget exhausts the run (RUN-5, RUN-11).
   * @throws RunAbortedException
   */
  afterModelCall(ctx: RunContext, call: ModelSettlement): void {
    gates.afterModelCall(controlOf(ctx), call);
  }

  /** Reserves one tool call. @throws RunAbortedException, after RUN-5 when the budget refused */
  beforeToolCall(ctx: RunContext, call: CallName): void {
    gates.beforeToolCall(controlOf(ctx), call);
  }

  /** @throws RunAbortedException */
  afterToolCall(ctx: RunContext): void {
    controlOf(ctx).checkActive();
  }

  /**
   * Reserves canonical bytes (TOOL-5). A refusal exhausts the run; whoever has a record to bring to an end first
   * reserves through `ctx.budget` and calls `exhaustBudget` itself.
   * @throws RunAbortedException, with the RunBudgetExceededException as its cause when the budget refused
   */
  reserveRunBytes(ctx: RunContext, call: ByteReservation): void {
    gates.reserveRunBytes(controlOf(ctx), call);
  }

  /** RUN-5: finish first, cancel second. @throws RunAbortedException always */
  exhaustBudget(ctx: RunContext, resource: ReservableResource, callId: string, what: string): never {
    return controlOf(ctx).exhaustBudget(resource, { callId, what });
  }

  /** RUN-6. A success that lost is counted as a late arrival; follow the termination that is there. */
  completeSuccess(ctx: RunContext): Completion {
    return controlOf(ctx).complete("SUCCESS", "COMPLETED");
  }

  /** RUN-6. An empty reason is replaced: a failure must not fail to be recorded. */
  completeFailure(ctx: RunContext, reason: string): Completion {
    return controlOf(ctx).complete("FAILED", reason.trim() === "" ? "FAILED_WITHOUT_REASON" : reason);
  }

  /** Refuses a run that has ended, says what it already is, and keeps the loser (RUN-6, RUN-16). */
  cancel(
    ctx: RunContext,
    ask: {
      readonly reason: CancellationReason;
      /** Who or what asks, e.g. `operator` or `owner stream`. */
      readonly requestedBy: string;
      readonly note: string | null;
    },
  ): CancelResult {
    return controlOf(ctx).cancel(ask.reason, ask.requestedBy, ask.note);
  }

  /** RUN-12, as it stands now; null when nobody cancelled. */
  receipt(ctx: RunContext): CancellationReceipt | null {
    return controlOf(ctx).receipt();
  }

  /** The application says when the terminal state was stored (RUN-12); the first time counts. */
  noteStored(ctx: RunContext, at: number): void {
    controlOf(ctx).noteStored(at);
  }

  /** What is left of the deadline; never negative. */
  remainingMs(ctx: RunContext): number {
    return controlOf(ctx).remainingMs;
  }

  /** Calls not yet known to have stopped after the terminal state (RUN-14); 0 while RUNNING. */
  pendingStops(ctx: RunContext): number {
    return controlOf(ctx).pendingStops;
  }

  /**
   * Fulfils when no call of the ended run is being stopped any more, at the latest STOP_WINDOW_MS after it was asked to
   * (RUN-14). At once while RUNNING: nothing is being stopped then.
   */
  whenStopped(ctx: RunContext): Promise<void> {
    return controlOf(ctx).whenStopped();
  }

  /** RUN-15: the first LATE_ARRIVALS_KEPT of them, in order. */
  lateArrivals(ctx: RunContext): readonly LateArrival[] {
    return controlOf(ctx).late.list;
  }

  /** RUN-15: all of them, kept or not. */
  lateArrivalCount(ctx: RunContext): number {
    return controlOf(ctx).late.count;
  }

  /** Counts something that came after the end and was not used (RUN-15). */
  refuseLate(ctx: RunContext, what: LateArrival["what"], callId: string): void {
    const control = controlOf(ctx);
    control.noteLate(what, callId, control.clock.now());
  }

  /** How often a recorder, a cancel subscriber or a termination callback threw. */
  faultCount(ctx: RunContext): number {
    return controlOf(ctx).faults.count;
  }

  /**
   * One held model or guard call (RUN-7, RUN-9): gate and reservation, subscribed to cancel while it runs,
   * reconciliation and gate on the way back. A callee that fails without usage keeps its estimate: what it used is unknown.
   * @throws RunAbortedException at once when the run ends, however deaf the callee is; CallTimeoutException on the
   * call's own timeout; otherwise whatever the callee threw
   */
  callModel<T>(
    ctx: RunContext,
    options: ModelCallOptions,
    invoke: (call: { signal: AbortSignal }) => Promise<ModelAnswer<T>>,
  ): Promise<T> {
    if (this.stage !== null)
      return this.stage.call("model", (onHeld) => this.startModelCall(ctx, options, invoke, onHeld));
    return this.startModelCall(ctx, options, invoke);
  }

  private startModelCall<T>(
    ctx: RunContext,
    options: ModelCallOptions,
    invoke: (call: { signal: AbortSignal }) => Promise<ModelAnswer<T>>,
    onHeld?: (withdraw: () => void) => void,
  ): Promise<T> {
    try {
      const control = controlOf(ctx);
      if (options.timeoutMs !== undefined && !(options.timeoutMs >= 0))
        throw new RangeError(`a timeout is a number of ms ≥ 0, not ${options.timeoutMs}`);
      gates.beforeModelCall(control, options);
      return HeldModelCall.start(control, options, invoke, onHeld);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /**
   * One held tool call (RUN-7, RUN-9). The caller has passed `beforeToolCall` and begun its record. When the run ends,
   * `stop()` is called at once and its report goes into the receipt; a late result is counted, never merged (RUN-15).
   * @param start given what is left of the deadline, ms, as the bound for the callee's own timeout
   * @throws RunAbortedException at once when the run ends; never starts the callee of a run that has ended
   */
  holdTool<T>(
    ctx: RunContext,
    options: ToolCallOptions<T>,
    start: (remainingMs: number) => RunningTool<T>,
  ): Promise<T> {
    if (this.stage !== null)
      return this.stage.call("tool", (onHeld) => this.startToolCall(ctx, options, start, onHeld));
    return this.startToolCall(ctx, options, start);
  }

  private startToolCall<T>(
    ctx: RunContext,
    options: ToolCallOptions<T>,
    start: (remainingMs: number) => RunningTool<T>,
    onHeld?: (withdraw: () => void) => void,
  ): Promise<T> {
    try {
      const control = controlOf(ctx);
      control.checkActive();
      return HeldToolCall.start(control, options, () => start(control.remainingMs), onHeld);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /**
   * RUN-19: this process stops, another one goes on with the run. It stays RUNNING, every gate refuses from now on, its calls in flight are
   * withdrawn. Fulfils when none is left, at the latest after STOP_WINDOW_MS.
   */
  handOver(ctx: RunContext): Promise<void> {
    return controlOf(ctx).handOver();
  }

  /** Whether `handOver` was called. */
  isHandedOver(ctx: RunContext): boolean {
    return controlOf(ctx).isHandedOver;
  }

  /**
   * Puts a run away: its timers are gone, pending stops become unconfirmed. Idempotent. A run left RUNNING ends
   * FAILED, so that nothing of it waits for ever, unless it was handed over.
   */
  dispose(ctx: RunContext): void {
    controlOf(ctx).dispose();
  }
}

export type { CancelResult, Completion, HarnessFault };
export type { ModelAnswer, ModelCallOptions } from "./held-model-call";
export type { RunningTool, ToolCallOptions } from "./held-tool-call";
