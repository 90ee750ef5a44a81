import type { InvocationFailure } from "./invocation-failure";

/** What became of the work. Fixed once; a later close, checkpoint or observer failure leaves it (EXIT-3). */
export type ContextState =
  | { readonly kind: "running" }
  | { readonly kind: "succeeded" }
  | { readonly kind: "failed"; readonly failure: InvocationFailure }
  | { readonly kind: "cancelled"; readonly failure: InvocationFailure };

export type ContextTerminal = Exclude<ContextState, { readonly kind: "running" }>;

/** A parent's view of one child call. Told once, when everything of the child that can fail has been done. */
export interface ParentRelation {
  returned(context: ContextTerminal, delivery: "ok" | "failed"): void;
}
