import type { RunState } from "../contracts/axes";
import type { RunTermination } from "../contracts/cancellation";

/**
 * The immutable fact in which a run ends (RUN-1).
 * @param completedAt milliseconds since the epoch
 * @throws TypeError on RUNNING or an empty reason
 */
export function createRunTermination(state: RunState, reason: string, completedAt: number): RunTermination {
  if (state === "RUNNING") throw new TypeError("RUNNING is not a terminal state");
  if (reason.trim() === "") throw new TypeError("a termination needs a reason");
  return Object.freeze({ state, reason, completedAt });
}
