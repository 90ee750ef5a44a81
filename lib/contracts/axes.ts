/**
 * The nine orthogonal axes of a run, each as one closed table. Nothing in the product lists these
 * values by hand a second time: schemas, filters, badges and hover texts are all derived from here.
 *
 * Invariant: no axis is ever derived from another (docs/run-semantics.md, "nine axes").
 */
import { z } from "zod";

/** Colour family of a value; the console maps it to design tokens, never to raw colours. */
export type Tone = "ok" | "warn" | "bad" | "info" | "off" | "vio";

/** What a person sees for one axis value. `meaning` is one sentence, shown on hover and focus. */
export interface AxisValue {
  readonly label: string;
  readonly tone: Tone;
  /** Name of a lucide icon. */
  readonly icon: string;
  readonly meaning: string;
}

type AxisTable<K extends string> = Readonly<Record<K, AxisValue>>;

function keysOf<K extends string>(table: AxisTable<K>): [K, ...K[]] {
  // Object.keys widens to string[]; the tables below are closed, so the narrowing is exact.
  return Object.keys(table) as [K, ...K[]];
}

/** Owner: RunLifecycle (RUN-1). */
export const RUN_STATE_TABLE = {
  RUNNING: { label: "Running", tone: "info", icon: "loader", meaning: "No terminal state has been set yet." },
  SUCCESS: {
    label: "Success",
    tone: "ok",
    icon: "check",
    meaning: "Execution completed normally; what was released is the next axis.",
  },
  FAILED: { label: "Failed", tone: "bad", icon: "x", meaning: "An unrecoverable failure ended execution." },
  CANCELLED: {
    label: "Cancelled",
    tone: "off",
    icon: "ban",
    meaning: "Someone asked it to stop, or its owner left, before anything else ended it.",
  },
  TIMED_OUT: { label: "Timed out", tone: "warn", icon: "clock", meaning: "The run's deadline passed first." },
  BUDGET_EXHAUSTED: {
    label: "Budget exhausted",
    tone: "vio",
    icon: "gauge",
    meaning: "A hard budget would have been exceeded by the next call.",
  },
} as const satisfies AxisTable<string>;
export type RunState = keyof typeof RUN_STATE_TABLE;
export const RunState = z.enum(keysOf<RunState>(RUN_STATE_TABLE));
/** Every state but RUNNING. */
export type TerminalRunState = Exclude<RunState, "RUNNING">;
export const TerminalRunState = RunState.exclude(["RUNNING"]);

/** Owner: the application; a user-visible phase only, never a lifecycle (APP-6). */
export const PHASE_TABLE = {
  ROUTING: {
    label: "Routing",
    tone: "info",
    icon: "split",
    meaning: "Deciding what kind of question this is.",
  },
  SYSTEM_RESPONDING: {
    label: "Responding",
    tone: "info",
    icon: "message-square",
    meaning: "Answering a question about the system itself.",
  },
  KNOWLEDGE_SEARCHING: {
    label: "Searching knowledge",
    tone: "info",
    icon: "search",
    meaning: "Looking for documents that answer the question.",
  },
  KNOWLEDGE_ANSWERING: {
    label: "Answering from knowledge",
    tone: "info",
    icon: "book-open",
    meaning: "Writing the answer from the documents that were found.",
  },
  DIAGNOSIS_RUNNING: {
    label: "Investigating",
    tone: "info",
    icon: "activity",
    meaning: "The agent is collecting evidence with read-only tools.",
  },
  SAFETY_VALIDATING: {
    label: "Validating",
    tone: "info",
    icon: "shield-check",
    meaning: "The guards are checking every claim against stored evidence.",
  },
} as const satisfies AxisTable<string>;
export type ChatApplicationStatus = keyof typeof PHASE_TABLE;
export const ChatApplicationStatus = z.enum(keysOf<ChatApplicationStatus>(PHASE_TABLE));

/** Owner: the canonical tool record (TOOL-2). */
export const INVOCATION_STATUS_TABLE = {
  PROJECTING: {
    label: "Running",
    tone: "info",
    icon: "loader",
    meaning: "The call was recorded and has no citable result yet.",
  },
  READY: {
    label: "Ready",
    tone: "ok",
    icon: "check",
    meaning: "Executed and projected; this run may cite it.",
  },
  ERROR: { label: "Error", tone: "bad", icon: "x", meaning: "The call failed; it can never be cited." },
} as const satisfies AxisTable<string>;
export type InvocationStatus = keyof typeof INVOCATION_STATUS_TABLE;
export const InvocationStatus = z.enum(keysOf<InvocationStatus>(INVOCATION_STATUS_TABLE));

