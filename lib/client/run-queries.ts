/** Query option factories: the one place that names cache keys and how they are filled. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { SessionId } from "../contracts/ids";
import type { RunFilter } from "../contracts/requests";
import { apiClient } from "./api-client";
import { isWorthRetrying } from "./api-error";
import { mergeNewest } from "./merge-newest";
import { viewOfLoadedRun, type RunView } from "./run-view";

const PAGE_SIZE = 50;
const SESSION_TURNS = 10;
const FOUND_SHOWN = 6;
/** How often the newest page is read again while the table is in sight. */
const LIST_POLL_MS = 3_000;
const COUNT_POLL_MS = 10_000;
const MOST_RETRIES = 2;
const DETAIL_RETRIES = 30;
const DETAIL_RETRY_LONGEST_MS = 10_000;

export function retryOperational(failures: number, error: Error): boolean {
  return failures < MOST_RETRIES && isWorthRetrying(error);
}

export const runKeys = {
  lists: ["runs", "list"] as const,
  list: (filter: RunFilter) => ["runs", "list", filter] as const,
  view: (runId: string) => ["runs", "view", runId] as const,
  ledger: (runId: string) => ["runs", "ledger", runId] as const,
};

/** The table: pages newest first, each reached through the cursor of the one before. */
export function runListOptions(filter: RunFilter) {
  return infiniteQueryOptions({
    queryKey: runKeys.list(filter),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => apiClient.listRuns(filter, pageParam, PAGE_SIZE, signal),
    getNextPageParam: (page) => page.nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The newest page alone, read again and again; each reading patches the rows of the list. */
export function newestRunsOptions(filter: RunFilter) {
  return queryOptions({
    queryKey: ["runs", "newest", filter] as const,
    queryFn: async ({ client, signal }) => {
      const newest = await apiClient.listRuns(filter, null, PAGE_SIZE, signal);
      client.setQueryData(runListOptions(filter).queryKey, (list) => {
        if (list === undefined) return undefined;
        const pages = mergeNewest(list.pages, newest);
        return { pages, pageParams: list.pageParams.slice(0, pages.length) };
      });
      return newest;
    },
    refetchInterval: LIST_POLL_MS,
    refetchIntervalInBackground: false,
    staleTime: 0,
  });
}

/** How many runs a filter matches, and how many each value of an axis would. Behind a live table by one poll. */
export function runCountsOptions(filter: RunFilter) {
  return queryOptions({
    queryKey: ["runs", "counts", filter] as const,
    queryFn: ({ signal }) => apiClient.countRuns(filter, signal),
    refetchInterval: COUNT_POLL_MS,
    refetchIntervalInBackground: false,
    placeholderData: (earlier) => earlier,
    staleTime: 0,
  });
}

/** The newest runs whose question has these words: a look, not the list. */
export function foundRunsOptions(text: string) {
  return queryOptions({
    queryKey: ["runs", "found", text] as const,
    queryFn: ({ signal }) => apiClient.listRuns({ text }, null, FOUND_SHOWN, signal),
    placeholderData: (earlier) => earlier,
    staleTime: 10_000,
  });
}

/** Everything about one run; a watch session patches it while the run goes on. */
export function runViewOptions(runId: string) {
  return queryOptions({
    queryKey: runKeys.view(runId),
    queryFn: async ({ signal }): Promise<RunView> => {
      const [run, trace, tools] = await Promise.all([
        apiClient.getRun(runId, signal),
        apiClient.getTrace(runId, signal),
        apiClient.getTools(runId, signal),
      ]);
      return viewOfLoadedRun(run, trace, tools);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The latest runs of one session; read again for each run that is shown. */
export function sessionRunsOptions(sessionId: string, runId: string) {
  return queryOptions({
    queryKey: ["runs", "session", sessionId, runId] as const,
    queryFn: ({ signal }) =>
      apiClient.listRuns({ session: SessionId.parse(sessionId) }, null, SESSION_TURNS, signal),
    staleTime: 0,
  });
}

/** The detail alone, for what no watch event carries; asked again for minutes, because nothing will announce it a second time. */
export function runDetailOptions(runId: string) {
  return queryOptions({
    queryKey: ["runs", "detail", runId] as const,
    queryFn: ({ signal }) => apiClient.getRun(runId, signal),
    staleTime: 0,
    retry: (failures, error) => failures < DETAIL_RETRIES && isWorthRetrying(error),
    retryDelay: (failures) => Math.min(DETAIL_RETRY_LONGEST_MS, 500 * 2 ** failures),
  });
}

export function runLedgerOptions(runId: string, live: boolean) {
  return queryOptions({
    queryKey: runKeys.ledger(runId),
    queryFn: ({ signal }) => apiClient.getLedger(runId, signal),
    refetchInterval: live ? LIST_POLL_MS : false,
  });
}
