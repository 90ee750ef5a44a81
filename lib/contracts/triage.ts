/** Triage: groups of runs that ended as fallbacks or failures, what is done about them, and the bodies of its routes. */
import { z } from "zod";
import { DiagnosisStopReason, FallbackType, ReleaseOutcome, RunState, type AxisValue } from "./axes";
import { ToolErrorCode } from "./evidence";
import { FailureCode } from "./frames";
import { RegressionCaseId, RunId, TriageGroupId } from "./ids";

/** Where the triage of a group stands. */
export const TRIAGE_STATUS_TABLE = {
  NEW: {
    label: "New",
    tone: "bad",
    icon: "circle",
    meaning: "Nobody has taken note of it yet, or it has come back.",
  },
  ACKNOWLEDGED: {
    label: "Acknowledged",
    tone: "info",
    icon: "check",
    meaning: "Somebody has taken note of it and it is not settled.",
  },
  RESOLVED: {
    label: "Resolved",
    tone: "ok",
    icon: "shield-check",
    meaning: "It is settled; a later run of the same kind opens it again.",
  },
} as const satisfies Record<string, AxisValue>;
export type TriageStatus = keyof typeof TRIAGE_STATUS_TABLE;
export const TriageStatus = z.enum(Object.keys(TRIAGE_STATUS_TABLE) as [TriageStatus, ...TriageStatus[]]);

/** Why a group was resolved. */
export const RESOLUTION_REASON_TABLE = {
  KNOWLEDGE_GAP: {
    label: "Knowledge gap",
    tone: "warn",
    icon: "book-open",
    meaning: "No playbook or document covered the question.",
  },
  MISSING_CONTEXT: {
    label: "Missing context",
    tone: "warn",
    icon: "help-circle",
    meaning: "The question lacked something that no tool can find out.",
  },
  TOOL_BROKEN: {
    label: "Tool broken",
    tone: "bad",
    icon: "unplug",
    meaning: "A tool or a data source failed.",
  },
  MODEL_WRONG: {
    label: "Model wrong",
    tone: "bad",
    icon: "alert-triangle",
    meaning: "The model chose, drafted or judged wrongly.",
  },
  WORKING_AS_INTENDED: {
    label: "Working as intended",
    tone: "ok",
    icon: "check",
    meaning: "The ending was right as it was.",
  },
} as const satisfies Record<string, AxisValue>;
export type ResolutionReason = keyof typeof RESOLUTION_REASON_TABLE;
export const ResolutionReason = z.enum(
  Object.keys(RESOLUTION_REASON_TABLE) as [ResolutionReason, ...ResolutionReason[]],
);

/** The outcomes that are filed. */
export const FiledOutcome = ReleaseOutcome.extract(["FALLBACK", "FAILED"]);
export type FiledOutcome = z.infer<typeof FiledOutcome>;

// Control characters but for tab, line feed and carriage return.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u;
function words(longest: number) {
  return z
    .string()
    .trim()
    .min(1, "write something")
    .max(longest, `keep it under ${longest} characters`)
    .refine((text) => !CONTROL.test(text), "remove the control characters")
    .refine((text) => text.isWellFormed(), "remove the broken (unpaired surrogate) characters");
}
/** Longest note, in UTF-16 units. */
export const MAX_NOTE_LENGTH = 2_000;
const Note = words(MAX_NOTE_LENGTH);
/** Who does a thing, by the name the others know. */
const Person = words(191);
export const TriageLabel = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._:/-]{0,39}$/u,
    "use up to 40 letters, digits, spaces and . _ : / -, the first a letter or a digit",
  );
/** Most labels of one group. */
export const MAX_LABELS = 20;

const stamp = z.object({ by: z.string(), at: z.number() });
export const TriageResolution = stamp.extend({ reason: ResolutionReason, note: z.string().nullable() });
export type TriageResolution = z.infer<typeof TriageResolution>;

/** What runs of one fingerprint have in common. */
export const TriageCause = z.object({
  releaseOutcome: FiledOutcome,
  fallbackType: FallbackType.nullable(),
  failureCode: FailureCode.nullable(),
  runState: RunState.exclude(["RUNNING"]),
  stopReason: DiagnosisStopReason.nullable(),
  /** In words, without numbers, ids and times. */
  cause: z.string(),
  playbook: z.string().nullable(),
  /** `tool on source` of the call that decides; null where no call was made, or a playbook names the place. */
  tool: z.string().nullable(),
  toolErrorCode: ToolErrorCode.nullable(),
});
export type TriageCause = z.infer<typeof TriageCause>;

