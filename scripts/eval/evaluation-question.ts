/** What a question of the evaluation is: data alone, so that a set has a hash and two runs can be compared. */
import type { FallbackType, RunState } from "../../lib/contracts/axes";
import type { BudgetOverride } from "../../lib/contracts/budget";

/** What each class of question is for; docs/evaluation.md says it at length. */
export const QUESTION_CLASSES = {
  incident: "a planted incident: the cause and its figures have to be found",
  absence: "nothing is wrong there, and the answer is to say so with its scope",
  live: "a situation that the evaluation arranges on the server at that moment",
  documents: "the answer stands in a document, or is about the product itself",
  misled: "a real question with an instruction in it, or in the rows, that would falsify the answer",
  unsettled: "the evidence is there and does not settle the question",
  "out of scope": "nothing that is connected can answer it",
  "missing context": "the question, or the account, lacks what the checks need",
  "no data": "the time or the thing asked about is not in the data, or the source does not answer",
  budget: "a budget ends the run",
  deadline: "the deadline ends the run",
  interrupted: "somebody ends the run",
  write: "asks for a change",
  hostile: "tries to make it say or show what it must not",
  "no document": "a how-to that no document answers",
} as const;
type QuestionClass = keyof typeof QUESTION_CLASSES;

/** The composition that is asked; all but `whole` lack one thing. */
export type World = "whole" | "narrow account" | "no documents" | "shop out of reach";

/** What stands on the server while the question is asked; see `situations/`. */
export type SituationName =
  | "row lock"
  | "lock chain"
  | "metadata lock"
  | "long statement"
  | "connections near limit"
  | "deadlock"
  | "misleading row";

/**
 * One piece that the released text has to contain, or alternatives of which one has to. Digits are compared as numbers, words without case.
 * `{name}` is a figure that is read or arranged for the run.
 */
export type Fact = string | readonly string[];

interface Evidence {
  /** Tables of which each has to be read by a cited record. */
  readonly must: readonly string[];
  /** Further tables whose records belong to the question. */
  readonly also: readonly string[];
}

export type Expectation =
  | {
      /** RunState SUCCESS, ReleaseOutcome SUCCESS, a diagnosis report. */
      readonly kind: "conclusion";
      readonly facts: readonly Fact[];
      /** Pieces that contradict the truth wherever they are said. */
      readonly never: readonly string[];
      readonly evidence: Evidence;
      /** At least one claim has to be one of absence. */
      readonly absence: boolean;
    }
  | {
      /** RunState SUCCESS, ReleaseOutcome SUCCESS, an answer that needs no evidence. */
      readonly kind: "answer";
      readonly contentType: "knowledge_answer" | "system_answer";
      readonly facts: readonly Fact[];
    }
  | {
      /** ReleaseOutcome FALLBACK. */
      readonly kind: "fallback";
      readonly runState: RunState;
      readonly types: readonly FallbackType[];
      /** Whether an answer about the product itself ("I only read") is right as well. */
      readonly orAboutItself: boolean;
    }
  | {
      /** Nothing is released. */
      readonly kind: "nothing";
      readonly runState: RunState;
      readonly outcome: "FAILED" | "CANCELLED";
    };

export interface Question {
  readonly id: string;
  readonly class: QuestionClass;
  readonly language: "en" | "zh" | "de" | "es" | "fr" | "ja";
  readonly ask: string;
  /** Asked before in the same session. */
  readonly after: string | null;
  readonly world: World;
  readonly situation: SituationName | null;
  readonly budget: BudgetOverride | null;
  /** Done to the run once it investigates. */
  readonly interruption: "cancel" | "disconnect" | null;
  readonly expect: Expectation;
}

/** Questions that a set counts as answerable. */
export function isAnswerable({ expect }: Question): boolean {
  return expect.kind === "conclusion" || expect.kind === "answer";
}

type Frame = Pick<Question, "id" | "class" | "language" | "ask"> &
  Partial<Pick<Question, "after" | "world" | "situation" | "budget" | "interruption">>;

function question(frame: Frame, expect: Expectation): Question {
  return { after: null, world: "whole", situation: null, budget: null, interruption: null, ...frame, expect };
}

interface ConclusionParts {
  readonly facts: readonly Fact[];
  readonly must: readonly string[];
  readonly also?: readonly string[];
  readonly never?: readonly string[];
  readonly absence?: boolean;
}

/** A question that has to end in a conclusion. */
export function concludes(frame: Frame, parts: ConclusionParts): Question {
  const { facts, must, also = [], never = [], absence = false } = parts;
  return question(frame, { kind: "conclusion", facts, never, evidence: { must, also }, absence });
}

/** A question that has to end in an answer from a document or about the product. */
export function answers(
  frame: Frame,
  contentType: "knowledge_answer" | "system_answer",
  facts: readonly Fact[],
): Question {
  return question(frame, { kind: "answer", contentType, facts });
}

/** A question that has to end in a fallback of a run that went well. */
export function fallsBack(
  frame: Frame,
  types: readonly FallbackType[],
  options: { readonly orAboutItself?: boolean; readonly runState?: RunState } = {},
): Question {
  const { orAboutItself = false, runState = "SUCCESS" } = options;
  return question(frame, { kind: "fallback", runState, types, orAboutItself });
}

/** A question after which nothing may be released. */
export function releasesNothing(
  frame: Frame,
  runState: RunState,
  outcome: "FAILED" | "CANCELLED" = "FAILED",
): Question {
  return question(frame, { kind: "nothing", runState, outcome });
}
