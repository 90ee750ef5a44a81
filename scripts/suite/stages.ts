import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { buildApp, distDirEnvironment, holdBuild } from "../console/build-app";
import { loadDemo, migrateStore } from "../console/prepare-store";
import { serverEnvironment } from "../console/server-environment";
import { startWebServer } from "../console/web-server";
import type { DataFolder } from "../provision/data-folder";
import { chooseFreePort } from "../provision/free-port";
import { runProgram, type ProgramOutcome } from "../provision/run-program";
import { authSecretOf, loadSecrets } from "../provision/secrets";
import { SetupProblem } from "../provision/setup-problem";
import { findChromium } from "./find-chromium";
import { countPlaywright, countVitest } from "./report-counts";
import { asOneTest, type Stage, type StageOutcome } from "./stage";
import type { TestDatabase } from "./test-database";

export interface StageContext {
  readonly projectRoot: string;
  readonly folder: DataFolder;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
  /** Provisioned at the first call. */
  readonly database: () => Promise<TestDatabase>;
}

const HOST = "127.0.0.1";

/** The stages of `npm test`, in order. */
export function testStages(context: StageContext): Stage[] {
  return [
    { name: "lint", label: "Lint", run: () => runScript(context, "lint") },
    { name: "types", label: "Types", run: () => runScript(context, "types") },
    { name: "rooms", label: "Room rules", run: () => runScript(context, "rooms") },
    { name: "knip", label: "Unused code", run: () => runScript(context, "knip") },
    { name: "unit", label: "Unit and integration tests", run: () => runVitest(context) },
    { name: "build", label: "Build", run: () => build(context) },
    { name: "size", label: "Size of the first load", run: () => measureSize(context) },
    { name: "e2e", label: "End-to-end tests", run: () => runPlaywright(context) },
  ];
}

/** A script of package.json, so that a developer's `npm run lint` and this are the same. */
async function runScript(context: StageContext, script: string): Promise<StageOutcome> {
  const npmScript = process.env.npm_execpath;
  const viaNode = npmScript !== undefined && /\.c?js$/.test(npmScript);
  const args = ["run", "--silent", script];
  const outcome = viaNode
    ? await run(context, process.execPath, [npmScript, ...args])
    : await run(context, "npm", args);
  return asOneTest(exitCodeOf(outcome) === 0, outputOf(outcome));
}

async function runVitest(context: StageContext): Promise<StageOutcome> {
  const { adminUrl, mariadbd } = await context.database();
  const report = join(context.folder.root, "vitest.json");
  await rm(report, { force: true });
  const outcome = await run(
    context,
    process.execPath,
    [
      join(context.projectRoot, "node_modules", "vitest", "vitest.mjs"),
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    {
      TEST_DATABASE_ADMIN_URL: adminUrl.replace(/\/$/, ""),
      ...(mariadbd === undefined ? {} : { INTERLOCK_MARIADBD: mariadbd }),
    },
  );
  return countVitest(report, exitCodeOf(outcome), outputOf(outcome));
}

async function build(context: StageContext): Promise<StageOutcome> {
  try {
    await buildApp(context.projectRoot, context.signal);
    return asOneTest(true, "");
  } catch (error) {
    if (error instanceof SetupProblem) return asOneTest(false, error.message);
    throw error;
  }
}

/** What a browser loads of the build before a page can be used, held against the limits of .size-limit.mjs. */
async function measureSize(context: StageContext): Promise<StageOutcome> {
  const { projectRoot, signal } = context;
  const { distDir } = await buildApp(projectRoot, signal);
  const cli = join(projectRoot, "node_modules", "size-limit", "bin.js");
  const outcome = await run(context, process.execPath, [cli], distDirEnvironment(distDir));
  return asOneTest(exitCodeOf(outcome) === 0, outputOf(outcome));
}

/** The built console on a port of its own, with an empty store and the demo, and a browser before it. */
async function runPlaywright(context: StageContext): Promise<StageOutcome> {
  const { projectRoot, folder, signal } = context;
  const report = join(folder.root, "playwright.json");
  await rm(report, { force: true });
  try {
    const chromium = await findChromium(projectRoot, signal);
    context.say(`… in ${chromium.path} (${chromium.origin})`);
    const { database } = await context.database();
    const [built] = await Promise.all([
      buildApp(projectRoot, signal),
      migrateStore(projectRoot, database),
      loadDemo(database),
    ]);
    const releaseBuild = await holdBuild(projectRoot, built);
    const port = await chooseFreePort();
    const administrator = {
      email: "admin@interlock.example",
      password: randomBytes(18).toString("base64url"),
    };
    const environment = {
      ...distDirEnvironment(built.distDir),
      ...serverEnvironment({
        database,
        dataDir: folder.root,
        host: HOST,
        port,
        authSecret: authSecretOf(await loadSecrets(folder.secrets)),
      }),
      INTERLOCK_ADMIN_EMAIL: administrator.email,
      INTERLOCK_ADMIN_PASSWORD: administrator.password,
      // A journey receives messages on this machine itself.
      INTERLOCK_WEBHOOK_PRIVATE_ADDRESSES: "allow",
      INTERLOCK_WEBHOOK_HOSTS: "127.0.0.1",
    };
    const server = await startWebServer({
      projectRoot,
      folder,
      host: HOST,
      port,
      mode: "production",
      environment,
      signal,
    });
    try {
      const outcome = await run(
        context,
        process.execPath,
        [join(projectRoot, "node_modules", "@playwright", "test", "cli.js"), "test", "--reporter=list,json"],
        {
          E2E_BASE_URL: server.url,
          E2E_ADMIN_EMAIL: administrator.email,
          E2E_ADMIN_PASSWORD: administrator.password,
          E2E_CHROMIUM_PATH: chromium.path,
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        },
      );
      return await countPlaywright(report, exitCodeOf(outcome), outputOf(outcome));
    } finally {
      await server.stop();
      await releaseBuild();
    }
  } catch (error) {
    if (error instanceof SetupProblem) return asOneTest(false, `${error.message}\n${error.remedy}`);
    throw error;
  }
}

function run(
  context: StageContext,
  program: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<ProgramOutcome> {
  return runProgram(program, args, {
    cwd: context.projectRoot,
    env: { ...process.env, NO_COLOR: "1", NEXT_TELEMETRY_DISABLED: "1", ...environment },
    signal: context.signal,
  });
}

function exitCodeOf(outcome: ProgramOutcome): number {
  return outcome.kind === "exited" ? outcome.code : 1;
}

function outputOf(outcome: ProgramOutcome): string {
  return outcome.kind === "not-started" ? outcome.reason : outcome.output;
}