export const TriageGroup = TriageCause.extend({
  groupId: TriageGroupId,
  fingerprint: z.string(),
  fingerprintVersion: z.int(),
  status: TriageStatus,
  assignee: z.string().nullable(),
  labels: z.array(z.string()),
  /** Counts what an operator must know of before changing the group: status, assignee, labels. Further runs do not count. */
  version: z.int(),
  runCount: z.int(),
  firstSeenAt: z.number(),
  lastSeenAt: z.number(),
  lastRunId: RunId,
  sampleQuery: z.string(),
  acknowledgement: stamp.nullable(),
  /** The last one; kept when the group opens again, so that it says what was believed then. */
  resolution: TriageResolution.nullable(),
  /** How often a run opened it again after it had been resolved. */
  reopenCount: z.int(),
  reopenedAt: z.number().nullable(),
  lastChange: stamp.nullable(),
});
export type TriageGroup = z.infer<typeof TriageGroup>;

/** One line of a group's history. */
export const TriageEvent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("filed"), runId: RunId }),
  z.object({ kind: z.literal("acknowledged") }),
  z.object({ kind: z.literal("resolved"), reason: ResolutionReason, note: z.string().nullable() }),
  /** By an operator. */
  z.object({ kind: z.literal("reopened"), note: z.string().nullable() }),
  /** By a run that ended the same way after the resolution. */
  z.object({ kind: z.literal("recurred"), runId: RunId, resolution: TriageResolution.nullable() }),
  z.object({ kind: z.literal("assigned"), from: z.string().nullable(), to: z.string().nullable() }),
  z.object({ kind: z.literal("labelled"), added: z.array(z.string()), removed: z.array(z.string()) }),
  z.object({ kind: z.literal("noted"), text: z.string() }),
  z.object({ kind: z.literal("case_made"), caseId: RegressionCaseId, runId: RunId }),
]);
export type TriageEvent = z.infer<typeof TriageEvent>;
export const TriageHistoryEntry = z.object({
  seq: z.int(),
  at: z.number(),
  actor: z.string(),
  event: TriageEvent,
});
export type TriageHistoryEntry = z.infer<typeof TriageHistoryEntry>;
/** The history comes newest first, the latest 200 lines. */
export const TriageGroupDetail = z.object({ group: TriageGroup, history: z.array(TriageHistoryEntry) });
export type TriageGroupDetail = z.infer<typeof TriageGroupDetail>;

/** What an operator may do to a group. */
export const TriageChange = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("acknowledge") }),
  z.strictObject({
    action: z.literal("resolve"),
    reason: ResolutionReason,
    note: Note.nullable().default(null),
  }),
  z.strictObject({ action: z.literal("reopen"), note: Note.nullable().default(null) }),
  z.strictObject({ action: z.literal("assign"), assignee: Person.nullable() }),
  z.strictObject({
    action: z.literal("label"),
    add: z.array(TriageLabel).max(MAX_LABELS).default([]),
    remove: z.array(TriageLabel).max(MAX_LABELS).default([]),
  }),
  z.strictObject({ action: z.literal("note"), text: Note }),
]);
export type TriageChange = z.infer<typeof TriageChange>;
export /** `version` is that of the group as the operator saw it. */
const ChangeTriageRequest = z.strictObject({ version: z.int().min(1), change: TriageChange });
export type ChangeTriageRequest = z.input<typeof ChangeTriageRequest>;
/** `unchanged`: it already was as asked for; nothing was recorded. */
export const ChangeTriageReply = z.object({ kind: z.enum(["changed", "unchanged"]), group: TriageGroup });
export type ChangeTriageReply = z.infer<typeof ChangeTriageReply>;
/** Extra member of the 409 problem: the group as it is, whose `lastChange` says who changed it and when. */
export const TriageConflict = z.object({ group: TriageGroup });

