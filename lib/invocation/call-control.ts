/**
 * CallControl: what blocks a call, and where its failures come from.
 *
 * Owns: the call's signal, its one FaultRecord, the identities of the errors that were issued to its author.
 * Does not own: the windows and endpoints that ask it before every access.
 *
 * 1. `refusal` is asked before every endpoint access: first the cancel, then an attributed blocking fault (EXIT-10).
 * 2. A blocking fault is one that no parent may receive, attributed while the body still ran (EXIT-4).
 * 3. Origins are looked up by identity among issued errors; nothing is guessed from an error's class or content.
 */
import type { CancelSignal, InvocationCancelled } from "./cancel-signal";
import type { ChildCallFailure } from "./child-call-failure";
import { FaultRecord, type FailureOrigin, type FailurePart } from "./invocation-failure";

interface Issued {
  readonly origin: FailureOrigin;
  readonly child: ChildCallFailure | null;
}

export class CallControl {
  readonly signal: CancelSignal;
  #fault: FaultRecord | null = null;
  #blocking: ChildCallFailure | null = null;
  #issued: WeakMap<object, Issued> | null = null;

  constructor(signal: CancelSignal) {
    this.signal = signal;
  }

  get fault(): FaultRecord | null {
    return this.#fault;
  }

  /** The error that the next access is refused with, or null. */
  refusal(): Error | null {
    return this.signal.cancellation ?? this.#blocking;
  }

  /** The call's fault, made when there is none yet. */
  faultRecord(): FaultRecord {
    this.#fault ??= new FaultRecord();
    return this.#fault;
  }

  /** Remembers what the author was given, so that it is recognised when the author throws it again. */
  issue(error: unknown, origin: FailureOrigin, child: ChildCallFailure | null = null): void {
    if (!isIdentity(error)) return;
    this.#issued ??= new WeakMap();
    if (!this.#issued.has(error)) this.#issued.set(error, { origin, child });
  }

  /** A failure of a child or acceptance; one that may not be received blocks this call at once (EXIT-4). */
  issueChildFailure(failure: ChildCallFailure): void {
    const origin = failure.stage === "call" ? "child" : "acceptance";
    this.issue(failure, origin, failure);
    if (failure.failure.receptionAllowed) return;
    this.installBoundaryFailure(origin, failure, "execution");
    this.#blocking ??= failure;
  }

  /** The body's failure becomes the call's, authenticated before anything is closed (EXIT-5). */
  installBodyFailure(thrown: unknown): void {
    const origin = this.originOf(thrown);
    const fault = this.faultRecord();
    fault.addFirst(origin, thrown);
    const cancellation = this.cancellationIn(thrown);
    if (cancellation !== null) fault.noteCancellation(cancellation);
  }

  /** This call's own cancellation, when that is what was thrown: itself, or the failure of a child that it ended. */
  cancellationIn(thrown: unknown): InvocationCancelled | null {
    const { cancellation } = this.signal;
    if (cancellation === null) return null;
    if (thrown === cancellation) return cancellation;
    return this.#issuedEntry(thrown)?.child?.failure.cancellation === cancellation ? cancellation : null;
  }

  /** A failure of the boundary around the work: no parent may receive it (EXIT-4). */
  installBoundaryFailure(origin: FailureOrigin, thrown: unknown, stage: FailurePart["stage"]): void {
    const fault = this.faultRecord();
    fault.add(origin, thrown, stage);
    fault.refuseReception();
  }

  /** The call was cancelled although its body ended well. */
  installCancellation(cancellation: InvocationCancelled): void {
    const fault = this.faultRecord();
    fault.add("cancel", cancellation);
    fault.noteCancellation(cancellation);
  }

  /** EXIT-5. Looks at identity alone, so a hostile value cannot interfere. */
  originOf(thrown: unknown): FailureOrigin {
    if (this.signal.aborted && thrown === this.signal.cancellation) return "cancel";
    return this.#issuedEntry(thrown)?.origin ?? "body";
  }

  #issuedEntry(thrown: unknown): Issued | undefined {
    return isIdentity(thrown) ? this.#issued?.get(thrown) : undefined;
  }
}

function isIdentity(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
