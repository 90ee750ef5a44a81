/** Query option factories of what is done to runs: following a bulk cancel, reruns, the public stream. */
import { queryOptions, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import type { RunPage } from "../contracts/requests";
import type { BulkCancelResult } from "../contracts/run-acts";
import type { RunDetail } from "../contracts/run";
import { apiClient } from "./api-client";
import { isFollowed } from "./bulk-cancel-progress";
import { patchRows } from "./patch-rows";
import { runKeys } from "./run-queries";

/** How often runs that are still stopping are read again, ms. */
const FOLLOW_MS = 600;
/** Runs that are read at once. */
const READ_AT_ONCE = 6;
const RERUNS_SHOWN = 10;

type Followed = ReadonlyMap<string, RunDetail>;

/**
 * Reads the cancelled runs again and again until each has settled, and brings the rows of the table up to date with them. One that cannot be read is tried
 * again with the next round.
 */
export function followCancelOptions(results: readonly BulkCancelResult[], requestId: string) {
  const queryKey = ["runs", "bulk-cancel", requestId] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<Followed> => {
      const known = new Map(client.getQueryData<Followed>(queryKey));
      const wanted = results.filter((result) => isFollowed(result, known.get(result.runId)));
      for (let at = 0; at < wanted.length; at += READ_AT_ONCE) {
        const group = wanted.slice(at, at + READ_AT_ONCE);
        const read = await Promise.allSettled(group.map(({ runId }) => apiClient.getRun(runId, signal)));
        for (const one of read) if (one.status === "fulfilled") known.set(one.value.runId, one.value);
      }
      patchRunRows(client, [...known.values()]);
      return known;
    },
    refetchInterval: ({ state }) =>
      results.some((result) => isFollowed(result, state.data?.get(result.runId))) ? FOLLOW_MS : false,
    staleTime: 0,
  });
}

export function rerunsOptions(runId: string) {
  return queryOptions({
    queryKey: ["runs", "reruns", runId] as const,
    queryFn: ({ signal }) => apiClient.listReruns(runId, RERUNS_SHOWN, signal),
    staleTime: 0,
  });
}

/** Read once more when the run's stream state changes. */
export function publicStreamOptions(runId: string, streamState: RunDetail["streamState"]) {
  return queryOptions({
    queryKey: ["runs", "public-stream", runId, streamState] as const,
    queryFn: ({ signal }) => apiClient.getPublicStream(runId, signal),
    staleTime: 0,
    refetchInterval: streamState === "OPEN" ? 2_000 : false,
  });
}

function patchRunRows(client: QueryClient, runs: readonly RunDetail[]): void {
  client.setQueriesData<InfiniteData<RunPage, string | null>>({ queryKey: runKeys.lists }, (list) =>
    list === undefined ? undefined : { ...list, pages: patchRows(list.pages, runs) },
  );
}
