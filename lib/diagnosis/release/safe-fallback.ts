import type { SafeFallback, VerifiedFact } from "../../contracts/answer";
import type { FallbackType } from "../../contracts/axes";

/** Why an INSUFFICIENT_EVIDENCE fallback came about; the public type is the same for all (APP-5). */
export type InsufficiencyCause =
  | "no_conclusion"
  | "INFORMATION_SATURATED"
  | "PROGRESS_PROTOCOL_VIOLATED"
  | "BUDGET_LIMIT_REACHED"
  | "draft_rejected"
  | "model_failed"
  | "no_document";

interface FallbackText {
  readonly message: string;
  readonly nextSteps: readonly string[];
}

const READ_FACTS = "Read the checked facts below: each is stated with the scope in which it was found.";

const INSUFFICIENCY_TEXT = {
  no_conclusion: {
    message: "The checks that were made do not settle the question.",
    nextSteps: [
      READ_FACTS,
      "Ask again with a narrower time window, or name the service or the id in question.",
    ],
  },
  INFORMATION_SATURATED: {
    message: "Several checks in a row brought nothing new, and no conclusion was drawn.",
    nextSteps: [READ_FACTS, "Ask again with another time window or another suspect."],
  },
  PROGRESS_PROTOCOL_VIOLATED: {
    message:
      "The investigation was stopped because its progress could not be followed; no conclusion was drawn.",
    nextSteps: [READ_FACTS, "Ask again; if it stops again, look at the run's trace."],
  },
  BUDGET_LIMIT_REACHED: {
    message: "A budget ended the investigation before a conclusion was drawn.",
    nextSteps: [READ_FACTS, "Ask again with a larger budget, or with a narrower question."],
  },
  draft_rejected: {
    message: "The answer that was drafted did not have the required form and was discarded.",
    nextSteps: [READ_FACTS, "Ask again; if it happens again, look at the run's trace."],
  },
  model_failed: {
    message: "The model failed before a conclusion was drawn.",
    nextSteps: [READ_FACTS, "Ask again once the model answers."],
  },
  no_document: {
    message: "No document answers this question.",
    nextSteps: ["Ask in other words, or add a document that covers it."],
  },
} as const satisfies Record<InsufficiencyCause, FallbackText>;

const TYPE_TEXT = {
  MISSING_REQUIRED_CONTEXT: {
    message: "The question cannot be investigated yet: something that no tool can find out is missing.",
    nextSteps: ["Add what is missing and ask again."],
  },
  EVIDENCE_VALIDATION_FAILED: {
    message:
      "A conclusion was drafted, but it did not match the evidence it cited, even after one repair. It is withheld.",
    nextSteps: [READ_FACTS, "Judge by the checked facts alone, or ask a narrower question."],
  },
  SEMANTIC_UNSUPPORTED: {
    message:
      "A conclusion was drafted, but a separate check found that the evidence does not carry it. It is withheld.",
    nextSteps: [READ_FACTS, "Judge by the checked facts alone, or ask a narrower question."],
  },
  SEMANTIC_UNAVAILABLE: {
    message: "A conclusion was drafted, but the separate check of it could not be made. It is withheld.",
    nextSteps: [READ_FACTS, "Ask again once the check is available."],
  },
} as const satisfies Record<Exclude<FallbackType, "INSUFFICIENT_EVIDENCE">, FallbackText>;

const MAX_MISSING = 32;
const MAX_MISSING_LENGTH = 500;

/** REL-4: texts by code, facts from stored rows. `missingInfo` is what a lawful draft without conclusion asked for. */
export function insufficientEvidence(
  cause: InsufficiencyCause,
  checked: readonly VerifiedFact[],
  missingInfo: readonly string[] = [],
): SafeFallback {
  return build("INSUFFICIENT_EVIDENCE", INSUFFICIENCY_TEXT[cause], checked, missingInfo);
}

/** REL-4, for every other type. */
export function fallbackOf(
  type: Exclude<FallbackType, "INSUFFICIENT_EVIDENCE">,
  checked: readonly VerifiedFact[],
  missingInfo: readonly string[] = [],
): SafeFallback {
  return build(type, TYPE_TEXT[type], checked, missingInfo);
}

const WITHHELD_TEXT = {
  system: {
    message:
      "An answer was written, but it spoke of more than Interlock itself: of figures, names or states that only a diagnosis can find out. It is withheld.",
    nextSteps: [
      "To have a live system looked at, ask what is wrong with it, such as why something fails or is slow.",
    ],
  },
  knowledge: {
    message:
      "An answer was written, but it held sentences, figures, commands or names that the documents found do not hold. It is withheld.",
    nextSteps: ["Ask in other words, or read the documents themselves."],
  },
} as const satisfies Record<string, FallbackText>;

/** REL-5: an answer that AnswerGuard refused for good. */
export function answerWithheld(what: keyof typeof WITHHELD_TEXT): SafeFallback {
  return build("EVIDENCE_VALIDATION_FAILED", WITHHELD_TEXT[what], [], []);
}

function build(
  fallbackType: FallbackType,
  text: FallbackText,
  checked: readonly VerifiedFact[],
  missingInfo: readonly string[],
): SafeFallback {
  return {
    contentType: "fallback",
    fallbackType,
    message: text.message,
    checked: [...checked],
    missingInfo: missingInfo
      .slice(0, MAX_MISSING)
      .map((item) => item.slice(0, MAX_MISSING_LENGTH).toWellFormed()),
    nextSteps: [
      ...(checked.length === 0 ? text.nextSteps.filter((step) => step !== READ_FACTS) : text.nextSteps),
    ],
  };
}
