/**
 * The execution control of one run: its gates, and the transitions that end it.
 *
 * Owns: the order of gates (RUN-4), of finish and cancel (RUN-5), the deadline timer (RUN-10), the receipt (RUN-12).
 * Does not own: the three handles' own rules (RunBudget, RunCancellation, RunLifecycle), calls in flight (HeldCalls).
 *
 * 1. The control is the first cancel subscriber and the first to hear of the termination, so the state is set before
 *    any call is woken.
 * 2. Whatever ends the run, every held call is woken: by the broadcast, or, where nobody cancelled, by a sweep.
 * 3. The deadline timer is gone once the run has ended.
 */
import { terminalStateOf, type CancellationReason } from "../contracts/axes";
import type { BudgetLimits, ReservableResource } from "../contracts/budget";
import type {
  CancellationReceipt,
  CancelRequest,
  LateArrival,
  RunTermination,
} from "../contracts/cancellation";
import type { RunId } from "../contracts/ids";
import type { TraceName, TraceLine, TraceDetail } from "../contracts/trace";
import { GuardedTraceRecorder } from "./guarded-trace-recorder";
import { HeldCalls } from "./held-calls";
import type { ModelHoldingRun } from "./held-model-call";
import { LateArrivals } from "./late-arrivals";
import type { Clock, Timers, TraceRecorder } from "./ports";
import { RunAbortedException } from "./run-aborted-exception";
import { RunBudget } from "./run-budget";
import { RunBudgetExceededException } from "./run-budget-exceeded";
import { RunCancellation } from "./run-cancellation";
import { RunLifecycle } from "./run-lifecycle";

/** Something of others' that threw where it must not; the run was not disturbed. */
export interface HarnessFault {
  readonly runId: RunId;
  readonly source: "recorder" | "cancel_subscriber" | "termination_callback";
  readonly error: unknown;
}

export interface RunControlInput {
  readonly runId: RunId;
  readonly startedAt: number;
  readonly limits: BudgetLimits;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly recorder: TraceRecorder;
  readonly onFault: ((fault: HarnessFault) => void) | undefined;
}

/** How a losing or winning completion ended (RUN-6). */
export type Completion =
  | { readonly won: true; readonly termination: RunTermination }
  | { readonly won: false; readonly termination: RunTermination };

export type CancelResult =
  | { readonly accepted: true; readonly receipt: CancellationReceipt }
  | {
      readonly accepted: false;
      readonly termination: RunTermination;
      readonly receipt: CancellationReceipt | null;
    };

export class RunControl implements ModelHoldingRun {
  readonly runId: RunId;
  readonly deadline: number;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly trace: TraceRecorder;
  readonly budget: RunBudget;
  readonly cancellation: RunCancellation;
  readonly lifecycle: RunLifecycle;
  readonly calls: HeldCalls;
  readonly late: LateArrivals;
  private readonly onFault: ((fault: HarnessFault) => void) | undefined;
  private deadlineTimer: { cancel(): void } | null = null;
  private storedAt: number | null = null;
  private faultCount = 0;

  constructor(input: RunControlInput) {
    this.runId = input.runId;
    this.deadline = input.startedAt + input.limits.wallTimeMs;
    this.clock = input.clock;
    this.timers = input.timers;
    this.onFault = input.onFault;
    this.trace = new GuardedTraceRecorder(input.recorder, (error) => {
      this.fault("recorder", error);
    });
    this.budget = new RunBudget(input.limits, input.startedAt, input.clock, this.trace);
    this.cancellation = new RunCancellation(this);
    this.lifecycle = new RunLifecycle(input.clock, this);
    this.calls = new HeldCalls(input.clock, input.timers, this.trace);
    this.late = new LateArrivals(input.clock, this.trace);
    this.lifecycle.onTerminated((termination) => {
      this.terminated(termination);
    });
    this.cancellation.onCancel((request) => {
      this.cancelled(request);
    });
  }

  /** RUN-10. Once, when all else of the run is open: a run that failed to start leaves no timer. */
  armDeadline(): void {
    this.deadlineTimer = this.timers.after(this.deadline - this.clock.now(), () => {
      this.deadlineTimer = null;
      this.expire();
    });
  }

