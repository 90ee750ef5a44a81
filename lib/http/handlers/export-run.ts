/** GET /api/runs/{id}/export: the whole of a run as a file. */
import { z } from "zod";
import type { RunId } from "../../contracts/ids";
import { RunExport } from "../../contracts/run-acts";
import type { Page } from "../../runs/ports";
import type { ApiHandler } from "../api-dependencies";
import { jsonResponse, ProblemError } from "../problem-response";
import { readQuery } from "../read-query";
import { runIdOf } from "./read-runs";

const NoQuery = z.strictObject({});
const PAGE = 200;

/** Also of a run that goes on: as far as it has come. */
export const getRunExport: ApiHandler = async (deps, request, params) => {
  const runId = runIdOf(params);
  readQuery(request, NoQuery);
  const { directory } = deps;
  await directory.settleJournal(runId);
  const run = await directory.findRun(runId);
  if (run === null) throw new ProblemError("RUN_NOT_FOUND", "no run with that id is stored");
  const [trace, tools, ledger] = await Promise.all([
    wholeList(directory.listTrace, runId),
    wholeList(directory.listTools, runId),
    wholeList(directory.listLedger, runId),
  ]);
  const whole = RunExport.parse({ version: 1, exportedAt: Date.now(), run, trace, tools, ledger });
  return jsonResponse(whole, 200, { "content-disposition": `attachment; filename="${runId}.json"` });
};

async function wholeList<T>(
  list: (runId: RunId, limit: number, cursor: string | undefined) => Promise<Page<T>>,
  runId: RunId,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<T> = await list(runId, PAGE, cursor ?? undefined);
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return items;
}
