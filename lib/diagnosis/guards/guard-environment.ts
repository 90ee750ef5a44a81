import type { RunContext } from "../../harness/run-context";
import type { ModelCallEnvironment } from "../model/model-call-environment";

/** What a guard works with. */
export interface GuardEnvironment extends ModelCallEnvironment {
  readonly ctx: RunContext;
  /** REL-3: the semantic guard's own timeout, ms. */
  readonly semanticTimeoutMs: number;
}
