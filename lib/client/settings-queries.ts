/** Query option factories of settings and saved views. */
import { queryOptions } from "@tanstack/react-query";
import { settingsClient } from "./settings-client";

export const settingsOptions = queryOptions({
  queryKey: ["settings"] as const,
  queryFn: () => settingsClient.read(),
  staleTime: 0,
});

export const savedViewsOptions = queryOptions({
  queryKey: ["saved-views"] as const,
  queryFn: async () => (await settingsClient.listViews()).items,
  staleTime: 0,
});
