/** Patches the loaded rows of the runs table with a fresh newest page. Pure. */
import type { RunPage } from "../contracts/requests";
import type { RunSummary } from "../contracts/run";

/**
 * Rows known already take their fresh values; new rows stand in front. Where the fresh page does not reach the rows that
 * are loaded (more arrived than a page holds), the list starts anew from the fresh page, so that it never hides a gap.
 */
export function mergeNewest(pages: readonly RunPage[], newest: RunPage): RunPage[] {
  const first = pages[0];
  if (first === undefined) return [newest];
  const known = new Set(pages.flatMap((page) => page.items.map((row) => row.runId)));
  const overlaps = newest.items.some((row) => known.has(row.runId));
  // A search that stopped early is behind by what it did not look at, not by a page.
  if (!overlaps && newest.nextCursor !== null && newest.searchedTo === null) return [newest];
  const fresh = new Map(newest.items.map((row) => [row.runId, row]));
  const isWithinReach = reachOf(newest);
  const added = newest.items.filter((row) => !known.has(row.runId));
  return pages.map((page, index) => ({
    ...page,
    items: [
      ...(index === 0 ? added : []),
      ...page.items.flatMap((row) => keptRow(row, fresh, isWithinReach)),
    ],
  }));
}

/** A row within reach of the fresh page that is no longer on it does not match the filter any more. */
function keptRow(
  row: RunSummary,
  fresh: ReadonlyMap<string, RunSummary>,
  isWithinReach: (row: RunSummary) => boolean,
): RunSummary[] {
  const now = fresh.get(row.runId);
  if (now !== undefined) return [now];
  return isWithinReach(row) ? [] : [row];
}

/** Which rows the page would have shown if they matched. */
function reachOf({ items, nextCursor, searchedTo }: RunPage): (row: RunSummary) => boolean {
  if (nextCursor === null) return () => true;
  if (searchedTo !== null) return (row) => row.createdAt > searchedTo;
  const oldest = items.at(-1);
  return (row) => oldest === undefined || isNewer(row, oldest);
}

function isNewer(row: RunSummary, other: RunSummary): boolean {
  if (row.createdAt !== other.createdAt) return row.createdAt > other.createdAt;
  return row.runId > other.runId;
}