/** Owner: the canonical tool record; null while PROJECTING (TOOL-2). */
export const EVIDENCE_STATUS_TABLE = {
  EVIDENCE_FOUND: {
    label: "Evidence found",
    tone: "ok",
    icon: "file-check",
    meaning: "The query returned rows; whether they suffice is for the guards.",
  },
  NO_EVIDENCE: {
    label: "No evidence",
    tone: "warn",
    icon: "file-x",
    meaning: "Nothing was found in exactly this scope, and that says nothing beyond it.",
  },
  ERROR: { label: "Error", tone: "bad", icon: "x", meaning: "A technical failure, so nothing is known." },
} as const satisfies AxisTable<string>;
export type EvidenceStatus = keyof typeof EVIDENCE_STATUS_TABLE;
export const EvidenceStatus = z.enum(keysOf<EvidenceStatus>(EVIDENCE_STATUS_TABLE));

/** Owner: information collection (INFO-1). */
export const COLLECTION_STATE_TABLE = {
  COLLECTING: {
    label: "Collecting",
    tone: "info",
    icon: "loader",
    meaning: "New evidence tools may still run.",
  },
  SATURATED: {
    label: "Saturated",
    tone: "warn",
    icon: "circle-stop",
    meaning: "No new evidence tool runs; one chance to draft is left.",
  },
} as const satisfies AxisTable<string>;
export type CollectionState = keyof typeof COLLECTION_STATE_TABLE;
export const CollectionState = z.enum(keysOf<CollectionState>(COLLECTION_STATE_TABLE));

/** Owner: information collection (INFO-1, INFO-3). */
export const STOP_REASON_TABLE = {
  INFORMATION_SATURATED: {
    label: "Information saturated",
    tone: "warn",
    icon: "circle-stop",
    meaning: "Several calls in a row brought nothing new.",
  },
  PROGRESS_PROTOCOL_VIOLATED: {
    label: "Progress protocol violated",
    tone: "bad",
    icon: "alert-triangle",
    meaning: "The agent failed several times in a row to report what a result gained.",
  },
  BUDGET_LIMIT_REACHED: {
    label: "Budget limit reached",
    tone: "vio",
    icon: "gauge",
    meaning: "A hard budget ended collection.",
  },
} as const satisfies AxisTable<string>;
export type DiagnosisStopReason = keyof typeof STOP_REASON_TABLE;
export const DiagnosisStopReason = z.enum(keysOf<DiagnosisStopReason>(STOP_REASON_TABLE));

/** Owner: SemanticGuard; null means no verdict (not asked, or unavailable) (REL-3). */
export const SEMANTIC_VERDICT_TABLE = {
  SUPPORTED: {
    label: "Supported",
    tone: "ok",
    icon: "check",
    meaning: "A separate check found that the evidence carries the claims.",
  },
  UNSUPPORTED: {
    label: "Unsupported",
    tone: "bad",
    icon: "x",
    meaning: "A separate check found a claim that its evidence does not carry.",
  },
} as const satisfies AxisTable<string>;
export type SemanticVerdict = keyof typeof SEMANTIC_VERDICT_TABLE;
export const SemanticVerdict = z.enum(keysOf<SemanticVerdict>(SEMANTIC_VERDICT_TABLE));

/** Owner: release / application (REL-2, APP-2). */
export const RELEASE_OUTCOME_TABLE = {
  SUCCESS: { label: "Success", tone: "ok", icon: "check", meaning: "A checked answer was released." },
  FALLBACK: {
    label: "Fallback",
    tone: "warn",
    icon: "life-buoy",
    meaning: "An honest partial answer was released instead of a conclusion.",
  },
  FAILED: { label: "Failed", tone: "bad", icon: "x", meaning: "Nothing safe could be released." },
  CANCELLED: {
    label: "Cancelled",
    tone: "off",
    icon: "ban",
    meaning: "Nothing was published because the run was cancelled.",
  },
} as const satisfies AxisTable<string>;
export type ReleaseOutcome = keyof typeof RELEASE_OUTCOME_TABLE;
export const ReleaseOutcome = z.enum(keysOf<ReleaseOutcome>(RELEASE_OUTCOME_TABLE));
/** SSE-4: CANCELLED is never a public done outcome. */
export const PublicOutcome = ReleaseOutcome.exclude(["CANCELLED"]);
export type PublicOutcome = z.infer<typeof PublicOutcome>;

