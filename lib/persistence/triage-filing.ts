/** Filing a run: reading what its fingerprint is made of, and giving it its group. */
import { z } from "zod";
import { SafeAnswer } from "../contracts/answer";
import { DiagnosisStopReason, FallbackType, TerminalRunState } from "../contracts/axes";
import { ToolErrorCode } from "../contracts/evidence";
import { RunId, TriageGroupId } from "../contracts/ids";
import { FiledOutcome, type TriageEvent } from "../contracts/triage";
import { TraceLine } from "../contracts/trace";
import { fingerprintOf, type EndedRun, type Fingerprint } from "../triage/fingerprint";
import { SYSTEM_ACTOR, type FileResult } from "../triage/ports";
import { decideRecurrence, NEW_GROUP } from "../triage/triage-transitions";
import { decodeDocument, encodeDocument, UnreadableDocumentError } from "./documents";
import type { Prisma, PrismaClient } from "./generated/client";
import type { DiagnosisRunModel } from "./generated/models";
import { stateColumns, stateOf, WITH_LABELS } from "./triage-rows";
import { inTransaction } from "./store-transaction";
import { queueTriageReopened } from "./webhook-queue";

/** The guards and the decision stand among these last lines. */
const TRACE_TAIL = 40;
/** Longest sample of a question, in UTF-16 units. */
const SAMPLE_LENGTH = 1_000;

/** The run has its group by now: what was prepared for it is rolled back. */
class AlreadyFiled extends Error {
  override readonly name = "AlreadyFiled";
}

export async function listUnfiled(
  db: PrismaClient,
  after: RunId | null,
  limit: number,
): Promise<readonly RunId[]> {
  const rows = await db.$queryRaw<{ run_id: string }[]>`
    SELECT run_id FROM diagnosis_run
    WHERE triage_group_id IS NULL AND release_outcome IN ('FALLBACK', 'FAILED') AND retired_at IS NOT NULL
      AND run_id > ${after ?? ""}
      AND NOT EXISTS (SELECT 1 FROM regression_replay_item i WHERE i.session_id = diagnosis_run.session_id)
    ORDER BY run_id LIMIT ${limit}`;
  return rows.map((row) => RunId.parse(row.run_id));
}

/**
 * What the fingerprint is made of is read first: nobody writes to a retired run any more. Then one transaction, which locks the group before
 * it reads it, and in which the run takes its group only if it has none.
 */
export async function fileRun(
  db: PrismaClient,
  runId: RunId,
  newGroupId: TriageGroupId,
  at: number,
): Promise<FileResult> {
  const row = await db.diagnosisRun.findUnique({ where: { runId } });
  const outcome = FiledOutcome.safeParse(row?.releaseOutcome);
  if (row === null || !outcome.success || row.retiredAt === null) return { kind: "not_due" };
  const replayed = await db.regressionReplayItem.findUnique({ where: { sessionId: row.sessionId } });
  if (replayed !== null) return { kind: "not_due" };
  const fingerprint = fingerprintOf(await endedRunOf(db, row, outcome.data));
  try {
    return await inTransaction(db, (tx) => take(tx, row, fingerprint, newGroupId, at));
  } catch (error) {
    if (error instanceof AlreadyFiled) return { kind: "already_filed" };
    throw error;
  }
}

