/** Asks every question of a set and judges what comes of it. */
import type { InterlockEnvironment } from "../../lib/server/environment";
import { askQuestion } from "./ask-question";
import type { EvaluationServer } from "./evaluation-server";
import type { Question, SituationName, World } from "./evaluation-question";
import { judgeAnswer } from "./judge-answer";
import type { KnownFigures } from "./known-figures";
import { openWorld, type OpenWorld } from "./open-world";
import type { JudgedQuestion } from "./score-evaluation";
import { whileItStands } from "./situations/arrange-situation";

export interface EvaluationRun {
  readonly server: EvaluationServer;
  /** Model, playbooks and documents are taken from here. */
  readonly settings: InterlockEnvironment;
  readonly questions: readonly Question[];
  readonly signal: AbortSignal;
  readonly onJudged: (judged: JudgedQuestion) => void;
}

/** Questions that look at rows alone, or at no data, are asked side by side. */
const SIDE_BY_SIDE = 3;
const WORLDS: readonly World[] = ["whole", "narrow account", "no documents", "shop out of reach"];
/** These do not show in what other questions look at, so they may stand while rows are asked about. */
const UNSEEN: readonly SituationName[] = ["misleading row", "long statement"];

/** Judged questions in the order in which they ended. Throws the signal's reason when it is aborted. */
export async function runEvaluation(run: EvaluationRun): Promise<readonly JudgedQuestion[]> {
  const judged: JudgedQuestion[] = [];
  for (const world of WORLDS) {
    const questions = run.questions.filter((one) => one.world === world);
    if (questions.length === 0) continue;
    const open = await openWorld(world, run.server, run.settings);
    try {
      await askAll(run, open, questions, (one) => {
        judged.push(one);
        run.onJudged(one);
      });
    } finally {
      await open.close();
    }
  }
  return judged;
}

type Tell = (judged: JudgedQuestion) => void;

async function askAll(
  run: EvaluationRun,
  open: OpenWorld,
  questions: readonly Question[],
  tell: Tell,
): Promise<void> {
  const asked = async (question: Question, known: KnownFigures): Promise<void> => {
    run.signal.throwIfAborted();
    tell(await judge(open, question, { ...run.server.figures, ...known }));
  };
  const standing = async (name: SituationName | null, group: readonly Question[]): Promise<void> => {
    run.signal.throwIfAborted();
    const work = async (known: KnownFigures): Promise<void> => {
      for (const question of group) await asked(question, known);
    };
    await (name === null ? work({}) : whileItStands(run.server.adminUrl, name, work));
  };
  const groups = new Map<SituationName, Question[]>();
  for (const one of questions) {
    if (one.situation !== null) groups.set(one.situation, [...(groups.get(one.situation) ?? []), one]);
  }
  const ofRows = questions.filter((one) => one.situation === null && !looksAtServer(one));
  const unseen = UNSEEN.flatMap((name) => {
    const group = groups.get(name);
    return group === undefined ? [] : [() => standing(name, group)];
  });
  await sideBySide([...unseen, ...ofRows.map((question) => () => asked(question, {}))], SIDE_BY_SIDE);
  for (const [name, group] of groups) {
    if (!UNSEEN.includes(name)) await standing(name, group);
  }
  await standing(
    null,
    questions.filter((one) => one.situation === null && looksAtServer(one)),
  );
}

/** What such a question sees would be changed by others that are under way. */
function looksAtServer({ class: kind, expect }: Question): boolean {
  return (
    kind === "live" ||
    (expect.kind === "conclusion" &&
      [...expect.evidence.must, ...expect.evidence.also].some((table) =>
        /PROCESSLIST|INNODB_TRX/.test(table),
      ))
  );
}

async function judge(open: OpenWorld, question: Question, known: KnownFigures): Promise<JudgedQuestion> {
  const observed = await askQuestion(open.client, question, known);
  const { run } = observed;
  const type = run.fallbackType === null ? "" : `/${run.fallbackType}`;
  return {
    question,
    verdict: judgeAnswer(question, known, observed),
    cost: {
      modelCalls: run.budget.modelCalls.used,
      toolCalls: run.toolCalls,
      tokens: run.tokens.input + run.tokens.output,
      ms: run.durationMs ?? 0,
    },
    ended: `${run.runState}/${run.releaseOutcome ?? "none"}${type}`,
  };
}

/** All are begun in order, `width` at most at a time; the first that throws is thrown when those under way have ended. */
async function sideBySide(tasks: readonly (() => Promise<void>)[], width: number): Promise<void> {
  const queue = [...tasks];
  const failures: unknown[] = [];
  const lane = async (): Promise<void> => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
      try {
        await task();
      } catch (error) {
        failures.push(error);
        queue.length = 0;
      }
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  if (failures.length > 0) throw failures[0];
}
