import { escape } from "mysql2";
import type { ToolParameter } from "../../contracts/evidence";
import type { CheckedStatement } from "./statement-policy";
import { joinTokens, type SqlToken } from "./sql-tokens";
import { comparesNull } from "./null-comparison";
import { isSymbol, isWord } from "./word-rules";

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
  const limits = countPlaceholders(statement.tokens);
  if (params.some((value, index) => limits.has(index) && Number(value) === 0)) {
    return { ok: false, reason: "LIMIT 0 shows nothing, whatever there is; bind a larger number." };
  }
  if (comparesBoundNull(statement.tokens, params)) {
    return {
      ok: false,
      reason: "A comparison with a bound NULL is never true; write IS NULL, IS NOT NULL or <=>.",
    };
  }
  let next = 0;
  const sql = joinTokens(statement.tokens, (token) => {
    if (token.kind !== "placeholder") return token.text;
    const value = params[next] ?? null;
    next += 1;
    return literal(value);
  });
  return { ok: true, sql };
}

/** "(? IS NULL OR status = ?)" asks for everything where NULL is bound. */
function comparesBoundNull(tokens: readonly SqlToken[], params: readonly ToolParameter[]): boolean {
  const places = tokens.flatMap((token, index) => (token.kind === "placeholder" ? [index] : []));
  const nulls = places.filter((_, parameter) => params[parameter] === null);
  if (nulls.some((index) => isWord(tokens[index + 1], "IS"))) return false;
  return nulls.some((index) => comparesNull(index, tokens));
}

/** Which placeholders say how many rows: "LIMIT ?", "LIMIT 5, ?"; not the offset before the comma. */
function countPlaceholders(tokens: readonly SqlToken[]): ReadonlySet<number> {
  const counts = new Set<number>();
  let placeholder = -1;
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== "placeholder") continue;
    placeholder += 1;
    const alone = isWord(tokens[index - 1], "LIMIT") && !isSymbol(tokens[index + 1], ",");
    if (alone || (isSymbol(tokens[index - 1], ",") && isWord(tokens[index - 3], "LIMIT")))
      counts.add(placeholder);
  }
  return counts;
}

function literal(value: ToolParameter): string {
  if (value === null) return "NULL";
  if (typeof value === "string") return escape(value);
  // In parentheses so that a minus before the placeholder does not meet this one.
  return value < 0 ? `(${value})` : String(value);
}