async function take(
  tx: Prisma.TransactionClient,
  row: DiagnosisRunModel,
  { cause, hash, version }: Fingerprint,
  newGroupId: TriageGroupId,
  at: number,
): Promise<FileResult> {
  const runId = RunId.parse(row.runId);
  const seen = row.completedAt ?? row.createdAt;
  const sampleQuery = row.query.slice(0, SAMPLE_LENGTH).toWellFormed();
  await tx.$executeRaw`
    INSERT INTO triage_group (group_id, fingerprint, fingerprint_version, release_outcome, fallback_type, failure_code, run_state,
      stop_reason, cause, playbook, tool, tool_error_code, status, version, history_seq, run_count, first_seen_at, last_seen_at,
      last_run_id, sample_query, reopen_count)
    VALUES (${newGroupId}, ${hash}, ${version}, ${cause.releaseOutcome}, ${cause.fallbackType}, ${cause.failureCode}, ${cause.runState},
      ${cause.stopReason}, ${cause.cause}, ${cause.playbook}, ${cause.tool}, ${cause.toolErrorCode}, ${NEW_GROUP.status}, 1, 0, 0,
      ${seen}, ${seen}, ${runId}, ${sampleQuery}, 0)
    ON DUPLICATE KEY UPDATE group_id = group_id`;
  await tx.$queryRaw`SELECT group_id FROM triage_group WHERE fingerprint = ${hash} FOR UPDATE`;
  const taken = await tx.$queryRaw<{ group_id: string | null }[]>`
    SELECT triage_group_id AS group_id FROM diagnosis_run WHERE run_id = ${runId} FOR UPDATE`;
  if (taken[0]?.group_id !== null) throw new AlreadyFiled();
  const group = await tx.triageGroup.findUniqueOrThrow({
    where: { fingerprint: hash },
    include: WITH_LABELS,
  });
  const groupId = TriageGroupId.parse(group.groupId);
  const isNew = groupId === newGroupId;
  const decision = decideRecurrence(stateOf(group), { runId, endedAt: seen.getTime() }, at);
  const event: TriageEvent | null = isNew
    ? { kind: "filed", runId }
    : decision.kind === "changed"
      ? decision.event
      : null;
  const isNewest = isNew || seen >= group.lastSeenAt;
  await tx.triageGroup.update({
    where: { groupId },
    data: {
      runCount: { increment: 1 },
      ...(isNewest ? { lastSeenAt: seen, lastRunId: runId, sampleQuery } : {}),
      ...(seen < group.firstSeenAt ? { firstSeenAt: seen } : {}),
      ...(event === null ? {} : { historySeq: { increment: 1 } }),
      ...(decision.kind === "changed"
        ? {
            ...stateColumns(decision.state),
            version: { increment: 1 },
            changedBy: SYSTEM_ACTOR,
            changedAt: new Date(at),
          }
        : {}),
    },
    select: { groupId: true },
  });
  if (event !== null) await addHistory(tx, groupId, group.historySeq + 1, SYSTEM_ACTOR, at, event);
  if (event?.kind === "recurred") {
    const resolution = event.resolution?.reason ?? null;
    await queueTriageReopened(tx, {
      groupId,
      version: group.version + 1,
      runId,
      by: SYSTEM_ACTOR,
      resolution,
      at,
    });
  }
  await tx.$executeRaw`UPDATE diagnosis_run SET triage_group_id = ${groupId} WHERE run_id = ${runId}`;
  return { kind: "filed", groupId, into: isNew ? "new" : decision.kind === "changed" ? "reopened" : "known" };
}

export async function addHistory(
  tx: Prisma.TransactionClient,
  groupId: string,
  seq: number,
  actor: string,
  at: number,
  event: TriageEvent,
): Promise<void> {
  await tx.triageHistory.create({
    data: { groupId, seq, actor, at: new Date(at), entry: encodeDocument(event) },
    select: { seq: true },
  });
}

/** What does not read is left out: a run of which something is damaged is filed all the same. */
async function endedRunOf(
  db: PrismaClient,
  row: DiagnosisRunModel,
  releaseOutcome: FiledOutcome,
): Promise<EndedRun> {
  const { runId } = row;
  const [records, trace] = await Promise.all([
    db.toolInvocation.findMany({
      where: { runId },
      orderBy: { ordinal: "asc" },
      select: { tool: true, source: true, label: true, errorCode: true },
    }),
    db.runEvent.findMany({ where: { runId, kind: "trace" }, orderBy: { seq: "desc" }, take: TRACE_TAIL }),
  ]);
  const answer = readable(() => decodeDocument(SafeAnswer, row.answerJson ?? ""));
  return {
    model: row.model,
    runState: TerminalRunState.safeParse(row.runState).data ?? "FAILED",
    releaseOutcome,
    fallbackType: FallbackType.safeParse(row.fallbackType).data ?? null,
    failureCode: row.failureCode,
    stopReason: DiagnosisStopReason.safeParse(row.stopReason).data ?? null,
    missingInfo: answer?.contentType === "fallback" ? answer.missingInfo : [],
    records: records.map((record) => ({
      ...record,
      errorCode: ToolErrorCode.safeParse(record.errorCode).data ?? null,
    })),
    trace: trace.reverse().flatMap((event) => {
      const line = readable(() => decodeDocument(TraceLine, event.payload));
      return line === null ? [] : [line];
    }),
  };
}

function readable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof UnreadableDocumentError) return null;
    throw error;
  }
}
