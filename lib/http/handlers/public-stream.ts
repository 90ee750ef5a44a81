/** GET /api/runs/{id}/public-stream: what the caller was sent. */
import { z } from "zod";
import { PublicStreamReply } from "../../contracts/run-acts";
import type { JournalEvent } from "../../runs/ports";
import { publicFrames } from "../../runs/public-frames";
import type { ApiHandler } from "../api-dependencies";
import { jsonResponse, ProblemError } from "../problem-response";
import { readQuery } from "../read-query";
import { runIdOf } from "./read-runs";

const NoQuery = z.strictObject({});
const PAGE = 1_000;

export const getPublicStream: ApiHandler = async (deps, request, params) => {
  const runId = runIdOf(params);
  readQuery(request, NoQuery);
  await deps.directory.settleJournal(runId);
  const states: JournalEvent[] = [];
  let after = 0;
  for (;;) {
    const page = await deps.directory.listEvents(runId, after, PAGE);
    states.push(...page.filter(({ frame }) => frame.event === "state"));
    after = page.at(-1)?.seq ?? after;
    if (page.length < PAGE) break;
  }
  // Read after its events, so that a stream that is shown as ended has its result.
  const run = await deps.directory.findRun(runId);
  if (run === null) throw new ProblemError("RUN_NOT_FOUND", "no run with that id is stored");
  return jsonResponse(PublicStreamReply.parse(publicFrames(run, states)));
};
