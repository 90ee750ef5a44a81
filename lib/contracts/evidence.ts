/** Canonical tool records: the only thing a claim may rest on (TOOL-1 … TOOL-5). */
import { z } from "zod";
import { EvidenceStatus, InformationGain, InvocationStatus } from "./axes";
import { InvocationId, RunId } from "./ids";

export const ColumnType = z.enum(["number", "text", "time", "binary"]);
export type ColumnType = z.infer<typeof ColumnType>;

/**
 * A column of a result. What the statement itself writes down is asked, never found: a column whose every value comes of constants and
 * parameters, or is put together with them in a way that cannot be undone, is `asked`; a column of data in whose cells texts of the statement may stand (the branches of a CASE, the fallback of a
 * COALESCE) names them as `written`. Without either it holds what the source answered.
 */
export const EvidenceColumn = z.object({
  name: z.string(),
  type: ColumnType,
  asked: z.literal(true).optional(),
  written: z.array(z.string()).optional(),
  /** Its numbers count rows, so they have no unit. */
  counts: z.literal(true).optional(),
});
export type EvidenceColumn = z.infer<typeof EvidenceColumn>;

/**
 * The canonical projection of a result: every cell is the server's own text (or null), so that
 * nothing is rounded on the way and the content hash is stable (TOOL-5).
 */
export const CanonicalEvidence = z.object({
  columns: z.array(EvidenceColumn),
  rows: z.array(z.array(z.string().nullable())),
  /** True where a bound cut something off; a cut result never proves absence beyond what it shows. */
  truncated: z.object({ rows: z.boolean(), columns: z.boolean(), cells: z.int() }),
});
export type CanonicalEvidence = z.infer<typeof CanonicalEvidence>;

/** TOOL-1: each preflight check has its own code. A refusal leaves no canonical record. */
export const PREFLIGHT_CODE_TABLE = {
  RUN_NOT_ACTIVE: "The run has ended or was asked to stop.",
  INVALID_INVOCATION_ID: "The invocation id was already used.",
  TOOL_NOT_AUTHORISED: "This run may not use that tool or source.",
  NOT_READ_ONLY: "The statement is not on the read-only allow-list.",
  INVALID_REQUEST: "The request does not have the tool's shape.",
  BUDGET_EXCEEDED: "A budget does not allow the call.",
  STORE_UNAVAILABLE: "The record of the call could not be stored, so it was not made.",
  COLLECTION_SATURATED: "Collection has ended; no new evidence tool runs.",
} as const satisfies Record<string, string>;
export type PreflightCode = keyof typeof PREFLIGHT_CODE_TABLE;
export const PreflightCode = z.enum(Object.keys(PREFLIGHT_CODE_TABLE) as [PreflightCode, ...PreflightCode[]]);

/** Why a recorded call ended in ERROR. */
export const TOOL_ERROR_CODE_TABLE = {
  EXECUTION_FAILED: "The server refused or failed the statement.",
  QUERY_TIMEOUT: "The statement ran into its time limit.",
  RUN_ENDED: "The run ended while the call was in flight.",
  VALUES_ALTERED: "The server cut, converted or nulled values of the result.",
  CONNECTION_FAILED: "The data source could not be reached.",
  FEATURE_UNAVAILABLE: "The server lacks a feature or grant that the statement needs.",
  PROJECTION_FAILED: "The result could not be brought into canonical form.",
  RESULT_TOO_LARGE: "The result is larger than the caps allow.",
  BUDGET_EXCEEDED: "Storing the result would have exceeded a budget.",
  STORE_FAILED: "The result could not be stored.",
  PROCESS_LOST: "The process that made the call died.",
} as const satisfies Record<string, string>;
export type ToolErrorCode = keyof typeof TOOL_ERROR_CODE_TABLE;
export const ToolErrorCode = z.enum(
  Object.keys(TOOL_ERROR_CODE_TABLE) as [ToolErrorCode, ...ToolErrorCode[]],
);

export const ToolParameter = z.union([z.string(), z.number(), z.null()]);
export type ToolParameter = z.infer<typeof ToolParameter>;

const recordBase = {
  invocationId: InvocationId,
  runId: RunId,
  /** Position among the run's recorded calls, from 1. */
  ordinal: z.int(),
  tool: z.string(),
  /** Which configured data source it ran against. */
  source: z.string(),
  /** The caller's own name for the call, e.g. `payments-failing/failure_rate`. */
  label: z.string(),
  statement: z.string(),
  params: z.array(ToolParameter),
  /** What was looked at, in words; an absence claim repeats it exactly (TOOL-4). */
  scope: z.string(),
  /** Canonical key of (source, statement, params): two calls with the same key are the same question (INFO-2). */
  normalizedScope: z.string(),
  startedAt: z.number(),
};

/** TOOL-2 as a union: READY always has an evidence status, PROJECTING never has. */
export const ToolRecord = z.discriminatedUnion("status", [
  z.object({
    ...recordBase,
    status: z.literal(InvocationStatus.enum.PROJECTING),
    evidenceStatus: z.null(),
    completedAt: z.null(),
    evidence: z.null(),
    contentHash: z.null(),
    bytes: z.null(),
    gain: z.null(),
    errorCode: z.null(),
    errorMessage: z.null(),
  }),
  z.object({
    ...recordBase,
    status: z.literal(InvocationStatus.enum.READY),
    evidenceStatus: EvidenceStatus.exclude(["ERROR"]),
    completedAt: z.number(),
    evidence: CanonicalEvidence,
    contentHash: z.string(),
    bytes: z.int(),
    gain: InformationGain.nullable(),
    errorCode: z.null(),
    errorMessage: z.null(),
  }),
  z.object({
    ...recordBase,
    status: z.literal(InvocationStatus.enum.ERROR),
    evidenceStatus: z.literal(EvidenceStatus.enum.ERROR),
    completedAt: z.number(),
    evidence: z.null(),
    contentHash: z.null(),
    bytes: z.null(),
    gain: z.null(),
    errorCode: ToolErrorCode,
    errorMessage: z.string(),
  }),
]);
export type ToolRecord = z.infer<typeof ToolRecord>;
export type ReadyToolRecord = Extract<ToolRecord, { status: "READY" }>;
export type ProjectingToolRecord = Extract<ToolRecord, { status: "PROJECTING" }>;
export type ErrorToolRecord = Extract<ToolRecord, { status: "ERROR" }>;
