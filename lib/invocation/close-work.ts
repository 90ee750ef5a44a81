import type { InvocationContext, InvocationWork, RunningInvocation } from "./invocation-work";
import { DONE, failed, type OperationOutcome } from "./operation-outcome";
import { consumeLateRejection, isThenable } from "./promises";
import { MechanismFault } from "./refusals";

/**
 * Step 6: a work's own close as an outcome, whatever it does (EXIT-6). A promise is not awaited; its late rejection
 * is consumed, and nothing claims that what it began was undone. Never throws.
 */
export function closeWork<I, O, Context extends InvocationContext<I>>(
  work: InvocationWork<I, O, Context>,
  context: Context,
  invocation: RunningInvocation,
): OperationOutcome<void> {
  try {
    if (work.close === undefined) return DONE;
    const returned: unknown = work.close(context, invocation);
    if (returned === DONE) return DONE;
    if (isThenable(returned)) {
      consumeLateRejection(returned);
      return failed(new MechanismFault("a close returned a promise: closing is synchronous"));
    }
    return readOutcome(returned);
  } catch (error) {
    return failed(error);
  }
}

/** Reads the discriminant of something that claims to be an outcome; reading may throw. */
function readOutcome(returned: unknown): OperationOutcome<void> {
  if (typeof returned === "object" && returned !== null && "ok" in returned) {
    if (returned.ok === true) return DONE;
    if (returned.ok === false && "error" in returned) return failed(returned.error);
  }
  return failed(new MechanismFault("a close returned something that is no outcome"));
}
