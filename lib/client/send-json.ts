import type { z } from "zod";
import { Problem } from "../contracts/problem";
import { MalformedReplyError, ProblemError, UnreachableError } from "./api-error";
import type { FetchLike } from "./api-client";
import { parseJson } from "./parse-json";

/**
 * One request of JSON and its reply, parsed by its contract.
 * @throws ProblemError for a refusal, UnreachableError for silence, MalformedReplyError for a reply off its contract
 */
export async function sendJson<T>(
  send: FetchLike,
  schema: z.ZodType<T>,
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
): Promise<T> {
  let response: Response;
  try {
    response = await send(path, {
      method,
      cache: "no-store",
      headers: {
        Accept: "application/json",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw new UnreachableError(error);
  }
  const value = parseJson(await response.text());
  if (!response.ok) {
    const problem = Problem.safeParse(value);
    throw new ProblemError(
      problem.data ?? {
        type: "about:blank",
        title: `The server answered ${response.status}`,
        status: response.status,
        code: "UNKNOWN",
        detail: "The answer carried no details. Try again; if it stays, look at the server's log.",
      },
    );
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new MalformedReplyError(`${path} answered off its contract`);
}
