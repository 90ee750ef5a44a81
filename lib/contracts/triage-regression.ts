/** Regression cases: runs that are kept to be asked again, and what a replay of them came to. */
import { z } from "zod";
import { FallbackType, ReleaseOutcome, RunState } from "./axes";
import { ToolRecord } from "./evidence";
import { RegressionCaseId, ReplayId, RunId, TriageGroupId } from "./ids";

/** The three axes of a run that has ended, side by side; none is derived from another. */
export const CaseAxes = z
  .strictObject({
    runState: RunState.exclude(["RUNNING"]),
    releaseOutcome: ReleaseOutcome,
    fallbackType: FallbackType.nullable(),
  })
  .refine(
    (axes) => (axes.releaseOutcome === "FALLBACK") === (axes.fallbackType !== null),
    "give a fallback type with FALLBACK, and null with any other outcome",
  );
export type CaseAxes = z.infer<typeof CaseAxes>;

export const RegressionCase = z.object({
  caseId: RegressionCaseId,
  runId: RunId,
  groupId: TriageGroupId.nullable(),
  query: z.string(),
  expected: CaseAxes,
  /** What the run itself came to. */
  observed: CaseAxes,
  evidenceCount: z.int(),
  createdBy: z.string(),
  createdAt: z.number(),
});
export type RegressionCase = z.infer<typeof RegressionCase>;
/** With the canonical records of the run, as they were when the case was made. */
export const RegressionCaseDetail = RegressionCase.extend({ evidence: z.array(ToolRecord) });
export type RegressionCaseDetail = z.infer<typeof RegressionCaseDetail>;
export const RegressionCaseList = z.object({ items: z.array(RegressionCase) });
export type RegressionCaseList = z.infer<typeof RegressionCaseList>;

/** `expected` left out: what the run itself came to. */
export const MakeCaseRequest = z.strictObject({ runId: RunId, expected: CaseAxes.optional() });
export type MakeCaseRequest = z.input<typeof MakeCaseRequest>;
/** `updated`: the run was a case before; its expectation is the new one. */
export const MakeCaseReply = z.object({
  kind: z.enum(["made", "updated", "unchanged"]),
  case: RegressionCase,
});
export type MakeCaseReply = z.infer<typeof MakeCaseReply>;

export const RemoveCaseReply = z.object({ removed: z.literal(true) });
export type RemoveCaseReply = z.infer<typeof RemoveCaseReply>;

/** Most cases, and most of one replay. */
export const MAX_CASES = 200;
export const StartReplayRequest = z.strictObject({
  caseIds: z.array(RegressionCaseId).min(1, "choose at least one case").max(MAX_CASES),
});
export type StartReplayRequest = z.input<typeof StartReplayRequest>;

export const ReplayState = z.enum(["RUNNING", "FINISHED", "CANCELLED"]);
export type ReplayState = z.infer<typeof ReplayState>;
/** NOT_RUN: it was cancelled before its run began, or its run could not be started (`problem`). */
export const ReplayItemState = z.enum(["WAITING", "RUNNING", "ENDED", "NOT_RUN"]);
export type ReplayItemState = z.infer<typeof ReplayItemState>;

/** From before to after, measured by what is expected. */
export const CASE_CHANGE_TABLE = {
  fixed: { label: "Fixed", tone: "ok", meaning: "Before it was not as expected, now it is." },
  broken: { label: "Broken", tone: "bad", meaning: "Before it was as expected, now it is not." },
  still_right: { label: "As expected", tone: "ok", meaning: "It was as expected before and still is." },
  still_wrong: {
    label: "Still not as expected",
    tone: "warn",
    meaning: "It ended as before, which is not as expected.",
  },
  wrong_otherwise: {
    label: "Wrong in another way",
    tone: "warn",
    meaning: "It ended otherwise than before, and neither is as expected.",
  },
} as const satisfies Record<string, { label: string; tone: "ok" | "bad" | "warn"; meaning: string }>;
export type CaseChange = keyof typeof CASE_CHANGE_TABLE;
export const CaseChange = z.enum(Object.keys(CASE_CHANGE_TABLE) as [CaseChange, ...CaseChange[]]);

export const ReplayItem = z.object({
  ordinal: z.int(),
  caseId: RegressionCaseId,
  query: z.string(),
  state: ReplayItemState,
  expected: CaseAxes,
  /** The last replay of the case that had an end, or the run that the case was made of. */
  before: CaseAxes,
  beforeRunId: RunId,
  after: CaseAxes.nullable(),
  runId: RunId.nullable(),
  /** Null while there is no `after`. */
  change: CaseChange.nullable(),
  problem: z.string().nullable(),
});
export type ReplayItem = z.infer<typeof ReplayItem>;
export const ReplaySummary = z.object({
  replayId: ReplayId,
  state: ReplayState,
  startedBy: z.string(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  cancelledBy: z.string().nullable(),
});
export type ReplaySummary = z.infer<typeof ReplaySummary>;
export const Replay = ReplaySummary.extend({ items: z.array(ReplayItem) });
export type Replay = z.infer<typeof Replay>;
/** Newest first, the latest 50. */
export const ReplayList = z.object({ items: z.array(ReplaySummary) });
export type ReplayList = z.infer<typeof ReplayList>;
/** `unchanged`: it had ended before. */
export const CancelReplayReply = z.object({ kind: z.enum(["cancelled", "unchanged"]), replay: Replay });
export type CancelReplayReply = z.infer<typeof CancelReplayReply>;
