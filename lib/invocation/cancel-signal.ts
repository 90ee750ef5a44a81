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

type Link = CancelListener | CancelSignal;

/** Read side. */
export class CancelSignal {
  #cancellation: InvocationCancelled | null = null;
  #links: Set<Link> | null = null;
  readonly #onFault: FaultListener | undefined;

  constructor(onFault?: FaultListener) {
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
    if (this.#cancellation !== null) {
      this.#call(listener, this.#cancellation);
      return noop;
    }
    // A fresh function per subscription: the same listener may subscribe twice.
    const link: CancelListener = (cancellation) => listener(cancellation);
    this.#add(link);
    return () => this.#links?.delete(link);
  }

  #add(link: Link): void {
    this.#links ??= new Set();
    this.#links.add(link);
  }

  #call(listener: CancelListener, cancellation: InvocationCancelled): void {
    callIsolated(listener, cancellation, this.#onFault ?? noop);
  }

  /** @internal The right to cancel is a CancelSource. */
  static trip(root: CancelSignal, cancellation: InvocationCancelled): void {
    const reached: { readonly signal: CancelSignal; readonly links: Set<Link> | null }[] = [];
    const pending: CancelSignal[] = [root];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (next.#cancellation !== null) continue;
      next.#cancellation = cancellation;
      const links = next.#links;
      next.#links = null;
      reached.push({ signal: next, links });
      if (links === null) continue;
      const below: CancelSignal[] = [];
      for (const link of links) if (link instanceof CancelSignal) below.push(link);
      for (let i = below.length - 1; i >= 0; i -= 1) {
        const child = below[i];
        if (child !== undefined) pending.push(child);
      }
    }
    for (const { signal, links } of reached) {
      if (links === null) continue;
      // A listener that unsubscribed while the others ran is not called: it belongs to a call that has ended.
      signal.#links = links;
      for (const link of links) {
        if (!(link instanceof CancelSignal)) signal.#call(link, cancellation);
      }
      signal.#links = null;
    }
  }

  /** @internal Makes `child` follow `parent`; at once when the parent is cancelled already. */
  static link(parent: CancelSignal, child: CancelSignal): void {
    if (parent.#cancellation === null) parent.#add(child);
    else CancelSignal.trip(child, parent.#cancellation);
  }

  /** @internal */
  static unlink(parent: CancelSignal, child: CancelSignal): void {
    parent.#links?.delete(child);
  }
}

const noop = (): void => undefined;

/** Write side: owned by a Runner, an Invocation, or an author who wants to cancel one child on its own. */
export class CancelSource {
  readonly signal: CancelSignal;
  readonly #parents: CancelSignal[] = [];
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
    this.#parents.push(parent);
    CancelSignal.link(parent, this.signal);
  }

  /** The call's result is fixed: cancelling has no meaning any more, and nobody above keeps a link to it. */
  retire(): void {
    this.#retired = true;
    for (const parent of this.#parents) CancelSignal.unlink(parent, this.signal);
    this.#parents.length = 0;
  }
}
