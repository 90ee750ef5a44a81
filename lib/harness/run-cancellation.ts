/**
 * Has anyone asked the run to stop: a signal (RUN-2, RUN-16).
 *
 * Owns: the first request, the requests that lost, the subscribers. Does not own: the terminal state. It never
 * looks at the lifecycle, so it broadcasts on a run that has already ended too (RUN-5 needs that; the core's own
 * `cancel` is the door that refuses, RUN-6).
 *
 * 1. The first reason wins; every later request is kept as a loser and broadcasts nothing.
 * 2. Subscribers are called synchronously, in subscription order, each at most once.
 * 3. A subscriber that throws, or returns a promise that rejects, disturbs neither the others nor the canceller.
 * 4. One that was unsubscribed before its turn is not called; one that comes after the cancel is called at once.
 * 5. After the broadcast no subscriber is kept.
 */
import type { CancellationReason } from "../contracts/axes";
import type { CancelRequest } from "../contracts/cancellation";

/** So many losers are kept in full; an asker who repeats itself for ever is only counted. */
export const LOST_REQUESTS_KEPT = 64;

type CancelSubscriber = (request: CancelRequest) => void;

/** A subscriber that is an object: a call in flight subscribes as itself and needs no closures for it. */
export interface CancelListener {
  cancelled(request: CancelRequest): void;
}

/** Told about what happens inside; must not throw. */
export interface CancellationObserver {
  lost(request: CancelRequest): void;
  subscriberFailed(error: unknown): void;
}

export class RunCancellation {
  private winner: CancelRequest | null = null;
  private losers: CancelRequest[] | null = null;
  private lostTotal = 0;
  private readonly subscribers = new Set<CancelListener>();

  constructor(private readonly observer: CancellationObserver) {}

  /** The request that won, null until there is one. */
  get request(): CancelRequest | null {
    return this.winner;
  }

  get reason(): CancellationReason | null {
    return this.winner === null ? null : this.winner.reason;
  }

  get isCancelled(): boolean {
    return this.winner !== null;
  }

  /** Requests that lost the race, in order, the first LOST_REQUESTS_KEPT of them (RUN-16). */
  get lost(): readonly CancelRequest[] {
    return this.losers ?? [];
  }

  /** How many requests lost, kept or not. */
  get lostCount(): number {
    return this.lostTotal;
  }

  get subscriberCount(): number {
    return this.subscribers.size;
  }

  /**
   * First reason wins, then every subscriber is called.
   * @returns whether this request won
   */
  cancel(request: CancelRequest): boolean {
    if (this.winner !== null) {
      this.keepLost(request);
      return false;
    }
    const winner = Object.freeze({ ...request });
    this.winner = winner;
    for (const subscriber of this.subscribers) this.tell(subscriber, winner);
    this.subscribers.clear();
    return true;
  }

  /** Keeps a request that came too late to be made at all, because the run had already ended (RUN-16). */
  keepLost(request: CancelRequest): void {
    this.lostTotal += 1;
    this.losers ??= [];
    if (this.losers.length < LOST_REQUESTS_KEPT) this.losers.push(Object.freeze({ ...request }));
    this.observer.lost(request);
  }

  /**
   * Subscribes for as long as a call runs; a finished call must take its subscription back with the returned
   * function, which is idempotent. Already cancelled: calls back at once.
   */
  onCancel(subscriber: CancelSubscriber): () => void {
    const listener: CancelListener = { cancelled: subscriber };
    this.join(listener);
    return () => {
      this.leave(listener);
    };
  }

  /** As `onCancel`, for one listener at a time per object. It leaves with `leave`. */
  join(listener: CancelListener): void {
    if (this.winner !== null) this.tell(listener, this.winner);
    else this.subscribers.add(listener);
  }

  /** Idempotent. */
  leave(listener: CancelListener): void {
    this.subscribers.delete(listener);
  }

  private tell(listener: CancelListener, request: CancelRequest): void {
    try {
      const outcome: unknown = listener.cancelled(request);
      if (outcome instanceof Promise)
        outcome.catch((error: unknown) => {
          this.observer.subscriberFailed(error);
        });
    } catch (error) {
      this.observer.subscriberFailed(error);
    }
  }
}
