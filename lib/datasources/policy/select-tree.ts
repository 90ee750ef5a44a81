/**
 * The parser's tree, allow-listed node by node: every node must have a known type, every field of it a known name and a checked value;
 * whatever is not known is refused (TOOL-6). The walk keeps its own stack, so that depth costs no call stack.
 */
import { ALLOWED_FUNCTIONS } from "./allowed-functions";

type Node = Readonly<Record<string, unknown>>;
/** What stands at a place of the tree. */
type Role = "select" | "expression" | "from" | "window" | "order" | "frame";
interface Pending {
  readonly role: Role;
  readonly value: unknown;
}
type Field =
  /** Text, number, boolean. */
  | "plain"
  | Role
  /** A list of such. */
  | `${Role}[]`
  /** Text or a node {type, value} of the parser's for a name. */
  | "name"
  | "name[]";
type Shape = Readonly<Record<string, Field>>;

class Refused extends Error {}

const LITERALS = new Set([
  "number",
  "bigint",
  "single_quote_string",
  "string",
  "double_quote_string",
  "null",
  "bool",
  "boolean",
  "star",
  "param",
  "date",
  "time",
  "timestamp",
  "datetime",
  "default",
]);
/** Keywords that the parser passes through as they are: a placeholder, units, TRIM and window words. */
const ORIGINS = new Set(
  `? BOTH LEADING TRAILING FROM ROWS MICROSECOND SECOND MINUTE HOUR DAY WEEK MONTH QUARTER YEAR DATE TIME DATETIME TIMESTAMP CURRENT_DATE
  CURRENT_TIME CURRENT_TIMESTAMP CONVERT TRIM`
    .split(/\s+/)
    .concat(
      "CURRENT ROW",
      "WITH ROLLUP",
      "IN BOOLEAN MODE",
      "IN NATURAL LANGUAGE MODE",
      "UNBOUNDED PRECEDING",
      "UNBOUNDED FOLLOWING",
    ),
);
const OPERATORS = new Set(
  `= <> != < <= > >= + - * / % & | ^ << >> && || -> ->> AND OR XOR NOT ! ~ DIV MOD IS IN BETWEEN LIKE REGEXP RLIKE EXISTS`
    .split(/\s+/)
    .concat("IS NOT", "NOT IN", "NOT BETWEEN", "NOT LIKE", "NOT REGEXP", "NOT RLIKE", "NOT EXISTS"),
);
/** `= ANY (SELECT …)` and `NOT (…)`: the parser reads them as calls. */
const OPERATORS_LIKE_FUNCTIONS = new Set(["ANY", "ALL", "SOME", "NOT"]);
const JOINS = new Set([
  "JOIN",
  "INNER JOIN",
  "LEFT JOIN",
  "LEFT OUTER JOIN",
  "RIGHT JOIN",
  "RIGHT OUTER JOIN",
  "CROSS JOIN",
  "STRAIGHT_JOIN",
  ",",
]);
const SET_OPERATIONS =
  /^(?:union|union all|union distinct|except|except all|except distinct|intersect|intersect all|intersect distinct)$/i;

/** Expression nodes: their fields besides `type` and `parentheses`. */
const EXPRESSIONS: Readonly<Record<string, Shape>> = {
  column_ref: { db: "plain", table: "name", column: "name", collate: "name", suffix: "plain" },
  binary_expr: { operator: "plain", left: "expression", right: "expression" },
  unary_expr: { operator: "plain", expr: "expression" },
  function: { name: "name", args: "expression", over: "window" },
  aggr_func: { name: "plain", args: "expression", over: "window" },
  expr_list: { value: "expression[]", separator: "plain" },
  case: { expr: "expression", args: "expression[]" },
  when: { cond: "expression", result: "expression" },
  else: { result: "expression" },
  cast: { keyword: "plain", expr: "expression", symbol: "plain", target: "name[]" },
  datatype: { dataType: "plain", length: "plain", scale: "plain", suffix: "name[]", parentheses: "plain" },
  interval: { expr: "expression", unit: "plain" },
  extract: { args: "expression" },
  fulltext_search: {
    match: "plain",
    against: "plain",
    columns: "expression[]",
    expr: "expression",
    mode: "expression",
    as: "name",
  },
};
/** Shapes without a type of their own. */
const SELECT: Shape = {
  type: "plain",
  with: "expression[]",
  distinct: "plain",
  columns: "expression[]",
  from: "from",
  where: "expression",
  groupby: "expression",
  having: "expression",
  orderby: "order[]",
  limit: "expression",
  window: "window",
  set_op: "plain",
  _next: "select",
  _orderby: "order[]",
  _limit: "expression",
  parentheses_symbol: "plain",
  _parentheses: "plain",
  parentheses: "plain",
};
const UNTYPED: readonly Shape[] = [
  // a subquery
  { tableList: "plain", columnList: "plain", ast: "select", parentheses: "plain" },
  // arguments of an aggregate
  { expr: "expression", distinct: "plain", orderby: "order[]", separator: "name", parentheses: "plain" },
  // a result column
  { expr: "expression", as: "name", type: "plain" },
  // a common table expression
  { name: "name", stmt: "expression", columns: "expression[]", recursive: "plain" },
  { columns: "expression[]", modifiers: "expression[]" },
  { seperator: "plain", value: "expression[]" },
  { field: "plain", source: "expression" },
];
const FROM: Shape = {
  type: "plain",
  db: "plain",
  table: "plain",
  as: "name",
  join: "plain",
  on: "expression",
  using: "name[]",
  expr: "expression",
  prefix: "plain",
  parentheses: "name",
};
const NESTED_JOIN: Shape = {
  expr: "from",
  parentheses: "name",
  joins: "from[]",
  join: "plain",
  on: "expression",
  using: "name[]",
};
const WINDOW: Shape = {
  type: "plain",
  keyword: "plain",
  name: "plain",
  expr: "window[]",
  as_window_specification: "window",
  window_specification: "window",
  partitionby: "expression[]",
  orderby: "order[]",
  window_frame_clause: "frame",
  parentheses: "plain",
};
const ORDER: Shape = { expr: "expression", type: "plain", nulls: "plain" };
const FRAME: Shape = { type: "plain", operator: "plain", left: "frame", right: "frame", value: "frame" };

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

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}
function isPlain(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function asNode(value: unknown, what: string): Node {
  if (isNode(value)) return value;
  throw new Refused(`The ${what} could not be read.`);
}
