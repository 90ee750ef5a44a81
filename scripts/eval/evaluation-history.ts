/** What earlier evaluations came to: JSON lines, one a run, newest last. */
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import type { EvaluationSet } from "./evaluation-set";
import type { EvaluationScore, JudgedQuestion } from "./score-evaluation";

const share = z.object({ right: z.int(), of: z.int() });
const HistoryLine = z.object({
  /** When it ended, ISO 8601. */
  at: z.string(),
  model: z.string(),
  set: z.object({ version: z.int(), hash: z.string(), questions: z.int() }),
  score: z.object({
    outcomes: share,
    right: share,
    answerable: share,
    unanswerable: share,
    classes: z.record(z.string(), share),
    falseConclusions: z.int(),
    evidence: share,
    cost: z.object({ modelCalls: z.int(), toolCalls: z.int(), tokens: z.int(), ms: z.number() }),
  }),
  right: z.array(z.string()),
  wrong: z.array(z.string()),
  falseConclusions: z.array(z.string()),
});
export type HistoryLine = z.infer<typeof HistoryLine>;

export interface EvaluationOutcome {
  readonly model: string;
  readonly set: EvaluationSet;
  readonly judged: readonly JudgedQuestion[];
  readonly score: EvaluationScore;
}

/** The line that stands for an outcome. */
export function historyLine({ model, set, judged, score }: EvaluationOutcome, at: Date): HistoryLine {
  const idsOf = (keep: (one: JudgedQuestion) => boolean): string[] =>
    judged.filter(keep).map(({ question }) => question.id);
  return {
    at: at.toISOString(),
    model,
    set: { version: set.version, hash: set.hash, questions: judged.length },
    score,
    right: idsOf(({ verdict }) => verdict.isRight),
    wrong: idsOf(({ verdict }) => !verdict.isRight),
    falseConclusions: idsOf(({ verdict }) => verdict.isFalseConclusion),
  };
}

/** The newest line of a model, or null. Lines that cannot be read (cut off, of another version) are passed over. */
export async function lastOf(path: string, model: string): Promise<HistoryLine | null> {
  const lines = (await readIfThere(path)).split("\n").reverse();
  for (const text of lines) {
    const line = HistoryLine.safeParse(parseLine(text));
    if (line.success && line.data.model === model) return line.data;
  }
  return null;
}

/** Makes the folder when it is not there. */
export async function appendLine(path: string, line: HistoryLine): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await appendFile(path, `${JSON.stringify(line)}\n`);
}

/** In words, what is different from the run before: "+2 right, 1 newly wrong: stock-zh". */
export function compareLines(before: HistoryLine, now: HistoryLine): string {
  const wasRight = new Set(before.right);
  const wasWrong = new Set(before.wrong);
  const newlyRight = now.right.filter((id) => wasWrong.has(id));
  const newlyWrong = now.wrong.filter((id) => wasRight.has(id));
  const asked = new Set([...before.right, ...before.wrong]);
  const added = [...now.right, ...now.wrong].filter((id) => !asked.has(id));
  const parts = [
    `+${newlyRight.length} right${newlyRight.length === 0 ? "" : `: ${newlyRight.join(", ")}`}`,
    `${newlyWrong.length} newly wrong${newlyWrong.length === 0 ? "" : `: ${newlyWrong.join(", ")}`}`,
    ...(added.length === 0 ? [] : [`${added.length} not asked then`]),
    ...(before.set.hash === now.set.hash ? [] : [`then of set ${before.set.version}/${before.set.hash}`]),
  ];
  return `${parts.join("; ")} (against ${before.at})`;
}

function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}
