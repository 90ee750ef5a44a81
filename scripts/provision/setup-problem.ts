import { Stats } from "node:fs";
import { access, constants, lstat, stat } from "node:fs/promises";
import { dirname, sep } from "node:path";

/** Something that is missing or wrong on this machine: what it is, and how to put it right. Shown without a stack. */
export class SetupProblem extends Error {
  override readonly name = "SetupProblem";

  constructor(
    message: string,
    /** What the person can do about it, in a sentence or a few lines. */
    readonly remedy: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A folder that the starter writes to, for what is said when it cannot. */
export interface WrittenFolder {
  /** Begins a sentence: "The data folder". */
  readonly name: string;
  readonly path: string;
  /** How another folder is chosen, as a sentence without its full stop. */
  readonly another: string;
}

/** What the operating system says of a file, a folder or a disk rather than of a bug or a network. */
const FILE_ERRORS = new Set(
  (
    "EACCES EBUSY EDQUOT EEXIST EFBIG EINVAL EIO EISDIR ELOOP EMFILE EMLINK ENAMETOOLONG ENFILE ENODEV ENOENT ENOSPC " +
    "ENOSYS ENOTCONN ENOTDIR ENOTEMPTY ENOTSUP ENXIO EOPNOTSUPP EPERM EROFS ESTALE EXDEV"
  ).split(" "),
);

const DISK_FULL = new Set(["ENOSPC", "EDQUOT"]);

interface FileError extends Error {
  readonly code: string;
  readonly syscall: string;
  readonly path?: unknown;
}

function isFileError(error: unknown): error is FileError {
  return (
    error instanceof Error &&
    "code" in error &&
    FILE_ERRORS.has(String(error.code)) &&
    "syscall" in error &&
    typeof error.syscall === "string" &&
    !/^(spawn|connect|listen|bind)/.test(error.syscall)
  );
}

/**
 * As explainFileError, for the folder that the error's path is in; an error of another path comes back as it is. That
 * a disk is full is said without a path when a file is being written: then it is of any of the folders.
 */
export async function explainFileErrorIn(
  error: unknown,
  folders: readonly WrittenFolder[],
): Promise<unknown> {
  if (!isFileError(error)) return error;
  const { path } = error;
  if (typeof path !== "string") {
    return DISK_FULL.has(error.code)
      ? new SetupProblem(
          `The disk is full of ${folders.map((folder) => folder.path).join(" or of ")}.`,
          "Free some space and start again.",
          { cause: error },
        )
      : error;
  }
  const [nearest] = folders
    .filter((folder) => path === folder.path || path.startsWith(`${folder.path}${sep}`))
    .sort((a, b) => b.path.length - a.path.length);
  return nearest === undefined ? error : explainFileError(error, nearest);
}

/**
 * Turns what the operating system says of a folder that is to be written to, or of a file in it, into a SetupProblem
 * that names what is in the way: the nearest parent that exists, where that is no folder or cannot be written to.
 * An error of another kind comes back as it is.
 */
export async function explainFileError(error: unknown, folder: WrittenFolder): Promise<unknown> {
  if (!isFileError(error)) return error;
  const path = typeof error.path === "string" ? error.path : folder.path;
  const { reason, remedy } = await findReason(error, path);
  return new SetupProblem(
    `${folder.name} ${folder.path} cannot be used: ${reason}.`,
    remedy === undefined
      ? `${folder.another}.`
      : `${remedy}, or ${folder.another.charAt(0).toLowerCase()}${folder.another.slice(1)}.`,
    { cause: error },
  );
}

interface Reason {
  readonly reason: string;
  /** Undefined where the folder itself cannot be put right. */
  readonly remedy: string | undefined;
}

async function findReason(error: FileError, path: string): Promise<Reason> {
  const { code, syscall } = error;
  if (DISK_FULL.has(code)) {
    return { reason: "its disk, or what this user may use of it, is full", remedy: "Free some space" };
  }
  if (syscall === "link" && code !== "EACCES" && code !== "EROFS") {
    return { reason: `its file system has no hard links (${code})`, remedy: "Use another disk" };
  }
  const nearest = await nearestExisting(path);
  const inTheWay = await describeInTheWay(nearest, code);
  if (inTheWay !== undefined) return { reason: inTheWay, remedy: "Move that away" };
  const refusal = code === "ENOENT" && syscall === "mkdir" ? await whyNotWritable(nearest) : code;
  switch (refusal) {
    case "EROFS":
      return {
        reason: `${nearest} is on a file system that is mounted read-only`,
        remedy: "Mount it writable",
      };
    case "EACCES":
    case "EPERM":
      return {
        reason: `this user may not read or write ${nearest}`,
        remedy: "Make it writable for this user",
      };
    case "ENOENT":
      return syscall === "mkdir"
        ? { reason: `${nearest} takes no new folders`, remedy: undefined }
        : { reason: `${path} is missing`, remedy: "Start again" };
    default:
      return { reason: error.message, remedy: "Put that right" };
  }
}

/** Something that stands where a folder, or a file, is needed. */
async function describeInTheWay(path: string, code: string): Promise<string | undefined> {
  if (code === "EISDIR") return `${path} is a folder, not a file`;
  if (code !== "EEXIST" && code !== "ENOTDIR" && code !== "ENOENT") return undefined;
  const found = await stat(path).catch(codeOf);
  if (found === "ENOENT") return `${path} is a symbolic link to something that does not exist`;
  if (typeof found === "string" || found.isDirectory()) return undefined;
  return `${path} is a file, not a folder`;
}

/** The path itself, or the nearest above it that is there to be seen. */
async function nearestExisting(path: string): Promise<string> {
  const isThere = (await lstat(path).catch(codeOf)) instanceof Stats;
  const parent = dirname(path);
  return isThere || parent === path ? path : nearestExisting(parent);
}

async function whyNotWritable(folder: string): Promise<string> {
  return access(folder, constants.W_OK | constants.X_OK).then(() => "ENOENT", codeOf);
}

/** The code of an error of the operating system; a bug is thrown on. */
function codeOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  throw error;
}
