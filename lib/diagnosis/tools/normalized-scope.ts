import type { ToolParameter } from "../../contracts/evidence";
import { canonicalJson } from "../evidence/canonical-json";
import { sha256Hex } from "../evidence/content-hash";

/**
 * Canonical key of (source, statement, params): two requests with the same key ask the same question (INFO-2). `normalized` is the statement
 * with white space and comments folded, as StatementCheck gives it. The key has a fixed length behind the source's name.
 */
export function normalizedScopeOf(
  source: string,
  normalized: string,
  params: readonly ToolParameter[],
): string {
  return `${source}:${sha256Hex(canonicalJson([source, normalized, params]))}`;
}
