import { consumeLateRejection, isThenable } from "./promises";
import { MechanismFault } from "./refusals";

/** Runs one synchronous clean-up; what went wrong is added to `errors`, and nothing is thrown (EXIT-2, EXIT-6). */
export function runCleanup(cleanup: () => unknown, errors: unknown[]): void {
  try {
    const returned = cleanup();
    if (!isThenable(returned)) return;
    consumeLateRejection(returned);
    errors.push(new MechanismFault("a clean-up returned a promise: closing is synchronous"));
  } catch (error) {
    errors.push(error);
  }
}

/** Last registered, first run; every one of them, whatever the others do. */
export function runCleanups(cleanups: readonly (() => unknown)[], errors: unknown[]): void {
  for (let i = cleanups.length - 1; i >= 0; i -= 1) {
    const cleanup = cleanups[i];
    if (cleanup !== undefined) runCleanup(cleanup, errors);
  }
}
