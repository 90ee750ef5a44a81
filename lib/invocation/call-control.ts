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
import type { CancelSignal } from "./cancel-signal";
import type { ChildCallFailure } from "./child-call-failure";
import { FaultRecord, type FailureOrigin } from "./invocation-failure";

export class CallControl {
  readonly signal: CancelSignal;
  #fault: FaultRecord | null = null;
  #blocking: ChildCallFailure | null = null;
  #issued: WeakMap<object, FailureOrigin> | null = null;

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
  issue(error: unknown, origin: FailureOrigin): void {
    if ((typeof error !== "object" && typeof error !== "function") || error === null) return;
    this.#issued ??= new WeakMap();
    if (!this.#issued.has(error)) this.#issued.set(error, origin);
  }

  /** A failure of a child or acceptance; one that may not be received blocks this call at once (EXIT-4). */
  issueChildFailure(failure: ChildCallFailure): void {
    const origin = failure.stage === "call" ? "child" : "acceptance";
    this.issue(failure, origin);
    if (failure.failure.receptionAllowed) return;
    const fault = this.faultRecord();
    fault.add(origin, failure);
    fault.refuseReception();
    this.#blocking ??= failure;
  }

  /** EXIT-5. Looks at identity alone, so a hostile value cannot interfere. */
  originOf(thrown: unknown): FailureOrigin {
    if (this.signal.aborted && thrown === this.signal.cancellation) return "cancel";
    if ((typeof thrown !== "object" && typeof thrown !== "function") || thrown === null) return "body";
    return this.#issued?.get(thrown) ?? "body";
  }
}
