/** Contracts → columns of `diagnosis_run`: what each write may touch, and the conditions of a list. */
import type { CancellationReceipt, RunTermination } from "../contracts/cancellation";
import type { RunId } from "../contracts/ids";
import type { RunFilter } from "../contracts/requests";
import type { RunProgress } from "../runs/ports";
import { encodeDocument } from "./documents";
import type { Prisma } from "./generated/client";

/** Not the columns that storeTermination and storeOutcome own: a late batch must never write those back. */
export function progressColumns(progress: RunProgress) {
  const { axes } = progress;
  return {
    intent: axes.intent,
    phase: axes.phase,
    collectionState: axes.collectionState,
    stopReason: axes.stopReason,
    semanticVerdict: axes.semanticVerdict,
    streamState: axes.streamState,
    budgetJson: encodeDocument(progress.budget),
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
  };
}

/** Built from parsed scalars only; an absent filter is left out by name, never passed as undefined. */
export function whereOf(filter: RunFilter, before: RunId | undefined): Prisma.DiagnosisRunWhereInput {
  return {
    ...(before === undefined ? {} : { runId: { lt: before } }),
    ...(filter.state === undefined ? {} : { runState: { in: filter.state } }),
    ...(filter.outcome === undefined ? {} : { releaseOutcome: { in: filter.outcome } }),
    ...(filter.fallback === undefined ? {} : { fallbackType: { in: filter.fallback } }),
    ...(filter.intent === undefined ? {} : { intent: { in: filter.intent } }),
    ...(filter.stopReason === undefined ? {} : { stopReason: { in: filter.stopReason } }),
    ...(filter.session === undefined ? {} : { sessionId: filter.session }),
  };
}
