import {
  COLLECTION_STATE_TABLE,
  EVIDENCE_STATUS_TABLE,
  FALLBACK_TYPE_TABLE,
  INTENT_TABLE,
  INVOCATION_STATUS_TABLE,
  PHASE_TABLE,
  RELEASE_OUTCOME_TABLE,
  RUN_STATE_TABLE,
  SEMANTIC_VERDICT_TABLE,
  STOP_REASON_TABLE,
  STREAM_STATE_TABLE,
  type AxisValue,
} from "@/lib/contracts/axes";

/** Each axis has a shape of its own, so that a row of badges reads at a glance and never by colour alone. */
export type AxisShape = "pill" | "outline" | "tag" | "plain";

export interface Axis {
  /** The axis's exact name. */
  readonly name: string;
  /** What it answers, as a caption. */
  readonly asks: string;
  /** Why it may have no value, said where a sentence is shown instead of a value. */
  readonly whenNull: string;
  readonly shape: AxisShape;
  readonly table: Readonly<Record<string, AxisValue>>;
}

/** The axes as the console shows them, from the contract's own tables. */
export const AXES = {
  runState: {
    name: "RunState",
    asks: "How did execution end?",
    whenNull: "No state is known.",
    shape: "pill",
    table: RUN_STATE_TABLE,
  },
  releaseOutcome: {
    name: "ReleaseOutcome",
    asks: "What was let out?",
    whenNull: "Nothing has been released yet.",
    shape: "outline",
    table: RELEASE_OUTCOME_TABLE,
  },
  fallbackType: {
    name: "FallbackType",
    asks: "Why only a fallback?",
    whenNull: "Only a fallback has one.",
    shape: "tag",
    table: FALLBACK_TYPE_TABLE,
  },
  intent: {
    name: "Intent",
    asks: "What kind of question is it?",
    whenNull: "The question has not been routed yet.",
    shape: "plain",
    table: INTENT_TABLE,
  },
  phase: {
    name: "Phase",
    asks: "How far did it come?",
    whenNull: "No phase has begun.",
    shape: "plain",
    table: PHASE_TABLE,
  },
  collectionState: {
    name: "Collection",
    asks: "May new evidence tools run?",
    whenNull: "No evidence was collected.",
    shape: "plain",
    table: COLLECTION_STATE_TABLE,
  },
  stopReason: {
    name: "Stop reason",
    asks: "What ended collection?",
    whenNull: "Collection was not stopped.",
    shape: "plain",
    table: STOP_REASON_TABLE,
  },
  semanticVerdict: {
    name: "Semantic verdict",
    asks: "Does the evidence carry the claims?",
    whenNull: "No verdict: not asked, or unavailable.",
    shape: "plain",
    table: SEMANTIC_VERDICT_TABLE,
  },
  streamState: {
    name: "Stream",
    asks: "What became of the public stream?",
    whenNull: "The run has no public stream.",
    shape: "plain",
    table: STREAM_STATE_TABLE,
  },
  invocationStatus: {
    name: "InvocationStatus",
    asks: "What became of the call?",
    whenNull: "No status is known.",
    shape: "pill",
    table: INVOCATION_STATUS_TABLE,
  },
  evidenceStatus: {
    name: "EvidenceStatus",
    asks: "What did the call find?",
    whenNull: "The call has no result yet.",
    shape: "outline",
    table: EVIDENCE_STATUS_TABLE,
  },
} as const satisfies Record<string, Axis>;

export type AxisKey = keyof typeof AXES;
