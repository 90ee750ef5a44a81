/** Cancels several runs: all of them are asked before any is waited for, and none answers for another. */
import type { CancellationReason } from "../contracts/axes";
import type { RunId } from "../contracts/ids";
import type { BulkCancelResult } from "../contracts/run-acts";
import type { ChatApplicationUseCase } from "./chat-application-use-case";
import { StoreUnavailableError } from "./ports";

interface ManyRequest {
  readonly reason: CancellationReason;
  readonly requestedBy: string;
  readonly note: string | null;
}

/**
 * @param runIds each once
 * @param waitMs how long the receipts may wait for held calls to settle, as for one run; 0: not at all
 * @param onUnread told when the store did not answer for a run
 */
export function cancelMany(
  application: ChatApplicationUseCase,
  runIds: readonly RunId[],
  request: ManyRequest,
  waitMs: number,
  onUnread: (runId: RunId, error: StoreUnavailableError) => void,
): Promise<BulkCancelResult[]> {
  const cancelOne = async (runId: RunId): Promise<BulkCancelResult> => {
    try {
      const outcome = await application.cancel(runId, request);
      switch (outcome.kind) {
        case "accepted": {
          const settled = waitMs === 0 ? null : await application.awaitReceipt(runId, waitMs);
          return { result: "accepted", runId, receipt: settled ?? outcome.receipt };
        }
        case "already_terminated": {
          const { termination, receipt } = outcome;
          return { result: "already_terminated", runId, termination, receipt };
        }
        case "not_held":
        case "not_found":
          return { result: outcome.kind, runId };
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      onUnread(runId, error);
      return { result: "unknown", runId };
    }
  };
  return Promise.all(runIds.map(cancelOne));
}
