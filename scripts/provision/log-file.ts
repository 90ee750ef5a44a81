import { open, readFile, rename, stat, type FileHandle } from "node:fs/promises";
import { lastLines } from "./run-program";

const ROTATE_AT_BYTES = 10_000_000;

/** Opens a log for appending; one that has grown large is kept once as `<path>.1`. */
export async function openLog(path: string): Promise<FileHandle> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > ROTATE_AT_BYTES) await rename(path, `${path}.1`);
  return open(path, "a", 0o644);
}

/** What a log says last, for a message. */
export async function endOfLog(path: string, count = 12): Promise<string> {
  return lastLines(await readFile(path, "utf8"), count);
}
