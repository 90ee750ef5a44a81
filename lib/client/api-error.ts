import type { Problem } from "../contracts/problem";

/** The server answered with problem details: an expected refusal, with a stable `code`. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail === "" ? problem.title : problem.detail);
    this.problem = problem;
  }
}

/** No answer at all: the server is down, restarting or out of reach. Worth trying again. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
  constructor(cause: unknown) {
    super("The server did not answer.", { cause });
  }
}

/** An answer that is not what the contract promises: a bug or a version mismatch, so not retried. */
export class MalformedReplyError extends Error {
  override readonly name = "MalformedReplyError";
}

/** True when the same request may succeed later without being changed. */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof UnreachableError) return true;
  return error instanceof ProblemError && (error.problem.status >= 500 || error.problem.status === 429);
}
