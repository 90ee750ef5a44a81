/** How a case changed from before to after, measured by what is expected. */
import type { CaseAxes, CaseChange } from "../contracts/triage-regression";

export function areSameAxes(a: CaseAxes, b: CaseAxes): boolean {
  return (
    a.runState === b.runState && a.releaseOutcome === b.releaseOutcome && a.fallbackType === b.fallbackType
  );
}

export function judgeCase(expected: CaseAxes, before: CaseAxes, after: CaseAxes): CaseChange {
  const wasRight = areSameAxes(before, expected);
  if (areSameAxes(after, expected)) return wasRight ? "still_right" : "fixed";
  if (wasRight) return "broken";
  return areSameAxes(before, after) ? "still_wrong" : "wrong_otherwise";
}
