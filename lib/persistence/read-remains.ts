/** What is stored of a run whose process is gone: all that a new owner goes on from (RUN-18). */
import { BudgetResource, type ReservableResource } from "../contracts/budget";
import type { RunId } from "../contracts/ids";
import type { RunRemains } from "../runs/ports";
import type { PrismaClient } from "./generated/client";
import { journalEventOf, toolRecordOf } from "./run-rows";

/** Wall time is never in a ledger: the deadline holds it. */
const Reservable = BudgetResource.exclude(["wallTimeMs"]);

/** Reads everything; for a run that nobody writes to any more. */
export async function readRemains(db: PrismaClient, runId: RunId): Promise<RunRemains> {
  const [events, records, ledger] = await Promise.all([
    db.runEvent.findMany({ where: { runId }, orderBy: { seq: "asc" } }),
    db.toolInvocation.findMany({ where: { runId }, orderBy: { ordinal: "asc" } }),
    readLedger(db, runId),
  ]);
  return { events: events.map(journalEventOf), records: records.map(toolRecordOf), ledger };
}

async function readLedger(db: PrismaClient, runId: RunId): Promise<RunRemains["ledger"]> {
  const [last, sums] = await Promise.all([
    db.budgetLedger.aggregate({ where: { runId }, _max: { seq: true } }),
    // A refusal states what was asked for and moved nothing.
    db.budgetLedger.groupBy({
      by: ["resource"],
      where: { runId, movement: { not: "refuse" } },
      _sum: { amount: true },
    }),
  ]);
  const spent: Record<ReservableResource, number> = { modelCalls: 0, toolCalls: 0, tokens: 0, bytes: 0 };
  for (const sum of sums) spent[Reservable.parse(sum.resource)] = sum._sum.amount ?? 0;
  return { lastSeq: last._max.seq ?? 0, spent };
}
