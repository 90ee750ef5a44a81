/**
 * One call in flight, held by a handle (RUN-9).
 *
 * Owns: the awaiter of one call, its subscription to cancel, its stop handle. Does not own: what a callee is
 * (HeldModelCall, HeldToolCall), the gates it passes on the way back (HoldingRun).
 *
 * 1. The awaiter settles exactly once: with the callee's outcome, or at once when the call is interrupted, however
 *    deaf the callee is.
 * 2. An outcome is delivered only after the gates of RUN-4 let it through; a woken call always ends in
 *    RunAbortedException (RUN-8).
 * 3. What the callee does after its call was given up never reaches the awaiter and never becomes an unhandled
 *    rejection: results, and errors that are not the abort itself, are late arrivals (RUN-15).
 * 4. The subscription lasts until the callee has settled, or the run is over (RUN-2).
 */
import type { CancelRequest, HandleKind, HandleStop, LateArrival } from "../contracts/cancellation";
import { CallWithdrawnException } from "./call-gate";
import type { HeldCalls, LiveCall } from "./held-calls";
import type { Clock, Timers } from "./ports";
import { RunAbortedException } from "./run-aborted-exception";
import { RunBudgetExceededException } from "./run-budget-exceeded";
import type { CancelListener, RunCancellation } from "./run-cancellation";

/** What a held call needs of its run. */
export interface HoldingRun {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly cancellation: RunCancellation;
  readonly calls: HeldCalls;
  /** It has a termination. */
  readonly isOver: boolean;
  /** RUN-4. */
  checkActive(): void;
  aborted(cause?: unknown): RunAbortedException;
  /** RUN-15; late since the run's end, or since `givenUpAt` while it still runs. */
  noteLate(what: LateArrival["what"], callId: string, givenUpAt: number): void;
}

/** `waiting`: the awaiter is open. `given_up`: it was settled without the callee. `over`: the callee has settled. */
type CallPhase = "waiting" | "given_up" | "over";

/** @typeParam R what the callee answers; @typeParam T what the awaiter is given */
export abstract class HeldCall<R, T> implements LiveCall, CancelListener {
  /** The awaiter's promise. */
  readonly outcome: Promise<T>;
  handle: HandleStop | null = null;

  protected phase: CallPhase = "waiting";
  private readonly resolve: (value: T) => void;
  private readonly reject: (error: unknown) => void;
  private givenUpAt = 0;
  private stopAskedAt = 0;
  /** What was known of the stop before anybody asked for a receipt: the call had been withdrawn. */
  private stopBefore: { readonly stop: "confirmed" | "unconfirmed"; readonly detail: string } | null = null;

  protected constructor(
    protected readonly run: HoldingRun,
    private readonly kind: HandleKind,
    protected readonly id: string,
    readonly what: string,
  ) {
    let resolve: (value: T) => void = unassigned;
    let reject: (error: unknown) => void = unassigned;
    this.outcome = new Promise<T>((fulfil, refuse) => {
      resolve = fulfil;
      reject = refuse;
    });
    this.resolve = resolve;
    this.reject = reject;
  }

  protected abstract readonly lateKind: LateArrival["what"];
  /** The gates and the bookkeeping on the way back; throws when the result must not be delivered. */
  protected abstract accept(result: R): T;
  /** Sends the abort or the kill. Called once at most. */
  protected abstract sendStop(error: unknown): void;
  /** The callee has settled after its call was given up. */
  protected abstract calleeEnded(): void;
  /** Whether a result only says that the call was stopped: then nothing came late. */
  protected isStopEcho(_result: R): boolean {
    return false;
  }
  /** The call's own clock, where it has one. */
  protected stopTimer(): void {}

  /** Becomes live, starts the callee through `start`, and follows it. Its subscription comes before the callee starts. */
  protected hold(start: () => PromiseLike<R>): void {
    this.run.calls.add(this);
    this.run.cancellation.join(this);
    void this.follow(start);
  }

  /** `await` rather than `then`: it hears a callee's promise once, whatever the callee has made of its `then`. */
  private async follow(start: () => PromiseLike<R>): Promise<void> {
    let result: R;
    try {
      result = await start();
    } catch (error) {
      this.fail(error);
      return;
    }
    this.arrive(result);
  }

