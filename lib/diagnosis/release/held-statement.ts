import { foldText } from "../guards/figures/normalise-text";

const STATEMENT = /^(?:select|update|delete|insert|replace)\s/u;
const LOOKS =
  /^(?:please |then )?(?:investigate|look (?:at|into|for)|check|review|find|explain|analy[sz]e|optimi[sz]e|tune|see|read|inspect|examine|trace|ask|untersuche[n]?|prüfe[n]?|analysiere[n]?|revise|revisa|analice|analyse[zr]?|vérifie[zr]?)(?!\p{L})|^(?:请|建议)?(?:检查|查看|排查|优化|分析)/u;
const SHORTEST = 12;

/**
 * The line, folded, without the statements that rows hold whole, where it says to look at them: such a statement is what was found, and no order to run
 * it. A line that says anything else of it stays as it is.
 */
export function withoutHeldStatements(line: string, cells: readonly string[]): string {
  const folded = foldText(line);
  if (!LOOKS.test(folded)) return line;
  let rest = folded;
  for (const cell of cells) {
    const statement = foldText(cell).replace(/;$/u, "").trim();
    if (statement.length >= SHORTEST && STATEMENT.test(statement)) rest = rest.replaceAll(statement, " it ");
  }
  return rest === folded ? line : rest;
}
