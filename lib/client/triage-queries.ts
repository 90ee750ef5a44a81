/** Query option factories of triage. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { TriageFilter } from "../contracts/triage";
import { triageClient } from "./triage-client";

const PAGE_SIZE = 50;
const RUNS_SHOWN = 20;
/** How often a list is read again while it is in sight. */
const LIST_POLL_MS = 4_000;
/** How often a replay is read again while it runs. */
const REPLAY_POLL_MS = 1_500;

export const triageKeys = {
  all: ["triage"] as const,
  group: (groupId: string) => ["triage", "group", groupId] as const,
  cases: ["triage", "cases"] as const,
  replays: ["triage", "replays"] as const,
};

/** The groups that a filter finds, the last seen first; read again and again, so that what ends meanwhile is seen. */
export function triageListOptions(filter: TriageFilter) {
  return infiniteQueryOptions({
    queryKey: ["triage", "list", filter] as const,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => triageClient.listGroups(filter, pageParam, PAGE_SIZE),
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: LIST_POLL_MS,
    refetchIntervalInBackground: false,
    staleTime: 0,
  });
}

export function triageCountsOptions(filter: TriageFilter) {
  return queryOptions({
    queryKey: ["triage", "counts", filter] as const,
    queryFn: () => triageClient.countGroups(filter),
    refetchInterval: LIST_POLL_MS,
    refetchIntervalInBackground: false,
    staleTime: 0,
    placeholderData: (before) => before,
  });
}

/** With its history. */
export function triageGroupOptions(groupId: string) {
  return queryOptions({
    queryKey: triageKeys.group(groupId),
    queryFn: () => triageClient.getGroup(groupId),
    refetchInterval: LIST_POLL_MS,
    refetchIntervalInBackground: false,
    staleTime: 0,
  });
}

/** Read anew whenever the group has more runs. */
export function triageRunsOptions(groupId: string, runCount: number) {
  return queryOptions({
    queryKey: ["triage", "runs", groupId, runCount] as const,
    queryFn: async () => (await triageClient.listGroupRuns(groupId, RUNS_SHOWN)).items,
    // Those of the same group stay until the new ones are there; another group never shows them.
    placeholderData: (before, query) => (query?.queryKey[2] === groupId ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export const casesOptions = queryOptions({
  queryKey: triageKeys.cases,
  queryFn: async () => (await triageClient.listCases()).items,
  staleTime: 0,
});

export const replaysOptions = queryOptions({
  queryKey: triageKeys.replays,
  queryFn: async () => (await triageClient.listReplays()).items,
  staleTime: 0,
});

/** Read again until nothing of it runs any more. */
export function replayOptions(replayId: string) {
  return queryOptions({
    queryKey: ["triage", "replay", replayId] as const,
    queryFn: () => triageClient.getReplay(replayId),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const replay = state.data;
      const isOver =
        replay !== undefined &&
        replay.state !== "RUNNING" &&
        replay.items.every((item) => item.state !== "RUNNING");
      return isOver ? false : REPLAY_POLL_MS;
    },
  });
}
