import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { z } from "zod";

/** Reads a small JSON file; absent, half written or of another shape is undefined: records are only ever hints. */
export async function readRecord<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    // Reading a folder fails without saying of which.
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  }
  const parsed = schema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : undefined;
}

/** Writes a small JSON file in one piece: a reader sees the old or the new one, never a part. */
export async function writeRecord(path: string, value: unknown, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomBytes(4).toString("hex")}.draft`;
  await writeFile(draft, `${JSON.stringify(value, undefined, 2)}\n`, { mode });
  await rename(draft, path);
}

export async function removeRecord(path: string): Promise<void> {
  await rm(path, { force: true });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
