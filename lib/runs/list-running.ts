import type { RunId } from "../contracts/ids";
import type { RunFilter } from "../contracts/requests";
import type { RunDirectory } from "./run-directory";

const PAGE = 200;

/** The runs that match the filter and are RUNNING, all of them, newest first. A row of the store may be behind: a live run is asked itself. */
export async function listRunning(directory: RunDirectory, filter: RunFilter): Promise<RunId[]> {
  if (filter.state !== undefined && !filter.state.includes("RUNNING")) return [];
  const running: RunId[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<RunDirectory["listRuns"]>> = await directory.listRuns(
      { ...filter, state: ["RUNNING"] },
      PAGE,
      cursor ?? undefined,
    );
    running.push(...page.items.filter(({ runState }) => runState === "RUNNING").map(({ runId }) => runId));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return running;
}
