/** Runs that an earlier process left behind: finding them, and ending one that cannot be read (RUN-18). */
import { RunId } from "../contracts/ids";
import type { UnfinishedRun, UnreadableRun } from "../runs/ports";
import type { PrismaClient } from "./generated/client";
import { keepRollups } from "./rollups/run-rollup";
import { terminationColumns } from "./run-columns";
import { detailOf } from "./run-rows";
import { inTransaction } from "./store-transaction";
import { queueRunEnded } from "./webhook-queue";

export async function findUnfinished(
  db: PrismaClient,
  currentOwnerId: string,
): Promise<readonly (UnfinishedRun | UnreadableRun)[]> {
  const rows = await db.diagnosisRun.findMany({
    where: { retiredAt: null, ownerId: { not: currentOwnerId } },
    orderBy: { runId: "asc" },
  });
  const last = await db.runEvent.groupBy({
    by: ["runId"],
    where: { runId: { in: rows.map((row) => row.runId) } },
    _max: { seq: true },
  });
  const lastSeqOf = new Map(last.map((group) => [group.runId, group._max.seq ?? 0]));
  return rows.map((row): UnfinishedRun | UnreadableRun => {
    try {
      const lastSeq = lastSeqOf.get(row.runId) ?? 0;
      return { kind: "open", detail: detailOf(row), ownerId: row.ownerId, lastSeq };
    } catch (error) {
      // One row that does not read must not hide the others.
      return { kind: "unreadable", runId: RunId.parse(row.runId), error };
    }
  });
}

/** By plain columns alone, in one transaction: what is stored stands, what is missing becomes FAILED for that reason. */
export async function abandonRun(db: PrismaClient, runId: RunId, reason: string, at: number): Promise<void> {
  const now = new Date();
  await inTransaction(db, (tx) =>
    keepRollups(tx, runId, async () => {
      await tx.diagnosisRun.updateMany({
        where: { runId, terminationStored: null },
        data: { ...terminationColumns({ state: "FAILED", reason, completedAt: at }), terminationStored: now },
      });
      const ended = await tx.diagnosisRun.updateMany({
        where: { runId, outcomeStored: null },
        data: {
          releaseOutcome: "FAILED",
          fallbackType: null,
          status: "FAILED",
          failureCode: "OWNER_LOST",
          failureMessage: reason,
          outcomeStored: now,
        },
      });
      if (ended.count === 1) await queueRunEnded(tx, runId);
      await tx.runCheckpoint.deleteMany({ where: { runId } });
      await tx.diagnosisRun.updateMany({ where: { runId, retiredAt: null }, data: { retiredAt: now } });
    }),
  );
}
