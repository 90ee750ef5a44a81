/** POST /api/runs/{id}/rerun and GET /api/runs/{id}/reruns. */
import { z } from "zod";
import { PageQuery, RunPage } from "../../contracts/requests";
import { RerunRequest } from "../../contracts/run-acts";
import type { ApiHandler } from "../api-dependencies";
import { jsonResponse, ProblemError } from "../problem-response";
import { readBody } from "../read-body";
import { readQuery } from "../read-query";
import { assertRunExists, runIdOf } from "./read-runs";
import { idempotencyKeyOf, noteStart, startedDetached } from "./start-run";

const NoQuery = z.strictObject({});

/** The same question again, detached; 202 and refusals are those of a start. */
export const postRerun: ApiHandler = async (deps, request, params) => {
  const runId = runIdOf(params);
  readQuery(request, NoQuery);
  const idempotencyKey = idempotencyKeyOf(request);
  const { budget } = await readBody(request, RerunRequest, {});
  const result = await deps.application.rerun(runId, { budget, idempotencyKey });
  if (result.kind === "not_found") throw new ProblemError("RUN_NOT_FOUND", "no run with that id is stored");
  await noteStart(deps, result);
  return startedDetached(result);
};

/** Of the origin: a rerun has none of its own. */
export const getReruns: ApiHandler = async (deps, request, params) => {
  const runId = runIdOf(params);
  const { limit, cursor } = readQuery(request, PageQuery);
  await assertRunExists(deps, runId);
  return jsonResponse(RunPage.parse(await deps.directory.listReruns(runId, limit, cursor)));
};
