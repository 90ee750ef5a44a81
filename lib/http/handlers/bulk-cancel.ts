/** POST /api/runs/cancel: several runs, each answered for itself. */
import type { RunId } from "../../contracts/ids";
import { ListRunsQuery } from "../../contracts/requests";
import {
  BulkCancelReply,
  BulkCancelRequest,
  MAX_BULK_CANCEL,
  RunCountChanged,
} from "../../contracts/run-acts";
import { cancelMany } from "../../runs/cancel-many";
import { listRunning } from "../../runs/list-running";
import type { ApiDependencies, ApiHandler } from "../api-dependencies";
import { fieldsOf, jsonResponse, ProblemError, problemResponse } from "../problem-response";
import { readBody } from "../read-body";
import { readQuery } from "../read-query";
import { CancelQuery } from "./cancel-run";

/**
 * Accepted at once, as one cancel is; a run that has ended or is not there is a result, not a failure of the others. With a filter, the runs are
 * fixed as they are counted: a run that starts later is not among them.
 */
export const postBulkCancel: ApiHandler = async (deps, request) => {
  const { wait } = readQuery(request, CancelQuery);
  const { ids, filter = {}, expectedCount, note } = await readBody(request, BulkCancelRequest);
  const runIds = ids === undefined ? await runningOf(deps, filter) : [...new Set(ids)];
  if (expectedCount !== undefined && runIds.length !== expectedCount) {
    const { length: count } = runIds;
    const over = count > MAX_BULK_CANCEL ? `, and at most ${MAX_BULK_CANCEL} are cancelled at once` : "";
    return problemResponse(
      "RUN_COUNT_CHANGED",
      `nothing was cancelled: ${count} running runs match now, not ${expectedCount}${over}; look at them again`,
      { extra: RunCountChanged.parse({ count }) },
    );
  }
  const results = await cancelMany(
    deps.application,
    runIds,
    { reason: "USER_REQUESTED", requestedBy: deps.actorName, note: note ?? null },
    wait ?? 0,
    (runId, error) => deps.log.error({ runId, error }, "a run of a bulk cancel could not be read"),
  );
  const accepted = results.filter(({ result }) => result === "accepted").length;
  await deps.noteAct({
    action: "run.cancel",
    outcome: accepted > 0 ? "changed" : "no_change",
    // Each run's own receipt names who cancelled it.
    target: runIds.length === 1 ? (runIds[0] ?? null) : `${runIds.length} runs`,
    after: { accepted, ...(note === undefined ? {} : { note }) },
  });
  return jsonResponse(BulkCancelReply.parse({ results }));
};

/** @throws ProblemError INVALID_REQUEST for what is no filter of the list of runs */
function runningOf(deps: ApiDependencies, written: Readonly<Record<string, string>>): Promise<RunId[]> {
  for (const name of ["limit", "cursor"]) {
    if (Object.hasOwn(written, name))
      throw new ProblemError("INVALID_REQUEST", `leave "${name}" out of the filter: it selects no runs`);
  }
  const parsed = ListRunsQuery.safeParse(written);
  if (!parsed.success) {
    const fields = fieldsOf(parsed.error).map(({ path, message }) => ({ path: `filter.${path}`, message }));
    throw new ProblemError("INVALID_REQUEST", "the filter is not one of the list of runs", fields);
  }
  const { limit: _limit, cursor: _cursor, ...filter } = parsed.data;
  return listRunning(deps.directory, filter);
}