  cancelled(request: CancelRequest): void {
    this.interrupt(request.requestedAt);
  }

  interrupt(askedAt: number): void {
    if (this.phase === "over" || this.handle !== null) return;
    this.stopAskedAt = askedAt;
    this.handle = this.handleAs("pending", null, null);
    this.run.calls.stopAsked(this, this.handle);
    this.giveUp(() => this.run.aborted());
    this.run.cancellation.leave(this);
    if (this.stopBefore !== null) this.stopSettled(this.stopBefore.stop, this.stopBefore.detail);
  }

  /**
   * What the call belonged to has ended, or was cancelled: the same stop, sent once (EXIT-9). In a run that is over it is the interruption
   * itself, whoever of the subscribers comes first. Idempotent.
   */
  withdraw(): void {
    if (this.run.isOver) this.interrupt(this.run.clock.now());
    else this.giveUp(() => new CallWithdrawnException(this.id));
  }

  stopUnknown(detail: string): void {
    if (this.handle?.stop === "pending") this.stopSettled("unconfirmed", detail);
  }

  /** Settles the awaiter without the callee and sends the stop. Does nothing when that was done before. */
  protected giveUp(error: () => unknown): void {
    if (this.phase !== "waiting") return;
    this.phase = "given_up";
    this.givenUpAt = this.run.clock.now();
    this.stopTimer();
    const reason = error();
    this.reject(reason);
    this.sendStop(reason);
  }

  /** What is known of the stop. Late knowledge replaces `unconfirmed`; nothing replaces `confirmed`. */
  protected stopSettled(stop: "confirmed" | "unconfirmed", detail: string): void {
    const before = this.handle;
    if (before === null) {
      this.stopBefore = { stop, detail };
      return;
    }
    if (before.stop === "confirmed") return;
    const afterMs = Math.max(0, this.run.clock.now() - this.stopAskedAt);
    this.handle = this.handleAs(stop, afterMs, detail);
    this.run.calls.stopKnown(this, this.handle);
  }

  private arrive(result: R): void {
    if (this.phase !== "waiting") {
      if (!this.isStopEcho(result)) this.run.noteLate(this.lateKind, this.id, this.givenUpAt);
      this.endAfterGivingUp();
      return;
    }
    this.endWaiting();
    try {
      this.resolve(this.accept(result));
    } catch (error) {
      if (isLate(error)) this.run.noteLate(this.lateKind, this.id, this.run.clock.now());
      this.reject(error);
    }
  }

  private fail(error: unknown): void {
    if (this.phase !== "waiting") {
      if (!isAbort(error)) this.run.noteLate(this.lateKind, this.id, this.givenUpAt);
      this.endAfterGivingUp();
      return;
    }
    this.endWaiting();
    try {
      this.run.checkActive();
    } catch {
      if (!isAbort(error)) this.run.noteLate(this.lateKind, this.id, this.run.clock.now());
      // The gate's own exception carries no cause; the callee's error must not be lost.
      this.reject(this.run.aborted(error));
      return;
    }
    this.reject(error);
  }

  private endWaiting(): void {
    this.phase = "over";
    this.stopTimer();
    this.run.cancellation.leave(this);
    this.run.calls.remove(this);
  }

  private endAfterGivingUp(): void {
    this.phase = "over";
    this.run.cancellation.leave(this);
    this.calleeEnded();
    // A call given up by its own timeout in a run that goes on has no handle to settle.
    if (this.handle === null) this.run.calls.remove(this);
  }

  private handleAs(stop: HandleStop["stop"], afterMs: number | null, detail: string | null): HandleStop {
    return { kind: this.kind, id: this.id, what: this.what, stop, afterMs, detail };
  }
}

/** A rejection that is only the abort coming back is the stop itself, not something that arrived. */
function isAbort(error: unknown): boolean {
  return error instanceof RunAbortedException || (error instanceof Error && error.name === "AbortError");
}

/** A result that is refused because the run is over came late; one that exhausted a budget came in time. */
function isLate(error: unknown): boolean {
  return error instanceof RunAbortedException && !(error.cause instanceof RunBudgetExceededException);
}

function unassigned(): never {
  throw new Error("a promise calls its executor before its constructor returns");
}
