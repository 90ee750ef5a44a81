/** Trace lines: they describe, they are no lifecycle of their own. */
import { z } from "zod";

export const TRACE_NAME_TABLE = {
  RUN_STARTED: "Run started",
  ROUTING_ATTEMPT: "Routing",
  ROUTING_DECISION: "Routing decided",
  SYSTEM_ANSWER: "System answer",
  KNOWLEDGE_SEARCH: "Knowledge search",
  KNOWLEDGE_ANSWER: "Knowledge answer",
  AGENT_MODEL_STEP: "Model step",
  MODEL_RETRY: "Model asked again",
  TOOL_INVOCATION: "Tool call",
  TOOL_PROGRESS: "Tool progress",
  TOOL_REQUEST_REJECTED: "Tool request rejected",
  COLLECTION_STOP: "Collection stopped",
  DRAFT_RECEIVED: "Draft received",
  DRAFT_REJECTED: "Draft rejected",
  EVIDENCE_GUARD_INITIAL: "Evidence guard",
  EVIDENCE_REPAIR: "Evidence repair",
  EVIDENCE_GUARD_RECHECK: "Evidence guard, recheck",
  SEMANTIC_GUARD_ATTEMPT: "Semantic guard",
  SEMANTIC_GUARD_DECISION: "Semantic verdict",
  RELEASE_DECISION: "Release decision",
  CANCEL_REQUESTED: "Cancel requested",
  HANDLE_STOPPED: "Call stopped",
  LATE_ARRIVAL: "Late arrival refused",
  BUDGET_EXHAUSTED: "Budget exhausted",
  RUN_HANDED_OVER: "Run handed over",
  RUN_RESUMED: "Run resumed",
  CHECKPOINT_FAILED: "Checkpoint failed",
  RUN_FINISHED: "Run finished",
} as const satisfies Record<string, string>;
export type TraceName = keyof typeof TRACE_NAME_TABLE;
export const TraceName = z.enum(Object.keys(TRACE_NAME_TABLE) as [TraceName, ...TraceName[]]);

export const TracePhase = z.enum([
  "run",
  "routing",
  "answer",
  "agent",
  "tool",
  "guard",
  "release",
  "control",
]);
export type TracePhase = z.infer<typeof TracePhase>;
export const TraceStatus = z.enum(["started", "ok", "refused", "failed", "info"]);
export type TraceStatus = z.infer<typeof TraceStatus>;

/** JSON detail of a line; never a secret, bounded by the writer. */
export const TraceDetail = z.record(z.string(), z.json());
export type TraceDetail = z.infer<typeof TraceDetail>;

/** As recorded: `at` is when it happened (ms since epoch), `durationMs` null for an instant. */
export const TraceLine = z.object({
  name: TraceName,
  phase: TracePhase,
  status: TraceStatus,
  at: z.number(),
  durationMs: z.number().nullable(),
  /** The model or tool call it speaks of. */
  callId: z.string().nullable(),
  detail: TraceDetail,
});
export type TraceLine = z.infer<typeof TraceLine>;
/** A stored line has a per-run sequence number, strictly increasing (dense over all watch events). */
export const TraceEvent = TraceLine.extend({ seq: z.int() });
export type TraceEvent = z.infer<typeof TraceEvent>;
