/** One JSON object out of a model's text. Tolerated around it: white space, a code fence, and a leading block of thoughts. Prose is not. */
import type { z } from "zod";

const CODE_FENCED = /^```[a-z]*[ \t]*\r?\n([\s\S]*?)\r?\n?```$/i;
const LEADING_THOUGHTS = /^\s*<(think|thinking|reasoning)>[\s\S]*?<\/\1>/i;
const MAX_PROBLEM = 600;

export type JsonReading<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/** What a model says after the thoughts that some servers leave in its text. */
export function withoutThoughts(text: string): string {
  return text.replace(LEADING_THOUGHTS, "");
}

/** Strings come out well formed: half a surrogate pair becomes U+FFFD. The problem is written for the model that made it. */
export function readJson<T>(text: string, schema: z.ZodType<T>): JsonReading<T> {
  const trimmed = withoutThoughts(text).trim();
  if (trimmed === "") return { ok: false, problem: "The answer is empty." };
  let value: unknown;
  try {
    value = JSON.parse(CODE_FENCED.exec(trimmed)?.[1] ?? trimmed, wellFormed);
  } catch (error) {
    const why = error instanceof Error ? error.message : "unreadable";
    return { ok: false, problem: `It is not one JSON object: ${why}`.slice(0, MAX_PROBLEM) };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const problems = parsed.error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.map(String).join(".") || "the object"}: ${issue.message}`);
  return { ok: false, problem: problems.join("; ").slice(0, MAX_PROBLEM) };
}

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}
