/**
 * FaultRecord: the one authoritative fault of a call. Everybody who speaks of the call's failure holds this object.
 *
 * Owns: the parts (what failed, where it came from), their combination into the delivered error, and
 * `receptionAllowed`. Does not own: deciding origins (CallControl) and when a part is due (the exit's order).
 *
 * 1. Parts are only added. The body's stands first (EXIT-1).
 * 2. One part is delivered as its error, the same object; several as one AggregateError, in order (EXIT-14).
 * 3. `receptionAllowed` is only ever lowered, here and not on a copy (EXIT-4), and never by an error's class.
 */
import type { InvocationCancelled } from "./cancel-signal";
import { combineErrors } from "./operation-outcome";
import { inspectThrown, type ThrownSummary } from "./thrown-value";

/**
 * Where a failure really came from, authenticated by identity (EXIT-5):
 * `body` the author's code; `child` a child call; `acceptance` a `result.succeeded` callback; `resource` a port
 * being built, or one of its operations; `output` the schema refused the value; `checkpoint` the store;
 * `control` the boundary itself: a close, an illegal close, an uninspectable value; `observer` a strict observer;
 * `relation` the parent's invariant; `cancel` this call's own cancellation.
 */
export type FailureOrigin =
  | "body"
  | "child"
  | "acceptance"
  | "resource"
  | "output"
  | "checkpoint"
  | "control"
  | "observer"
  | "relation"
  | "cancel";

export interface FailurePart {
  readonly origin: FailureOrigin;
  /** What was thrown. For a value that could not be inspected, the UninspectableThrown that holds it (EXIT-7). */
  readonly error: unknown;
  /** What was read from it, once. Safe to print. */
  readonly summary: ThrownSummary;
  /** `execution`: it made the work fail. `delivery`: the work's result was fixed already (EXIT-3a). */
  readonly stage: "execution" | "delivery";
}

/** Why a call's delivery failed, exactly. */
export interface InvocationFailure {
  /** In the order of delivery; never empty. */
  readonly parts: readonly FailurePart[];
  /** The origin of the first part. */
  readonly origin: FailureOrigin;
  /** What `Invocation.run()` rejects with: a lone error itself, or an AggregateError of several (EXIT-14). */
  readonly error: unknown;
  /** The cancellation, when this failure is a cancellation and nothing else; then the context is `cancelled`. */
  readonly cancellation: InvocationCancelled | null;
  /** False: a parent cannot treat it as an ordinary business failure; catching it does not help (EXIT-4). */
  readonly receptionAllowed: boolean;
}

export class FaultRecord implements InvocationFailure {
  readonly #parts: FailurePart[] = [];
  #combined: { readonly count: number; readonly error: unknown } | null = null;
  #receptionAllowed = true;
  #cancellation: InvocationCancelled | null = null;

  get parts(): readonly FailurePart[] {
    return this.#parts;
  }

  get origin(): FailureOrigin {
    return this.#parts[0]?.origin ?? "control";
  }

  get receptionAllowed(): boolean {
    return this.#receptionAllowed;
  }

  get cancellation(): InvocationCancelled | null {
    return this.#parts.length === 1 ? this.#cancellation : null;
  }

  get error(): unknown {
    if (this.#combined?.count !== this.#parts.length) {
      const errors = this.#parts.map((part) => part.error);
      const names = this.#parts.map((part) => part.origin).join(", ");
      const error = combineErrors(errors, `a call failed more than once on its way out: ${names}`);
      this.#combined = { count: this.#parts.length, error };
    }
    return this.#combined.error;
  }

  /** Adds what was thrown, inspecting it once. An uninspectable value is a control fault (EXIT-7). */
  add(origin: FailureOrigin, thrown: unknown, stage: FailurePart["stage"] = "execution"): void {
    this.#insert(this.#parts.length, origin, thrown, stage);
  }

  /** The body's failure goes first. One that is a part already (a fault rethrown) is moved, not doubled. */
  addFirst(origin: FailureOrigin, thrown: unknown): void {
    const known = this.#parts.findIndex((part) => Object.is(part.error, thrown));
    if (known === -1) {
      this.#insert(0, origin, thrown, "execution");
      return;
    }
    this.#parts.unshift(...this.#parts.splice(known, 1));
    this.#combined = null;
  }

  /** The first part is that cancellation, or a child's failure that is. */
  noteCancellation(cancellation: InvocationCancelled): void {
    this.#cancellation = cancellation;
  }

  refuseReception(): void {
    this.#receptionAllowed = false;
  }

  #insert(index: number, origin: FailureOrigin, thrown: unknown, stage: FailurePart["stage"]): void {
    const { kind, error, summary } = inspectThrown(thrown);
    if (kind === "hostile") this.#receptionAllowed = false;
    this.#parts.splice(index, 0, { origin: kind === "hostile" ? "control" : origin, error, summary, stage });
    this.#combined = null;
  }
}
