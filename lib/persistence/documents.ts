/** Versioned JSON documents in text columns: written with their version, parsed on every read. */
import { z } from "zod";

const VERSION = 1;
const Envelope = z.object({ v: z.literal(VERSION), d: z.unknown() });

/** A text column that holds no JSON at all. */
export class UnreadableDocumentError extends Error {
  override readonly name = "UnreadableDocumentError";
}

export function encodeDocument(value: unknown): string {
  return JSON.stringify({ v: VERSION, d: value });
}

/**
 * A text that does not read is a bug or a foreign writer.
 * @throws UnreadableDocumentError when it is no JSON; ZodError when it is no document of a known version or has not the schema's shape
 */
export function decodeDocument<T extends z.ZodType>(schema: T, text: string): z.infer<T> {
  return schema.parse(Envelope.parse(parseJson(text)).d);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new UnreadableDocumentError("a stored document is no JSON", { cause: error });
  }
}

export function decodeOptional<T extends z.ZodType>(schema: T, text: string | null): z.infer<T> | null {
  return text === null ? null : decodeDocument(schema, text);
}
