/**
 * The parser's tree, allow-listed node by node: every node must have a known type, every field of it a known name and a checked value;
 * whatever is not known is refused (TOOL-6). The walk keeps its own stack, so that depth costs no call stack.
 */
import { ALLOWED_FUNCTIONS } from "./allowed-functions";
import { isNode, isPresent, type Node } from "./tree-nodes";
import {
  LITERALS,
  ORIGINS,
  OPERATORS,
  OPERATORS_LIKE_FUNCTIONS,
  JOINS,
  SET_OPERATIONS,
  EXPRESSIONS,
  SELECT,
  UNTYPED,
  FROM,
  NESTED_JOIN,
  WINDOW,
  ORDER,
  FRAME,
  type Role,
  type Field,
  type Shape,
} from "./select-shapes";

interface Pending {
  readonly role: Role;
  readonly value: unknown;
}

class Refused extends Error {}

/** Null when the tree is one read-only SELECT; else what to change. */
export function refuseTree(tree: unknown): string | null {
  const pending: Pending[] = [{ role: "select", value: tree }];
  try {
    for (let item = pending.pop(); item !== undefined; item = pending.pop()) visit(item, pending);
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

function visit({ role, value }: Pending, pending: Pending[]): void {
  switch (role) {
    case "select":
      return visitSelect(asNode(value, "statement"), pending);
    case "expression":
      return visitExpression(value, pending);
    case "from":
      return visitFrom(value, pending);
    case "window":
      return typeof value === "string" ? undefined : visitShape(asNode(value, "window"), WINDOW, pending);
    case "order":
      return visitShape(asNode(value, "ORDER BY"), ORDER, pending);
    case "frame":
      return visitFrame(value, pending);
  }
}

function visitSelect(node: Node, pending: Pending[]): void {
  if (node["type"] !== "select") throw new Refused("Only SELECT statements are allowed.");
  if (isPresent(node["locking_read"]))
    throw new Refused("Locking reads are refused; leave FOR UPDATE or FOR SHARE out.");
  if (isPresent(node["options"]))
    throw new Refused("SELECT options such as SQL_NO_CACHE are refused; leave them out.");
  const into = node["into"];
  if (isNode(into) && Object.values(into).some(isPresent))
    throw new Refused("INTO is refused; the result is returned.");
  const setOperation = node["set_op"];
  if (isPresent(setOperation) && !(typeof setOperation === "string" && SET_OPERATIONS.test(setOperation))) {
    throw new Refused(`${String(setOperation)} is refused; use UNION, EXCEPT or INTERSECT.`);
  }
  visitShape(node, { ...SELECT, locking_read: "plain", options: "plain", into: "name" }, pending);
}

function visitExpression(value: unknown, pending: Pending[]): void {
  if (isPlain(value)) return;
  const node = asNode(value, "expression");
  const type = node["type"];
  if (type === "select") return visitSelect(node, pending);
  if (type === "ESCAPE" || (typeof type === "string" && LITERALS.has(type)))
    return visitLiteral(node, pending);
  if (type === "origin") return visitOrigin(node);
  if (type === "var") return visitVariable(node);
  if (typeof type !== "string" || type === "expr") {
    const shape = UNTYPED.find((candidate) =>
      Object.keys(node).every((key) => !isPresent(node[key]) || Object.hasOwn(candidate, key)),
    );
    if (shape === undefined)
      throw new Refused(`A part of the statement is not known: ${Object.keys(node).join(", ")}.`);
    return visitShape(node, shape, pending);
  }
  const shape = Object.hasOwn(EXPRESSIONS, type) ? EXPRESSIONS[type] : undefined;
  if (shape === undefined) throw new Refused(`The construct "${type}" is not allowed; use another form.`);
  if (type === "function" || type === "aggr_func") assertFunction(node);
  if (type === "binary_expr" || type === "unary_expr") {
    const operator = node["operator"];
    if (typeof operator !== "string" || !OPERATORS.has(operator.toUpperCase())) {
      throw new Refused(`The operator ${String(operator)} is not allowed; use another form.`);
    }
  }
  visitShape(node, { type: "plain", parentheses: "plain", ...shape }, pending);
}

function visitLiteral(node: Node, pending: Pending[]): void {
  // LIKE … ESCAPE '!' hangs on its pattern.
  const shape: Shape = {
    type: "plain",
    value: node["type"] === "ESCAPE" ? "expression" : "plain",
    escape: "expression",
    parentheses: "plain",
    collate: "name",
  };
  visitShape(node, shape, pending);
}

function visitOrigin(node: Node): void {
  const text = node["value"];
  if (typeof text !== "string" || !ORIGINS.has(text.toUpperCase()))
    throw new Refused(`${String(text)} is not allowed here.`);
}

function visitVariable(node: Node): void {
  const members = node["members"];
  const plainMembers = Array.isArray(members) && members.every((member) => typeof member === "string");
  if (
    node["prefix"] === "@@" &&
    plainMembers &&
    typeof node["name"] === "string" &&
    !isPresent(node["keyword"])
  )
    return;
  throw new Refused("User variables are refused; only @@name and @@global.name may be read.");
}

function visitFrom(value: unknown, pending: Pending[]): void {
  if (Array.isArray(value)) {
    for (const item of value) pending.push({ role: "from", value: item });
    return;
  }
  const node = asNode(value, "FROM");
  if (isPresent(node["type"]) && node["type"] !== "dual")
    throw new Refused(`FROM ${String(node["type"])} is not allowed.`);
  if (isPresent(node["join"]) && !JOINS.has(String(node["join"]).toUpperCase())) {
    throw new Refused(
      `${String(node["join"])} is not allowed; use JOIN, LEFT JOIN, RIGHT JOIN or CROSS JOIN.`,
    );
  }
  if (isPresent(node["prefix"]) && node["prefix"] !== "LATERAL")
    throw new Refused(`${String(node["prefix"])} is not allowed.`);
  visitShape(node, Array.isArray(node["expr"]) ? NESTED_JOIN : FROM, pending);
}

function visitFrame(value: unknown, pending: Pending[]): void {
  if (isPlain(value)) return;
  if (Array.isArray(value)) {
    for (const item of value) pending.push({ role: "frame", value: item });
    return;
  }
  visitShape(asNode(value, "window frame"), FRAME, pending);
}

function assertFunction(node: Node): void {
  const name = functionName(node["name"]);
  if (name === null) throw new Refused("Stored functions are refused; use built-in functions.");
  const upper = name.toUpperCase();
  if (!ALLOWED_FUNCTIONS.has(upper) && !OPERATORS_LIKE_FUNCTIONS.has(upper)) {
    throw new Refused(`The function ${upper}() is not on the list of allowed functions; use another one.`);
  }
}

/** The plain name of a call, or null when it is qualified or quoted. */
function functionName(name: unknown): string | null {
  if (typeof name === "string") return name;
  if (!isNode(name) || isPresent(name["schema"])) return null;
  const parts = name["name"];
  if (!Array.isArray(parts) || parts.length !== 1) return null;
  const part: unknown = parts[0];
  if (!isNode(part) || (part["type"] !== "default" && part["type"] !== "origin")) return null;
  return typeof part["value"] === "string" ? part["value"] : null;
}

function visitShape(node: Node, shape: Shape, pending: Pending[]): void {
  for (const [key, value] of Object.entries(node)) {
    if (!isPresent(value)) continue;
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (field === undefined) throw new Refused(`A part of the statement is not known: ${key}.`);
    if (field === "name" || field === "name[]") {
      assertNames(value, 4);
    } else if (field === "plain") {
      if (!isPlain(value) && !(Array.isArray(value) && value.every(isPlain)))
        throw new Refused(`A part of the statement is not known: ${key}.`);
    } else {
      push(field, value, key, pending);
    }
  }
}

function push(
  field: Exclude<Field, "plain" | "name" | "name[]">,
  value: unknown,
  key: string,
  pending: Pending[],
): void {
  switch (field) {
    case "select":
    case "expression":
    case "from":
    case "window":
    case "order":
    case "frame":
      pending.push({ role: field, value });
      return;
    case "select[]":
    case "expression[]":
    case "from[]":
    case "window[]":
    case "order[]":
    case "frame[]": {
      if (!Array.isArray(value)) throw new Refused(`A part of the statement is not known: ${key}.`);
      const role = roleOfList(field);
      for (const item of value) if (isPresent(item)) pending.push({ role, value: item });
      return;
    }
  }
}

function roleOfList(field: `${Role}[]`): Role {
  switch (field) {
    case "select[]":
      return "select";
    case "expression[]":
      return "expression";
    case "from[]":
      return "from";
    case "window[]":
      return "window";
    case "order[]":
      return "order";
    case "frame[]":
      return "frame";
  }
}

const NAME_KEYS = new Set([
  "type",
  "value",
  "name",
  "schema",
  "collate",
  "keyword",
  "symbol",
  "length",
  "scale",
  "dataType",
  "suffix",
  "parentheses",
  "position",
  "expr",
]);
/** Names, types and collations: text, or small objects of text, and no expression inside. */
function assertNames(value: unknown, depth: number): void {
  if (isPlain(value) || !isPresent(value)) return;
  if (depth === 0) throw new Refused("A name in the statement is not known.");
  if (Array.isArray(value)) {
    for (const item of value) assertNames(item, depth - 1);
    return;
  }
  for (const [key, part] of Object.entries(asNode(value, "name"))) {
    if (!isPresent(part)) continue;
    if (!NAME_KEYS.has(key)) throw new Refused(`A part of the statement is not known: ${key}.`);
    assertNames(part, depth - 1);
  }
}

function isPlain(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
function asNode(value: unknown, what: string): Node {
  if (isNode(value)) return value;
  throw new Refused(`The ${what} could not be read.`);
}
