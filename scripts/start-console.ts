import { join, relative } from "node:path";
import { buildApp, distDirEnvironment, holdBuild, projectPlace, type Build } from "./console/build-app";
import { keepDemoFresh } from "./console/keep-demo-fresh";
import { keepRunning } from "./console/keep-running";
import { loadDemo, migrateStore } from "./console/prepare-store";
import { serverEnvironment } from "./console/server-environment";
import { checkServerSettings, readServerSettings } from "./console/server-settings";
import { readConsoleSettings, type ConsoleSettings } from "./console/settings";
import { recordStore } from "./console/store-record";
import { stopOnSignals, StopRequested } from "./console/stop-signals";
import { StopStack } from "./console/stop-stack";
import { assertPortFree, endOrphanedWebServer, startWebServer } from "./console/web-server";
import { generateClient } from "./generate.mjs";
import { dataFolderAt, dataFolderPlace, prepareDataFolder, type DataFolder } from "./provision/data-folder";
import { obtainMariadb } from "./provision/obtain-mariadb";
import { acquireProcessLock } from "./provision/process-lock";
import { provisionPrivateDatabase } from "./provision/provision-private-database";
import type { ProvisionedDatabase } from "./provision/provisioned-database";
import { authSecretOf, loadSecrets } from "./provision/secrets";
import { explainFileErrorIn, SetupProblem } from "./provision/setup-problem";
import { StepPrinter } from "./provision/step-printer";
import { useGivenDatabase } from "./provision/use-given-database";

export interface StartConsoleOptions {
  readonly projectRoot: string;
  readonly mode: "production" | "dev";
}

interface Context extends StartConsoleOptions {
  readonly settings: ConsoleSettings;
  readonly folder: DataFolder;
  readonly printer: StepPrinter;
  readonly signal: AbortSignal;
  readonly stack: StopStack;
}

/**
 * Sets everything up, serves the console, and waits until it is asked to stop; then stops what it started, the server
 * before the database. Returns the exit code: 0 after a request to stop, 1 when something is missing or broke.
 */
export async function startConsole(options: StartConsoleOptions): Promise<number> {
  const printer = new StepPrinter();
  const stack = new StopStack();
  const signal = stopOnSignals({
    onFirst: () => printer.say("Stopping … (once more ends it at once)"),
    onSecond: () => {
      printer.say("Ended at once. What is left running is picked up by the next start.");
      process.exit(1);
    },
  });
  let exitCode = 0;
  const written = [projectPlace(options.projectRoot)];
  try {
    const settings = readConsoleSettings(process.env, options.projectRoot);
    await checkServerSettings(process.env, options);
    const folder = dataFolderAt(settings.dataDir);
    written.push(dataFolderPlace(folder));
    const broken = await serve({ ...options, settings, folder, printer, stack, signal });
    if (broken !== undefined) throw broken;
  } catch (error) {
    if (!(error instanceof StopRequested)) {
      report(await explainFileErrorIn(error, written), printer);
      exitCode = 1;
    }
  }
  for (const { name, error } of await stack.stopAll()) {
    printer.say(`${name} could not be stopped: ${error instanceof Error ? error.message : String(error)}`);
    exitCode = 1;
  }
  if (exitCode === 0) printer.say("Stopped.");
  return exitCode;
}

/** Returns what made it give up, or undefined after a request to stop. */
async function serve(context: Context): Promise<Error | undefined> {
  const { settings, printer, folder, signal, stack, projectRoot, mode } = context;
  await prepareDataFolder(folder);
  await lockDataFolder(context);
  if ((await endOrphanedWebServer(folder)) === "ended") {
    printer.say("A console that an earlier start left behind was ended.");
  }
  await assertPortFree(settings.port, settings.host);

  let giveUp: (error: Error) => void = () => undefined;
  const broken = new Promise<Error>((resolve) => (giveUp = resolve));
  const [database, build] = await bothOrNeither(signal, (either) => [
    prepareDatabase({ ...context, signal: either }, giveUp),
    prepareBuild({ ...context, signal: either }),
  ]);

  stack.push(
    "The look at the demo data",
    keepDemoFresh(database, (text) => printer.say(text)),
  );

  const environment = {
    ...(build === undefined ? {} : distDirEnvironment(build.distDir)),
    ...serverEnvironment({
      database,
      dataDir: folder.root,
      host: settings.host,
      port: settings.port,
      authSecret: authSecretOf(await loadSecrets(folder.secrets)),
    }),
  };
  const start = () => startWebServer({ ...settings, projectRoot, folder, mode, environment, signal });
  const server = await printer.step("Console started", start);
  stack.push(
    "The console",
    keepRunning(server, {
      name: "The console",
      start,
      say: (text) => printer.say(text),
      giveUp,
      nowMs: () => performance.now(),
    }).stop,
  );
  stack.push("The note of the store's address", await recordStore(folder, database.storeUrl));
  const { access, languageModel } = await readServerSettings(process.env, context);
  // What follows needs the generated client, which a fresh clone has only by now.
  const { describeFirstAdministrator, ensureFirstAdministrator } =
    await import("./console/first-administrator");
  const { startDemoRuns } = await import("./demo/start-demo-runs");
  const first = await ensureFirstAdministrator(database.storeUrl, access.administrator);
  const log = mode === "dev" ? "" : `, log in ${shortPath(join(folder.logs, "console.log"))}`;
  console.log(`\n  Interlock is ready: ${server.url}   (Ctrl-C stops it${log})\n`);
  const toSignIn = describeFirstAdministrator(first);
  if (toSignIn !== "") console.log(toSignIn);
  // A language model's answers are paid for, and somebody's own database is not the demo's to ask.
  const isDemo = languageModel === null && database.sources.shopUrl !== undefined && !settings.hasOwnSources;
  if (isDemo && settings.wantsDemoRuns) {
    const demo = { url: server.url, storeUrl: database.storeUrl, say: (text: string) => printer.say(text) };
    stack.push("The demo's questions", startDemoRuns(demo));
  }
  return Promise.race([broken, whenAborted(signal)]);
}

