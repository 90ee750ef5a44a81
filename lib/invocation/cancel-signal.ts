/**
 * CancelSignal: the fixed signal of one call. CancelSource: the right to set it.
 *
 * Owns: the first reason, the listeners, the links to the signals of children. Does not own: what is refused
 * because of it (CallGate), and waiting (EXIT-8: cancelling waits for nothing and releases nothing).
 *
 * 1. The first reason wins and never changes. The signal object of a call never changes either.
 * 2. The whole tree below is marked before the first listener runs: no listener meets a half-cancelled tree.
 * 3. Listeners run once, synchronously, in the order of subscription, parents before children. One that throws
 *    stops no other; its error goes to `onFault`.
 * 4. A listener added afterwards runs at once. Unsubscribing is O(1), and a retired signal is linked to nothing.
 */

import { LinkedList, type Linked } from "./linked-list";
import { callIsolated } from "./promises";

/** One cancellation. The same object for every call it reaches: that is how it is recognised, by identity. */
export class InvocationCancelled extends Error {
  override readonly name = "InvocationCancelled";
  readonly reason: unknown;
  constructor(reason: unknown) {
    super("the call was cancelled");
    this.reason = reason;
  }
}

export type CancelListener = (cancellation: InvocationCancelled) => void;
export type FaultListener = (error: unknown) => void;

/** A listener, or the signal of a call below. */
export class SignalLink implements Linked<SignalLink> {
  previous: SignalLink | null = null;
  next: SignalLink | null = null;
  list: object | null = null;
  constructor(readonly target: CancelListener | CancelSignal) {}
}

/** Read side. */
export class CancelSignal {
  #cancellation: InvocationCancelled | null = null;
  #links: LinkedList<SignalLink> | null = null;
  readonly #onFault: FaultListener;

  constructor(onFault: FaultListener = noop) {
    this.#onFault = onFault;
  }

  get aborted(): boolean {
    return this.#cancellation !== null;
  }

  /** The error that refused accesses are rejected with, or null. */
  get cancellation(): InvocationCancelled | null {
    return this.#cancellation;
  }

  get reason(): unknown {
    return this.#cancellation?.reason;
  }

  /** Throws the cancellation, if there is one: for bodies that compute without touching an endpoint. */
  throwIfAborted(): void {
    if (this.#cancellation !== null) throw this.#cancellation;
  }

  /** Calls back at once when already cancelled. Returns the unsubscribe function, which is idempotent. */
  onCancel(listener: CancelListener): () => void {
    const link = CancelSignal.listen(this, listener);
    return () => CancelSignal.unlink(this, link);
  }

  /** @internal `onCancel` without a closure. */
  static listen(signal: CancelSignal, listener: CancelListener): SignalLink | null {
    if (signal.#cancellation === null) return signal.#add(listener);
    callIsolated(listener, signal.#cancellation, signal.#onFault);
    return null;
  }

  /** @internal Makes `child` follow `parent`; at once when the parent is cancelled already. */
  static link(parent: CancelSignal, child: CancelSignal): SignalLink | null {
    if (parent.#cancellation === null) return parent.#add(child);
    CancelSignal.trip(child, parent.#cancellation);
    return null;
  }

  /** @internal */
  static unlink(signal: CancelSignal, link: SignalLink | null): void {
    if (link !== null) signal.#links?.remove(link);
  }

  /** @internal The right to cancel is a CancelSource. */
  static trip(root: CancelSignal, cancellation: InvocationCancelled): void {
    const reached = CancelSignal.#mark(root, cancellation);
    for (const signal of reached) {
      // One by one off the list: a listener that another one unsubscribes belongs to a call that has ended.
      for (let link = signal.#links?.shift(); link; link = signal.#links?.shift()) {
        if (!(link.target instanceof CancelSignal)) callIsolated(link.target, cancellation, signal.#onFault);
      }
    }
  }

  /** Parents before children, siblings in the order in which they were linked. */
  static #mark(root: CancelSignal, cancellation: InvocationCancelled): readonly CancelSignal[] {
    const reached: CancelSignal[] = [];
    const pending: CancelSignal[] = [root];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (next.#cancellation !== null) continue;
      next.#cancellation = cancellation;
      reached.push(next);
      for (let link = next.#links?.last; link; link = link.previous) {
        if (link.target instanceof CancelSignal) pending.push(link.target);
      }
    }
    return reached;
  }

  #add(target: CancelListener | CancelSignal): SignalLink {
    const link = new SignalLink(target);
    this.#links ??= new LinkedList();
    this.#links.push(link);
    return link;
  }
}

/** Write side: owned by a Runner, an Invocation, or an author who wants to cancel one child on its own. */
export class CancelSource {
  readonly signal: CancelSignal;
  #followed: [CancelSignal, SignalLink | null][] | null = null;
  #retired = false;

  constructor(onFault?: FaultListener) {
    this.signal = new CancelSignal(onFault);
  }

  /** True when this was the first reason and the call could still be cancelled; nothing happens otherwise. */
  cancel(reason: unknown): boolean {
    if (this.#retired || this.signal.aborted) return false;
    CancelSignal.trip(this.signal, new InvocationCancelled(reason));
    return true;
  }

  /** From now on a cancel of `parent` is a cancel of this, with the same InvocationCancelled. */
  follow(parent: CancelSignal): void {
    const link = CancelSignal.link(parent, this.signal);
    if (this.#followed === null) this.#followed = [[parent, link]];
    else this.#followed.push([parent, link]);
  }

  /** The call's result is fixed: cancelling has no meaning any more, and nobody above keeps a link to it. */
  retire(): void {
    this.#retired = true;
    const followed = this.#followed;
    this.#followed = null;
    if (followed !== null) for (const [parent, link] of followed) CancelSignal.unlink(parent, link);
  }
}

function noop(): void {
  return undefined;
}