  /** Never negative. */
  get remainingMs(): number {
    return Math.max(0, this.deadline - this.clock.now());
  }

  /** Faults of recorders and subscribers so far. */
  get faults(): number {
    return this.faultCount;
  }

  /** RUN-4: three gates, in this order. */
  checkActive(): void {
    if (this.lifecycle.termination !== null) throw this.aborted();
    if (this.clock.now() >= this.deadline) {
      this.expire();
      throw this.aborted();
    }
    if (this.cancellation.isCancelled) throw this.aborted();
  }

  beforeModelCall(call: { callId: string; what: string; estimatedTokens: number }): void {
    this.checkActive();
    this.reserveOrExhaust("modelCalls", 1, call);
    try {
      this.budget.reserve("tokens", call.estimatedTokens, call.callId, call.what);
    } catch (error) {
      // The call is not made, so it is not counted either.
      this.budget.reconcile("modelCalls", 1, 0, call.callId, call.what);
      throw this.exhaustedBy(error, call);
    }
  }

  /** A run that has ended merges nothing any more, usage included (RUN-15). */
  afterModelCall(call: { callId: string; what: string; reservedTokens: number; actualTokens: number }): void {
    if (this.lifecycle.termination === null) {
      this.budget.reconcile("tokens", call.reservedTokens, call.actualTokens, call.callId, call.what);
      const balance = this.budget.balance("tokens");
      if (balance < 0)
        this.exhaustBudget(
          "tokens",
          call,
          new RunBudgetExceededException("tokens", call.actualTokens, balance),
        );
    }
    this.checkActive();
  }

  beforeToolCall(call: { callId: string; what: string }): void {
    this.checkActive();
    this.reserveOrExhaust("toolCalls", 1, call);
  }

  reserveRunBytes(call: { callId: string; what: string; bytes: number }): void {
    this.checkActive();
    this.reserveOrExhaust("bytes", call.bytes, call);
  }

  /** RUN-5: the fact first, the signal second; the finish that the broadcast causes is absorbed. */
  exhaustBudget(
    resource: ReservableResource,
    call: { callId: string; what: string },
    cause?: unknown,
  ): never {
    const balance = this.budget.balance(resource);
    this.record("BUDGET_EXHAUSTED", "refused", call.callId, { resource, balance, what: call.what });
    this.lifecycle.finish("BUDGET_EXHAUSTED", `BUDGET_EXHAUSTED: ${resource}`);
    this.cancellation.cancel(this.request("BUDGET_EXHAUSTED", "budget", `${resource}: ${call.what}`));
    throw this.aborted(cause);
  }

  /** RUN-5, RUN-10. Called by the timer and by the second gate. */
  private expire(): void {
    this.lifecycle.finish("TIMED_OUT", "DEADLINE_EXCEEDED");
    this.cancellation.cancel(this.request("DEADLINE_EXCEEDED", "deadline", null));
  }

  /** RUN-6: never through cancel. */
  complete(state: "SUCCESS" | "FAILED", reason: string): Completion {
    const won = this.lifecycle.finish(state, reason);
    const termination = this.ended();
    if (won) this.calls.interruptAll(termination.completedAt);
    // A success that lost is a result that came too late; a failure that lost brings nothing.
    else if (state === "SUCCESS") this.noteLate("completion", this.runId, this.clock.now());
    return { won, termination };
  }

  /** RUN-6: refuses a run that has ended, and keeps the loser (RUN-16). */
  cancel(reason: CancellationReason, requestedBy: string, note: string | null): CancelResult {
    const request = this.request(reason, requestedBy, note);
    const before = this.lifecycle.termination;
    if (before !== null) {
      this.cancellation.keepLost(request);
      return { accepted: false, termination: before, receipt: this.receipt() };
    }
    const accepted = this.cancellation.cancel(request);
    const receipt = this.receipt();
    if (accepted && receipt !== null) return { accepted, receipt };
    return { accepted: false, termination: this.ended(), receipt };
  }

  /** RUN-12; null when nobody cancelled. A copy: it does not change afterwards. */
  receipt(): CancellationReceipt | null {
    const request = this.cancellation.request;
    if (request === null) return null;
    return {
      ...request,
      lost: [...this.cancellation.lost],
      handles: this.calls.handles,
      stateSetAt: this.lifecycle.termination?.completedAt ?? null,
      storedAt: this.storedAt,
    };
  }

