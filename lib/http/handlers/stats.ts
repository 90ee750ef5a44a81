/** GET /api/runs/counts and GET /api/stats: how many runs, and how they went over time. */
import { CountRunsQuery, RunCounts, StatsQuery, StatsReply } from "../../contracts/run-stats";
import type { ApiHandler } from "../api-dependencies";
import { jsonResponse } from "../problem-response";
import { readQuery } from "../read-query";

/** The filter of the list; `isExact` says whether everything was counted. */
export const getRunCounts: ApiHandler = async (deps, request) => {
  const filter = readQuery(request, CountRunsQuery);
  return jsonResponse(RunCounts.parse(await deps.directory.countRuns(filter)));
};

/** Ended runs in whole hours or days of UTC. */
export const getStats: ApiHandler = async (deps, request) => {
  const query = readQuery(request, StatsQuery);
  return jsonResponse(StatsReply.parse(await deps.directory.readStats(query)));
};
