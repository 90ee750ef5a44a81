/** The compared libraries are a package of their own, bench/package.json, installed when they are first wanted. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { installDependencies } from "../../scripts/before-install/install-dependencies.mjs";
import { runProgram } from "../../scripts/provision/run-program";

const BENCH = fileURLToPath(new URL("..", import.meta.url));
const ROOT = join(BENCH, "..");
const CHECKED_WITHIN_MS = 300_000;

/**
 * Installs bench's package when it is missing or stale, and checks the types of the code that uses it, which the
 * project's own check leaves out. Throws what went wrong.
 */
export async function prepareLibraries(say: (text: string) => void): Promise<void> {
  const installed = await installDependencies(BENCH, {
    onInstall: () => say("installing the libraries to compare with, below bench/ …"),
  });
  if (installed.status === "failed") throw new Error(installed.message);
  const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  const rivals = join(BENCH, "invocation", "rivals");
  const outcome = await runProgram(process.execPath, [tsc, "--project", rivals], {
    cwd: ROOT,
    timeoutMs: CHECKED_WITHIN_MS,
  });
  if (outcome.kind === "not-started") throw new Error(`tsc could not be started: ${outcome.reason}`);
  if (outcome.kind === "timed-out") throw new Error(`tsc took too long:\n${outcome.output}`);
  if (outcome.code !== 0)
    throw new Error(`the types of bench/invocation/rivals are wrong:\n${outcome.output}`);
}

/** The version that is installed. */
export async function libraryVersion(library: string): Promise<string> {
  const text = await readFile(join(BENCH, "node_modules", library, "package.json"), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
