import { escape } from "mysql2";
import type { ToolParameter } from "../../contracts/evidence";
import type { CheckedStatement } from "./statement-policy";
import { joinTokens } from "./sql-tokens";

export type Bound =
  { readonly ok: true; readonly sql: string } | { readonly ok: false; readonly reason: string };

/**
 * Puts the values where the placeholders are, as literals: the text protocol alone gives back the server's own text of every cell and
 * runs SHOW and LIMIT with placeholders. Safe because the session's character set and sql_mode are pinned.
 * Strings are escaped, numbers stay numbers, null is NULL. A wrong count or a number that is not finite is refused.
 */
export function bindParameters(statement: CheckedStatement, params: readonly ToolParameter[]): Bound {
  if (statement.placeholders !== params.length) {
    return {
      ok: false,
      reason: `The statement has ${statement.placeholders} placeholders, but ${params.length} values were given.`,
    };
  }
  const bad = params.find((value) => typeof value === "number" && !Number.isFinite(value));
  if (bad !== undefined) return { ok: false, reason: `${String(bad)} is no number the server knows.` };
  let next = 0;
  const sql = joinTokens(statement.tokens, (token) => {
    if (token.kind !== "placeholder") return token.text;
    const value = params[next] ?? null;
    next += 1;
    return literal(value);
  });
  return { ok: true, sql };
}

function literal(value: ToolParameter): string {
  if (value === null) return "NULL";
  if (typeof value === "string") return escape(value);
  // In parentheses so that a minus before the placeholder does not meet this one.
  return value < 0 ? `(${value})` : String(value);
}
