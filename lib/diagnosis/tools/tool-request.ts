/** What the requests of all evidence tools have in common, and how they are read. */
import { z } from "zod";
import { PREFLIGHT_CODE_TABLE } from "../../contracts/evidence";
import type { ToolRequestCheck } from "../ports";

/** What is looked at, and what the call is called: the same in every tool's request. */
export const TOOL_REQUEST_WORDS = {
  scope: z
    .string()
    .min(1)
    .max(500)
    .refine((text) => text.trim() === text, "must not start or end with white space")
    .describe("What is looked at, in words. An absence claim repeats it exactly."),
  label: z.string().min(1).max(200).describe("A short name for this call."),
} as const;

const MAX_PROBLEMS = 5;
type Refusal = Extract<ToolRequestCheck, { ok: false }>;

/** The request in its tool's shape, or INVALID_REQUEST with what is wrong (TOOL-1). */
export function readToolRequest<T>(
  shape: z.ZodType<T>,
  request: unknown,
): { readonly ok: true; readonly value: T } | Refusal {
  const parsed = shape.safeParse(request);
  if (parsed.success) return { ok: true, value: parsed.data };
  return invalidRequest(
    parsed.error.issues.map((issue) => `${issue.path.map(String).join(".") || "request"}: ${issue.message}`),
  );
}

/** INVALID_REQUEST that names the first problems. */
export function invalidRequest(problems: readonly string[]): Refusal {
  const said = problems.slice(0, MAX_PROBLEMS).join("; ");
  return { ok: false, code: "INVALID_REQUEST", message: `${PREFLIGHT_CODE_TABLE.INVALID_REQUEST} ${said}` };
}

/** TOOL_NOT_AUTHORISED for a source that is not among those that the run may use; null when it is, or when the request names none. */
export function checkSource(
  request: unknown,
  known: readonly string[],
  maySource: (source: string) => boolean,
): Refusal | null {
  const source = sourceOf(request);
  const allowed = known.filter(maySource);
  if (source === null || allowed.includes(source)) return null;
  const message = `The source "${source.slice(0, 100)}" may not be used; use one of: ${allowed.join(", ")}.`;
  return { ok: false, code: "TOOL_NOT_AUTHORISED", message };
}

function sourceOf(request: unknown): string | null {
  if (typeof request !== "object" || request === null || !("source" in request)) return null;
  return typeof request.source === "string" ? request.source : null;
}