  /** The first time counts: later writes of the same fact do not make it younger. */
  noteStored(at: number): void {
    this.storedAt ??= at;
  }

  /** RUN-14. */
  get pendingStops(): number {
    return this.lifecycle.termination === null ? 0 : this.calls.size;
  }

  whenStopped(): Promise<void> {
    return this.lifecycle.termination === null ? Promise.resolve() : this.calls.whenNone();
  }

  /** Ends a run that was left RUNNING, so that nothing waits for ever; then nothing of it is left in any timer. */
  dispose(): void {
    if (this.lifecycle.finish("FAILED", "INTERNAL_FAILURE: disposed while running"))
      this.cancellation.cancel(this.request("INTERNAL_FAILURE", "harness", "disposed while running"));
    this.calls.dispose("the run was put away before it was known");
  }

  aborted(cause?: unknown): RunAbortedException {
    return new RunAbortedException(
      this.lifecycle.termination,
      this.cancellation.reason,
      cause === undefined ? {} : { cause },
    );
  }

  noteLate(what: LateArrival["what"], callId: string, givenUpAt: number): void {
    this.late.note(what, callId, this.lifecycle.termination?.completedAt ?? givenUpAt);
  }

  lost(request: CancelRequest): void {
    this.trace.cancelRequested(request, false);
    this.recordCancel(request, "refused");
  }

  subscriberFailed(error: unknown): void {
    this.record("CANCEL_REQUESTED", "failed", null, { subscriberFailed: nameOf(error) });
    this.fault("cancel_subscriber", error);
  }

  callbackFailed(error: unknown): void {
    this.fault("termination_callback", error);
  }

  private cancelled(request: CancelRequest): void {
    this.trace.cancelRequested(request, true);
    this.recordCancel(request, "ok");
    this.lifecycle.finish(terminalStateOf(request.reason), request.reason);
  }

  private terminated(termination: RunTermination): void {
    this.deadlineTimer?.cancel();
    this.deadlineTimer = null;
    this.trace.terminated(termination);
    if (this.calls.size === 0) return;
    // Whoever finishes a run without a broadcast must not leave deaf calls waiting; by then a broadcast has been made.
    queueMicrotask(() => {
      this.calls.interruptAll(termination.completedAt);
    });
  }

  private ended(): RunTermination {
    const termination = this.lifecycle.termination;
    if (termination === null) throw new Error("the run has just been ended and has no termination");
    return termination;
  }

  private reserveOrExhaust(
    resource: ReservableResource,
    amount: number,
    call: { callId: string; what: string },
  ): void {
    try {
      this.budget.reserve(resource, amount, call.callId, call.what);
    } catch (error) {
      throw this.exhaustedBy(error, call);
    }
  }

  /** Exhausts the run when a budget refused; any other error is handed back to be thrown. */
  private exhaustedBy(error: unknown, call: { callId: string; what: string }): unknown {
    if (error instanceof RunBudgetExceededException) this.exhaustBudget(error.resource, call, error);
    return error;
  }

  private request(reason: CancellationReason, requestedBy: string, note: string | null): CancelRequest {
    return { reason, requestedBy, requestedAt: this.clock.now(), note };
  }

  private recordCancel(request: CancelRequest, status: TraceLine["status"]): void {
    const { reason, requestedBy, note } = request;
    this.record("CANCEL_REQUESTED", status, null, { reason, requestedBy, note, won: status === "ok" });
  }

  private record(
    name: TraceName,
    status: TraceLine["status"],
    callId: string | null,
    detail: TraceDetail,
  ): void {
    this.trace.record({
      name,
      phase: "control",
      status,
      at: this.clock.now(),
      durationMs: null,
      callId,
      detail,
    });
  }

  private fault(source: HarnessFault["source"], error: unknown): void {
    this.faultCount += 1;
    try {
      this.onFault?.({ runId: this.runId, source, error });
    } catch {
      // The reporter of faults is at fault itself: counted, and there is nobody left to tell.
      this.faultCount += 1;
    }
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
