/** Frames of the two streams. The public one is a closed protocol: nothing else appears on it (SSE-1). */
import { z } from "zod";
import { SafeAnswer } from "./answer";
import { ChatApplicationStatus, FallbackType, PublicOutcome } from "./axes";
import { BudgetSnapshot } from "./budget";
import { ToolRecord } from "./evidence";
import { RunId, SessionId } from "./ids";
import { RunAxes, RunDetail } from "./run";
import { TraceEvent } from "./trace";

/** Why a public stream ended in `failure`. */
export const FAILURE_CODE_TABLE = {
  RUN_CANCELLED: "The run was cancelled.",
  RUN_TIMED_OUT: "The run reached its deadline before anything safe could be said.",
  BUDGET_EXHAUSTED: "The run used up a budget before anything safe could be said.",
  ROUTING_FAILED: "The question could not be routed.",
  MODEL_FAILED: "The model failed before any fact was verified.",
  DRAFT_REJECTED: "The model's draft was unlawful and no fact had been verified.",
  NO_SAFE_CONTENT: "The investigation ended without any verified fact.",
  STORE_UNAVAILABLE: "The result could not be stored, so it was not published.",
  OWNER_LOST: "The process that ran it is gone.",
  SERVER_STOPPED: "The server was stopped while the run was under way.",
  INTERNAL_FAILURE: "An internal fault ended the run.",
} as const satisfies Record<string, string>;
export type FailureCode = keyof typeof FAILURE_CODE_TABLE;
export const FailureCode = z.enum(Object.keys(FAILURE_CODE_TABLE) as [FailureCode, ...FailureCode[]]);

export const PublicFrame = z.discriminatedUnion("event", [
  z.object({ event: z.literal("metadata"), data: z.object({ sessionId: SessionId, runId: RunId }) }),
  z.object({ event: z.literal("status"), data: z.object({ status: ChatApplicationStatus }) }),
  z.object({
    event: z.literal("content"),
    data: z.object({
      sessionId: SessionId,
      runId: RunId,
      contentType: z.string(),
      fallbackType: FallbackType.nullable(),
      answer: SafeAnswer,
    }),
  }),
  z.object({
    event: z.literal("failure"),
    data: z.object({ sessionId: SessionId, runId: RunId, code: FailureCode, message: z.string() }),
  }),
  z.object({ event: z.literal("done"), data: z.object({ outcome: PublicOutcome }) }),
]);
export type PublicFrame = z.infer<typeof PublicFrame>;

/**
 * Frames of the watch stream. All but `snapshot` are stored events: they carry the SSE `id:` (their sequence number), dense
 * per run. `snapshot` comes first and carries no id of its own; its `seq` is the watcher's cursor: the events after it follow.
 */
export const WatchFrame = z.discriminatedUnion("event", [
  z.object({ event: z.literal("snapshot"), data: z.object({ seq: z.int(), run: RunDetail }) }),
  z.object({ event: z.literal("trace"), data: TraceEvent }),
  z.object({ event: z.literal("state"), data: RunAxes }),
  z.object({ event: z.literal("budget"), data: BudgetSnapshot }),
  z.object({ event: z.literal("tool"), data: ToolRecord }),
  z.object({ event: z.literal("end"), data: z.object({ runId: RunId }) }),
]);
export type WatchFrame = z.infer<typeof WatchFrame>;
export type WatchEventFrame = Exclude<WatchFrame, { event: "snapshot" }>;
