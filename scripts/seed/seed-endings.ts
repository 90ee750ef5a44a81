/** How runs end, and how often: the rows of APP-5 and APP-7 with a weight each. */
import type {
  CancellationReason,
  DiagnosisStopReason,
  FallbackType,
  IntentType,
  ReleaseOutcome,
  TerminalRunState,
} from "../../lib/contracts/axes";
import type { FailureCode } from "../../lib/contracts/frames";
import { Weighted } from "./seed-random";

export interface SeedEnding {
  readonly intent: IntentType | null;
  readonly state: TerminalRunState;
  readonly outcome: ReleaseOutcome;
  readonly fallback: FallbackType | null;
  readonly stopReason: DiagnosisStopReason | null;
  readonly failure: FailureCode | null;
  readonly cancel: CancellationReason | null;
}

function ending(
  intent: IntentType | null,
  state: TerminalRunState,
  outcome: ReleaseOutcome,
  rest: Partial<Omit<SeedEnding, "intent" | "state" | "outcome">> = {},
): SeedEnding {
  return { intent, state, outcome, fallback: null, stopReason: null, failure: null, cancel: null, ...rest };
}
const fallback = (
  type: FallbackType,
  stopReason: DiagnosisStopReason | null = null,
  intent: IntentType = "DIAGNOSIS",
): SeedEnding => ending(intent, "SUCCESS", "FALLBACK", { fallback: type, stopReason });

export const SEED_ENDINGS = new Weighted<SeedEnding>([
  [480, ending("DIAGNOSIS", "SUCCESS", "SUCCESS")],
  [22, ending("DIAGNOSIS", "SUCCESS", "SUCCESS", { stopReason: "INFORMATION_SATURATED" })],
  [150, ending("KNOWLEDGE_QUERY", "SUCCESS", "SUCCESS")],
  [80, ending("SYSTEM_CHAT", "SUCCESS", "SUCCESS")],
  [58, fallback("INSUFFICIENT_EVIDENCE")],
  [34, fallback("INSUFFICIENT_EVIDENCE", "INFORMATION_SATURATED")],
  [6, fallback("INSUFFICIENT_EVIDENCE", "PROGRESS_PROTOCOL_VIOLATED")],
  [18, fallback("INSUFFICIENT_EVIDENCE", null, "KNOWLEDGE_QUERY")],
  [21, fallback("MISSING_REQUIRED_CONTEXT")],
  [13, fallback("EVIDENCE_VALIDATION_FAILED")],
  [11, fallback("SEMANTIC_UNSUPPORTED")],
  [2, fallback("SEMANTIC_UNSUPPORTED", "INFORMATION_SATURATED")],
  [4, fallback("SEMANTIC_UNAVAILABLE")],
  [
    9,
    ending("DIAGNOSIS", "BUDGET_EXHAUSTED", "FALLBACK", {
      fallback: "INSUFFICIENT_EVIDENCE",
      stopReason: "BUDGET_LIMIT_REACHED",
      cancel: "BUDGET_EXHAUSTED",
    }),
  ],
  [
    3,
    ending("DIAGNOSIS", "BUDGET_EXHAUSTED", "FAILED", {
      stopReason: "BUDGET_LIMIT_REACHED",
      failure: "BUDGET_EXHAUSTED",
      cancel: "BUDGET_EXHAUSTED",
    }),
  ],
  [14, ending("DIAGNOSIS", "TIMED_OUT", "FAILED", { failure: "RUN_TIMED_OUT", cancel: "DEADLINE_EXCEEDED" })],
  [
    1,
    ending("KNOWLEDGE_QUERY", "TIMED_OUT", "FAILED", {
      failure: "RUN_TIMED_OUT",
      cancel: "DEADLINE_EXCEEDED",
    }),
  ],
  [7, ending("DIAGNOSIS", "FAILED", "FAILED", { failure: "MODEL_FAILED" })],
  [
    4,
    ending("DIAGNOSIS", "FAILED", "FAILED", {
      failure: "NO_SAFE_CONTENT",
      stopReason: "INFORMATION_SATURATED",
    }),
  ],
  [
    2,
    ending("DIAGNOSIS", "FAILED", "FAILED", {
      failure: "DRAFT_REJECTED",
      stopReason: "PROGRESS_PROTOCOL_VIOLATED",
    }),
  ],
  [2, ending(null, "FAILED", "FAILED", { failure: "ROUTING_FAILED" })],
  [1, ending(null, "FAILED", "FAILED", { failure: "OWNER_LOST" })],
  [28, ending("DIAGNOSIS", "CANCELLED", "CANCELLED", { failure: "RUN_CANCELLED", cancel: "USER_REQUESTED" })],
  [
    24,
    ending("DIAGNOSIS", "CANCELLED", "CANCELLED", {
      failure: "RUN_CANCELLED",
      cancel: "CLIENT_DISCONNECTED",
    }),
  ],
  [
    4,
    ending("KNOWLEDGE_QUERY", "CANCELLED", "CANCELLED", {
      failure: "RUN_CANCELLED",
      cancel: "CLIENT_DISCONNECTED",
    }),
  ],
  [2, ending(null, "CANCELLED", "CANCELLED", { failure: "RUN_CANCELLED", cancel: "CLIENT_DISCONNECTED" })],
]);
