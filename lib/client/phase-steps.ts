/** The steps a person sees on the way through a run (APP-6). Display only: no step is a lifecycle state. */
import type { ChatApplicationStatus, IntentType } from "../contracts/axes";
import type { RunAxes } from "../contracts/run";

const PHASES_OF: Readonly<Record<IntentType, readonly ChatApplicationStatus[]>> = {
  SYSTEM_CHAT: ["ROUTING", "SYSTEM_RESPONDING"],
  KNOWLEDGE_QUERY: ["ROUTING", "KNOWLEDGE_SEARCHING", "KNOWLEDGE_ANSWERING"],
  DIAGNOSIS: ["ROUTING", "DIAGNOSIS_RUNNING", "SAFETY_VALIDATING"],
};

/** `stopped`: the run ended in this step. `skipped`: the run ended before it. */
export type PhaseStepState = "done" | "current" | "pending" | "stopped" | "skipped";
export interface PhaseStep {
  readonly phase: ChatApplicationStatus;
  readonly state: PhaseStepState;
}

/** Before the intent is known only routing is shown: nothing is promised about what follows. */
export function phaseSteps(axes: Pick<RunAxes, "intent" | "phase" | "runState">): PhaseStep[] {
  const phases = axes.intent === null ? (["ROUTING"] as const) : PHASES_OF[axes.intent];
  const at = axes.phase === null ? -1 : phases.indexOf(axes.phase);
  const isRunning = axes.runState === "RUNNING";
  return phases.map((phase, index) => ({ phase, state: stateOf(index, at, isRunning, axes.runState) }));
}

function stateOf(
  index: number,
  at: number,
  isRunning: boolean,
  runState: RunAxes["runState"],
): PhaseStepState {
  if (index < at) return "done";
  if (index > at) return isRunning ? "pending" : "skipped";
  if (isRunning) return "current";
  return runState === "SUCCESS" ? "done" : "stopped";
}
