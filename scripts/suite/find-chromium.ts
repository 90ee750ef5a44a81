import { access } from "node:fs/promises";
import { join } from "node:path";
import { runProgram } from "../provision/run-program";
import { SetupProblem } from "../provision/setup-problem";

export interface Chromium {
  readonly path: string;
  /** For a line on the screen. */
  readonly origin: string;
}

const SYSTEM_PATHS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/opt/google/chrome/chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
/** The download is small; where it does not arrive in this time there is a proxy in the way. */
const DOWNLOAD_TIMEOUT_MS = 20_000;
const APT_TIMEOUT_MS = 300_000;

/**
 * A browser that runs: Playwright's own, the system's, or one that is installed now. Throws SetupProblem when there is
 * none.
 */
export async function findChromium(projectRoot: string, signal?: AbortSignal): Promise<Chromium> {
  const run = signal === undefined ? {} : { signal };
  const playwright = async (): Promise<Chromium | undefined> => {
    const { chromium } = await import("@playwright/test");
    return firstThatRuns([chromium.executablePath()], "Playwright's");
  };
  const system = (): Promise<Chromium | undefined> => firstThatRuns(SYSTEM_PATHS, "the system's");
  const present = (await playwright()) ?? (await system());
  if (present !== undefined) return present;

  const cli = join(projectRoot, "node_modules", "@playwright", "test", "cli.js");
  await runProgram(process.execPath, [cli, "install", "chromium"], {
    ...run,
    cwd: projectRoot,
    timeoutMs: DOWNLOAD_TIMEOUT_MS,
  });
  const downloaded = await playwright();
  if (downloaded !== undefined) return { ...downloaded, origin: "Playwright's, downloaded now" };

  if (process.getuid?.() === 0) {
    const apt = {
      ...run,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      timeoutMs: APT_TIMEOUT_MS,
    };
    const install = ["install", "-y", "--no-install-recommends", "chromium"];
    const first = await runProgram("apt-get", install, apt);
    if (first.kind === "exited" && first.code !== 0) {
      await runProgram("apt-get", ["update"], apt);
      await runProgram("apt-get", install, apt);
    }
    const installed = await system();
    if (installed !== undefined) return { ...installed, origin: "the system's, installed now" };
  }
  throw new SetupProblem(
    "There is no Chromium on this machine, and none could be installed.",
    "Any one of these will do: npx playwright install --with-deps chromium; sudo apt-get install chromium; " +
      "brew install --cask chromium; Google Chrome.",
  );
}

async function firstThatRuns(paths: readonly string[], origin: string): Promise<Chromium | undefined> {
  for (const path of paths) {
    if (!(await exists(path))) continue;
    // A stub that would install a snap, or one whose libraries are missing, does not print a version.
    const outcome = await runProgram(path, ["--version"], { timeoutMs: 20_000 });
    if (outcome.kind === "exited" && outcome.code === 0 && /\d+\.\d+/.test(outcome.stdout)) {
      return { path, origin: `${origin} ${outcome.stdout.trim().split("\n")[0] ?? ""}`.trim() };
    }
  }
  return undefined;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
