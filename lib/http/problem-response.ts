import type { z } from "zod";
import { PROBLEM_TABLE, type Problem, type ProblemCode, type ProblemField } from "../contracts/problem";

/** An expected refusal on its way to the edge; carries what the response needs and nothing secret. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly code: ProblemCode;
  readonly fields: readonly ProblemField[] | undefined;
  constructor(code: ProblemCode, detail: string, fields?: readonly ProblemField[]) {
    super(detail);
    this.code = code;
    this.fields = fields;
  }
}

export interface ProblemOptions {
  readonly fields?: readonly ProblemField[] | undefined;
  readonly extra?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
}

/** RFC 9457. @param detail one sentence that says what to do */
export function problemResponse(code: ProblemCode, detail: string, options: ProblemOptions = {}): Response {
  const { status, title } = PROBLEM_TABLE[code];
  const problem: Problem = {
    type: `urn:interlock:problem:${code.toLowerCase().replaceAll("_", "-")}`,
    title,
    status,
    code,
    detail,
    ...(options.fields === undefined ? {} : { fields: [...options.fields] }),
    ...options.extra,
  };
  return new Response(JSON.stringify(problem), {
    status,
    headers: {
      "content-type": "application/problem+json; charset=utf-8",
      "cache-control": "no-store",
      ...options.headers,
    },
  });
}

/** Which fields failed and why, without repeating the values. */
export function fieldsOf(error: z.ZodError): ProblemField[] {
  return error.issues.map((issue) => ({ path: issue.path.join(".") || "(whole)", message: issue.message }));
}

export function jsonResponse(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", ...headers },
  });
}
