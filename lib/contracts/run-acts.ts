/** What is done to runs over HTTP besides starting and cancelling one: running again, cancelling several, the public stream, the export. */
import { z } from "zod";
import { BudgetOverride, LedgerLine } from "./budget";
import { CancellationReceipt, RunTermination } from "./cancellation";
import { ToolRecord } from "./evidence";
import { PublicFrame } from "./frames";
import { RunId } from "./ids";
import { CancelRunRequest } from "./requests";
import { RunDetail } from "./run";
import { TraceEvent } from "./trace";

/** Limits that are not named stay those of the run that is run again. */
export const RerunRequest = z.strictObject({ budget: BudgetOverride.optional() });
export type RerunRequest = z.infer<typeof RerunRequest>;

/** Most runs that one request may cancel. */
export const MAX_BULK_CANCEL = 200;

/**
 * Which runs: by id, or every running one that a filter matches. A filter is written as in the address of `GET /api/runs`, and comes with the number of
 * runs that the caller has seen it match. There is no way to say "all".
 */
export const BulkCancelRequest = z
  .strictObject({
    ids: z.array(RunId).min(1, "name at least one run").optional(),
    filter: z.record(z.string(), z.string()).optional(),
    expectedCount: z.int().min(1).optional(),
    note: CancelRunRequest.shape.note,
  })
  .superRefine(({ ids, filter, expectedCount }, refuse) => {
    const say = (path: string, message: string) => refuse.addIssue({ code: "custom", path: [path], message });
    if ((ids === undefined) === (filter === undefined)) say("ids", "name either ids or a filter");
    if (filter !== undefined && Object.keys(filter).length === 0)
      say("filter", "name at least one condition; runs are never cancelled without one");
    if (filter !== undefined && expectedCount === undefined)
      say("expectedCount", "say how many running runs you have seen the filter match");
    if (ids !== undefined && expectedCount !== undefined)
      say("expectedCount", "goes with a filter, not with ids");
    const asked = new Set(ids).size;
    if (asked > MAX_BULK_CANCEL) say("ids", tooMany(asked));
    if (expectedCount !== undefined && expectedCount > MAX_BULK_CANCEL)
      say("expectedCount", tooMany(expectedCount));
  });
export type BulkCancelRequest = z.infer<typeof BulkCancelRequest>;

function tooMany(asked: number): string {
  return `at most ${MAX_BULK_CANCEL} runs are cancelled at once; ${asked - MAX_BULK_CANCEL} are over`;
}

/** What became of one of the runs; each is told apart from the others. */
export const BulkCancelResult = z.discriminatedUnion("result", [
  z.object({ result: z.literal("accepted"), runId: RunId, receipt: CancellationReceipt }),
  z.object({
    result: z.literal("already_terminated"),
    runId: RunId,
    termination: RunTermination,
    /** Who was first; null when nobody cancelled. */
    receipt: CancellationReceipt.nullable(),
  }),
  /** Stored as running, but not run by this process. */
  z.object({ result: z.literal("not_held"), runId: RunId }),
  z.object({ result: z.literal("not_found"), runId: RunId }),
  /** The store did not answer: whether the run has ended is not known. */
  z.object({ result: z.literal("unknown"), runId: RunId }),
]);
export type BulkCancelResult = z.infer<typeof BulkCancelResult>;

/** In the order in which the runs were named, each once; those of a filter newest first. */
export const BulkCancelReply = z.object({ results: z.array(BulkCancelResult) });
export type BulkCancelReply = z.infer<typeof BulkCancelReply>;
/** Extra member of the 409 problem: how many running runs the filter matches now. */
export const RunCountChanged = z.object({ count: z.int() });
export type RunCountChanged = z.infer<typeof RunCountChanged>;

/**
 * The public stream of a run as its caller was sent it. The bytes are not kept: the frames are made again from the stored events and the stored result, by
 * the state machine that sent them. Whether the caller's connection carried them to the end is not known.
 */
export const PublicStreamReply = z.discriminatedUnion("kind", [
  /** A detached run has no caller's stream. */
  z.object({ kind: z.literal("none") }),
  z.object({
    kind: z.literal("sent"),
    frames: z.array(z.object({ id: z.int(), at: z.number(), frame: PublicFrame })),
    /** `left`: the caller was lost after these frames; one more may have been under way. */
    ending: z.enum(["open", "complete", "left"]),
  }),
]);
export type PublicStreamReply = z.infer<typeof PublicStreamReply>;

/** The whole of a run in one document. A later version may add members, and counts up when it changes one. */
export const RunExport = z.object({
  version: z.literal(1),
  exportedAt: z.number(),
  run: RunDetail,
  trace: z.array(TraceEvent),
  tools: z.array(ToolRecord),
  ledger: z.array(LedgerLine),
});
export type RunExport = z.infer<typeof RunExport>;
