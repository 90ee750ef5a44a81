import type { QueryClient } from "@tanstack/react-query";
import { runDetailOptions, runKeys } from "@/lib/client/run-queries";
import { foldDetail, type RunView } from "@/lib/client/run-view";

/**
 * Reads the run's detail again and folds it into the view that is shown. A server that does not answer is asked again for
 * minutes; when it stays silent, what is shown stays as it is.
 */
export async function refreshRunDetail(client: QueryClient, runId: string): Promise<void> {
  const run = await client.fetchQuery(runDetailOptions(runId)).catch(() => null);
  if (run === null) return;
  client.setQueryData<RunView>(runKeys.view(runId), (view) =>
    view === undefined ? undefined : foldDetail(view, run),
  );
}