/** Only when ReleaseOutcome = FALLBACK. */
export const FALLBACK_TYPE_TABLE = {
  MISSING_REQUIRED_CONTEXT: {
    label: "Missing required context",
    tone: "warn",
    icon: "help-circle",
    meaning: "The question lacks something that no tool can find out.",
  },
  INSUFFICIENT_EVIDENCE: {
    label: "Insufficient evidence",
    tone: "warn",
    icon: "file-search",
    meaning: "Facts were found, but they do not settle the question.",
  },
  EVIDENCE_VALIDATION_FAILED: {
    label: "Evidence validation failed",
    tone: "bad",
    icon: "shield-x",
    meaning: "A claim did not match its cited evidence, even after one repair.",
  },
  SEMANTIC_UNSUPPORTED: {
    label: "Semantic unsupported",
    tone: "bad",
    icon: "shield-alert",
    meaning: "A separate check found that the evidence does not carry the conclusion.",
  },
  SEMANTIC_UNAVAILABLE: {
    label: "Semantic unavailable",
    tone: "off",
    icon: "shield-off",
    meaning: "The separate check could not be made, so nothing was concluded.",
  },
} as const satisfies AxisTable<string>;
export type FallbackType = keyof typeof FALLBACK_TYPE_TABLE;
export const FallbackType = z.enum(keysOf<FallbackType>(FALLBACK_TYPE_TABLE));

/** Owner: ChatSseSession (SSE-1). */
export const STREAM_STATE_TABLE = {
  NEW: { label: "New", tone: "off", icon: "circle", meaning: "Nothing has been sent yet." },
  OPEN: {
    label: "Open",
    tone: "info",
    icon: "radio",
    meaning: "The stream has its identity and can still send.",
  },
  TERMINAL: {
    label: "Terminal",
    tone: "ok",
    icon: "check",
    meaning: "The stream was ended by content or failure, then done.",
  },
  DISCONNECTED: {
    label: "Disconnected",
    tone: "bad",
    icon: "unplug",
    meaning: "The owner went away before the end.",
  },
} as const satisfies AxisTable<string>;
export type SseSessionState = keyof typeof STREAM_STATE_TABLE;
export const SseSessionState = z.enum(keysOf<SseSessionState>(STREAM_STATE_TABLE));

/** What kind of question it is; decided once by the router. */
export const INTENT_TABLE = {
  SYSTEM_CHAT: {
    label: "System",
    tone: "off",
    icon: "message-square",
    meaning: "A question about the system itself.",
  },
  KNOWLEDGE_QUERY: {
    label: "Knowledge",
    tone: "info",
    icon: "book-open",
    meaning: "A question that documents answer.",
  },
  DIAGNOSIS: {
    label: "Diagnosis",
    tone: "vio",
    icon: "activity",
    meaning: "A question that needs evidence from live systems.",
  },
} as const satisfies AxisTable<string>;
export type IntentType = keyof typeof INTENT_TABLE;
export const IntentType = z.enum(keysOf<IntentType>(INTENT_TABLE));

/** The stored `status` column: "handled normally or not" (APP-2). Never a stand-in for an axis. */
export const StoredStatus = z.enum(["RUNNING", "SUCCESS", "FAILED", "CANCELLED"]);
export type StoredStatus = z.infer<typeof StoredStatus>;
const STORED_STATUS_OF = {
  SUCCESS: "SUCCESS",
  FALLBACK: "SUCCESS",
  FAILED: "FAILED",
  CANCELLED: "CANCELLED",
} as const satisfies Record<ReleaseOutcome, StoredStatus>;
/** APP-2: ReleaseOutcome → stored status. */
export function storedStatusOf(outcome: ReleaseOutcome): StoredStatus {
  return STORED_STATUS_OF[outcome];
}

/** Why a run was asked to stop (RUN-3). */
export const CancellationReason = z.enum([
  "CLIENT_DISCONNECTED",
  "USER_REQUESTED",
  "DEADLINE_EXCEEDED",
  "BUDGET_EXHAUSTED",
  "INTERNAL_FAILURE",
]);
export type CancellationReason = z.infer<typeof CancellationReason>;
const TERMINAL_STATE_OF = {
  CLIENT_DISCONNECTED: "CANCELLED",
  USER_REQUESTED: "CANCELLED",
  DEADLINE_EXCEEDED: "TIMED_OUT",
  BUDGET_EXHAUSTED: "BUDGET_EXHAUSTED",
  INTERNAL_FAILURE: "FAILED",
} as const satisfies Record<CancellationReason, TerminalRunState>;
/** RUN-3: many reasons, one terminal state each. */
export function terminalStateOf(reason: CancellationReason): TerminalRunState {
  return TERMINAL_STATE_OF[reason];
}

/** The agent's or the harness's verdict on one result (INFO-2). */
export const InformationGain = z.enum(["GAINED", "NO_GAIN"]);
export type InformationGain = z.infer<typeof InformationGain>;
