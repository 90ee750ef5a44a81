import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UNPACKED_MARK } from "./mariadb-program";
import { lastLines, runProgram, type ProgramOptions, type ProgramOutcome } from "./run-program";

export type UnpackOutcome =
  { readonly kind: "unpacked" } | { readonly kind: "failed"; readonly reason: string };

/** The libraries every Debian has, which must come from the system: they belong to its dynamic loader. */
const LOADER_PACKAGES = /^(libc6|libc-bin|libgcc-s1|libcrypt1)$/;

interface UnpackOptions {
  readonly signal?: AbortSignal;
  /** Takes along the libraries that this machine has too, as on one that has none of them. */
  readonly asIfNothingWereInstalled?: boolean;
}

/**
 * MariaDB on Debian and Ubuntu without root: the packages are downloaded by apt and unpacked into a folder, with the
 * libraries that are not installed. The folder appears complete or not at all.
 */
export async function unpackMariadbPackages(
  folder: string,
  options: UnpackOptions = {},
): Promise<UnpackOutcome> {
  const work = `${folder}.${process.pid}.draft`;
  await rm(work, { recursive: true, force: true });
  const downloads = join(work, "downloads");
  await mkdir(downloads, { recursive: true });
  try {
    const failure =
      (await download([], downloads, options)) === undefined
        ? undefined
        : await download(await ownPackageLists(join(work, "apt"), options.signal), downloads, options);
    if (failure !== undefined) return { kind: "failed", reason: failure };
    const root = join(work, "root");
    for (const name of await readdir(downloads)) {
      const unpacked = await runProgram(
        "dpkg-deb",
        ["-x", join(downloads, name), root],
        runOptions(options.signal),
      );
      if (!succeeded(unpacked))
        return { kind: "failed", reason: `dpkg-deb -x ${name}: ${describe(unpacked)}` };
    }
    await writeFile(join(root, "usr", UNPACKED_MARK), `${(await libraryFolders(root)).join("\n")}\n`);
    await rm(folder, { recursive: true, force: true });
    await rename(root, folder);
    return { kind: "unpacked" };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Downloads the packages with these options for apt. Says why not when it fails. */
async function download(
  apt: readonly string[],
  into: string,
  options: UnpackOptions,
): Promise<string | undefined> {
  const server = await findServerPackage(apt, options.signal);
  if (server === undefined) return "apt knows no package mariadb-server-core: are its sources reachable?";
  const libraries = await missingLibraries(apt, server, options);
  const outcome = await runProgram("apt-get", [...apt, "download", server, ...libraries], {
    ...runOptions(options.signal),
    cwd: into,
  });
  return succeeded(outcome) ? undefined : `apt-get download: ${describe(outcome)}`;
}

function runOptions(signal: AbortSignal | undefined): ProgramOptions {
  return { ...(signal === undefined ? {} : { signal }), timeoutMs: 300_000 };
}

/** Options that make apt fetch and use package lists of our own, which needs no root: those of the system may be empty. */
async function ownPackageLists(aptFolder: string, signal: AbortSignal | undefined): Promise<string[]> {
  const lists = join(aptFolder, "lists");
  const cache = join(aptFolder, "cache");
  await mkdir(join(lists, "partial"), { recursive: true });
  await mkdir(join(cache, "archives", "partial"), { recursive: true });
  const apt = ["-o", `Dir::State::lists=${lists}`, "-o", `Dir::Cache=${cache}`, "-o", "APT::Sandbox::User="];
  await runProgram("apt-get", [...apt, "update"], runOptions(signal));
  return apt;
}

/** `mariadb-server-core`, or the one with a version in its name that older releases have. */
async function findServerPackage(
  apt: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const outcome = await runProgram(
    "apt-cache",
    [...apt, "search", "--names-only", "^mariadb-server-core"],
    runOptions(signal),
  );
  if (!succeeded(outcome)) return undefined;
  const names = outcome.stdout
    .split("\n")
    .flatMap((line) => /^(mariadb-server-core\S*)/.exec(line)?.[1] ?? []);
  return names.includes("mariadb-server-core")
    ? "mariadb-server-core"
    : names.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1);
}

async function missingLibraries(
  apt: readonly string[],
  server: string,
  options: UnpackOptions,
): Promise<string[]> {
  const only = ["suggests", "recommends", "conflicts", "breaks", "replaces", "enhances"].map(
    (kind) => `--no-${kind}`,
  );
  const run = runOptions(options.signal);
  const depends = await runProgram("apt-cache", [...apt, "depends", "--recurse", ...only, server], run);
  if (!succeeded(depends)) return [];
  const libraries = depends.stdout
    .split("\n")
    .filter((line) => /^lib[a-z0-9.+-]+$/.test(line) && !LOADER_PACKAGES.test(line));
  if (options.asIfNothingWereInstalled === true) return libraries;
  const query = await runProgram(
    "dpkg-query",
    ["-W", "-f", "${Package} ${db:Status-Status}\n", ...libraries],
    run,
  );
  const installed = new Set(
    query.kind === "exited"
      ? query.stdout.split("\n").flatMap((line) => /^(\S+) installed$/.exec(line)?.[1] ?? [])
      : [],
  );
  return libraries.filter((name) => !installed.has(name));
}

/** The folders that hold shared libraries, relative to the root they were unpacked into. */
async function libraryFolders(root: string): Promise<string[]> {
  const folders: string[] = [];
  for (const base of ["lib", "usr/lib"]) {
    const names = await readdir(join(root, base), { withFileTypes: true }).catch(() => []);
    if (names.some((entry) => entry.name.includes(".so"))) folders.push(base);
    for (const entry of names) {
      if (entry.isDirectory() && entry.name.includes("-linux-")) folders.push(join(base, entry.name));
    }
  }
  return folders;
}

function succeeded(outcome: ProgramOutcome): outcome is Extract<ProgramOutcome, { kind: "exited" }> {
  return outcome.kind === "exited" && outcome.code === 0;
}

function describe(outcome: ProgramOutcome): string {
  switch (outcome.kind) {
    case "not-started":
      return outcome.reason;
    case "timed-out":
      return "took too long";
    case "exited":
      return lastLines(outcome.output, 4);
  }
}
