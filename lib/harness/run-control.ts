/**
 * The execution control of one run: its gates, and the transitions that end it.
 *
 * Owns: the order of gates (RUN-4), of finish and cancel (RUN-5), the deadline timer (RUN-10), the receipt (RUN-12).
 * Does not own: the three handles' own rules (RunBudget, RunCancellation, RunLifecycle), what a call pays (budget-gates),
 * calls in flight (HeldCalls).
 *
 * 1. The control is the first cancel subscriber and the first to hear of the termination, so the state is set before
 *    any call is woken and before any recorder hears of the cancel.
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
import type { CancelResult } from "./cancel-result";
import type { Completion } from "./completion";
import { recordControlLine } from "./control-line";
import { GuardedTraceRecorder } from "./guarded-trace-recorder";
import type { HoldingRun } from "./held-call";
import { HeldCalls, STOP_WINDOW_MS } from "./held-calls";
import { LateArrivals } from "./late-arrivals";
import type { Clock, Timers, TraceRecorder } from "./ports";
import { RunAbortedException } from "./run-aborted-exception";
import { RunBudget, type EarlierLedger } from "./run-budget";
import { RunCancellation } from "./run-cancellation";
import { RunFaults, type HarnessFault } from "./run-faults";
import { RunLifecycle } from "./run-lifecycle";

export interface RunControlInput {
  readonly runId: RunId;
  readonly startedAt: number;
  readonly limits: BudgetLimits;
  /** Of an earlier life of the run, when it has had one. */
  readonly earlier: EarlierLedger | undefined;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly recorder: TraceRecorder;
  readonly onFault: ((fault: HarnessFault) => void) | null;
}

export class RunControl implements HoldingRun {
  readonly runId: RunId;
  readonly deadline: number;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly faults: RunFaults;
  readonly trace: TraceRecorder;
  readonly budget: RunBudget;
  readonly cancellation: RunCancellation;
  readonly lifecycle: RunLifecycle;
  readonly calls: HeldCalls;
  readonly late: LateArrivals;
  private deadlineTimer: { cancel(): void } | null = null;
  private storedAt: number | null = null;
  private handedOver = false;
  private handoverWindow: { cancel(): void } | null = null;

  constructor(input: RunControlInput) {
    this.runId = input.runId;
    this.deadline = input.startedAt + input.limits.wallTimeMs;
    this.clock = input.clock;
    this.timers = input.timers;
    this.faults = new RunFaults(input.runId, input.onFault);
    this.trace = new GuardedTraceRecorder(input.recorder, this.faults);
    this.budget = new RunBudget(input.limits, input.startedAt, input.clock, this.trace, input.earlier);
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

  /** RUN-4: three gates, in this order. */
  checkActive(): void {
    if (this.lifecycle.termination !== null) throw this.aborted();
    if (this.clock.now() >= this.deadline) {
      this.expire();
      throw this.aborted();
    }
    if (this.cancellation.isCancelled || this.handedOver) throw this.aborted();
  }

  get isHandedOver(): boolean {
    return this.handedOver;
  }

  get isOver(): boolean {
    return this.lifecycle.termination !== null;
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

  /** RUN-6: never through cancel. */
  complete(state: "SUCCESS" | "FAILED", reason: string): Completion {
    const won = this.lifecycle.finish(state, reason);
    const termination = this.ended();
    // A success that lost is a result that came too late; a failure that lost brings nothing.
    if (!won && state === "SUCCESS") this.noteLate("completion", this.runId, this.clock.now());
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

  /**
   * RUN-19: another process goes on with the run, so its state stays RUNNING here. No gate lets anything pass any more, calls in flight are
   * withdrawn. Fulfils when none is left, at the latest after STOP_WINDOW_MS.
   */
  handOver(): Promise<void> {
    this.handedOver = true;
    this.deadlineTimer?.cancel();
    this.deadlineTimer = null;
    this.calls.withdrawAll();
    return new Promise((resolve) => {
      this.handoverWindow?.cancel();
      this.handoverWindow = this.timers.after(STOP_WINDOW_MS, resolve);
      void this.calls.whenNone().then(() => {
        this.handoverWindow?.cancel();
        resolve();
      });
    });
  }

  /** Ends a run that was left RUNNING, so that nothing waits for ever; then nothing of it is left in any timer. */
  dispose(): void {
    this.handoverWindow?.cancel();
    if (this.handedOver && !this.isOver) {
      this.calls.dispose("the run was handed over before it was known");
      return;
    }
    if (this.lifecycle.finish("FAILED", "INTERNAL_FAILURE: disposed while running"))
      this.cancellation.cancel(this.request("INTERNAL_FAILURE", "harness", "disposed while running"));
    this.calls.interruptAll(this.ended().completedAt);
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
    this.faults.note("cancel_subscriber", error);
  }

  callbackFailed(error: unknown): void {
    this.faults.note("termination_callback", error);
  }

  /** RUN-5, RUN-10. Called by the timer and by the second gate. */
  private expire(): void {
    this.lifecycle.finish("TIMED_OUT", "DEADLINE_EXCEEDED");
    this.cancellation.cancel(this.request("DEADLINE_EXCEEDED", "deadline", null));
  }

  /** RUN-3. The state before anyone is told, as in RUN-5: nobody ever sees a cancelled run without one. */
  private cancelled(request: CancelRequest): void {
    this.lifecycle.finish(terminalStateOf(request.reason), request.reason);
    this.trace.cancelRequested(request, true);
    this.recordCancel(request, "ok");
  }

  private terminated(termination: RunTermination): void {
    this.deadlineTimer?.cancel();
    this.deadlineTimer = null;
    this.trace.terminated(termination);
    if (this.calls.size === 0) return;
    // A run that ends without a cancel must not leave deaf calls waiting; where there is one, it has been broadcast by then.
    queueMicrotask(() => {
      this.calls.interruptAll(termination.completedAt);
    });
  }

  private ended(): RunTermination {
    const termination = this.lifecycle.termination;
    if (termination === null) throw new Error("the run has just been ended and has no termination");
    return termination;
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
    recordControlLine(this.trace, { name, status, at: this.clock.now(), callId, detail });
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