async function lockDataFolder({ folder, stack }: Context): Promise<void> {
  const lock = await acquireProcessLock(`${folder.run}/console.lock`);
  if (lock.kind === "held") {
    throw new SetupProblem(
      `Another npm start (pid ${lock.by.pid}) runs on ${folder.root}.`,
      "Use that one, or stop it first. For a second console beside it: INTERLOCK_DATA_DIR=.data-2 PORT=3001 npm start",
    );
  }
  stack.push("The lock of the data folder", lock.release);
}

/** A running database with the store's tables and, where it can be, the demo. */
async function prepareDatabase(
  context: Context,
  giveUp: (error: Error) => void,
): Promise<ProvisionedDatabase> {
  const { settings, folder, printer, signal, stack, projectRoot } = context;
  const secrets = await loadSecrets(folder.secrets);
  const say = (text: string): void => printer.say(text);
  const database = await printer.step("Database", async (note) => {
    const { databaseUrl } = settings;
    if (databaseUrl !== undefined) {
      const given = await useGivenDatabase({
        url: databaseUrl,
        secrets,
        wantsDemo: !settings.hasOwnSources,
        say,
      });
      note(given.label);
      return given;
    }
    const source = await obtainMariadb({ folder, named: settings.mariadbd, signal, say });
    const start = () => provisionPrivateDatabase({ folder, secrets, source, durability: "full", signal });
    const started = await start();
    stack.push(
      "MariaDB",
      keepRunning(started, { name: "MariaDB", start, say, giveUp, nowMs: () => performance.now() }).stop,
    );
    note(started.label);
    return started;
  });
  await Promise.all([
    printer.step("Store", async (note) => {
      const applied = await migrateStore(projectRoot, database);
      note(applied.length === 0 ? "up to date" : `${applied.length} migrations applied`);
    }),
    printer.step("Demo data", async (note) => {
      const demo = await loadDemo(database);
      note(demo.kind === "skipped" ? `skipped, ${demo.reason}` : `${demo.kind}, ${demo.rows} rows`);
    }),
  ]);
  signal.throwIfAborted();
  return database;
}

/** The generated client and, in production, a build of these sources. */
async function prepareBuild({
  projectRoot,
  mode,
  printer,
  signal,
  stack,
}: Context): Promise<Build | undefined> {
  const generated = await generateClient(projectRoot, { signal });
  if (generated.status === "failed")
    throw new SetupProblem(generated.message, "Put prisma/schema.prisma right.");
  if (mode === "dev") return undefined;
  const build = await printer.step("Console built", async (note) => {
    const done = await buildApp(projectRoot, signal);
    if (done.kind === "current") note("already, from these sources");
    return done;
  });
  stack.push("The note that a build is in use", await holdBuild(projectRoot, build));
  return build;
}

/**
 * Runs both side by side. When one fails the other is broken off and waited for, so that nothing is still being
 * started while the rest is stopped; the failure that came first is thrown.
 */
async function bothOrNeither<A, B>(
  signal: AbortSignal,
  begin: (signal: AbortSignal) => [Promise<A>, Promise<B>],
): Promise<[A, B]> {
  const failure = new AbortController();
  const work = begin(AbortSignal.any([signal, failure.signal]));
  const both = Promise.all(work);
  both.catch(() => failure.abort(new StopRequested()));
  await Promise.allSettled(work);
  return both;
}

/** Relative where that is shorter to read. */
function shortPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith("..") ? path : short;
}

function whenAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}

function report(error: unknown, printer: StepPrinter): void {
  if (error instanceof SetupProblem) {
    console.error(
      `\n  ${error.message.replaceAll("\n", "\n  ")}\n\n  ${error.remedy.replaceAll("\n", "\n  ")}\n`,
    );
  } else {
    printer.say("Something unexpected went wrong:");
    console.error(error);
  }
}
