/** The names that a statement gives itself: of result columns, tables and common tables (TOOL-4). */
import { literalTexts } from "./literal-text";
import { literalTokenOf } from "./select-skeleton";
import type { SqlToken } from "./sql-tokens";
import { isNode, isPresent, nameIn, nodesIn } from "./tree-nodes";

/** Every alias of a checked tree, as the statement writes it. The walk keeps its own stack. Pure. */
export function aliasesOf(tree: unknown, tokens: readonly SqlToken[]): readonly string[] {
  const aliases: string[] = [];
  const pending: unknown[] = [tree];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (Array.isArray(part)) pending.push(...part.filter(isPresent));
    if (!isNode(part)) continue;
    const commons = nodesIn(part["with"]);
    const names = [
      nameIn(part["as"]),
      ...commons.flatMap((common) => [
        nameIn(common["name"]),
        ...nodesIn(common["columns"]).map((column) => nameIn(column["column"])),
      ]),
    ];
    for (const name of names) if (name !== "") aliases.push(...writtenNames(name, tokens));
    pending.push(...Object.values(part).filter(isPresent));
  }
  return [...new Set(aliases)];
}

/** The parser was shown a quoted name with plain letters alone: it may be any of those that look so. */
function writtenNames(name: string, tokens: readonly SqlToken[]): readonly string[] {
  const literal = literalTokenOf(name, tokens);
  if (literal !== null && literal.kind === "string") return literalTexts(literal);
  const quoted = tokens.flatMap((token) =>
    token.kind === "quotedName" && token.name.replace(/[^A-Za-z0-9_]/g, "_") === name ? [token.name] : [],
  );
  return quoted.length > 0 ? quoted : [name];
}
