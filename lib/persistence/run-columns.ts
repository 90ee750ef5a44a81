/** Contracts → columns of `diagnosis_run`: what each write may touch. */
import type { CancellationReceipt, RunTermination } from "../contracts/cancellation";
import type { RunProgress } from "../runs/ports";
import { encodeDocument } from "./documents";

/** Not the columns that storeTermination and storeOutcome own: a late batch must never write those back. */
export function progressColumns(progress: RunProgress) {
  return { ...countedColumns(progress), ...budgetColumns(progress), ...uncountedColumns(progress) };
}

/** What moves to the very end of a run, after its outcome too. */
export function uncountedColumns({ axes }: RunProgress) {
  return {
    phase: axes.phase,
    collectionState: axes.collectionState,
    semanticVerdict: axes.semanticVerdict,
    streamState: axes.streamState,
  };
}

/** What the rollups count, and what moves on after the outcome: it is written within `keepRollups` then. */
export function budgetColumns({ budget }: RunProgress) {
  return { budgetJson: encodeDocument(budget) };
}

/** What the rollups count: as it was when the outcome was stored. */
export function countedColumns(progress: RunProgress) {
  return {
    intent: progress.axes.intent,
    stopReason: progress.axes.stopReason,
    budgetShare: progress.budgetShare,
    inputTokens: progress.tokens.input,
    outputTokens: progress.tokens.output,
    agentSteps: progress.agentSteps,
    toolCalls: progress.toolCalls,
  };
}

export function terminationColumns(termination: RunTermination) {
  return {
    runState: termination.state,
    terminationReason: termination.reason,
    completedAt: new Date(termination.completedAt),
  };
}

export function receiptColumns(receipt: CancellationReceipt | null) {
  if (receipt === null) return {};
  return {
    cancelReason: receipt.reason,
    cancelRequestedBy: receipt.requestedBy,
    cancelRequestedAt: new Date(receipt.requestedAt),
    receiptJson: encodeDocument(receipt),
    cancelSettledMs: settledAfterMs(receipt),
  };
}

/** When the last call in flight had stopped, ms after the request; null while that is not known of each, or never will be. */
function settledAfterMs({ handles }: CancellationReceipt): number | null {
  let latest = 0;
  for (const { stop, afterMs } of handles) {
    if (stop !== "confirmed" || afterMs === null) return null;
    latest = Math.max(latest, Math.round(afterMs));
  }
  return latest;
}
