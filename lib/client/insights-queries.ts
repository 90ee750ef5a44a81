/** Query option factories of Insights. */
import { queryOptions, skipToken } from "@tanstack/react-query";
import { apiClient } from "./api-client";
import { spanOfRange, type InsightsRange, type TimeSpan } from "./insights-range";

/** How often the figures are read again while they are in sight. */
const STATS_POLL_MS = 30_000;

/** The figures of a range; one that ends now moves with the clock. What was shown stays until another range is there. */
export function statsOptions(range: InsightsRange) {
  return queryOptions({
    queryKey: ["stats", range] as const,
    queryFn: ({ signal }) => {
      const { from, to } = spanOfRange(range, Date.now());
      return apiClient.getStats(from, to, signal);
    },
    placeholderData: (earlier) => earlier,
    refetchInterval: STATS_POLL_MS,
    refetchIntervalInBackground: false,
    staleTime: 0,
  });
}

/** The figures of the span before, to compare with; not asked for where there is none. */
export function earlierStatsOptions(span: TimeSpan | null) {
  return queryOptions({
    queryKey: ["stats", "earlier", span] as const,
    queryFn: span === null ? skipToken : ({ signal }) => apiClient.getStats(span.from, span.to, signal),
    staleTime: STATS_POLL_MS,
  });
}
