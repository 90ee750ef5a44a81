/** Versioned JSON documents in text columns: written with their version, parsed on every read. */
import { z } from "zod";

const VERSION = 1;
const Envelope = z.object({ v: z.literal(VERSION), d: z.unknown() });

export function encodeDocument(value: unknown): string {
  return JSON.stringify({ v: VERSION, d: value });
}

/** Throws when the text is no document of a known version, or does not have the schema's shape: a bug or a foreign writer. */
export function decodeDocument<T extends z.ZodType>(schema: T, text: string): z.infer<T> {
  return schema.parse(Envelope.parse(JSON.parse(text)).d);
}

export function decodeOptional<T extends z.ZodType>(schema: T, text: string | null): z.infer<T> | null {
  return text === null ? null : decodeDocument(schema, text);
}
