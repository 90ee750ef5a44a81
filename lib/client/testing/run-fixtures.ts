/** Contract-valid runs for the tests of this room. */
import { DEFAULT_BUDGET } from "../../contracts/budget";
import { InvocationId, RunId, SessionId } from "../../contracts/ids";
import type { ReadyToolRecord } from "../../contracts/evidence";
import type { RunDetail } from "../../contracts/run";
import type { TraceEvent, TraceName } from "../../contracts/trace";

export const RUN_ID = RunId.parse("run_01k9w3aaaaaaaaaaaaaaaaa7qf");
export const SESSION_ID = SessionId.parse("ses_01k9w3aaaaaaaaaaaaaaaaa7qf");
export const INVOCATION_A = InvocationId.parse("inv_01k9w3aaaaaaaaaaaaaaaaaaa1");
export const INVOCATION_B = InvocationId.parse("inv_01k9w3aaaaaaaaaaaaaaaaaaa2");
export const STARTED_AT = 1_790_000_000_000;

export function aRunDetail(change: Partial<RunDetail> = {}): RunDetail {
  return {
    runId: RUN_ID,
    sessionId: SESSION_ID,
    originRunId: null,
    query: "Why are payments failing?",
    mode: "attached",
    model: "playbooks",
    runState: "SUCCESS",
    releaseOutcome: "SUCCESS",
    fallbackType: null,
    phase: "SAFETY_VALIDATING",
    intent: "DIAGNOSIS",
    collectionState: "COLLECTING",
    stopReason: null,
    semanticVerdict: "SUPPORTED",
    streamState: "TERMINAL",
    status: "SUCCESS",
    conclusion: "Gateway B rejects 41.2 % of payments.",
    failureCode: null,
    durationMs: 4_000,
    toolCalls: 2,
    agentSteps: 3,
    budgetShare: 0.25,
    stoppingCalls: 0,
    createdAt: STARTED_AT,
    completedAt: STARTED_AT + 4_000,
    deadlineAt: STARTED_AT + DEFAULT_BUDGET.wallTimeMs,
    termination: { state: "SUCCESS", reason: "completed", completedAt: STARTED_AT + 4_000 },
    cancellation: null,
    budget: {
      modelCalls: { used: 6, limit: 24 },
      toolCalls: { used: 2, limit: 16 },
      tokens: { used: 9_000, limit: 120_000 },
      bytes: { used: 2_048, limit: 524_288 },
      wallTimeMs: { used: 4_000, limit: 120_000 },
    },
    tokens: { input: 8_000, output: 1_000 },
    answer: {
      contentType: "diagnosis_report",
      conclusion: "Gateway B rejects 41.2 % of payments.",
      claims: [],
      missingInfo: [],
      recommendedActions: [],
    },
    failure: null,
    publishedResult: true,
    lateArrivals: [],
    exitRecord: null,
    resumes: 0,
    storedAt: { termination: STARTED_AT + 4_003, outcome: STARTED_AT + 4_006 },
    ...change,
  };
}

export function aReadyRecord(change: Partial<ReadyToolRecord> = {}): ReadyToolRecord {
  return {
    invocationId: INVOCATION_A,
    runId: RUN_ID,
    ordinal: 1,
    tool: "mysql_query",
    source: "shop",
    label: "payments-failing/failure_rate",
    statement: "SELECT gateway, COUNT(*) FROM payments GROUP BY gateway",
    params: [],
    scope: "payments of the last 24 hours",
    normalizedScope: "shop|select",
    startedAt: STARTED_AT + 100,
    status: "READY",
    evidenceStatus: "EVIDENCE_FOUND",
    completedAt: STARTED_AT + 900,
    evidence: {
      columns: [{ name: "gateway", type: "text" }],
      rows: [["B"]],
      truncated: { rows: false, columns: false, cells: 0 },
    },
    contentHash: "a".repeat(64),
    bytes: 64,
    gain: "GAINED",
    errorCode: null,
    errorMessage: null,
    ...change,
  };
}

export function aTraceEvent(seq: number, name: TraceName, change: Partial<TraceEvent> = {}): TraceEvent {
  return {
    seq,
    name,
    phase: "run",
    status: "info",
    at: STARTED_AT + seq * 100,
    durationMs: null,
    callId: null,
    detail: {},
    ...change,
  };
}
