import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { CancellationReceipt } from "@/lib/contracts/cancellation";
import { apiClient } from "@/lib/client/api-client";
import { ProblemError } from "@/lib/client/api-error";
import { runKeys } from "@/lib/client/run-queries";
import { foldReceipt, type RunView } from "@/lib/client/run-view";
import { refreshRunDetail } from "./refresh-run-detail";

const CANCEL_KEY = ["cancel-run"] as const;
interface CancelRequest {
  readonly runId: string;
  readonly note: string;
}

/**
 * Asks a run to stop. What it shows afterwards comes from the reply's receipt and the watch stream alone: the end of a run is
 * never assumed.
 */
export function useCancelRun() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: CANCEL_KEY,
    mutationFn: ({ runId, note }: CancelRequest) => apiClient.cancelRun(runId, note),
    onSuccess: (reply, { runId }) => {
      client.setQueryData<RunView>(runKeys.view(runId), (view) =>
        view === undefined ? undefined : foldReceipt(view, reply.receipt),
      );
    },
    onError: (error, { runId }) => {
      // Someone was faster: the refusal carries the receipt of who.
      if (!(error instanceof ProblemError)) return;
      const receipt = CancellationReceipt.safeParse(error.problem["receipt"]);
      if (!receipt.success) return;
      client.setQueryData<RunView>(runKeys.view(runId), (view) =>
        view === undefined ? undefined : foldReceipt(view, receipt.data),
      );
    },
    onSettled: (_reply, _error, { runId }) => {
      // Not awaited: a detail that cannot be read must not turn an accepted cancel into a failed one.
      void refreshRunDetail(client, runId);
      void client.invalidateQueries({ queryKey: ["runs", "newest"] });
    },
  });
}

/** The runs for which a cancel is on its way. */
export function useCancelling(): ReadonlySet<string> {
  const pending = useMutationState({
    filters: { mutationKey: CANCEL_KEY, status: "pending" },
    select: (mutation) => {
      const variables: unknown = mutation.state.variables;
      return typeof variables === "object" && variables !== null && "runId" in variables
        ? String(variables.runId)
        : "";
    },
  });
  return new Set(pending);
}
