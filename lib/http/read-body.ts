/** Request bodies: JSON only, capped in bytes and depth, parsed by a schema. */
import type { z } from "zod";
import { MAX_BODY_BYTES } from "../contracts/requests";
import { fieldsOf, ProblemError } from "./problem-response";

/** Deepest nesting of a JSON body. */
const MAX_DEPTH = 16;

/**
 * @param whenEmpty the value an empty body stands for, where the route allows one
 * @throws ProblemError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE or INVALID_REQUEST
 */
export async function readBody<T extends z.ZodType>(
  request: Request,
  schema: T,
  whenEmpty?: unknown,
): Promise<z.infer<T>> {
  const text = await readText(request);
  if (text.trim() === "" && whenEmpty !== undefined) return parse(schema, whenEmpty);
  const type = request.headers.get("content-type") ?? "";
  // A text/plain POST from another site needs no preflight, so it must never start an agent.
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new ProblemError(
      "UNSUPPORTED_MEDIA_TYPE",
      "send the body as JSON with Content-Type: application/json",
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ProblemError("INVALID_REQUEST", "the body is not valid JSON");
  }
  if (depthExceeds(value, MAX_DEPTH)) {
    throw new ProblemError("INVALID_REQUEST", `nest the body at most ${MAX_DEPTH} levels deep`);
  }
  return parse(schema, value);
}

function parse<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ProblemError(
    "INVALID_REQUEST",
    "the body does not have the expected fields",
    fieldsOf(parsed.error),
  );
}

async function readText(request: Request): Promise<string> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > MAX_BODY_BYTES) throw tooLarge();
  if (request.body === null) return "";
  const reader = request.body.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let size = 0;
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > MAX_BODY_BYTES) {
        await reader.cancel();
        throw tooLarge();
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    if (error instanceof TypeError) throw new ProblemError("INVALID_REQUEST", "the body is not valid UTF-8");
    throw error;
  }
}

function tooLarge(): ProblemError {
  return new ProblemError("BODY_TOO_LARGE", `keep the body under ${MAX_BODY_BYTES} bytes`);
}

function depthExceeds(value: unknown, left: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (left === 0) return true;
  return Object.values(value).some((child) => depthExceeds(child, left - 1));
}
