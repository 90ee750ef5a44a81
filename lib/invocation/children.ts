/**
 * Children: the child calls of one call, and the acceptances of their results.
 *
 * Owns: whether a child may still be started, waiting for what was started, the failures issued to the author.
 * Does not own: the children's own exits (Invocation), when to wait (the exit's order).
 *
 * 1. A child that was started is waited for, awaited by its author or not; its rejection is never unhandled.
 * 2. An acceptance is registered with its `invoke` and has left when its callback settled, or when its child
 *    failed. Until then `settleAcceptances` waits, so that it can still use the caller's Work (EXIT-8).
 * 3. Waiting never rethrows: a failure travels with the promise of its `invoke` (EXIT-16).
 * 4. Failures are issued once, as ChildCallFailure; that object is the failure's identity (EXIT-5).
 */
import type { CallControl } from "./call-control";
import { ChildCallFailure } from "./child-call-failure";
import type { ContextTerminal, ParentRelation } from "./context-state";
import { FaultRecord, type InvocationFailure } from "./invocation-failure";
import { notice, wake, type Notice } from "./notice";
import { markHandled } from "./promises";
import { EndpointClosed, MechanismFault } from "./refusals";

/** A call that was made and is about to run. */
export interface ChildCall<O> {
  readonly name: string;
  readonly contextId: string;
  readonly failure: InvocationFailure | null;
  run(): Promise<O>;
}

/** What happens with a child's value, as part of the caller's work. */
export type Acceptance<O> = (value: O) => unknown;

export interface ChildCounts {
  readonly started: number;
  /** Delivered to their `invoke`. */
  readonly returned: number;
  readonly failed: number;
  readonly acceptancesFailed: number;
}

export class Children {
  readonly #control: CallControl;
  #entrance: "open" | "closed" = "open";
  #started = 0;
  #returned = 0;
  #failed = 0;
  #acceptancesFailed = 0;
  #running = 0;
  #accepting = 0;
  #settled: Notice | null = null;
  #drained: Notice | null = null;

  constructor(control: CallControl) {
    this.#control = control;
  }

  get counts(): ChildCounts {
    return {
      started: this.#started,
      returned: this.#returned,
      failed: this.#failed,
      acceptancesFailed: this.#acceptancesFailed,
    };
  }

  /** Ordinal of the next child: the default key of its context id. */
  get nextOrdinal(): number {
    return this.#started + 1;
  }

  get hasAcceptances(): boolean {
    return this.#accepting > 0;
  }

  get hasRunning(): boolean {
    return this.#running > 0;
  }

  /** Null when a child may be started now. */
  refusal(name: string): Error | null {
    const refusal = this.#control.refusal();
    if (refusal !== null) return refusal;
    if (this.#entrance === "open") return null;
    const closed = new EndpointClosed(`child ${name}`);
    this.#control.issue(closed, "control");
    return closed;
  }

  /** Step 8: nothing more is started. */
  closeEntrance(): void {
    this.#entrance = "closed";
  }

  /** For one child, which tells it exactly once how it returned. */
  relation(): ParentRelation {
    return new ChildRelation(this);
  }

  /** @internal */
  noteReturned(): void {
    this.#returned += 1;
  }

  /** Runs the child and then its acceptance. Rejects with a ChildCallFailure; marked handled. */
  follow<O>(child: ChildCall<O>, accept: Acceptance<O> | undefined): Promise<O> {
    this.#started += 1;
    this.#running += 1;
    if (accept !== undefined) this.#accepting += 1;
    return markHandled(this.#follow(child, accept));
  }

  /** Fulfils when no registered acceptance is left, also of those registered meanwhile. Never rejects. */
  async settleAcceptances(): Promise<void> {
    while (this.#accepting > 0) await (this.#drained ??= notice()).promise;
  }

  /** Fulfils when no started child and no acceptance is left. Never rejects. */
  async settle(): Promise<void> {
    while (this.#running > 0) await (this.#settled ??= notice()).promise;
  }

  async #follow<O>(child: ChildCall<O>, accept: Acceptance<O> | undefined): Promise<O> {
    let stage: ChildCallFailure["stage"] = "call";
    try {
      const value = await child.run();
      stage = "acceptance";
      if (accept !== undefined) await accept(value);
      return value;
    } catch (error) {
      throw stage === "call" ? this.#callFailed(child, error) : this.#acceptanceFailed(child, error);
    } finally {
      this.#leave(accept !== undefined);
    }
  }

  #callFailed(child: ChildCall<unknown>, error: unknown): ChildCallFailure {
    this.#failed += 1;
    return this.#issue(child, "call", child.failure ?? foreignFailure(error));
  }

  #acceptanceFailed(child: ChildCall<unknown>, error: unknown): ChildCallFailure {
    this.#acceptancesFailed += 1;
    const fault = new FaultRecord();
    fault.add("acceptance", error);
    const cancellation = this.#control.cancellationIn(error);
    if (cancellation !== null) fault.noteCancellation(cancellation);
    return this.#issue(child, "acceptance", fault);
  }

  #issue(
    child: ChildCall<unknown>,
    stage: ChildCallFailure["stage"],
    failure: InvocationFailure,
  ): ChildCallFailure {
    const issued = new ChildCallFailure(child.name, child.contextId, stage, failure);
    this.#control.issueChildFailure(issued);
    return issued;
  }

  #leave(accepted: boolean): void {
    this.#running -= 1;
    if (accepted) this.#accepting -= 1;
    if (this.#accepting === 0) this.#drained = wake(this.#drained);
    if (this.#running === 0) this.#settled = wake(this.#settled);
  }
}

/** A parent relation that was told twice is a breach of the runtime's own contract. */
class ChildRelation implements ParentRelation {
  #told = false;
  readonly #children: Children;
  constructor(children: Children) {
    this.#children = children;
  }
  returned(_context: ContextTerminal, _delivery: "ok" | "failed"): void {
    if (this.#told) throw new MechanismFault("a child returned twice");
    this.#told = true;
    this.#children.noteReturned();
  }
}

/** A child that rejects without a failure of its own is no Invocation: nothing vouches for it. */
function foreignFailure(error: unknown): InvocationFailure {
  const fault = new FaultRecord();
  fault.add("control", error);
  fault.refuseReception();
  return fault;
}
