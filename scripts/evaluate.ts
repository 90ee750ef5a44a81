/**
 * npm run eval: asks the evaluation set and compares with the run before. Exit code 0 when nothing false was concluded and, for the playbook model, the
 * floor is reached. `npm run eval -- payments stock` asks the questions whose id begins so; such a part is not kept in the history.
 */
import { join, resolve } from "node:path";
import { EnvironmentError } from "../lib/server/environment";
import { readConsoleSettings } from "./console/settings";
import { readServerSettings } from "./console/server-settings";
import { stopOnSignals, StopRequested } from "./console/stop-signals";
import { StopStack } from "./console/stop-stack";
import { appendLine, compareLines, historyLine, lastOf } from "./eval/evaluation-history";
import { evaluationSet, PLAYBOOK_FLOOR } from "./eval/evaluation-set";
import { questionLine, scoreLines } from "./eval/report-evaluation";
import { ratioOf, scoreEvaluation } from "./eval/score-evaluation";
import { generateClient } from "./generate.mjs";
import { dataFolderAt, prepareDataFolder } from "./provision/data-folder";
import { acquireProcessLock } from "./provision/process-lock";
import { SetupProblem } from "./provision/setup-problem";
import { StepPrinter } from "./provision/step-printer";

const projectRoot = join(import.meta.dirname, "..");
const printer = new StepPrinter();
const stack = new StopStack();
const signal = stopOnSignals({
  onFirst: () => printer.say("Stopping …"),
  onSecond: () => process.exit(1),
});

async function evaluate(prefixes: readonly string[]): Promise<number> {
  const { dataDir, mariadbd } = readConsoleSettings(process.env, projectRoot);
  const settings = await readServerSettings(process.env, { projectRoot, mode: "production" });
  const set = evaluationSet();
  const questions =
    prefixes.length === 0
      ? set.questions
      : set.questions.filter(({ id }) => prefixes.some((prefix) => id.startsWith(prefix)));
  if (questions.length === 0)
    throw new SetupProblem(
      "No question's id begins so.",
      `Ids are in ${join("scripts", "eval", "questions")}.`,
    );
  // A MariaDB that was unpacked for the console serves here as well.
  const folder = {
    ...dataFolderAt(join(dataDir, "eval")),
    mariadbProgram: dataFolderAt(dataDir).mariadbProgram,
  };
  await prepareDataFolder(folder);
  const lock = await acquireProcessLock(join(folder.run, "eval.lock"));
  if (lock.kind === "held")
    throw new SetupProblem(`Another evaluation (pid ${lock.by.pid}) runs on ${folder.root}.`, "Wait for it.");
  stack.push("The lock of the evaluation's folder", lock.release);
  const generated = await generateClient(projectRoot, { signal });
  if (generated.status === "failed")
    throw new SetupProblem(generated.message, "Put prisma/schema.prisma right.");
  // What follows needs the generated client.
  const { startEvaluationServer } = await import("./eval/evaluation-server");
  const { runEvaluation } = await import("./eval/run-evaluation");
  const server = await printer.step("A server of its own, with the demo shop", () =>
    startEvaluationServer({ projectRoot, folder, mariadbd, signal, say: (text) => printer.say(text) }),
  );
  stack.push("The evaluation's MariaDB", () => server.stop());

  const { languageModel } = settings;
  const model = languageModel === null ? "playbook" : languageModel.modelId;
  printer.say(`${questions.length} questions of set ${set.version}/${set.hash}, answered by ${model}`);
  const judged = await runEvaluation({
    server,
    settings: {
      ...settings,
      playbooksDir: resolve(projectRoot, settings.playbooksDir),
      documentsDirs: settings.documentsDirs.map((one) => resolve(projectRoot, one)),
    },
    questions,
    signal,
    onJudged: (one) => console.log(questionLine(one)),
  });
  const score = scoreEvaluation(judged);
  console.log(["", ...scoreLines(score)].join("\n"));
  if (prefixes.length > 0) return score.falseConclusions === 0 ? 0 : 1;

  const history = join(folder.root, "history.jsonl");
  const before = await lastOf(history, model);
  const line = historyLine({ model, set, judged, score }, new Date());
  if (before !== null) printer.say(compareLines(before, line));
  await appendLine(history, line);
  const isBelowFloor = languageModel === null && ratioOf(score.right) < PLAYBOOK_FLOOR;
  if (isBelowFloor) printer.say(`The playbook model is below its floor of ${100 * PLAYBOOK_FLOOR} %.`);
  return score.falseConclusions > 0 || isBelowFloor ? 1 : 0;
}

try {
  process.exitCode = await evaluate(process.argv.slice(2));
} catch (error) {
  process.exitCode = 1;
  if (error instanceof StopRequested) printer.say("Broken off.");
  else if (error instanceof SetupProblem) printer.say(`${error.message}\n  ${error.remedy}`);
  else if (error instanceof EnvironmentError) printer.say(error.message);
  else console.error(error);
}
for (const { name, error } of await stack.stopAll()) {
  process.exitCode = 1;
  printer.say(`${name} could not be stopped: ${String(error)}`);
}
