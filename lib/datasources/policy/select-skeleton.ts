import { isSymbol, isWord, nameOf } from "./word-rules";
import type { SqlToken } from "./sql-tokens";

/**
 * What the parser is shown instead of the statement: the same tokens with every literal and quoted name replaced by a plain one, so
 * that the parser's own idea of quoting plays no part; a literal's stand-in says which token it is (`literalTokenOf`). A few forms it does not know are replaced by equally harmless ones that it does.
 */
export interface Skeleton {
  readonly text: string;
  /** The statement's own text at an offset of `text`, for a refusal to point at. */
  near(offset: number): string;
}

/** The token that a text of the parser's tree stands for; null when it is no stand-in. */
export function literalTokenOf(value: string, tokens: readonly SqlToken[]): SqlToken | null {
  const index = /^s(\d+)$/.exec(value)?.[1];
  return index === undefined ? null : (tokens[Number(index)] ?? null);
}

const WINDOW_FRAME = ["BETWEEN", "UNBOUNDED", "CURRENT"];

export function buildSkeleton(tokens: readonly SqlToken[]): Skeleton {
  const starts: number[] = [];
  const kept: number[] = [];
  let text = "";
  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at];
    if (token === undefined) break;
    const skipped = isBinaryOperator(tokens, at) ? 1 : indexHintLength(tokens, at);
    if (skipped > 0) {
      at += skipped;
      continue;
    }
    if (token.spaced && text !== "") text += " ";
    starts.push(text.length);
    kept.push(at);
    text += plain(token, tokens[at + 1], at);
    at += 1;
  }
  return {
    text,
    near(offset) {
      const position = starts.findLastIndex((start) => start <= offset);
      const first = kept[Math.max(position, 0)] ?? 0;
      const near = tokens.slice(first, first + 6).map((token) => (token.spaced ? " " : "") + token.text);
      return near.join("").trim().slice(0, 60);
    },
  };
}

function plain(token: SqlToken, next: SqlToken | undefined, at: number): string {
  switch (token.kind) {
    case "string":
      return `'s${at}'`;
    case "quotedName":
      return `\`${token.text.slice(1, -1).replace(/[^A-Za-z0-9_]/g, "_") || "_"}\``;
    case "number":
      // X'…' and 0x… are bytes; a text is enough for the parser. It does not know ".5".
      if (/^(?:[xX]'|0[xX])/.test(token.text)) return `'s${at}'`;
      return token.text.startsWith(".") ? `0${token.text}` : token.text;
    case "placeholder":
      return "?";
    case "symbol":
      return token.text === "<=>" ? "=" : token.text;
    case "word":
      if (isSymbol(next, "(") && (token.upper === "STD" || token.upper === "VARIANCE")) return "STDDEV";
      if (token.upper === "RANGE" && (isWord(next, ...WINDOW_FRAME) || next?.kind === "number"))
        return "ROWS";
      return token.text;
  }
}

/** `BINARY a = b`, which the parser takes for a column; not `CAST(a AS BINARY)`. */
function isBinaryOperator(tokens: readonly SqlToken[], at: number): boolean {
  const next = tokens[at + 1];
  if (!isWord(tokens[at], "BINARY") || isWord(tokens[at - 1], "AS") || isSymbol(tokens[at - 1], "."))
    return false;
  return next?.kind === "string" || next?.kind === "placeholder" || nameOf(next) !== null;
}

/** Tokens of `USE INDEX [FOR JOIN|ORDER BY|GROUP BY] (a, b)` starting at `at`, or 0: a hint changes the plan, not the result. */
function indexHintLength(tokens: readonly SqlToken[], at: number): number {
  if (!isWord(tokens[at], "USE", "FORCE", "IGNORE") || !isWord(tokens[at + 1], "INDEX", "KEY")) return 0;
  let end = at + 2;
  if (isWord(tokens[end], "FOR")) end += isWord(tokens[end + 1], "JOIN") ? 2 : 3;
  if (!isSymbol(tokens[end], "(")) return 0;
  end += 1;
  while (nameOf(tokens[end]) !== null) {
    end += 1;
    if (!isSymbol(tokens[end], ",")) break;
    end += 1;
  }
  return isSymbol(tokens[end], ")") ? end + 1 - at : 0;
}
