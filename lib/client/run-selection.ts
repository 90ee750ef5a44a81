/** Which runs of the table are picked out for an act. Picked runs stay picked when they leave the list. Pure. */
import type { RunSummary } from "../contracts/run";

/** What an act needs to know of a picked run: as the list last showed it. */
export type SelectedRun = Pick<RunSummary, "runId" | "query" | "runState">;

export interface RunSelection {
  /** In the order in which they were picked. */
  readonly runs: ReadonlyMap<string, SelectedRun>;
  /** Where a range begins. */
  readonly anchor: string | null;
}

export const NOTHING_SELECTED: RunSelection = { runs: new Map(), anchor: null };

/** Picks the run, or takes it out. A range begins there. */
export function toggleRun(selection: RunSelection, run: RunSummary): RunSelection {
  const runs = new Map(selection.runs);
  if (!runs.delete(run.runId)) runs.set(run.runId, selectedOf(run));
  return { runs, anchor: run.runId };
}

/** Picks everything from the anchor to that run; only that run where the anchor is not listed. The anchor stays. */
export function extendTo(
  selection: RunSelection,
  listed: readonly RunSummary[],
  runId: string,
): RunSelection {
  const to = listed.findIndex((run) => run.runId === runId);
  if (to === -1) return selection;
  const anchorAt = listed.findIndex((run) => run.runId === selection.anchor);
  const from = anchorAt === -1 ? to : anchorAt;
  const runs = new Map(selection.runs);
  for (const run of listed.slice(Math.min(from, to), Math.max(from, to) + 1))
    runs.set(run.runId, selectedOf(run));
  return { runs, anchor: anchorAt === -1 ? runId : selection.anchor };
}

/** Picks every listed run; when all of them are, takes them out. Never more than what is listed. */
export function toggleListed(selection: RunSelection, listed: readonly RunSummary[]): RunSelection {
  const runs = new Map(selection.runs);
  const all = listed.every((run) => runs.has(run.runId));
  for (const run of listed) {
    if (all) runs.delete(run.runId);
    else runs.set(run.runId, selectedOf(run));
  }
  return { ...selection, runs };
}

/** The picked runs as the list shows them now; what has left it as it was last known. */
export function selectedRuns(selection: RunSelection, listed: readonly RunSummary[]): readonly SelectedRun[] {
  const now = new Map<string, RunSummary>(listed.map((run) => [run.runId, run]));
  return [...selection.runs.values()].map((run) => {
    const fresh = now.get(run.runId);
    return fresh === undefined ? run : selectedOf(fresh);
  });
}

function selectedOf({ runId, query, runState }: RunSummary): SelectedRun {
  return { runId, query, runState };
}
