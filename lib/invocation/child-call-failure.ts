import type { InvocationFailure } from "./invocation-failure";

/**
 * What a child's `invoke` rejects with. Only the very objects that a call's own Children issued count as child
 * failures there (EXIT-5); one that was made by hand or came from elsewhere is an ordinary thrown value.
 */
export class ChildCallFailure extends Error {
  override readonly name = "ChildCallFailure";
  /** The name the child is declared under. */
  readonly child: string;
  readonly contextId: string;
  /** `call`: the child's delivery failed. `acceptance`: it succeeded, its `result.succeeded` callback failed. */
  readonly stage: "call" | "acceptance";
  /** The authoritative failure itself, with its `receptionAllowed`. */
  readonly failure: InvocationFailure;

  constructor(child: string, contextId: string, stage: "call" | "acceptance", failure: InvocationFailure) {
    const summary = failure.parts[0]?.summary;
    super(
      `${stage === "call" ? "child" : "acceptance of child"} ${child} failed: ${summary?.message ?? failure.origin}`,
      { cause: failure.error },
    );
    this.child = child;
    this.contextId = contextId;
    this.stage = stage;
    this.failure = failure;
  }
}
