/** Comparisons with NULL, which are never true, were the NULL written down or bound (TOOL-4). */
import type { SqlToken } from "./sql-tokens";
import { isSymbol, isWord } from "./word-rules";

const NEVER_TRUE_WITH_NULL = new Set(["=", "<>", "!=", "<", "<=", ">", ">="]);
/** A list of values is not looked back on farther than this. */
const MAX_LIST_TOKENS = 400;

/** Whether the token at `index`, which is a NULL, is compared with something, other than by IS or <=>. */
export function comparesNull(index: number, tokens: readonly SqlToken[]): boolean {
  const before = tokens[index - 1];
  const beside = [before, tokens[index + 1]];
  if (beside.some((token) => token?.kind === "symbol" && NEVER_TRUE_WITH_NULL.has(token.text))) return true;
  if (isWord(before, "LIKE", "REGEXP", "RLIKE", "BETWEEN")) return true;
  if (isWord(before, "AND")) return [3, 4].some((back) => isWord(tokens[index - back], "BETWEEN"));
  return isListed(index, tokens);
}

/** `IN (1, NULL)`: a list of plain values. */
function isListed(index: number, tokens: readonly SqlToken[]): boolean {
  for (let at = index - 1; at >= 0 && index - at < MAX_LIST_TOKENS; at -= 1) {
    const token = tokens[at];
    if (isSymbol(token, "(")) return isWord(tokens[at - 1], "IN");
    const isPlain =
      isSymbol(token, ",") ||
      isSymbol(token, "-") ||
      isWord(token, "NULL") ||
      token?.kind === "string" ||
      token?.kind === "number" ||
      token?.kind === "placeholder";
    if (!isPlain) return false;
  }
  return false;
}
