/** POST /api/runs/{id}/cancel. */
import { z } from "zod";
import { AlreadyTerminated, CancelRunReply, CancelRunRequest } from "../../contracts/requests";
import type { ApiHandler } from "../api-dependencies";
import { jsonResponse, ProblemError, problemResponse } from "../problem-response";
import { readBody } from "../read-body";
import { readQuery } from "../read-query";
import { runIdOf } from "./read-runs";

/** `?wait=`: at most this long for held calls to settle, ms. */
const MAX_WAIT_MS = 10_000;
/** When a run that is being taken over may be held, s. */
const NOT_HELD_RETRY_S = 5;
export const CancelQuery = z.strictObject({
  wait: z.coerce.number().pipe(z.int().min(0).max(MAX_WAIT_MS)).optional(),
});

const CANCEL_OUTCOME = {
  accepted: "changed",
  already_terminated: "no_change",
  not_held: "refused",
  not_found: "refused",
} as const;

/** Accepted at once; handles that have not settled are `pending` in the receipt. A terminated run is a 409 that says what it is. */
export const postCancel: ApiHandler = async (deps, request, params) => {
  const runId = runIdOf(params);
  const { wait } = readQuery(request, CancelQuery);
  const { note } = await readBody(request, CancelRunRequest, {});
  const result = await deps.application.cancel(runId, {
    reason: "USER_REQUESTED",
    requestedBy: deps.actorName,
    note: note ?? null,
  });
  await deps.noteAct({
    action: "run.cancel",
    outcome: CANCEL_OUTCOME[result.kind],
    target: runId,
    ...(note === undefined ? {} : { after: { note } }),
  });
  switch (result.kind) {
    case "accepted": {
      const receipt = wait === undefined ? null : await deps.application.awaitReceipt(runId, wait);
      return jsonResponse(CancelRunReply.parse({ accepted: true, receipt: receipt ?? result.receipt }));
    }
    case "already_terminated": {
      const { termination, receipt } = result;
      return problemResponse(
        "RUN_ALREADY_TERMINATED",
        `nothing to cancel: the run ended as ${termination.state} (${termination.reason})`,
        { extra: AlreadyTerminated.parse({ termination, receipt }) },
      );
    }
    case "not_held":
      return problemResponse(
        "RUN_NOT_HELD",
        "the run is stored as running, but not by this process: it is being taken over after a restart, or another console runs it; try again in a moment, or cancel it there",
        { headers: { "retry-after": String(NOT_HELD_RETRY_S) } },
      );
    case "not_found":
      throw new ProblemError("RUN_NOT_FOUND", "no run with that id is stored");
  }
};
