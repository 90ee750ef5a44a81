import type { RunPage } from "../contracts/requests";
import { RunSummary } from "../contracts/run";

/** The same pages with fresh values in the rows of those runs. Pure. */
export function patchRows(pages: readonly RunPage[], runs: readonly RunSummary[]): RunPage[] {
  const fresh = new Map<string, RunSummary>(runs.map((run) => [run.runId, RunSummary.parse(run)]));
  return pages.map((page) =>
    page.items.some((row) => fresh.has(row.runId))
      ? { ...page, items: page.items.map((row) => fresh.get(row.runId) ?? row) }
      : page,
  );
}
