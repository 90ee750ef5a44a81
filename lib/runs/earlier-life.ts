/** What a resumed run goes on from, out of what is stored of it (RUN-18). */
import type { BudgetLimits } from "../contracts/budget";
import { RunAxes, type RunDetail } from "../contracts/run";
import type { EarlierLife } from "../harness/diagnosis-harness-core";
import type { RunContext } from "../harness/run-context";
import type { RunRemains } from "./ports";
import type { EarlierJournal } from "./run-journal";

/** A run that goes on is open, whatever its lost process had begun to tell of an end. */
const OPEN = { runState: "RUNNING", releaseOutcome: null, fallbackType: null, status: "RUNNING" } as const;

/** The figure of the row may be one call behind the records. */
export function earlierJournal(detail: RunDetail, { events, records }: RunRemains): EarlierJournal {
  const axes = { ...RunAxes.parse(detail), ...OPEN };
  return { events, tools: records, progress: { ...detail, axes, toolCalls: records.length } };
}

/** Its limits, its start, and so its deadline. */
export function earlierLife(
  detail: RunDetail,
  { records, ledger }: RunRemains,
): { readonly limits: BudgetLimits; readonly earlier: EarlierLife } {
  return { limits: limitsOfRun(detail), earlier: { startedAt: detail.createdAt, ledger, records } };
}

/** The limits of a run as they were asked for. */
export function limitsOfRun({ budget }: RunDetail): BudgetLimits {
  return {
    modelCalls: budget.modelCalls.limit,
    toolCalls: budget.toolCalls.limit,
    tokens: budget.tokens.limit,
    bytes: budget.bytes.limit,
    wallTimeMs: budget.wallTimeMs.limit,
  };
}

/**
 * A record proves its call and its bytes (RUN-11): also where the lost process had no time to store their lines of the ledger, and that what it had
 * reserved without a record was not used.
 */
export function reconcileWithRecords(context: RunContext, { records, ledger }: RunRemains): void {
  const proven = {
    toolCalls: records.length,
    bytes: records.reduce((sum, record) => sum + (record.bytes ?? 0), 0),
  };
  for (const resource of ["toolCalls", "bytes"] as const) {
    const [spent, used] = [ledger.spent[resource], proven[resource]];
    const what = `${used < spent ? "not used" : "used"} before the process was lost`;
    context.budget.reconcile(resource, spent, used, context.runId, what);
  }
}

/** For the trace: what is kept, and what was lost with the process. */
export function countRecords({ records }: RunRemains): { records: number; lostCalls: number } {
  return {
    records: records.filter((record) => record.status === "READY").length,
    lostCalls: records.filter((record) => record.errorCode === "PROCESS_LOST").length,
  };
}
