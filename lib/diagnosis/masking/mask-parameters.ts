import type { ToolParameter } from "../../contracts/evidence";
import { isIdName, secretKindOf } from "./secret-names";
import { markOf } from "./masking-mark";
import type { Masked, MaskText } from "./masked";

/** A quoted text, a comment, a placeholder, or a name that is compared with one: what of SQL has to be told apart to count placeholders. */
const PIECES =
  /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|--[^\n]*|#[^\n]*|((?<![A-Za-z0-9_.])[A-Za-z_][A-Za-z0-9_.]*|`[^`]{1,64}`)?\s{0,8}((?:<=>|<>|!=|=|\blike\b|\bin\b\s{0,8}\()\s{0,8})?\?/gis;

/** The bound values of a statement: what shows that it is a secret, and what is compared with a column that holds some. */
export function maskParameters(
  statement: string,
  params: readonly ToolParameter[],
  mask: MaskText,
): Masked<ToolParameter[]> {
  const names = params.length === 0 ? [] : comparedNames(statement);
  let count = 0;
  const value = params.map((param, index): ToolParameter => {
    if (param === null) return null;
    const name = names[index] ?? null;
    const kind = name === null ? null : secretKindOf(name);
    if (kind !== null && typeof param === "string" && param !== "") {
      count += 1;
      return markOf(kind);
    }
    const masked = mask(String(param), name !== null && isIdName(name) ? { cards: "none" } : {});
    count += masked.count;
    return masked.count === 0 ? param : masked.value;
  });
  return { value, count };
}

/** For each placeholder what it is compared with. */
function comparedNames(statement: string): (string | null)[] {
  return [...statement.matchAll(PIECES)]
    .filter(([piece]) => piece.endsWith("?") && !/^(?:['"#]|--)/.test(piece))
    .map(([, name, comparison]) => (name === undefined || comparison === undefined ? null : name));
}
