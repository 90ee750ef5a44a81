/** From judged questions to the figures of a whole evaluation. */
import { isAnswerable, QUESTION_CLASSES, type Question } from "./evaluation-question";
import type { Verdict } from "./judge-answer";

interface Cost {
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly tokens: number;
  readonly ms: number;
}

export interface JudgedQuestion {
  readonly question: Question;
  readonly verdict: Verdict;
  readonly cost: Cost;
  /** RunState/ReleaseOutcome/FallbackType, for the printed line. */
  readonly ended: string;
}

interface Share {
  readonly right: number;
  readonly of: number;
}

export interface EvaluationScore {
  /** RunState, ReleaseOutcome and FallbackType as expected. */
  readonly outcomes: Share;
  /** Outcome, facts and citations as expected. */
  readonly right: Share;
  readonly answerable: Share;
  readonly unanswerable: Share;
  /** Wholly right, by class; classes of which nothing was asked are left out. */
  readonly classes: Readonly<Record<string, Share>>;
  readonly falseConclusions: number;
  /** Cited records that belong to the question, of all that were cited. */
  readonly evidence: Share;
  readonly cost: Cost;
}

function shareOf(judged: readonly JudgedQuestion[], isRight: (verdict: Verdict) => boolean): Share {
  return { right: judged.filter(({ verdict }) => isRight(verdict)).length, of: judged.length };
}

function sum(judged: readonly JudgedQuestion[], of: (one: JudgedQuestion) => number): number {
  return judged.reduce((total, one) => total + of(one), 0);
}

/** A function of its input; the order does not matter. */
export function scoreEvaluation(judged: readonly JudgedQuestion[]): EvaluationScore {
  const answerable = judged.filter(({ question }) => isAnswerable(question));
  const unanswerable = judged.filter(({ question }) => !isAnswerable(question));
  const isRight = (verdict: Verdict): boolean => verdict.isRight;
  return {
    outcomes: shareOf(judged, (verdict) => verdict.isOutcomeRight),
    right: shareOf(judged, isRight),
    answerable: shareOf(answerable, isRight),
    unanswerable: shareOf(unanswerable, isRight),
    classes: Object.fromEntries(
      Object.keys(QUESTION_CLASSES)
        .map((name) => [name, judged.filter(({ question }) => question.class === name)] as const)
        .filter(([, ofClass]) => ofClass.length > 0)
        .map(([name, ofClass]) => [name, shareOf(ofClass, isRight)]),
    ),
    falseConclusions: judged.filter(({ verdict }) => verdict.isFalseConclusion).length,
    evidence: {
      right: sum(judged, ({ verdict }) => verdict.citedExpected),
      of: sum(judged, ({ verdict }) => verdict.cited),
    },
    cost: {
      modelCalls: sum(judged, ({ cost }) => cost.modelCalls),
      toolCalls: sum(judged, ({ cost }) => cost.toolCalls),
      tokens: sum(judged, ({ cost }) => cost.tokens),
      ms: sum(judged, ({ cost }) => cost.ms),
    },
  };
}

/** 0 … 1; 1 where there is nothing to have wrong. */
export function ratioOf({ right, of }: Share): number {
  return of === 0 ? 1 : right / of;
}
