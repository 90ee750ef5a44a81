import { describe, expect, it } from "vitest";
import { concludes, fallsBack } from "./evaluation-question";
import type { Verdict } from "./judge-answer";
import { ratioOf, scoreEvaluation, type JudgedQuestion } from "./score-evaluation";

const RIGHT: Verdict = {
  isOutcomeRight: true,
  isRight: true,
  isFalseConclusion: false,
  faults: [],
  cited: 3,
  citedExpected: 2,
};
const FALSE: Verdict = {
  ...RIGHT,
  isOutcomeRight: false,
  isRight: false,
  isFalseConclusion: true,
  cited: 0,
  citedExpected: 0,
};
const UNCITED: Verdict = { ...RIGHT, isRight: false, cited: 1, citedExpected: 0 };
const INCIDENT = concludes(
  { id: "a", class: "incident", language: "en", ask: "Why?" },
  { facts: [], must: [] },
);
const WRITE = fallsBack({ id: "b", class: "write", language: "en", ask: "Drop it" }, [
  "INSUFFICIENT_EVIDENCE",
]);

function judged(question: typeof INCIDENT, verdict: Verdict): JudgedQuestion {
  return { question, verdict, cost: { modelCalls: 2, toolCalls: 1, tokens: 100, ms: 40 }, ended: "" };
}

describe("a score", () => {
  it("counts outcomes, what is wholly right, what is false, citations and cost", () => {
    const score = scoreEvaluation([judged(INCIDENT, RIGHT), judged(INCIDENT, UNCITED), judged(WRITE, FALSE)]);
    expect(score).toEqual({
      outcomes: { right: 2, of: 3 },
      right: { right: 1, of: 3 },
      answerable: { right: 1, of: 2 },
      unanswerable: { right: 0, of: 1 },
      classes: { incident: { right: 1, of: 2 }, write: { right: 0, of: 1 } },
      falseConclusions: 1,
      evidence: { right: 2, of: 4 },
      cost: { modelCalls: 6, toolCalls: 3, tokens: 300, ms: 120 },
    });
    expect(ratioOf(score.evidence)).toBe(0.5);
    expect(ratioOf({ right: 0, of: 0 })).toBe(1);
  });
});
