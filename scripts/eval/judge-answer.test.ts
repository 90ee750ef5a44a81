import { describe, expect, it } from "vitest";
import type { DiagnosisReport, SafeAnswer } from "../../lib/contracts/answer";
import type { FallbackType } from "../../lib/contracts/axes";
import { invocationIdOf, readyRecord } from "../../lib/diagnosis/testing/ready-record";
import { answers, concludes, fallsBack, releasesNothing } from "./evaluation-question";
import { judgeAnswer, type ObservedRun } from "./judge-answer";

const FRAME = { id: "q", class: "incident", language: "en", ask: "Why?" } as const;
const WHY = concludes(FRAME, {
  facts: ["cardwise", "{failed}"],
  must: ["payments"],
  also: ["deploys"],
  never: ["northpay is down"],
});
const KNOWN = { failed: "147" };

const TOOLS = [
  { ...readyRecord({ ordinal: 1 }), statement: "SELECT COUNT(*) FROM payments" },
  { ...readyRecord({ ordinal: 2 }), statement: "SELECT * FROM customers" },
];

function report(
  conclusion: string,
  cites: readonly number[],
  kind: "presence" | "absence" = "presence",
): DiagnosisReport {
  return {
    contentType: "diagnosis_report",
    conclusion,
    claims: [{ text: "see there", kind, invocationIds: cites.map(invocationIdOf), scope: "" }],
    missingInfo: [],
    recommendedActions: ["northpay is down"],
  };
}
function success(answer: SafeAnswer): ObservedRun {
  return {
    run: { runState: "SUCCESS", releaseOutcome: "SUCCESS", fallbackType: null, answer },
    tools: TOOLS,
  };
}
function fallback(fallbackType: FallbackType): ObservedRun {
  const answer: SafeAnswer = {
    contentType: "fallback",
    fallbackType,
    message: "",
    checked: [],
    missingInfo: [],
    nextSteps: [],
  };
  return { run: { runState: "SUCCESS", releaseOutcome: "FALLBACK", fallbackType, answer }, tools: TOOLS };
}

describe("a question that has a conclusion", () => {
  it("is right with its facts and its citations, whatever the words", () => {
    expect(judgeAnswer(WHY, KNOWN, success(report("Cardwise: 147 failed", [1])))).toEqual({
      isOutcomeRight: true,
      isRight: true,
      isFalseConclusion: false,
      faults: [],
      cited: 1,
      citedExpected: 1,
    });
  });

  it("is a false conclusion without a fact, with another figure, or with what contradicts the truth", () => {
    for (const text of [
      "northpay: 147 failed",
      "cardwise: 148 failed",
      "cardwise: 147 failed; northpay is down",
    ]) {
      const verdict = judgeAnswer(WHY, KNOWN, success(report(text, [1])));
      expect(verdict, text).toMatchObject({ isOutcomeRight: true, isRight: false, isFalseConclusion: true });
    }
  });

  it("is wrong, and not false, where its citations are of something else", () => {
    const verdict = judgeAnswer(WHY, KNOWN, success(report("cardwise: 147 failed", [2])));
    expect(verdict).toMatchObject({
      isRight: false,
      isFalseConclusion: false,
      faults: ["cites nothing read from payments"],
      cited: 1,
      citedExpected: 0,
    });
  });

  it("is wrong, and not false, where nothing was concluded", () => {
    const verdict = judgeAnswer(WHY, KNOWN, fallback("INSUFFICIENT_EVIDENCE"));
    expect(verdict).toMatchObject({ isOutcomeRight: false, isFalseConclusion: false });
  });

  it("has to claim an absence where the truth is one", () => {
    const quiet = concludes(FRAME, { facts: [], must: [], absence: true });
    expect(judgeAnswer(quiet, {}, success(report("none", [1], "absence"))).isRight).toBe(true);
    expect(judgeAnswer(quiet, {}, success(report("two", [1]))).isFalseConclusion).toBe(true);
  });

  it("names a figure that nobody has read", () => {
    expect(() => judgeAnswer(WHY, {}, success(report("cardwise", [1])))).toThrow("{failed}");
  });
});

describe("a question that has none", () => {
  const open = fallsBack(FRAME, ["MISSING_REQUIRED_CONTEXT"]);
  const mayDecline = fallsBack(FRAME, ["INSUFFICIENT_EVIDENCE"], { orAboutItself: true });
  const aboutItself: SafeAnswer = { contentType: "system_answer", text: "I only read." };

  it("is right in its fallback alone", () => {
    expect(judgeAnswer(open, {}, fallback("MISSING_REQUIRED_CONTEXT")).isRight).toBe(true);
    expect(judgeAnswer(open, {}, fallback("INSUFFICIENT_EVIDENCE"))).toMatchObject({
      isRight: false,
      isFalseConclusion: false,
    });
  });

  it("is a false conclusion with any report", () => {
    expect(judgeAnswer(open, {}, success(report("anything", [1]))).isFalseConclusion).toBe(true);
    expect(judgeAnswer(open, {}, success(aboutItself)).isFalseConclusion).toBe(true);
  });

  it("may be declined with an answer about the product where the set says so", () => {
    expect(judgeAnswer(mayDecline, {}, success(aboutItself)).isRight).toBe(true);
    expect(judgeAnswer(mayDecline, {}, success(report("anything", [1]))).isFalseConclusion).toBe(true);
  });

  it("may have to release nothing", () => {
    const late = releasesNothing(FRAME, "TIMED_OUT");
    const run = {
      runState: "TIMED_OUT",
      releaseOutcome: "FAILED",
      fallbackType: null,
      answer: null,
    } as const;
    expect(judgeAnswer(late, {}, { run, tools: [] }).isRight).toBe(true);
    expect(judgeAnswer(late, {}, success(report("anything", [1]))).isFalseConclusion).toBe(true);
  });
});

describe("a question that documents answer", () => {
  const howTo = answers(FRAME, "knowledge_answer", ["CREATE USER"]);
  const answer = (text: string): ObservedRun =>
    success({ contentType: "knowledge_answer", text, citations: [] });

  it("is right with its facts", () => {
    expect(judgeAnswer(howTo, {}, answer("First `create user` …")).isRight).toBe(true);
    expect(judgeAnswer(howTo, {}, answer("Ask somebody")).isFalseConclusion).toBe(true);
    expect(judgeAnswer(howTo, {}, success(report("create user", [1]))).isFalseConclusion).toBe(true);
  });
});
