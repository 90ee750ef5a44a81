import type { HandleKind } from "../contracts/cancellation";
import type { ModelCallId } from "../contracts/ids";
import { acceptModelAnswer } from "./budget-gates";
import { CallTimeoutException } from "./call-timeout";
import { HeldCall } from "./held-call";
import type { RunControl } from "./run-control";

export interface ModelCallOptions {
  readonly callId: ModelCallId;
  readonly kind: Extract<HandleKind, "model" | "guard">;
  /** What it is for, in words a reader of the ledger and of the receipt understands. */
  readonly what: string;
  /** Upper estimate, reserved up front (RUN-11). */
  readonly estimatedTokens: number;
  /** The call's own timeout; cut to what is left of the deadline (RUN-10). */
  readonly timeoutMs?: number;
}

export interface ModelAnswer<T> {
  readonly value: T;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
}

/**
 * One model or guard call in flight (RUN-7, RUN-9). Its stop is an abort signal; it counts as confirmed when the
 * callee's promise has really settled. Whether the provider stops computing is the provider's affair.
 */
export class HeldModelCall<T> extends HeldCall<ModelAnswer<T>, T> {
  protected readonly lateKind = "model_result";
  readonly callId: ModelCallId;
  readonly reservedTokens: number;
  private controller: AbortController | null = null;
  private stopReason: { readonly error: unknown } | null = null;
  private timer: { cancel(): void } | null = null;

  private constructor(
    private readonly control: RunControl,
    options: ModelCallOptions,
  ) {
    super(control, options.kind, options.callId, options.what);
    this.callId = options.callId;
    this.reservedTokens = options.estimatedTokens;
  }

  /** The caller has passed `beforeModelCall` and checked the timeout. */
  static start<T>(
    run: RunControl,
    options: ModelCallOptions,
    invoke: (call: { signal: AbortSignal }) => Promise<ModelAnswer<T>>,
    onHeld?: (withdraw: () => void) => void,
  ): Promise<T> {
    const call = new HeldModelCall<T>(run, options);
    const { timeoutMs } = options;
    // At or beyond the deadline the run's own timer comes first.
    if (timeoutMs !== undefined && timeoutMs < run.deadline - run.clock.now()) call.arm(timeoutMs);
    onHeld?.(() => call.withdraw());
    call.hold(() => invoke(call));
    return call.outcome;
  }

  /** Made when it is first asked for: a callee that never looks costs no controller. */
  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.stopReason !== null && !this.controller.signal.aborted)
      this.controller.abort(this.stopReason.error);
    return this.controller.signal;
  }

  protected accept(answer: ModelAnswer<T>): T {
    acceptModelAnswer(this.control, this, answer.usage);
    return answer.value;
  }

  protected sendStop(error: unknown): void {
    this.stopReason = { error };
    this.controller?.abort(error);
  }

  protected calleeEnded(): void {
    this.stopSettled("confirmed", "the call returned after its abort");
  }

  protected override stopTimer(): void {
    this.timer?.cancel();
    this.timer = null;
  }

  private arm(timeoutMs: number): void {
    this.timer = this.run.timers.after(timeoutMs, () => {
      this.timer = null;
      this.timeOut(timeoutMs);
    });
  }

  private timeOut(timeoutMs: number): void {
    try {
      // A run whose deadline has passed as well is over, and that is what the awaiter must hear.
      this.run.checkActive();
    } catch (error) {
      this.giveUp(() => error);
      return;
    }
    this.giveUp(() => new CallTimeoutException(this.id, timeoutMs));
  }
}