/** A comma-separated list, e.g. `status=NEW,ACKNOWLEDGED`. */
function listOf<T extends z.ZodType<unknown, string>>(values: T) {
  return z
    .string()
    .transform((text) => text.split(",").filter((part) => part !== ""))
    .pipe(z.array(values).min(1).max(50));
}
const filterShape = {
  status: listOf(TriageStatus).optional(),
  outcome: listOf(FiledOutcome).optional(),
  fallback: listOf(FallbackType).optional(),
  failure: listOf(FailureCode).optional(),
  assignee: Person.optional(),
  /** `none`: groups that nobody has; `any`: groups that somebody has. */
  assigned: z.enum(["none", "any"]).optional(),
  label: listOf(TriageLabel).optional(),
  text: words(200).optional(),
};
export const TriageFilterQuery = z.strictObject(filterShape);
export type TriageFilter = z.infer<typeof TriageFilterQuery>;
export const ListTriageQuery = z.strictObject({
  ...filterShape,
  limit: z.coerce.number().pipe(z.int().min(1).max(200)).default(50),
  cursor: z.string().min(1).max(400).optional(),
});
/** `of=runs` writes one line for each run of the groups. */
export const ExportTriageQuery = z.strictObject({
  ...filterShape,
  format: z.enum(["jsonl", "csv"]),
  of: z.enum(["groups", "runs"]).default("groups"),
});
export const TriagePage = z.object({ items: z.array(TriageGroup), nextCursor: z.string().nullable() });
export type TriagePage = z.infer<typeof TriagePage>;
/** How many groups there are by status, for a filter without its status; and the people and labels that groups have. */
export const TriageCounts = z.object({
  status: z.record(TriageStatus, z.int()),
  people: z.array(z.string()),
  labels: z.array(z.string()),
});
export type TriageCounts = z.infer<typeof TriageCounts>;

/** Most groups of one bulk change. */
export const MAX_BULK = 500;
/** The same filter as in an address, with at least one condition: nothing here ever means "all". */
const BulkFilter = z
  .strictObject(filterShape)
  .refine(
    (filter) => Object.keys(filter).length > 0,
    "name at least one condition; a change of all groups is not offered",
  );
/** What was picked, or what a filter finds: one of the two. */
export const PreviewBulkRequest = z
  .strictObject({
    groupIds: z.array(TriageGroupId).min(1).max(MAX_BULK).optional(),
    filter: BulkFilter.optional(),
  })
  .refine(
    ({ groupIds, filter }) => (groupIds === undefined) !== (filter === undefined),
    "give either groupIds or a filter; a change of all groups is not offered",
  );
export type PreviewBulkRequest = z.input<typeof PreviewBulkRequest>;
const Selected = z.strictObject({ groupId: TriageGroupId, version: z.int().min(1) });
export type Selected = z.infer<typeof Selected>;
/**
 * What would be changed. `selection` is frozen: it is sent back as it is, so that no group that comes in the meantime is changed with
 * them. Null when more than MAX_BULK groups match: narrow the filter.
 */
export const BulkPreview = z.object({
  count: z.int(),
  byStatus: z.record(TriageStatus, z.int()),
  sample: z.array(TriageGroup),
  selection: z.array(Selected).nullable(),
});
export type BulkPreview = z.infer<typeof BulkPreview>;
export const BulkChangeRequest = z.strictObject({
  selection: z.array(Selected).min(1).max(MAX_BULK),
  change: TriageChange,
});
export type BulkChangeRequest = z.input<typeof BulkChangeRequest>;
/** What became of one group of a selection. */
export const BulkItemResult = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("changed"), groupId: TriageGroupId, group: TriageGroup }),
  z.object({ kind: z.literal("unchanged"), groupId: TriageGroupId, group: TriageGroup }),
  /** Somebody changed it after the selection was frozen; it was left as it is. */
  z.object({ kind: z.literal("conflict"), groupId: TriageGroupId, group: TriageGroup }),
  z.object({ kind: z.literal("refused"), groupId: TriageGroupId, why: z.string() }),
  z.object({ kind: z.literal("not_found"), groupId: TriageGroupId }),
  /** The store failed at this one; the others stand. */
  z.object({ kind: z.literal("failed"), groupId: TriageGroupId }),
]);
export type BulkItemResult = z.infer<typeof BulkItemResult>;
export const BulkChangeReply = z.object({ results: z.array(BulkItemResult) });
export type BulkChangeReply = z.infer<typeof BulkChangeReply>;
