/** Bodies, queries and replies of the HTTP API. */
import { z } from "zod";
import { BudgetOverride, LedgerLine } from "./budget";
import { CancellationReceipt, RunTermination } from "./cancellation";
import { ToolRecord } from "./evidence";
import { RunId, SessionId } from "./ids";
import { RunSummary } from "./run";
import { RUN_FILTER_PARAMETERS } from "./run-filter";
import { TraceEvent } from "./trace";

export type { RunFilter } from "./run-filter";

/** Longest question, in UTF-16 units. */
const MAX_QUERY_LENGTH = 8_000;
/** Largest request body, in bytes. */
export const MAX_BODY_BYTES = 64 * 1024;

// Control characters but for tab, line feed and carriage return.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u;

const Query = z
  .string()
  .trim()
  .min(1, "ask a question")
  .max(MAX_QUERY_LENGTH, `keep the question under ${MAX_QUERY_LENGTH} characters`)
  .refine((text) => !CONTROL.test(text), "remove the control characters")
  .refine((text) => text.isWellFormed(), "remove the broken (unpaired surrogate) characters");

export const StartRunRequest = z.strictObject({
  query: Query,
  sessionId: SessionId.optional(),
  budget: BudgetOverride.optional(),
});
export type StartRunRequest = z.infer<typeof StartRunRequest>;

export const StartRunReply = z.object({ runId: RunId, sessionId: SessionId });
export type StartRunReply = z.infer<typeof StartRunReply>;

export const CancelRunRequest = z.strictObject({ note: z.string().trim().min(1).max(500).optional() });
export type CancelRunRequest = z.infer<typeof CancelRunRequest>;
export const CancelRunReply = z.object({ accepted: z.literal(true), receipt: CancellationReceipt });
export type CancelRunReply = z.infer<typeof CancelRunReply>;
/** Extra member of the 409 problem. */
export const AlreadyTerminated = z.object({
  termination: RunTermination,
  receipt: CancellationReceipt.nullable(),
});
export type AlreadyTerminated = z.infer<typeof AlreadyTerminated>;

const limit = z.coerce.number().pipe(z.int().min(1).max(200)).default(50);
const cursor = z.string().min(1).max(400).optional();

export const ListRunsQuery = z.strictObject({ limit, cursor, ...RUN_FILTER_PARAMETERS });
export type ListRunsQuery = z.infer<typeof ListRunsQuery>;

export const PageQuery = z.strictObject({ limit, cursor });
export type PageQuery = z.infer<typeof PageQuery>;

function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}
export const RunPage = pageOf(RunSummary).extend({
  /**
   * Null: nothing was left out. Else the search stopped before the page was full, after it had looked at all runs that began since then;
   * `nextCursor` goes on from there, and this page may be empty.
   */
  searchedTo: z.number().nullable().default(null),
});
export type RunPage = z.infer<typeof RunPage>;
export const TracePage = pageOf(TraceEvent);
export type TracePage = z.infer<typeof TracePage>;
export const ToolPage = pageOf(ToolRecord);
export type ToolPage = z.infer<typeof ToolPage>;
export const LedgerPage = pageOf(LedgerLine);
export type LedgerPage = z.infer<typeof LedgerPage>;

export const HealthReply = z.object({ status: z.literal("up") });
const ReadyCheck = z.object({ ok: z.boolean(), detail: z.string() });
export const ReadyReply = z.object({
  ready: z.boolean(),
  checks: z.object({ store: ReadyCheck, engine: ReadyCheck, model: ReadyCheck, sources: ReadyCheck }),
});
export type ReadyReply = z.infer<typeof ReadyReply>;
