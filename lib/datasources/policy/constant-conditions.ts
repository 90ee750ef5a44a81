/** Conditions that hold or fail whatever the data is (TOOL-4). */
import { hasParameter, negationOf, readsRows } from "./expression-nodes";
import { isNode, isPresent, nameIn, nodesIn, type Node } from "./tree-nodes";

/** Does the condition, or one of those that all have to hold, compare constants? `isConstant` reads a part of it. Throws what `isConstant` throws. */
export function isDecidedBeforehand(condition: unknown, isConstant: (node: unknown) => boolean): boolean {
  const pending: { readonly condition: unknown; readonly negated: boolean }[] = [
    { condition, negated: false },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { negated } = next;
    if (!isNode(next.condition)) continue;
    const node = next.condition;
    const operator = String(node["operator"] ?? "").toUpperCase();
    const both = negated ? /^(?:OR|\|\|)$/ : /^(?:AND|&&)$/;
    const either = negated ? /^(?:AND|&&)$/ : /^(?:OR|\|\|)$/;
    if (both.test(operator) || either.test(operator)) {
      for (const side of [node["left"], node["right"]]) {
        // "? = 'any' OR service = ?" leaves the choice to the data.
        if (!either.test(operator) || !isConstant(side)) pending.push({ condition: side, negated });
        else if (!hasParameter(side)) return true;
      }
      if (either.test(operator) && isConstant(node)) return true;
      continue;
    }
    const inner = negationOf(node);
    if (inner !== null) {
      pending.push({ condition: inner, negated: !negated });
      continue;
    }
    const only = onlyOf(node);
    if (only !== null) {
      pending.push({ condition: only, negated });
      continue;
    }
    if ((isConstant(node) || !readsRows(node)) && (negated || !isPlainlyTrue(node))) return true;
    if (comparesWithItself(node)) return true;
  }
  return false;
}

/** What stands alone in parentheses. */
function onlyOf(node: Node): Node | null {
  if (!isPresent(node["value"]) || node["type"] !== "expr_list") return null;
  const [only, ...others] = nodesIn(node["value"]);
  return only !== undefined && others.length === 0 ? only : null;
}

/** "WHERE TRUE", "ON 1", "WHERE 1 = 1": how statements are put together, with no effect. */
function isPlainlyTrue(node: Node): boolean {
  if (node["type"] === "bool" || node["type"] === "boolean") return node["value"] === true;
  if (node["type"] === "number") return node["value"] !== 0;
  const { left, right } = node;
  if (node["operator"] !== "=" || !isNode(left) || !isNode(right)) return false;
  return left["type"] === "number" && right["type"] === "number" && left["value"] === right["value"];
}

/** "id <> id", "a < a", "id = id + 1": the same whatever the data. */
function comparesWithItself(node: Node): boolean {
  const { operator, left, right } = node;
  if (typeof operator !== "string" || !/^(?:=|<>|!=|<|>|<=|>=)$/.test(operator)) return false;
  if (!isNode(left) || !isNode(right)) return false;
  const [own, other] = [shiftedColumn(left), shiftedColumn(right)];
  if (own !== null && own === other) {
    const isShifted = left["type"] !== "column_ref" || right["type"] !== "column_ref";
    return isShifted || /^(?:<>|!=|<|>)$/.test(operator);
  }
  return false;
}

/** The column that a value is, give or take a number. */
function shiftedColumn(node: unknown): string | null {
  let part = node;
  for (;;) {
    if (!isNode(part)) return null;
    if (part["type"] === "column_ref")
      return `${nameIn(part["table"])}.${nameIn(part["column"])}`.toLowerCase();
    if (part["type"] !== "binary_expr" || !/^[-+]$/.test(String(part["operator"]))) return null;
    const { left, right }: Node = part;
    if (isNode(right) && right["type"] === "number") part = left;
    else if (isNode(left) && left["type"] === "number" && part["operator"] === "+") part = right;
    else return null;
  }
}

/** Does one of the conditions that all have to hold set a value of data equal to one that is none? */
export function equatesDataWithRows(
  conditions: readonly unknown[],
  isData: (node: unknown) => boolean,
): boolean {
  const pending = [...conditions];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (!isNode(node)) continue;
    if (/^(?:AND|&&)$/i.test(String(node["operator"]))) pending.push(node["left"], node["right"]);
    else if (node["operator"] === "=" && isData(node["left"]) !== isData(node["right"])) {
      // A constant on the other side would bind no row of the two.
      if (readsRows(node["left"]) && readsRows(node["right"])) return true;
    }
  }
  return false;
}
