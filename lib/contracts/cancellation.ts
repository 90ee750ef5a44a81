/** The termination and the cancellation receipt of a run (RUN-1, RUN-12, RUN-15, RUN-16). */
import { z } from "zod";
import { CancellationReason, TerminalRunState } from "./axes";

/** Immutable; there is at most one per run (invariant 1). */
export const RunTermination = z.object({
  state: TerminalRunState,
  reason: z.string().min(1),
  completedAt: z.number(),
});
export type RunTermination = z.infer<typeof RunTermination>;

/** One request to stop: who or what asked, when, why. */
export const CancelRequest = z.object({
  reason: CancellationReason,
  requestedBy: z.string(),
  requestedAt: z.number(),
  note: z.string().nullable(),
});
export type CancelRequest = z.infer<typeof CancelRequest>;

/** A call of an evidence tool, by what it asks. */
export const ToolHandleKind = z.enum(["mysql_query", "mcp_call", "prometheus_query"]);
export type ToolHandleKind = z.infer<typeof ToolHandleKind>;
export const HandleKind = z.enum(["model", "guard", ...ToolHandleKind.options]);
export type HandleKind = z.infer<typeof HandleKind>;
/**
 * What became of one call that was in flight. `confirmed`: it has really stopped (for a query: it is gone from the
 * process list; for other tools: its callee has answered or their connection has ended). `unconfirmed`: that could not be established. `afterMs` counts from the request to that knowledge.
 */
export const HandleStop = z.object({
  kind: HandleKind,
  id: z.string(),
  what: z.string(),
  stop: z.enum(["pending", "confirmed", "unconfirmed"]),
  afterMs: z.number().nullable(),
  /** e.g. "KILL QUERY 481; gone from the process list". Never driver text or a secret. */
  detail: z.string().nullable(),
});
export type HandleStop = z.infer<typeof HandleStop>;

export const CancellationReceipt = CancelRequest.extend({
  /** Requests that lost the race, in order (RUN-16). */
  lost: z.array(CancelRequest),
  handles: z.array(HandleStop),
  /** When the terminal state was set, and when it was stored; null until then. */
  stateSetAt: z.number().nullable(),
  storedAt: z.number().nullable(),
});
export type CancellationReceipt = z.infer<typeof CancellationReceipt>;

/** Something that came after the terminal state and was refused (RUN-15). */
export const LateArrival = z.object({
  what: z.enum(["model_result", "tool_result", "completion", "content", "delta"]),
  callId: z.string(),
  at: z.number(),
  lateByMs: z.number(),
});
export type LateArrival = z.infer<typeof LateArrival>;
