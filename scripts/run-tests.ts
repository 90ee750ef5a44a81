import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stopOnSignals, StopRequested } from "./console/stop-signals";
import { StopStack } from "./console/stop-stack";
import { endOrphanedWebServer } from "./console/web-server";
import { generateClient } from "./generate.mjs";
import { dataFolderAt, prepareDataFolder, type DataFolder } from "./provision/data-folder";
import { acquireProcessLock } from "./provision/process-lock";
import { lastLines } from "./provision/run-program";
import { SetupProblem } from "./provision/setup-problem";
import { StepPrinter } from "./provision/step-printer";
import { asOneTest, type Stage, type StageOutcome } from "./suite/stage";
import { testStages } from "./suite/stages";
import { provisionTestDatabase, type TestDatabase } from "./suite/test-database";

export interface RunTestsOptions {
  readonly projectRoot: string;
  /** Names of stages; none is all of them. */
  readonly only: readonly string[];
}

/** Lines of a failed stage's output that are shown; all of it is in a file. */
const SHOWN_LINES = 120;

/**
 * Runs every stage of the tests, each to its end whatever came of the ones before, on a database of their own. The
 * last line printed is `N passed, N failed`; returns the exit code.
 */
export async function runTests(options: RunTestsOptions): Promise<number> {
  const printer = new StepPrinter();
  const stack = new StopStack();
  const signal = stopOnSignals({
    onFirst: () => printer.say("Stopping …"),
    onSecond: () => process.exit(1),
  });
  const total = { passed: 0, failed: 0 };
  const add = ({ passed, failed }: StageOutcome): void => {
    total.passed += passed;
    total.failed += failed;
  };
  try {
    await runStages(options, { printer, stack, signal, add });
  } catch (error) {
    add(asOneTest(false, ""));
    if (error instanceof StopRequested) printer.say("Broken off.");
    else if (error instanceof SetupProblem) printer.say(`${error.message}\n  ${error.remedy}`);
    else console.error(error);
  }
  for (const { name, error } of await stack.stopAll()) {
    add(asOneTest(false, ""));
    printer.say(`${name} could not be stopped: ${String(error)}`);
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

interface RunContext {
  readonly printer: StepPrinter;
  readonly stack: StopStack;
  readonly signal: AbortSignal;
  readonly add: (outcome: StageOutcome) => void;
}

async function runStages(options: RunTestsOptions, context: RunContext): Promise<void> {
  const { projectRoot } = options;
  const { printer, stack, signal } = context;
  const folder = dataFolderAt(testDataDir(projectRoot));
  const say = (text: string): void => printer.say(text);
  const stages = selectStages(
    testStages({ projectRoot, folder, signal, say, database: once(() => startDatabase(folder, context)) }),
    options.only,
  );
  await prepareDataFolder(folder);
  const lock = await acquireProcessLock(join(folder.run, "test.lock"));
  if (lock.kind === "held") {
    throw new SetupProblem(
      `Another npm test (pid ${lock.by.pid}) runs on ${folder.root}.`,
      "Wait for it, or give this one a folder of its own: INTERLOCK_DATA_DIR=.data-2 npm test",
    );
  }
  stack.push("The lock of the tests' folder", lock.release);
  await endOrphanedWebServer(folder);
  const generated = await generateClient(projectRoot, { signal });
  if (generated.status === "failed")
    throw new SetupProblem(generated.message, "Put prisma/schema.prisma right.");
  for (const stage of stages) context.add(await runStage(stage, folder, context));
}

/** A folder of the tests' own, so that they run beside a console. */
function testDataDir(projectRoot: string): string {
  const consoleDir = process.env.INTERLOCK_DATA_DIR?.trim();
  return consoleDir === undefined || consoleDir === ""
    ? join(projectRoot, ".data-test")
    : `${consoleDir}-test`;
}

function selectStages(stages: Stage[], only: readonly string[]): Stage[] {
  const unknown = only.find((name) => !stages.some((stage) => stage.name === name));
  if (unknown !== undefined) {
    throw new SetupProblem(
      `There is no stage ${unknown}.`,
      `The stages are ${stages.map((stage) => stage.name).join(", ")}; without a name all of them run.`,
    );
  }
  return only.length === 0 ? stages : stages.filter((stage) => only.includes(stage.name));
}

async function startDatabase(
  folder: DataFolder,
  { printer, stack, signal }: RunContext,
): Promise<TestDatabase> {
  const test = await provisionTestDatabase({ folder, signal, say: (text) => printer.say(text) });
  stack.push("The tests' MariaDB", () => test.database.stop());
  return test;
}

async function runStage(
  stage: Stage,
  folder: DataFolder,
  { printer, signal }: RunContext,
): Promise<StageOutcome> {
  const outcome = await printer.step(stage.label, async (note) => {
    const done = await runToEnd(stage, signal);
    note(`${done.passed} passed, ${done.failed} failed`);
    return done;
  });
  if (outcome.output !== "") {
    const path = join(folder.logs, `${stage.name}.log`);
    await mkdir(folder.logs, { recursive: true });
    await writeFile(path, outcome.output);
    if (outcome.failed > 0)
      console.log(`\n${lastLines(outcome.output, SHOWN_LINES)}\n\n  all of it: ${path}\n`);
  }
  return outcome;
}

/** A stage that cannot run is a failure of that stage, not the end of the others. */
async function runToEnd(stage: Stage, signal: AbortSignal): Promise<StageOutcome> {
  try {
    return await stage.run();
  } catch (error) {
    if (signal.aborted) throw error;
    const remedy = error instanceof SetupProblem ? `\n${error.remedy}` : "";
    return asOneTest(
      false,
      error instanceof Error ? `${error.stack ?? error.message}${remedy}` : String(error),
    );
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
