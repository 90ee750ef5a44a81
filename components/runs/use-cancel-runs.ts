import { useMutation, useQueryClient } from "@tanstack/react-query";
import { apiClient } from "@/lib/client/api-client";

interface CancelRuns {
  readonly runIds: readonly string[];
  readonly note: string;
}

/** Asks runs to stop. What becomes of each is said by the reply and by reading it again, never assumed. */
export function useCancelRuns() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ runIds, note }: CancelRuns) => apiClient.cancelRuns(runIds, note),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ["runs", "newest"] });
    },
  });
}
