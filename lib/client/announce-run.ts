/** What a screen reader is told, in its own time, about the run on the Ask page. Pure. */
import { RELEASE_OUTCOME_TABLE, RUN_STATE_TABLE } from "../contracts/axes";
import type { RunDetail } from "../contracts/run";
import { excerpt } from "./excerpt";

/** Each axis by its own name; the outcome once there is one. */
export function announceRun(run: Pick<RunDetail, "query" | "runState" | "releaseOutcome">): string {
  if (run.runState === "RUNNING") return `The run has started: ${excerpt(run.query)}`;
  const state = `RunState ${RUN_STATE_TABLE[run.runState].label}`;
  if (run.releaseOutcome === null) return `The run has ended: ${state}.`;
  return `The run has ended: ${state}, ReleaseOutcome ${RELEASE_OUTCOME_TABLE[run.releaseOutcome].label}.`;
}
