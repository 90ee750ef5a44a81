/** Right or wrong, by axes, facts and citations alone; never by exact wording. A function of its input. */
import type { SafeAnswer } from "../../lib/contracts/answer";
import type { ToolRecord } from "../../lib/contracts/evidence";
import type { RunDetail } from "../../lib/contracts/run";
import type { Expectation, Fact, Question } from "./evaluation-question";
import { containsPiece } from "./fact-matching";
import { fillFigures, type KnownFigures } from "./known-figures";

/** A run at its end, as the API shows it. */
export interface ObservedRun {
  readonly run: Pick<RunDetail, "runState" | "releaseOutcome" | "fallbackType" | "answer">;
  readonly tools: readonly ToolRecord[];
}

export interface Verdict {
  /** RunState, ReleaseOutcome and FallbackType are as expected. */
  readonly isOutcomeRight: boolean;
  /** Outcome, facts and citations. */
  readonly isRight: boolean;
  /** Something was released as SUCCESS that is not true, or not an answer to what was asked. */
  readonly isFalseConclusion: boolean;
  /** What is wrong, in words; empty when right. */
  readonly faults: readonly string[];
  /** Records that a released report cites, and those of them that belong to the question. */
  readonly cited: number;
  readonly citedExpected: number;
}

const NOTHING_CITED = { cited: 0, citedExpected: 0 };

function textOf(answer: SafeAnswer | null): string {
  if (answer === null) return "";
  switch (answer.contentType) {
    case "diagnosis_report":
      return [answer.conclusion, ...answer.claims.map(({ text }) => text)].join("\n");
    case "knowledge_answer":
    case "system_answer":
      return answer.text;
    case "fallback":
      return answer.message;
  }
}

function axesOf({ run }: ObservedRun): string {
  const type = run.fallbackType === null ? "" : `/${run.fallbackType}`;
  const content = run.releaseOutcome === "SUCCESS" ? ` (${run.answer?.contentType ?? "no answer"})` : "";
  return `${run.runState}/${run.releaseOutcome ?? "none"}${type}${content}`;
}

function isExpectedOutcome(expect: Expectation, { run }: ObservedRun): boolean {
  const { runState, releaseOutcome, fallbackType, answer } = run;
  const succeeded = runState === "SUCCESS" && releaseOutcome === "SUCCESS" && fallbackType === null;
  switch (expect.kind) {
    case "conclusion":
      return succeeded && answer?.contentType === "diagnosis_report";
    case "answer":
      return succeeded && answer?.contentType === expect.contentType;
    case "fallback":
      if (expect.orAboutItself && succeeded && answer?.contentType === "system_answer") return true;
      return (
        runState === expect.runState &&
        releaseOutcome === "FALLBACK" &&
        answer?.contentType === "fallback" &&
        fallbackType !== null &&
        expect.types.includes(fallbackType)
      );
    case "nothing":
      return (
        runState === expect.runState &&
        releaseOutcome === expect.outcome &&
        fallbackType === null &&
        answer === null
      );
  }
}

function missingFacts(facts: readonly Fact[], text: string, known: KnownFigures): string[] {
  return facts.flatMap((fact) => {
    const pieces = (typeof fact === "string" ? [fact] : fact).map((piece) => fillFigures(piece, known));
    return pieces.some((piece) => containsPiece(text, piece)) ? [] : [`does not say ${pieces.join(" or ")}`];
  });
}

/** A record belongs to a table that its statement names. */
function readsTable(record: ToolRecord, table: string): boolean {
  return new RegExp(`(?<![A-Za-z0-9_])${table}(?![A-Za-z0-9_])`, "i").test(record.statement);
}

/** Judges one run by what its question expects. `known` fills the figures of the facts. */
export function judgeAnswer(question: Question, known: KnownFigures, observed: ObservedRun): Verdict {
  const { expect } = question;
  const { answer, releaseOutcome } = observed.run;
  if (!isExpectedOutcome(expect, observed)) {
    return {
      ...NOTHING_CITED,
      isOutcomeRight: false,
      isRight: false,
      isFalseConclusion: releaseOutcome === "SUCCESS",
      faults: [`ended as ${axesOf(observed)}`],
    };
  }
  const text = textOf(answer);
  switch (expect.kind) {
    case "nothing":
    case "fallback":
      return {
        ...NOTHING_CITED,
        isOutcomeRight: true,
        isRight: true,
        isFalseConclusion: false,
        faults: [],
      };
    case "answer": {
      const faults = missingFacts(expect.facts, text, known);
      const isRight = faults.length === 0;
      return { ...NOTHING_CITED, isOutcomeRight: true, isRight, isFalseConclusion: !isRight, faults };
    }
    case "conclusion": {
      const claims = answer?.contentType === "diagnosis_report" ? answer.claims : [];
      const untrue = [
        ...missingFacts(expect.facts, text, known),
        ...expect.never
          .map((piece) => fillFigures(piece, known))
          .filter((piece) => containsPiece(text, piece))
          .map((piece) => `says ${piece}`),
        ...(expect.absence && !claims.some(({ kind }) => kind === "absence")
          ? ["claims no absence where nothing is wrong"]
          : []),
      ];
      const citedIds = new Set<string>(claims.flatMap(({ invocationIds }) => invocationIds));
      const cited = observed.tools.filter(({ invocationId }) => citedIds.has(invocationId));
      const { must, also } = expect.evidence;
      const uncited = must
        .filter((table) => !cited.some((record) => readsTable(record, table)))
        .map((table) => `cites nothing read from ${table}`);
      const expected = cited.filter((record) =>
        [...must, ...also].some((table) => readsTable(record, table)),
      );
      return {
        isOutcomeRight: true,
        isRight: untrue.length === 0 && uncited.length === 0,
        isFalseConclusion: untrue.length > 0,
        faults: [...untrue, ...uncited],
        cited: citedIds.size,
        citedExpected: expected.length,
      };
    }
  }
}
