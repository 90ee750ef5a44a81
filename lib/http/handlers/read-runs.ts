/** The reading routes of runs. */
import { z } from "zod";
import { RunId } from "../../contracts/ids";
import { LedgerPage, ListRunsQuery, PageQuery, RunPage, ToolPage, TracePage } from "../../contracts/requests";
import { RunDetail } from "../../contracts/run";
import { watchRun } from "../../runs/watch-run";
import type { ApiDependencies, ApiHandler } from "../api-dependencies";
import { jsonResponse, ProblemError } from "../problem-response";
import { readQuery } from "../read-query";
import { SSE_HEADERS } from "../sse";
import { watchStream } from "../watch-stream";

const NoQuery = z.strictObject({});
const Sequence = z.coerce.number().pipe(z.int().min(0));
export const WatchQuery = z.strictObject({ after: Sequence.optional() });

/** @throws ProblemError RUN_NOT_FOUND, also for a text that is no run id at all */
export function runIdOf(params: Readonly<Record<string, string>>): RunId {
  const parsed = RunId.safeParse(params["id"]);
  if (!parsed.success) throw new ProblemError("RUN_NOT_FOUND", "check the run id: it starts with run_");
  return parsed.data;
}

/** @throws ProblemError RUN_NOT_FOUND */
export async function assertRunExists(deps: ApiDependencies, runId: RunId): Promise<void> {
  if (deps.directory.findLive(runId) !== undefined) return;
  if ((await deps.directory.findRun(runId)) === null) {
    throw new ProblemError("RUN_NOT_FOUND", "no run with that id is stored");
  }
}

export const getRuns: ApiHandler = async (deps, request) => {
  const { limit, cursor, ...filter } = readQuery(request, ListRunsQuery);
  return jsonResponse(RunPage.parse(await deps.directory.listRuns(filter, limit, cursor)));
};

export const getRun: ApiHandler = async (deps, request, params) => {
  readQuery(request, NoQuery);
  const run = await deps.directory.findRun(runIdOf(params));
  if (run === null) throw new ProblemError("RUN_NOT_FOUND", "no run with that id is stored");
  return jsonResponse(RunDetail.parse(run));
};

export const getRunTrace: ApiHandler = async (deps, request, params) => {
  const runId = runIdOf(params);
  const { limit, cursor } = readQuery(request, PageQuery);
  await assertRunExists(deps, runId);
  await deps.directory.settleJournal(runId);
  return jsonResponse(TracePage.parse(await deps.directory.listTrace(runId, limit, cursor)));
};

export const getRunTools: ApiHandler = async (deps, request, params) => {
  const runId = runIdOf(params);
  const { limit, cursor } = readQuery(request, PageQuery);
  await assertRunExists(deps, runId);
  return jsonResponse(ToolPage.parse(await deps.directory.listTools(runId, limit, cursor)));
};

export const getRunLedger: ApiHandler = async (deps, request, params) => {
  const runId = runIdOf(params);
  const { limit, cursor } = readQuery(request, PageQuery);
  await assertRunExists(deps, runId);
  await deps.directory.settleJournal(runId);
  return jsonResponse(LedgerPage.parse(await deps.directory.listLedger(runId, limit, cursor)));
};

/** The watch stream: `Last-Event-ID` (or `?after=`) resumes; leaving it never cancels. */
export const getRunEvents: ApiHandler = async (deps, request, params) => {
  const runId = runIdOf(params);
  const { after } = readQuery(request, WatchQuery);
  const header = request.headers.get("last-event-id");
  const resumed = header === null || header === "" ? null : Sequence.safeParse(header);
  if (resumed?.success === false) {
    throw new ProblemError("INVALID_REQUEST", "Last-Event-ID must be the id of the last event you have seen");
  }
  await assertRunExists(deps, runId);
  const cursor = resumed?.data ?? after ?? 0;
  const body = watchStream(deps.timers, deps.openStream("watch"), (signal) =>
    watchRun(deps.directory, runId, cursor, signal),
  );
  return new Response(body, { headers: SSE_HEADERS });
};
