/** Kinds of values that a setting may have. Each says what is wrong and what to write, and never repeats what was written. */
import { z } from "zod";

/** A whole number in digits; `fallback` where the setting is absent. */
export function wholeNumber(fallback: number, min: number, max: number): z.ZodType<number> {
  const wrong = `is not a whole number from ${min} to ${max}; write for example ${fallback}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, wrong)
    .transform(Number)
    .pipe(z.number().min(min, wrong).max(max, wrong))
    .default(fallback);
}

/** It becomes a header, and a runtime that refuses a header repeats it. */
export const HEADER_VALUE = z
  .string()
  .regex(
    /^[\x21-\x7e]+$/,
    "holds a character that no header takes; write printable ASCII without spaces or line breaks",
  );

const HOST_NAME = /^(?:\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)$/;

/** Host names as a request's Host header has them, lower-case and without a port. */
export const HOST_NAMES = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
  )
  .refine(
    (hosts) => hosts.every((host) => HOST_NAME.test(host)),
    "holds what is no host name; write names separated by commas, without http://, port or path, for example console.example",
  )
  .default([]);

interface HttpAddressRules {
  /** A lawful one. */
  readonly example: string;
  /** What to do instead of putting an account into it. */
  readonly insteadOfAccount: string;
  /** A path that the product adds by itself. */
  readonly addedPath: string;
}

/** Why a text is not the address of an HTTP server that paths can be added to; null when it is one. */
export function httpAddressFault(text: string, rules: HttpAddressRules): string | null {
  const { example, insteadOfAccount, addedPath } = rules;
  const parsed = URL.canParse(text) ? new URL(text) : null;
  if (parsed === null || !/^https?:\/\//i.test(text))
    return `is no http:// or https:// address; write for example ${example}`;
  if (parsed.username !== "" || parsed.password !== "") return `holds an account; ${insteadOfAccount}`;
  if (/[?#]/.test(text))
    return `holds a query or a fragment; leave out the ? or # and what follows it, for example ${example}`;
  if (parsed.pathname.replace(/\/+$/, "").endsWith(addedPath))
    return `ends with ${addedPath}, which is added to it; leave that out, for example ${example}`;
  return null;
}

/** The address of the store. */
export const STORE_URL = z
  .string({ error: "is not set; write mysql://user:password@host:3306/database" })
  .superRefine((text, context) => {
    const fault = storeUrlFault(text);
    if (fault !== null) context.addIssue({ code: "custom", message: fault });
  });

function storeUrlFault(text: string): string | null {
  const example = "write mysql://user:password@host:3306/database";
  const parsed = URL.canParse(text) ? new URL(text) : null;
  if (parsed === null || !/^(mysql|mariadb):$/.test(parsed.protocol) || parsed.hostname === "")
    return `is not the address of a MariaDB or MySQL server; ${example}`;
  if (parsed.username === "") return `names no user; ${example}`;
  if (!/^\/[^/]+$/.test(parsed.pathname)) return `does not name one database; ${example}`;
  if (/[?#]/.test(text)) return `takes no option behind ? or #; ${example}, with %3F for ? and %23 for #`;
  return [parsed.username, parsed.password, parsed.pathname].every(isPercentEncoded)
    ? null
    : "holds a % that begins no percent-encoded character; write %25 for a %";
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}
