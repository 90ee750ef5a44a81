/** Looks at expressions of the parser's tree. */
import { isNode, isPresent, nameIn, nodesIn, type Node } from "./tree-nodes";

const COMPARISONS =
  /^(?:=|<>|!=|<|<=|>|>=|AND|OR|XOR|&&|\|\||NOT|!|IS|IS NOT|(?:NOT )?(?:IN|BETWEEN|LIKE|REGEXP|RLIKE|EXISTS))$/i;

/** The name of the function that is called; "" when it has none. */
export function calledName(name: unknown): string {
  if (typeof name === "string") return name;
  return isNode(name)
    ? nodesIn(name["name"])
        .map((part) => String(part["value"] ?? ""))
        .join(".")
    : "";
}

/** Of a call. */
export function argumentsOf(node: Node): readonly unknown[] {
  const { args } = node;
  if (!isNode(args)) return [];
  if (args["type"] === "expr_list") return Array.isArray(args["value"]) ? args["value"] : [];
  const { expr } = args;
  return isNode(expr) && expr["type"] === "expr_list" ? nodesIn(expr["value"]) : [expr];
}

/** Is it a yes or a no by its form? */
export function isBoolean(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node["type"] === "function") return /^(?:NOT|ISNULL|EXISTS)$/i.test(calledName(node["name"]));
  return /^(?:binary|unary)_expr$/.test(String(node["type"])) && COMPARISONS.test(String(node["operator"]));
}

/** Is it one value that the statement writes down, or a parameter? */
export function isLiteral(node: unknown): boolean {
  return (
    isNode(node) &&
    !isPresent(node["ast"]) &&
    /^(?:number|bigint|single_quote_string|double_quote_string|string|origin|param)$/.test(
      String(node["type"]),
    )
  );
}

/** What a NOT stands before; null when there is none. */
export function negationOf(node: Node): unknown {
  if (node["type"] === "unary_expr" && /^(?:NOT|!)$/i.test(String(node["operator"]))) return node["expr"];
  if (node["type"] !== "function" || !/^NOT$/i.test(calledName(node["name"]))) return null;
  return argumentsOf(node)[0] ?? null;
}

/** The number that an expression of plain numbers comes to ("1024 * 1024", "-1"); null for any other. */
export function numberOf(node: unknown): number | null {
  if (!isNode(node) || isPresent(node["ast"])) return null;
  switch (node["type"]) {
    case "number":
    case "bigint": {
      const value = Number(node["value"]);
      return Number.isFinite(value) ? value : null;
    }
    case "unary_expr": {
      const value = numberOf(node["expr"]);
      return value !== null && node["operator"] === "-" ? -value : null;
    }
    case "binary_expr": {
      const [left, right] = [numberOf(node["left"]), numberOf(node["right"])];
      return left === null || right === null ? null : computed(String(node["operator"]), left, right);
    }
    case "function": {
      if (!/^POW(?:ER)?$/i.test(calledName(node["name"]))) return null;
      const [base, exponent] = argumentsOf(node).map(numberOf);
      return typeof base === "number" && typeof exponent === "number" ? base ** exponent : null;
    }
    default:
      return null;
  }
}

function computed(operator: string, left: number, right: number): number | null {
  if (operator === "*") return left * right;
  if (operator === "/") return left / right;
  return null;
}

/** Are the two the same expression, whatever table name stands before a column of it? The depth of both is bounded by the reader's. */
export function areSame(left: unknown, right: unknown): boolean {
  if (!isNode(left) || !isNode(right)) {
    if (Array.isArray(left) && Array.isArray(right))
      return left.length === right.length && left.every((part, index) => areSame(part, right[index]));
    return isPresent(left) || isPresent(right)
      ? String(left).toLowerCase() === String(right).toLowerCase()
      : true;
  }
  if (left["type"] === "column_ref" && right["type"] === "column_ref") {
    const [own, other] = [left, right].map((each) => nameIn(each["table"]).toLowerCase());
    const isSameColumn = nameIn(left["column"]).toLowerCase() === nameIn(right["column"]).toLowerCase();
    return isSameColumn && (own === other || own === "" || other === "");
  }
  if (countsAllRows(left) && countsAllRows(right)) return true;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  keys.delete("parentheses");
  return [...keys].every((key) => areSame(left[key], right[key]));
}

/** `COUNT(*)`, `COUNT(1)`. */
function countsAllRows(node: Node): boolean {
  const { args } = node;
  if (node["type"] !== "aggr_func" || String(node["name"]).toUpperCase() !== "COUNT" || !isNode(args))
    return false;
  const { expr } = args;
  return (
    !isPresent(args["distinct"]) &&
    !isPresent(node["over"]) &&
    isNode(expr) &&
    (expr["type"] === "star" || isLiteral(expr))
  );
}

/** Whether anything in it is read from rows: a column, a subquery, an aggregate. */
export function readsRows(node: unknown): boolean {
  return hasNode(
    node,
    (part) =>
      isPresent(part["ast"]) ||
      /^(?:column_ref|aggr_func|fulltext_search|select|star)$/.test(String(part["type"])),
  );
}

export function hasParameter(node: unknown): boolean {
  return hasNode(node, ({ type, value }) => type === "param" || (type === "origin" && value === "?"));
}

/** Is there such a node anywhere in it? The walk keeps its own stack. */
function hasNode(node: unknown, isOne: (part: Node) => boolean): boolean {
  const pending: unknown[] = [node];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (Array.isArray(part)) pending.push(...part.filter(isPresent));
    if (!isNode(part)) continue;
    if (isOne(part)) return true;
    pending.push(...Object.values(part).filter(isPresent));
  }
  return false;
}
