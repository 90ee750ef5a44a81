/**
 * The calls of one run that are in flight, and what became of those that were asked to stop (RUN-12, RUN-14).
 *
 * Owns: the set of live calls, the order of their handles, the stopping window. Does not own: how a call is
 * stopped (HeldModelCall, HeldToolCall) and when (RunCancellation's broadcast, or the sweep after a completion).
 *
 * 1. A call is live from before its callee is started until its outcome was delivered, or its stop is known.
 * 2. A stop that is still pending when the window closes becomes `unconfirmed`; it may still become known later.
 * 3. Once the run is over, "no live call" is what `whenStopped` waits for; it comes at the latest with the window.
 */
import type { HandleStop } from "../contracts/cancellation";
import { recordControlLine } from "./control-line";
import type { Clock, Timers, TraceRecorder } from "./ports";

/** How long a stop may stay pending (RUN-14). */
export const STOP_WINDOW_MS = 5_000;

export interface LiveCall {
  /** Null until it was asked to stop because the run is over. */
  readonly handle: HandleStop | null;
  /** The run is over: settle the awaiter, send the abort or kill. Idempotent. */
  interrupt(askedAt: number): void;
  /** What the call belonged to has ended: settle the awaiter, send the same stop. Idempotent. */
  withdraw(): void;
  /** Nobody waits for the stop any longer. */
  stopUnknown(detail: string): void;
}

export class HeldCalls {
  private readonly live = new Set<LiveCall>();
  private asked: LiveCall[] | null = null;
  private waiters: (() => void)[] | null = null;
  private window: { cancel(): void } | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly trace: TraceRecorder,
  ) {}

  get size(): number {
    return this.live.size;
  }

  /** In the order in which the calls were asked to stop. */
  get handles(): HandleStop[] {
    const handles: HandleStop[] = [];
    for (const call of this.asked ?? []) if (call.handle !== null) handles.push(call.handle);
    return handles;
  }

  add(call: LiveCall): void {
    this.live.add(call);
  }

  remove(call: LiveCall): void {
    if (!this.live.delete(call) || this.live.size > 0) return;
    this.window?.cancel();
    this.window = null;
    const waiters = this.waiters;
    this.waiters = null;
    if (waiters !== null) for (const wake of waiters) wake();
  }

  interruptAll(askedAt: number): void {
    for (const call of this.live) call.interrupt(askedAt);
  }

  withdrawAll(): void {
    for (const call of this.live) call.withdraw();
  }

  /** A call's handle is `pending` from now on. */
  stopAsked(call: LiveCall, handle: HandleStop): void {
    this.asked ??= [];
    this.asked.push(call);
    this.window ??= this.timers.after(STOP_WINDOW_MS, () => {
      this.window = null;
      this.closeWindow(`no answer within ${STOP_WINDOW_MS} ms`);
    });
    this.trace.handle(handle);
  }

  /** A call's handle is `confirmed` or `unconfirmed` from now on. */
  stopKnown(call: LiveCall, handle: HandleStop): void {
    this.trace.handle(handle);
    recordControlLine(this.trace, {
      name: "HANDLE_STOPPED",
      status: handle.stop === "confirmed" ? "ok" : "failed",
      at: this.clock.now(),
      durationMs: handle.afterMs,
      callId: handle.id,
      detail: { kind: handle.kind, what: handle.what, stop: handle.stop, detail: handle.detail },
    });
    this.remove(call);
  }

  /** Every stop that is still pending becomes `unconfirmed`. */
  closeWindow(detail: string): void {
    for (const call of this.live) call.stopUnknown(detail);
  }

  /** Cancels the window's timer. */
  dispose(detail: string): void {
    this.window?.cancel();
    this.window = null;
    this.closeWindow(detail);
  }

  /** Fulfils when no call is live. */
  whenNone(): Promise<void> {
    if (this.live.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.waiters ??= [];
      this.waiters.push(resolve);
    });
  }
}
