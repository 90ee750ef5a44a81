/** Opaque keyset cursors: the list they belong to and the last key seen. */
import { z } from "zod";
import { InvalidCursorError } from "../runs/ports";

const Cursor = z.tuple([z.string(), z.union([z.string(), z.int()])]);

export function encodeCursor(list: string, key: string | number): string {
  return Buffer.from(JSON.stringify([list, key]), "utf8").toString("base64url");
}

/** Throws InvalidCursorError for anything that `encodeCursor` did not make for the same list. */
export function decodeCursor<T extends z.ZodType<string | number>>(
  list: string,
  key: T,
  text: string,
): z.infer<T> {
  const parsed = Cursor.safeParse(parseJson(Buffer.from(text, "base64url").toString("utf8")));
  const value = parsed.success && parsed.data[0] === list ? key.safeParse(parsed.data[1]) : null;
  if (value?.success !== true) throw new InvalidCursorError("use nextCursor of an earlier page, unchanged");
  return value.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not ours: reported by the caller as an invalid cursor.
    return null;
  }
}
