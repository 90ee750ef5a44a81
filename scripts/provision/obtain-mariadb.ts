import { access } from "node:fs/promises";
import type { DataFolder } from "./data-folder";
import { dockerEngineAnswers } from "./docker-mariadb";
import { findMariadbProgram, mariadbCandidates, type MariadbProgram } from "./mariadb-program";
import { lastLines, runProgram, type ProgramOptions } from "./run-program";
import { SetupProblem } from "./setup-problem";
import { unpackMariadbPackages } from "./unpack-mariadb-packages";

/** What the private database runs on. */
export type MariadbSource =
  { readonly kind: "program"; readonly program: MariadbProgram } | { readonly kind: "docker" };

export interface ObtainOptions {
  readonly folder: DataFolder;
  /** A mariadbd that the person named (INTERLOCK_MARIADBD); nothing else is tried then. */
  readonly named: string | undefined;
  readonly signal?: AbortSignal;
  /** Told what is being tried when it may take a while. */
  readonly say: (text: string) => void;
}

/**
 * Finds a MariaDB server, or gets one: the system's package manager as root on Debian and Ubuntu, packages unpacked
 * into the data folder without root, Homebrew, and Docker at last. Throws SetupProblem when nothing will do.
 */
export async function obtainMariadb(options: ObtainOptions): Promise<MariadbSource> {
  const present = await findPresent(options);
  if (present !== undefined) return { kind: "program", program: present };
  if (options.named !== undefined) {
    throw new SetupProblem(
      `INTERLOCK_MARIADBD names ${options.named}, which is no MariaDB server of version 10.5 or newer.`,
      "Unset it to use what this machine has, or name the path of a mariadbd.",
    );
  }
  const failures: string[] = [];
  for (const way of [installByApt, unpackByApt, installByHomebrew]) {
    const failure = await way(options);
    if (failure === undefined) {
      const program = await findPresent(options);
      if (program !== undefined) return { kind: "program", program };
      failures.push("what was installed has no mariadbd that runs");
    } else if (failure !== "does not apply") {
      failures.push(failure);
    }
  }
  if (await dockerEngineAnswers()) return { kind: "docker" };
  throw new SetupProblem(
    ["There is no MariaDB server on this machine, and none could be installed.", ...failures].join("\n  - "),
    "Any one of these will do:\n" +
      "    Debian, Ubuntu   sudo apt-get install mariadb-server-core\n" +
      "    macOS            brew install mariadb\n" +
      "    elsewhere        start Docker, or put a mariadbd (10.5 or newer) on the PATH\n" +
      "    a server of yours   DATABASE_URL=mysql://user:password@host:3306/interlock npm start",
  );
}

function findPresent(options: ObtainOptions): Promise<MariadbProgram | undefined> {
  return findMariadbProgram(
    mariadbCandidates({
      named: options.named,
      programFolder: options.folder.mariadbProgram,
      path: process.env.PATH,
    }),
  );
}

/** Undefined when it worked, else why not. */
type WayOutcome = Promise<string | undefined>;

async function installByApt(options: ObtainOptions): WayOutcome {
  if (process.getuid?.() !== 0 || !(await hasApt())) return "does not apply";
  options.say("installing MariaDB with apt-get");
  const packages = ["mariadb-server-core", "mariadb-client-core"];
  const install = ["install", "-y", "--no-install-recommends", ...packages];
  const run: ProgramOptions = {
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    timeoutMs: 300_000,
  };
  const first = await runProgram("apt-get", install, run);
  if (first.kind === "exited" && first.code === 0) return undefined;
  await runProgram("apt-get", ["update"], run);
  const second = await runProgram("apt-get", install, run);
  if (second.kind === "exited" && second.code === 0) return undefined;
  return `apt-get install: ${second.kind === "exited" ? lastLines(second.output, 3) : second.kind}`;
}

async function unpackByApt(options: ObtainOptions): WayOutcome {
  if (!(await hasApt())) return "does not apply";
  options.say("downloading MariaDB into the data folder (apt-get download, 20 MB)");
  const outcome = await unpackMariadbPackages(
    options.folder.mariadbProgram,
    options.signal === undefined ? {} : { signal: options.signal },
  );
  return outcome.kind === "unpacked" ? undefined : outcome.reason;
}

async function installByHomebrew(options: ObtainOptions): WayOutcome {
  const run: ProgramOptions = {
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    env: { ...process.env, HOMEBREW_NO_AUTO_UPDATE: "1" },
    timeoutMs: 600_000,
  };
  const present = await runProgram("brew", ["--version"], run);
  if (present.kind !== "exited" || present.code !== 0) return "does not apply";
  options.say("installing MariaDB with Homebrew (a few minutes)");
  const outcome = await runProgram("brew", ["install", "mariadb"], run);
  if (outcome.kind === "exited" && outcome.code === 0) return undefined;
  return `brew install mariadb: ${outcome.kind === "exited" ? lastLines(outcome.output, 3) : outcome.kind}`;
}

async function hasApt(): Promise<boolean> {
  return access("/usr/bin/apt-get").then(
    () => true,
    () => false,
  );
}
