/**
 * Can the answer of a statement be evidence at all? What asks for constants is always "found", and what shuts every row out is always
 * "absent", whatever the data: both are refused before they are run (TOOL-4).
 */
import { readProvenance, TooDeepToRead } from "./column-provenance";
import { literalTexts } from "./literal-text";
import { scanEvidenceFigures } from "../../diagnosis/guards/figures/figure-scanner";
import { ANY_PARAMETER } from "./provenance";
import type { ResultColumns } from "./relations";
import { literalTokenOf } from "./select-skeleton";
import type { SqlToken } from "./sql-tokens";
import { aliasesOf } from "./statement-aliases";
import { isNode, isPresent, nodesIn, type Node } from "./tree-nodes";
import { hasImpossibleCondition } from "./impossible-conditions";
import { comparesNull } from "./null-comparison";
import { isWord } from "./word-rules";

export interface EvidenceQuestion {
  readonly columns: readonly ResultColumns[];
  /** An OFFSET skips rows: that none is left says nothing of those before. */
  readonly skipsRows: boolean;
  /** A LIMIT inside it bounds what it looks at: that nothing is found there says nothing of the rest. */
  readonly cutsRows: boolean;
  /** Why the answer could not be evidence, and what to change; null when it could. */
  readonly refusal: string | null;
}

/** What a checked SELECT asks. Pure. */
export function readSelectQuestion(tree: unknown, tokens: readonly SqlToken[]): EvidenceQuestion {
  try {
    return readQuestion(tree, tokens);
  } catch (error) {
    if (!(error instanceof TooDeepToRead)) throw error;
    const refusal =
      "An expression of the statement is nested too deep to see where its values come from; simplify it.";
    return { ...readDescribingQuestion(tokens), refusal };
  }
}

function readQuestion(tree: unknown, tokens: readonly SqlToken[]): EvidenceQuestion {
  const { columns, constantCondition } = readProvenance(tree, (node) => textsOfLiteral(node, tokens));
  const limits = limitsOf(tree);
  const skipsRows = limits.some(({ offset }) => isPresent(offset) && valueOf(offset) !== 0);
  const cutsRows = limits.some(({ place }) => place === "rows");
  const impossible = hasImpossibleCondition(tree, (node) => textsOfLiteral(node, tokens));
  const refusal = impossible
    ? "Conditions of the statement contradict each other, so no row can meet them all; correct them."
    : (refuseAliases(aliasesOf(tree, tokens)) ?? refuse(columns, constantCondition, limits, tokens));
  return { columns, skipsRows, cutsRows, refusal };
}

/**
 * What the other statements ask. SHOW and DESCRIBE name what there is: a text of theirs only picks among it, and what they show is the server's.
 * EXPLAIN repeats the statement's own values and the names that it gives.
 */
export function readDescribingQuestion(
  tokens: readonly SqlToken[],
  aliases: readonly string[] = [],
): EvidenceQuestion {
  const repeats = !isWord(tokens[0], "SHOW", "DESCRIBE", "DESC");
  const values = tokens.flatMap((token) =>
    token.kind === "placeholder" ? [ANY_PARAMETER] : literalTexts(token),
  );
  const written = new Set(repeats ? [...values, ...aliases] : []);
  return { columns: [{ kind: "all_of_table", written }], skipsRows: false, cutsRows: false, refusal: null };
}

/** Lists of statements keep the names of earlier ones, where nothing tells them from what the server holds. */
function refuseAliases(aliases: readonly string[]): string | null {
  const saying = aliases.find((alias) =>
    scanEvidenceFigures(alias).some(({ kind }) => kind === "number" || kind === "moment"),
  );
  return saying === undefined
    ? null
    : `The alias "${saying.slice(0, 60)}" says a figure; an alias is a name such as failed_payments.`;
}

function refuse(
  columns: readonly ResultColumns[],
  constantCondition: boolean,
  limits: readonly Limit[],
  tokens: readonly SqlToken[],
): string | null {
  if (limits.some(({ count }) => valueOf(count) === 0)) {
    return "LIMIT 0 shows nothing, whatever there is; raise it or leave it out.";
  }
  if (limits.some(({ offset, place }) => (place === "rows" || place === "condition") && isPresent(offset))) {
    return "An OFFSET inside the statement hides rows from it; only the end of the whole statement, or of a subquery that is a result column, may have one.";
  }
  if (constantCondition) {
    return "A condition of the statement holds or fails whatever the data is; compare a column with a value, or leave the condition out.";
  }
  if (tokens.some((token, index) => isWord(token, "NULL") && comparesNull(index, tokens))) {
    return "A comparison with NULL is never true; write IS NULL or IS NOT NULL.";
  }
  if (columns.every((column) => column.kind === "column" && !column.value.data)) {
    return "Every column of the result is a constant or a parameter, so it would show nothing but the question; select a column of a table or a count of rows.";
  }
  return null;
}

function textsOfLiteral(node: Node, tokens: readonly SqlToken[]): readonly string[] {
  const { value } = node;
  if (typeof value === "number" || typeof value === "bigint") return [String(value)];
  if (typeof value !== "string") return [];
  const token = literalTokenOf(value, tokens);
  return token === null ? [value] : literalTexts(token);
}

/** What a LIMIT bounds: the whole result, the rows that a part of it looks at, a value of the result, or what a condition compares with. */
type Place = "whole" | "rows" | "value" | "condition";
interface Limit {
  readonly count: unknown;
  readonly offset: unknown;
  readonly place: Place;
}
const PLACES: Readonly<Record<string, Place>> = {
  from: "rows",
  with: "rows",
  columns: "value",
  where: "condition",
  having: "condition",
  on: "condition",
};

/** Every LIMIT of the tree; the walk keeps its own stack. */
function limitsOf(tree: unknown): readonly Limit[] {
  const limits: Limit[] = [];
  const pending: { readonly part: unknown; readonly place: Place }[] = [{ part: tree, place: "whole" }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { part, place } = next;
    if (Array.isArray(part))
      pending.push(...part.filter(isPresent).map((each: unknown) => ({ part: each, place })));
    if (!isNode(part)) continue;
    for (const key of ["limit", "_limit"]) {
      const limit = part[key];
      if (!isNode(limit)) continue;
      const values = nodesIn(limit["value"]);
      const offsetFirst = limit["seperator"] === ",";
      const [count, offset] = offsetFirst ? [values[1], values[0]] : values;
      const isWhole = part === tree && (key === "_limit" || !isPresent(part["_next"]));
      if (values.length > 0)
        limits.push({ count, offset, place: isWhole || place !== "whole" ? place : "rows" });
    }
    for (const [key, each] of Object.entries(part)) {
      if (!isPresent(each)) continue;
      // What rows are made of stays that, wherever in it a LIMIT stands, but for its conditions and values.
      const inner = PLACES[key] ?? place;
      pending.push({ part: each, place: place === "rows" && inner === "value" ? "rows" : inner });
    }
  }
  return limits;
}

function valueOf(node: unknown): unknown {
  return isNode(node) ? node["value"] : undefined;
}
