import { access, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { readRecord, writeRecord } from "../provision/json-record";
import { makeFolder } from "../provision/make-folder";
import { isStillRunning, ownIdentity, processIdentitySchema } from "../provision/process-identity";
import { acquireProcessLock } from "../provision/process-lock";
import { lastLines, runProgram } from "../provision/run-program";
import { explainFileError, SetupProblem, type WrittenFolder } from "../provision/setup-problem";
import { sourceFingerprint } from "./source-fingerprint";

/** A build that can be served. */
export interface Build {
  /** Next's distDir, relative to the project. */
  readonly distDir: string;
  readonly kind: "current" | "built";
}

const BUILDS = join(".next", "builds");
const BUILD_TIMEOUT_MS = 1_800_000;
/** Builds of other sources that are kept, for going back and forth between two states of the checkout. */
const KEPT_BUILDS = 2;

const stampSchema = z.object({ fingerprint: z.string() });
const userSchema = z.object({ build: z.string(), by: processIdentitySchema });

/** For what is said when the checkout cannot be written to. */
export function projectPlace(projectRoot: string): WrittenFolder {
  return {
    name: "The project folder",
    path: projectRoot,
    another: "Start a copy of the project in a folder that this user can write to",
  };
}

/** The environment in which Next finds a build. */
export function distDirEnvironment(distDir: string): Record<string, string> {
  return { INTERLOCK_DIST_DIR: distDir };
}

/**
 * Builds the console unless these very sources were built before. Every state of the sources has a folder of its own:
 * a build never changes the files that a running console serves. Throws SetupProblem with what the build said.
 */
export async function buildApp(projectRoot: string, signal?: AbortSignal): Promise<Build> {
  const fingerprint = await sourceFingerprint(projectRoot);
  const name = fingerprint.slice(0, 12);
  const distDir = join(BUILDS, name);
  const stampPath = join(projectRoot, BUILDS, `${name}.json`);
  const isBuilt = async (): Promise<boolean> =>
    (await readRecord(stampPath, stampSchema))?.fingerprint === fingerprint &&
    (await exists(join(projectRoot, distDir, "BUILD_ID")));
  if (await isBuilt()) return { distDir, kind: "current" };
  await makeFolder(join(projectRoot, BUILDS)).catch(async (error: unknown) => {
    throw await explainFileError(error, projectPlace(projectRoot));
  });
  // One build at a time in a checkout: Next writes files beside its distDir too.
  const release = await waitForLock(join(projectRoot, BUILDS, "build.lock"), signal);
  try {
    if (await isBuilt()) return { distDir, kind: "current" };
    await runBuild(projectRoot, distDir, signal);
    await writeRecord(stampPath, { fingerprint });
    await removeOldBuilds(projectRoot, name);
    return { distDir, kind: "built" };
  } finally {
    await release();
  }
}

/** Notes that this process serves a build, so that nobody removes it. Returns the function that takes the note back. */
export async function holdBuild(projectRoot: string, build: Build): Promise<() => Promise<void>> {
  const path = join(projectRoot, BUILDS, "in-use", `${process.pid}.json`);
  await writeRecord(path, { build: build.distDir, by: await ownIdentity() });
  return () => rm(path, { force: true });
}

async function waitForLock(path: string, signal: AbortSignal | undefined): Promise<() => Promise<void>> {
  for (;;) {
    signal?.throwIfAborted();
    const outcome = await acquireProcessLock(path);
    if (outcome.kind === "acquired") return outcome.release;
    await delay(250);
  }
}

async function runBuild(
  projectRoot: string,
  distDir: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const outcome = await runProgram(
    process.execPath,
    [join(projectRoot, "node_modules", "next", "dist", "bin", "next"), "build"],
    {
      cwd: projectRoot,
      env: {
        ...process.env,
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        ...distDirEnvironment(distDir),
      },
      timeoutMs: BUILD_TIMEOUT_MS,
      ...(signal === undefined ? {} : { signal }),
    },
  );
  if (outcome.kind === "exited" && outcome.code === 0) return;
  const said = outcome.kind === "exited" ? lastLines(outcome.output, 40) : outcome.kind;
  throw new SetupProblem(
    `The console could not be built. Next says:\n${said}`,
    /ENOSPC|no space left/i.test(said)
      ? `Free some space on the disk of ${projectRoot} and start again.`
      : "Put the sources right (git status shows what differs from the checkout) and start again.",
  );
}

/** Removes builds of other sources, save the newest ones and those that a console serves. */
async function removeOldBuilds(projectRoot: string, current: string): Promise<void> {
  const folder = join(projectRoot, BUILDS);
  const inUse = await buildsInUse(join(folder, "in-use"));
  const names = (await readdir(folder)).filter((name) => /^[0-9a-f]{12}$/.test(name) && name !== current);
  const dated = await Promise.all(
    names
      .filter((name) => !inUse.has(join(BUILDS, name)))
      .map(async (name) => ({ name, atMs: (await stat(join(folder, name))).mtimeMs })),
  );
  const old = dated.sort((a, b) => b.atMs - a.atMs).slice(KEPT_BUILDS);
  for (const { name } of old) {
    await rm(join(folder, `${name}.json`), { force: true });
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function buildsInUse(folder: string): Promise<Set<string>> {
  const used = new Set<string>();
  const names: string[] = await readdir(folder).catch(() => []);
  for (const name of names) {
    const user = await readRecord(join(folder, name), userSchema);
    if (user !== undefined && (await isStillRunning(user.by))) used.add(user.build);
    else await rm(join(folder, name), { force: true });
  }
  return used;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
