import type { CallTimeoutException } from "../../harness/call-timeout";
import type { ModelFailure } from "../ports";

/** Why a model call came to nothing, for traces: its kind and what is said of it, bounded. */
export function describeModelFailure(error: ModelFailure | CallTimeoutException): string {
  return `the model failed (${error.name}): ${error.message}`.slice(0, 300);
}
