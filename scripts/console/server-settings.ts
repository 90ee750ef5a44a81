import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { EnvironmentError, readEnvironment, type InterlockEnvironment } from "../../lib/server/environment";
import { SetupProblem } from "../provision/setup-problem";

type Environment = Readonly<Record<string, string | undefined>>;

export interface ServerSettingsOptions {
  readonly projectRoot: string;
  readonly mode: "production" | "dev";
}

/** Stands for the URL of the private database, which is not known yet. */
const PLACEHOLDER_URL = "mysql://placeholder@127.0.0.1/placeholder";
const FOLDERS = ["INTERLOCK_PLAYBOOKS_DIR", "INTERLOCK_DOCUMENTS_DIR"] as const;
const WHERE_EXPLAINED = "Correct it or unset it; README.md lists the settings and what they default to.";

/**
 * Reads what the web server will read, as it will, before anything is started for it. Throws SetupProblem that names
 * each wrong variable and never a value.
 */
export async function checkServerSettings(
  environment: Environment,
  options: ServerSettingsOptions,
): Promise<void> {
  const inherited = await withEnvFiles(environment, options);
  try {
    settingsOf(inherited);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    throw new SetupProblem(
      ["The environment sets what the console cannot use:", ...error.faults].join("\n  "),
      WHERE_EXPLAINED,
      { cause: error },
    );
  }
  for (const name of FOLDERS) {
    const value = inherited[name] ?? "";
    if (value !== "") await checkFolder(name, resolve(options.projectRoot, value));
  }
}

/** What the web server will read, but for the address of its store. Throws EnvironmentError. */
export async function readServerSettings(
  environment: Environment,
  options: ServerSettingsOptions,
): Promise<InterlockEnvironment> {
  return settingsOf(await withEnvFiles(environment, options));
}

function settingsOf(inherited: Environment): InterlockEnvironment {
  return readEnvironment({ ...inherited, DATABASE_URL: PLACEHOLDER_URL });
}

async function checkFolder(name: string, path: string): Promise<void> {
  const problem = await whyNoFolder(path);
  if (problem === undefined) return;
  throw new SetupProblem(
    `${name}: ${problem}.`,
    "Name a folder that is there (a relative one begins at the project's folder), or unset it to use what ships with the console.",
  );
}

async function whyNoFolder(path: string): Promise<string | undefined> {
  try {
    return (await stat(path)).isDirectory() ? undefined : `${path} is a file, not a folder`;
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return error.code === "ENOENT" || error.code === "ENOTDIR"
      ? `there is no folder ${path}`
      : `${path} cannot be read (${String(error.code)})`;
  }
}

/** Next reads these files in the server, the first that has a variable wins, and the environment before all. */
async function withEnvFiles(
  environment: Environment,
  { projectRoot, mode }: ServerSettingsOptions,
): Promise<Environment> {
  const nodeEnv = mode === "dev" ? "development" : "production";
  let merged: Environment = {};
  for (const name of [".env", `.env.${nodeEnv}`, ".env.local", `.env.${nodeEnv}.local`]) {
    merged = { ...merged, ...(await readEnvFile(join(projectRoot, name))) };
  }
  return { ...merged, ...environment };
}

async function readEnvFile(path: string): Promise<Environment> {
  try {
    return parseEnv(await readFile(path, "utf8"));
  } catch (error) {
    // Next, too, passes over one that is absent or cannot be read.
    if (error instanceof Error && "code" in error) return {};
    throw error;
  }
}
