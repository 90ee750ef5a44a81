/** Rows ↔ contracts. Every column is parsed on read; nothing of Prisma leaves this room. */
import { z } from "zod";
import { SafeAnswer } from "../contracts/answer";
import {
  ChatApplicationStatus,
  CollectionState,
  DiagnosisStopReason,
  FallbackType,
  IntentType,
  ReleaseOutcome,
  RunState,
  SemanticVerdict,
  SseSessionState,
  StoredStatus,
  TerminalRunState,
} from "../contracts/axes";
import { BudgetSnapshot, LedgerLine } from "../contracts/budget";
import { CancellationReceipt, LateArrival, type RunTermination } from "../contracts/cancellation";
import { CanonicalEvidence, ToolParameter, ToolRecord } from "../contracts/evidence";
import { WatchFrame, type WatchEventFrame } from "../contracts/frames";
import { RunId, SessionId } from "../contracts/ids";
import { ExitRecord, RunMode, type RunDetail, type RunSummary } from "../contracts/run";
import type { JournalEvent } from "../runs/ports";
import type {
  BudgetLedgerModel,
  DiagnosisRunModel,
  RunEventModel,
  ToolInvocationModel,
} from "./generated/models";
import { decodeDocument, decodeOptional, encodeDocument } from "./documents";

/** The columns a list row needs; answers, receipts and documents stay where they are. */
export const SUMMARY_COLUMNS = {
  runId: true,
  sessionId: true,
  originRunId: true,
  query: true,
  mode: true,
  model: true,
  intent: true,
  phase: true,
  runState: true,
  completedAt: true,
  releaseOutcome: true,
  fallbackType: true,
  status: true,
  collectionState: true,
  stopReason: true,
  semanticVerdict: true,
  streamState: true,
  failureCode: true,
  conclusion: true,
  budgetShare: true,
  agentSteps: true,
  toolCalls: true,
  durationMs: true,
  createdAt: true,
} as const;
export type SummaryRow = Pick<DiagnosisRunModel, keyof typeof SUMMARY_COLUMNS>;

export function summaryOf(row: SummaryRow): RunSummary {
  return {
    runId: RunId.parse(row.runId),
    sessionId: SessionId.parse(row.sessionId),
    originRunId: RunId.nullable().parse(row.originRunId),
    query: row.query,
    mode: RunMode.parse(row.mode),
    model: row.model,
    intent: IntentType.nullable().parse(row.intent),
    phase: ChatApplicationStatus.nullable().parse(row.phase),
    runState: RunState.parse(row.runState),
    releaseOutcome: ReleaseOutcome.nullable().parse(row.releaseOutcome),
    fallbackType: FallbackType.nullable().parse(row.fallbackType),
    status: StoredStatus.parse(row.status),
    collectionState: CollectionState.nullable().parse(row.collectionState),
    stopReason: DiagnosisStopReason.nullable().parse(row.stopReason),
    semanticVerdict: SemanticVerdict.nullable().parse(row.semanticVerdict),
    streamState: SseSessionState.nullable().parse(row.streamState),
    conclusion: row.conclusion,
    failureCode: row.failureCode,
    durationMs: row.durationMs,
    toolCalls: row.toolCalls,
    agentSteps: row.agentSteps,
    budgetShare: row.budgetShare,
    stoppingCalls: 0,
    createdAt: row.createdAt.getTime(),
    completedAt: row.completedAt?.getTime() ?? null,
  };
}

export function detailOf(row: DiagnosisRunModel): RunDetail {
  return {
    ...summaryOf(row),
    deadlineAt: row.deadlineAt.getTime(),
    termination: terminationOf(row),
    cancellation: decodeOptional(CancellationReceipt, row.receiptJson),
    budget: decodeDocument(BudgetSnapshot, row.budgetJson),
    tokens: { input: row.inputTokens, output: row.outputTokens },
    answer: decodeOptional(SafeAnswer, row.answerJson),
    failure:
      row.failureCode === null
        ? null
        : { code: row.failureCode, message: row.failureMessage ?? row.failureCode },
    publishedResult: row.publishedJson !== null,
    lateArrivals: decodeOptional(z.array(LateArrival), row.lateArrivalsJson) ?? [],
    exitRecord: decodeOptional(ExitRecord, row.exitRecordJson),
    resumes: row.resumes,
    storedAt: {
      termination: row.terminationStored?.getTime() ?? null,
      outcome: row.outcomeStored?.getTime() ?? null,
    },
  };
}

function terminationOf(row: DiagnosisRunModel): RunTermination | null {
  if (row.runState === "RUNNING" || row.completedAt === null || row.terminationReason === null) return null;
  return {
    state: TerminalRunState.parse(row.runState),
    reason: row.terminationReason,
    completedAt: row.completedAt.getTime(),
  };
}

export function toolRow(record: ToolRecord): ToolInvocationModel {
  return {
    invocationId: record.invocationId,
    runId: record.runId,
    ordinal: record.ordinal,
    tool: record.tool,
    source: record.source,
    label: record.label,
    statement: record.statement,
    paramsJson: encodeDocument(record.params),
    scope: record.scope,
    normalizedScope: record.normalizedScope,
    status: record.status,
    evidenceStatus: record.evidenceStatus,
    gain: record.gain,
    evidenceJson: record.evidence === null ? null : encodeDocument(record.evidence),
    contentHash: record.contentHash,
    bytes: record.bytes,
    errorCode: record.errorCode,
    errorMessage: record.errorMessage,
    startedAt: new Date(record.startedAt),
    completedAt: record.completedAt === null ? null : new Date(record.completedAt),
  };
}

export function toolRecordOf(row: ToolInvocationModel): ToolRecord {
  return ToolRecord.parse({
    ...row,
    params: decodeDocument(z.array(ToolParameter), row.paramsJson),
    evidence: decodeOptional(CanonicalEvidence, row.evidenceJson),
    startedAt: row.startedAt.getTime(),
    completedAt: row.completedAt?.getTime() ?? null,
  });
}

export function ledgerRow(runId: RunId, line: LedgerLine): BudgetLedgerModel {
  return { ...line, runId, at: new Date(line.at), what: line.what.slice(0, 191) };
}

export function ledgerLineOf(row: BudgetLedgerModel): LedgerLine {
  return LedgerLine.parse({ ...row, at: row.at.getTime() });
}

export function eventRow(runId: RunId, event: JournalEvent): RunEventModel {
  return {
    runId,
    seq: event.seq,
    kind: event.frame.event,
    at: new Date(event.at),
    payload: encodeDocument(event.frame.data),
  };
}

const Payload = z.unknown();
export function journalEventOf(row: RunEventModel): JournalEvent {
  const frame = WatchFrame.parse({ event: row.kind, data: decodeDocument(Payload, row.payload) });
  return { seq: row.seq, at: row.at.getTime(), frame: withoutSnapshot(frame) };
}

function withoutSnapshot(frame: WatchFrame): WatchEventFrame {
  if (frame.event === "snapshot") throw new Error("a snapshot is never stored as an event");
  return frame;
}
