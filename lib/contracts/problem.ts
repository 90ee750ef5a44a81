/** RFC 9457 problem details: one closed code → status table, used by handlers and the browser client. */
import { z } from "zod";

export const PROBLEM_TABLE = {
  INVALID_REQUEST: { status: 400, title: "The request is not valid" },
  INVALID_CURSOR: { status: 400, title: "The cursor is not valid" },
  UNAUTHENTICATED: { status: 401, title: "Sign in first" },
  SIGN_IN_REFUSED: { status: 401, title: "Address and password do not go together" },
  FORBIDDEN: { status: 403, title: "That is not permitted" },
  PASSWORD_CHANGE_REQUIRED: { status: 403, title: "Choose a password of your own first" },
  FORBIDDEN_ORIGIN: { status: 403, title: "The request comes from another site" },
  FORBIDDEN_HOST: { status: 403, title: "The Host header is not allowed" },
  RUN_NOT_HELD: { status: 409, title: "The run is not held by this process" },
  RUN_NOT_FOUND: { status: 404, title: "There is no such run" },
  NOT_FOUND: { status: 404, title: "There is nothing at this address" },
  USER_NOT_FOUND: { status: 404, title: "There is no such user" },
  TOKEN_NOT_FOUND: { status: 404, title: "There is no such API token" },
  METHOD_NOT_ALLOWED: { status: 405, title: "The method is not allowed here" },
  RUN_ALREADY_TERMINATED: { status: 409, title: "The run has already ended" },
  RUN_COUNT_CHANGED: { status: 409, title: "The filter matches another number of runs by now" },
  IDEMPOTENCY_CONFLICT: { status: 409, title: "The idempotency key was used for another request" },
  TRIAGE_NOT_FOUND: { status: 404, title: "There is no such group, case or replay" },
  TRIAGE_CONFLICT: { status: 409, title: "Somebody else has changed it" },
  TRIAGE_REFUSED: { status: 409, title: "That cannot be done as things stand" },
  KNOWLEDGE_NOT_FOUND: { status: 404, title: "There is no such playbook or document" },
  VIEW_NOT_FOUND: { status: 404, title: "There is no such saved view" },
  KNOWLEDGE_CONFLICT: { status: 409, title: "Somebody else has changed it" },
  SETTING_CONFLICT: { status: 409, title: "Somebody else has changed it" },
  KNOWLEDGE_INVALID: { status: 422, title: "The text cannot be used" },
  WEBHOOK_NOT_FOUND: { status: 404, title: "There is no such webhook or delivery" },
  WEBHOOK_REFUSED: { status: 409, title: "The webhook cannot be kept as things stand" },
  EMAIL_TAKEN: { status: 409, title: "The address belongs to a user already" },
  LAST_ADMINISTRATOR: { status: 409, title: "There has to be an administrator" },
  BODY_TOO_LARGE: { status: 413, title: "The request body is too large" },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: "The body must be application/json" },
  TOO_MANY_ATTEMPTS: { status: 429, title: "Too many attempts to sign in" },
  TOO_MANY_RUNS: { status: 429, title: "Too many runs are in progress" },
  INTERNAL: { status: 500, title: "Something failed inside the server" },
  STORE_UNAVAILABLE: { status: 503, title: "The store cannot be reached" },
  SHUTTING_DOWN: { status: 503, title: "The server is stopping" },
} as const satisfies Record<string, { status: number; title: string }>;
export type ProblemCode = keyof typeof PROBLEM_TABLE;
export const ProblemCode = z.enum(Object.keys(PROBLEM_TABLE) as [ProblemCode, ...ProblemCode[]]);

export const ProblemField = z.object({ path: z.string(), message: z.string() });
export type ProblemField = z.infer<typeof ProblemField>;

/** `detail` says what to do. Extra members (`run`, …) are per code. */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  fields: z.array(ProblemField).optional(),
});
export type Problem = z.infer<typeof Problem>;
