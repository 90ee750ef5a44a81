import { access, constants, readdir, readFile, realpath } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { runProgram } from "./run-program";
import { isTooOld, parseServerVersion } from "./server-version";

/** A mariadbd that can be run, and the files that belong to it. */
export interface MariadbProgram {
  readonly binary: string;
  readonly version: string;
  /** The folder of its SQL files and messages. */
  readonly shareDir: string;
  /** For a program that was unpacked rather than installed: where its plugins and libraries are. */
  readonly unpacked?: { readonly pluginDir: string; readonly libraryPath: string };
}

const BINARY_NAMES = ["mariadbd", "mysqld"];
const USUAL_FOLDERS = [
  "/usr/sbin",
  "/usr/local/sbin",
  "/usr/local/bin",
  "/usr/libexec",
  "/usr/lib/mysql",
  "/usr/local/mysql/bin",
  "/opt/homebrew/opt/mariadb/bin",
  "/usr/local/opt/mariadb/bin",
  "/home/linuxbrew/.linuxbrew/opt/mariadb/bin",
];
/** The folder under `usr` where `unpack-mariadb-packages` leaves this file, so that a path alone tells. */
export const UNPACKED_MARK = ".interlock-unpacked";

/** Where a mariadbd may be: one that was named, one unpacked earlier, the PATH, the usual folders and Homebrew. */
export function mariadbCandidates(options: {
  readonly named: string | undefined;
  readonly programFolder: string;
  readonly path: string | undefined;
}): string[] {
  if (options.named !== undefined) return [options.named];
  const folders = [
    join(options.programFolder, "usr", "sbin"),
    ...(options.path ?? "").split(delimiter).filter((folder) => folder !== ""),
    ...USUAL_FOLDERS,
  ];
  return folders.flatMap((folder) => BINARY_NAMES.map((name) => join(folder, name)));
}

/** The first candidate that is a MariaDB server of a version that will do, with its files; undefined when none is. */
export async function findMariadbProgram(candidates: readonly string[]): Promise<MariadbProgram | undefined> {
  const seen = new Set<string>();
  for (const candidate of candidates) {
    if (!(await isExecutable(candidate))) continue;
    const binary = await realpath(candidate);
    if (seen.has(binary)) continue;
    seen.add(binary);
    const program = await describeMariadbProgram(binary);
    if (program !== undefined) return program;
  }
  return undefined;
}

/** The environment a program has to run in: an unpacked one brings its own libraries. */
export function programEnvironment(program: MariadbProgram): NodeJS.ProcessEnv {
  if (program.unpacked === undefined) return process.env;
  const inherited = process.env.LD_LIBRARY_PATH;
  const libraryPath = [program.unpacked.libraryPath, inherited].filter(
    (part) => part !== undefined && part !== "",
  );
  return { ...process.env, LD_LIBRARY_PATH: libraryPath.join(delimiter) };
}

/** The options that every start of this program needs. */
export function programArguments(program: MariadbProgram): string[] {
  const unpacked = program.unpacked === undefined ? [] : [`--plugin-dir=${program.unpacked.pluginDir}`];
  return ["--no-defaults", `--lc-messages-dir=${program.shareDir}`, ...unpacked];
}

async function describeMariadbProgram(binary: string): Promise<MariadbProgram | undefined> {
  const prefix = dirname(dirname(binary));
  const unpacked = await describeUnpacked(prefix);
  const shareDir = await findShareDir(prefix);
  if (shareDir === undefined) return undefined;
  const environment =
    unpacked === undefined ? process.env : { ...process.env, LD_LIBRARY_PATH: unpacked.libraryPath };
  const outcome = await runProgram(binary, ["--no-defaults", "--version"], {
    env: environment,
    timeoutMs: 10_000,
  });
  if (outcome.kind !== "exited" || outcome.code !== 0) return undefined;
  const version = parseServerVersion(outcome.stdout.replace(/^.*?\bVer\s+/, ""));
  if (version === undefined || version.flavor !== "mariadb" || isTooOld(version)) return undefined;
  const short = /\d+\.\d+\.\d+/.exec(version.text)?.[0] ?? version.text;
  return { binary, version: short, shareDir, ...(unpacked === undefined ? {} : { unpacked }) };
}

async function describeUnpacked(prefix: string): Promise<MariadbProgram["unpacked"]> {
  const mark = join(prefix, UNPACKED_MARK);
  if (!(await exists(mark))) return undefined;
  const libraryFolders = (await readFile(mark, "utf8")).split("\n").filter((line) => line !== "");
  const root = dirname(prefix);
  return {
    pluginDir: join(prefix, "lib", "mysql", "plugin"),
    libraryPath: libraryFolders.map((folder) => join(root, folder)).join(delimiter),
  };
}

/** The folder with the SQL that makes the system tables; its name differs between packagers. */
async function findShareDir(prefix: string): Promise<string | undefined> {
  for (const folder of ["share/mysql", "share/mariadb", "share"]) {
    const path = join(prefix, folder);
    const names: string[] = await readdir(path).catch(() => []);
    if (names.includes("fill_help_tables.sql")) return path;
  }
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
