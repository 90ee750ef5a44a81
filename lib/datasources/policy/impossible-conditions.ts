/** Conditions that no data can meet, by the literals in them: `id > 5 AND id < 3`, `BETWEEN 5 AND 3`, `COUNT(*) < 0` (TOOL-4). */
import { isNode, isPresent, nameIn, nodesIn, type Node } from "./tree-nodes";

type Value = number | string;
interface Bounds {
  low: Value | null;
  high: Value | null;
  equal: Value | null;
}
const MIRRORED: Readonly<Record<string, string>> = { "<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=" };
/** Texts of these forms are in the order of what they say. */
const DATE = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)?$/;

/** Whether some conditions that all have to hold cannot hold together. `textOf` is the text of a literal. The walk keeps its own stack. */
export function hasImpossibleCondition(tree: unknown, textOf: (node: Node) => readonly string[]): boolean {
  const pending: unknown[] = [tree];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (Array.isArray(part)) pending.push(...part.filter(isPresent));
    if (!isNode(part)) continue;
    if (part["type"] === "binary_expr" && contradicts(part, textOf)) return true;
    pending.push(...Object.values(part).filter(isPresent));
  }
  return false;
}

function contradicts(condition: Node, textOf: (node: Node) => readonly string[]): boolean {
  const bounds = new Map<string, Bounds>();
  for (const part of conjunctsOf(condition)) {
    const comparison = readComparison(part, textOf);
    if (comparison === null) continue;
    const { key, limits } = comparison;
    if (key === COUNT && limits.some(({ operator, value }) => isBelowZero(operator, value))) return true;
    const known = bounds.get(key) ?? { low: null, high: null, equal: null };
    bounds.set(key, known);
    for (const { operator, value } of limits) if (narrow(known, operator, value)) return true;
  }
  return false;
}

function conjunctsOf(condition: Node): readonly Node[] {
  const found: Node[] = [];
  const pending: unknown[] = [condition];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (!isNode(part)) continue;
    if (/^(?:AND|&&)$/i.test(String(part["operator"]))) pending.push(part["left"], part["right"]);
    else found.push(part);
  }
  return found;
}

interface Limit {
  readonly operator: string;
  readonly value: Value;
}
const COUNT = "COUNT()";

function readComparison(
  { operator, left, right }: Node,
  textOf: (node: Node) => readonly string[],
): { readonly key: string; readonly limits: readonly Limit[] } | null {
  const named = keyOf(left);
  const said = String(operator).toUpperCase();
  if (said === "BETWEEN" && named !== null && isNode(right)) {
    const [low, high] = nodesIn(right["value"]).map((node) => valueOf(node, textOf));
    if (
      isPresent(low) &&
      isPresent(high) &&
      low !== undefined &&
      high !== undefined &&
      low !== null &&
      high !== null
    )
      return {
        key: named,
        limits: [
          { operator: ">=", value: low },
          { operator: "<=", value: high },
        ],
      };
    return null;
  }
  const mirrored = MIRRORED[said];
  if (mirrored === undefined) return null;
  const behind = valueOf(right, textOf);
  if (named !== null && behind !== null) return { key: named, limits: [{ operator: said, value: behind }] };
  const other = keyOf(right);
  const before = valueOf(left, textOf);
  return other === null || before === null
    ? null
    : { key: other, limits: [{ operator: mirrored, value: before }] };
}

/** A column, or a count of rows. */
function keyOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node["type"] === "column_ref")
    return `${nameIn(node["table"])}.${nameIn(node["column"])}`.toLowerCase();
  return node["type"] === "aggr_func" && nameIn(node["name"]).toUpperCase() === "COUNT" ? COUNT : null;
}

function valueOf(node: unknown, textOf: (node: Node) => readonly string[]): Value | null {
  if (!isNode(node) || isPresent(node["ast"])) return null;
  const { type, value } = node;
  if (type === "number" && typeof value === "number") return value;
  if (type === "unary_expr" && node["operator"] === "-") {
    const positive = valueOf(node["expr"], textOf);
    return typeof positive === "number" ? -positive : null;
  }
  if (!/^(?:single_quote_string|double_quote_string|string)$/.test(String(type))) return null;
  const [text, ...others] = textOf(node);
  return text === undefined || others.length > 0 ? null : text.trimEnd().toLowerCase();
}

/** Takes one more bound in; true where nothing is left. */
function narrow(known: Bounds, operator: string, value: Value): boolean {
  if (operator === "=") {
    if (known.equal !== null && isApart(known.equal, value)) return true;
    known.equal = value;
  }
  if (operator === ">" || operator === ">=") known.low = value;
  if (operator === "<" || operator === "<=") known.high = value;
  const { low, high, equal } = known;
  if (low !== null && high !== null && isLess(high, low)) return true;
  return equal !== null && ((low !== null && isLess(equal, low)) || (high !== null && isLess(high, equal)));
}

function isApart(left: Value, right: Value): boolean {
  if (typeof left === "number" || typeof right === "number")
    return typeof left === typeof right && left !== right;
  // What a server takes for equal is up to its collation; plain letters and digits are not.
  return left !== right && /^[a-z0-9 _.:-]*$/.test(left + right) && !/^[0-9. :-]*$/.test(left + right);
}

function isLess(left: Value, right: Value): boolean {
  if (typeof left === "number" && typeof right === "number") return left < right;
  return typeof left === "string" && typeof right === "string" && left.length === right.length
    ? DATE.test(left.toUpperCase()) && DATE.test(right.toUpperCase()) && left < right
    : false;
}

function isBelowZero(operator: string, value: Value): boolean {
  if (typeof value !== "number") return false;
  return operator === "<" ? value <= 0 : (operator === "<=" || operator === "=") && value < 0;
}
