/** A run as every reader sees it. Absent values are null, never missing, never an empty string. */
import { z } from "zod";
import { SafeAnswer } from "./answer";
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
} from "./axes";
import { BudgetSnapshot } from "./budget";
import { CancellationReceipt, LateArrival, RunTermination } from "./cancellation";
import { RunId, SessionId } from "./ids";

/** All run-level axes in one snapshot; also the payload of the watch stream's `state`. */
export const RunAxes = z.object({
  runState: RunState,
  releaseOutcome: ReleaseOutcome.nullable(),
  fallbackType: FallbackType.nullable(),
  phase: ChatApplicationStatus.nullable(),
  intent: IntentType.nullable(),
  collectionState: CollectionState.nullable(),
  stopReason: DiagnosisStopReason.nullable(),
  semanticVerdict: SemanticVerdict.nullable(),
  streamState: SseSessionState.nullable(),
  status: StoredStatus,
});
export type RunAxes = z.infer<typeof RunAxes>;

/** `attached`: tied to its owner's stream. `detached`: only cancel, deadline or budget stops it. */
export const RunMode = z.enum(["attached", "detached"]);
export type RunMode = z.infer<typeof RunMode>;

/** What a row of the runs table needs. */
export const RunSummary = RunAxes.extend({
  runId: RunId,
  sessionId: SessionId,
  /** The run whose question this one asks again; never itself a rerun. */
  originRunId: RunId.nullable(),
  query: z.string(),
  mode: RunMode,
  model: z.string(),
  conclusion: z.string().nullable(),
  failureCode: z.string().nullable(),
  durationMs: z.number().nullable(),
  toolCalls: z.int(),
  agentSteps: z.int(),
  /** Highest share of any budget used, 0–1 (may exceed 1 after a reconciliation). */
  budgetShare: z.number(),
  /** Calls still being stopped after the terminal state (RUN-14); 0 otherwise. */
  stoppingCalls: z.int(),
  createdAt: z.number(),
  completedAt: z.number().nullable(),
});
export type RunSummary = z.infer<typeof RunSummary>;

const moment = z.number().nullable();
/**
 * The exit of the run's root invocation: its seven moments, ms since the epoch, null where one was not reached. They are facts of one exit
 * and never stand in for each other; the first that is missing names the stage in which a run is stuck.
 */
export const ExitRecord = z.object({
  bodySettled: moment,
  outputSealed: moment,
  acceptancesDrained: moment,
  workClosed: moment,
  contextTerminal: moment,
  delivered: moment,
  runnerSettled: moment,
  /** What the work came to, apart from its delivery. */
  context: z.enum(["running", "succeeded", "failed", "cancelled"]),
  failureOrigin: z.string().nullable(),
});
export type ExitRecord = z.infer<typeof ExitRecord>;

export const RunDetail = RunSummary.extend({
  deadlineAt: z.number(),
  termination: RunTermination.nullable(),
  cancellation: CancellationReceipt.nullable(),
  budget: BudgetSnapshot,
  tokens: z.object({ input: z.int(), output: z.int() }),
  answer: SafeAnswer.nullable(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  publishedResult: z.boolean(),
  lateArrivals: z.array(LateArrival),
  exitRecord: ExitRecord.nullable(),
  /** How often a new process took the run over from one that was lost or stopped (RUN-18, RUN-19). */
  resumes: z.int(),
  /** When the terminal state and when outcome and answer were stored. */
  storedAt: z.object({ termination: z.number().nullable(), outcome: z.number().nullable() }),
});
export type RunDetail = z.infer<typeof RunDetail>;
