/** What a failed request means for whoever asked: may it be asked again, when, and what did it use. */
import { APICallError } from "ai";
import { ModelFailure, type ModelUsage } from "../../diagnosis/ports";
import { AnswerTooLargeError } from "./bounded-fetch";
import { describeConnectionFailure } from "./connection-failure";

/** A request that was refused made nobody think. */
export const NOTHING_USED: ModelUsage = { inputTokens: 0, outputTokens: 0, estimated: false };

/** @param now ms since the epoch, for a Retry-After that names a date */
export function toModelFailure(error: unknown, now: number): ModelFailure {
  const tooLarge = causeOf(error, AnswerTooLargeError);
  if (tooLarge !== null) return new ModelFailure(tooLarge.message, { cause: error });
  if (!APICallError.isInstance(error)) {
    return new ModelFailure("the model server's answer cannot be read", { cause: error });
  }
  const { statusCode, responseHeaders } = error;
  if (statusCode === undefined) {
    const why = describeConnectionFailure(error);
    return new ModelFailure(`the model server could not be reached, or broke off: ${why}`, {
      cause: error,
      retry: "later",
    });
  }
  if (statusCode < 300) {
    return error.isRetryable || !isJson(error.responseBody)
      ? new ModelFailure("the model server broke off its answer", { cause: error, retry: "later" })
      : new ModelFailure("the model server's answer is not of the chat protocol", { cause: error });
  }
  const mayPass = statusCode === 429 || (statusCode >= 500 && statusCode !== 501);
  return new ModelFailure(`the model server refused or failed with status ${statusCode}`, {
    cause: error,
    retry: mayPass ? "later" : "never",
    retryAfterMs: mayPass ? readRetryAfter(responseHeaders?.["retry-after"], now) : null,
    usage: statusCode < 500 ? NOTHING_USED : null,
  });
}

/** A Retry-After in seconds or as a date, in ms from now; null when it is absent or neither. */
function readRetryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1_000);
  // A date has a letter in it; Date.parse would read a bare "-5" as a year.
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** A body that is no JSON is one that was damaged or ended on the way; JSON of another shape is what the server says. */
function isJson(body: string | undefined): boolean {
  try {
    JSON.parse(body ?? "");
    return true;
  } catch {
    return false;
  }
}

function causeOf<E extends Error>(error: unknown, kind: new (limitBytes: number) => E): E | null {
  let current = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    if (current instanceof kind) return current;
    current = current.cause;
  }
  return null;
}
