/** Regression cases and their replays. */
import { z } from "zod";
import { RegressionCaseId, ReplayId } from "../../contracts/ids";
import {
  CancelReplayReply,
  MakeCaseReply,
  MakeCaseRequest,
  MAX_CASES,
  RegressionCaseDetail,
  RegressionCaseList,
  Replay,
  RemoveCaseReply,
  ReplayList,
  StartReplayRequest,
} from "../../contracts/triage-regression";
import type { ApiDependencies, ApiHandler } from "../api-dependencies";
import { jsonResponse, ProblemError } from "../problem-response";
import { readBody } from "../read-body";
import { readQuery } from "../read-query";

const NoQuery = z.strictObject({});

function idOf<T extends z.ZodType>(
  schema: T,
  prefix: string,
  params: Readonly<Record<string, string>>,
): z.infer<T> {
  const parsed = schema.safeParse(params["id"]);
  if (!parsed.success) throw new ProblemError("TRIAGE_NOT_FOUND", `check the id: it starts with ${prefix}_`);
  return parsed.data;
}
const noSuchCase = () => new ProblemError("TRIAGE_NOT_FOUND", "no regression case with that id is kept");

export const getCases: ApiHandler = async ({ triage }, request) => {
  readQuery(request, NoQuery);
  return jsonResponse(RegressionCaseList.parse({ items: await triage.cases.listCases() }));
};

export const getCase: ApiHandler = async ({ triage }, request, params) => {
  readQuery(request, NoQuery);
  const found = await triage.cases.findCase(idOf(RegressionCaseId, "rgc", params));
  if (found === null) throw noSuchCase();
  return jsonResponse(RegressionCaseDetail.parse(found));
};

/** 201 when the run was no case before. */
export const postCase: ApiHandler = async ({ triage, actorName }, request) => {
  readQuery(request, NoQuery);
  const { runId, expected } = await readBody(request, MakeCaseRequest);
  const result = await triage.cases.makeCase(
    { caseId: triage.newCaseId(), runId, expected: expected ?? null },
    actorName,
    triage.now(),
  );
  switch (result.kind) {
    case "made":
    case "updated":
    case "unchanged":
      return jsonResponse(
        MakeCaseReply.parse({ kind: result.kind, case: result.case }),
        result.kind === "made" ? 201 : 200,
      );
    case "no_such_run":
      throw new ProblemError("RUN_NOT_FOUND", "no run with that id is stored");
    case "not_ended":
      throw new ProblemError("TRIAGE_REFUSED", "wait until the run has ended, then make a case of it");
    case "full":
      throw new ProblemError("TRIAGE_REFUSED", `there are ${MAX_CASES} cases: remove one first`);
  }
};

export const deleteCase: ApiHandler = async ({ triage, actorName }, request, params) => {
  readQuery(request, NoQuery);
  const caseId = idOf(RegressionCaseId, "rgc", params);
  if (!(await triage.cases.removeCase(caseId, actorName, triage.now()))) throw noSuchCase();
  return jsonResponse(RemoveCaseReply.parse({ removed: true }));
};

export const getReplays: ApiHandler = async ({ triage }, request) => {
  readQuery(request, NoQuery);
  return jsonResponse(ReplayList.parse({ items: await triage.cases.listReplays() }));
};

export const getReplay: ApiHandler = async (deps, request, params) => {
  readQuery(request, NoQuery);
  return jsonResponse(await readReplay(deps, idOf(ReplayId, "rpl", params)));
};

/** 202: the runs begin a few at a time. */
export const postReplay: ApiHandler = async (deps, request) => {
  readQuery(request, NoQuery);
  const { caseIds } = await readBody(request, StartReplayRequest);
  const result = await deps.triage.replays.start(caseIds, deps.actorName);
  switch (result.kind) {
    case "started":
      return jsonResponse(await readReplay(deps, result.replayId), 202, {
        location: `/api/triage/replays/${result.replayId}`,
      });
    case "busy":
      throw new ProblemError(
        "TRIAGE_REFUSED",
        `the replay ${result.replayId} is running: wait for it, or cancel it`,
      );
    case "no_such_case":
      throw new ProblemError("TRIAGE_NOT_FOUND", `${result.caseId} is no case any more: choose again`);
  }
};

export const postCancelReplay: ApiHandler = async (deps, request, params) => {
  readQuery(request, NoQuery);
  const replayId = idOf(ReplayId, "rpl", params);
  await readReplay(deps, replayId);
  const cancelled = await deps.triage.replays.cancel(replayId, deps.actorName);
  return jsonResponse(
    CancelReplayReply.parse({
      kind: cancelled ? "cancelled" : "unchanged",
      replay: await readReplay(deps, replayId),
    }),
  );
};

async function readReplay({ triage }: ApiDependencies, replayId: ReplayId): Promise<Replay> {
  const replay = await triage.cases.findReplay(replayId);
  if (replay === null) throw new ProblemError("TRIAGE_NOT_FOUND", "no replay with that id is stored");
  return Replay.parse(replay);
}
