/** The evaluation in words, for a terminal. */
import type { JudgedQuestion, EvaluationScore } from "./score-evaluation";
import { ratioOf } from "./score-evaluation";

const ID_WIDTH = 28;
const ENDED_WIDTH = 46;

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

/** One line a question: what came of it, what it cost, what is wrong. */
export function questionLine({ question, verdict, cost, ended }: JudgedQuestion): string {
  const mark = verdict.isRight ? "right" : verdict.isFalseConclusion ? "FALSE" : "wrong";
  const price = `${cost.modelCalls} calls, ${cost.toolCalls} tools, ${cost.tokens} tokens, ${seconds(cost.ms)}`;
  const faults = verdict.isRight ? "" : `  ${verdict.faults.join("; ")}`;
  return `  ${mark}  ${question.id.padEnd(ID_WIDTH)} ${ended.padEnd(ENDED_WIDTH)} ${price}${faults}`;
}

function share(label: string, { right, of }: { readonly right: number; readonly of: number }): string {
  return `  ${label.padEnd(ID_WIDTH)} ${String(right).padStart(4)} of ${String(of).padStart(4)}  ${(100 * ratioOf({ right, of })).toFixed(1)} %`;
}

/** The figures of the whole. */
export function scoreLines(score: EvaluationScore): string[] {
  const { cost } = score;
  return [
    share("Outcome accuracy", score.outcomes),
    share("Wholly right", score.right),
    share("  answerable", score.answerable),
    share("  not answerable", score.unanswerable),
    ...Object.entries(score.classes).map(([name, ofClass]) => share(`    ${name}`, ofClass)),
    `  ${"FALSE CONCLUSIONS".padEnd(ID_WIDTH)} ${String(score.falseConclusions).padStart(4)}`,
    share("Evidence precision", score.evidence),
    `  ${"Cost".padEnd(ID_WIDTH)} ${cost.modelCalls} model calls, ${cost.toolCalls} tool calls, ${cost.tokens} tokens, ${seconds(cost.ms)} of runs`,
  ];
}
