/** What a node of the parser's tree may be and hold; data for the walk in select-tree. */

/** What stands at a place of the tree. */
export type Role = "select" | "expression" | "from" | "window" | "order" | "frame";
export type Field =
  /** Text, number, boolean. */
  | "plain"
  | Role
  /** A list of such. */
  | `${Role}[]`
  /** Text or a node {type, value} of the parser's for a name. */
  | "name"
  | "name[]";
export type Shape = Readonly<Record<string, Field>>;

export const LITERALS = new Set([
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
export const ORIGINS = new Set(
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
export const OPERATORS = new Set(
  `= <> != < <= > >= + - * / % & | ^ << >> && || -> ->> AND OR XOR NOT ! ~ DIV MOD IS IN BETWEEN LIKE REGEXP RLIKE EXISTS`
    .split(/\s+/)
    .concat("IS NOT", "NOT IN", "NOT BETWEEN", "NOT LIKE", "NOT REGEXP", "NOT RLIKE", "NOT EXISTS"),
);
/** `= ANY (SELECT …)` and `NOT (…)`: the parser reads them as calls. */
export const OPERATORS_LIKE_FUNCTIONS = new Set(["ANY", "ALL", "SOME", "NOT"]);
export const JOINS = new Set([
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
export const SET_OPERATIONS =
  /^(?:union|union all|union distinct|except|except all|except distinct|intersect|intersect all|intersect distinct)$/i;

/** Expression nodes: their fields besides `type` and `parentheses`. */
export const EXPRESSIONS: Readonly<Record<string, Shape>> = {
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
export const SELECT: Shape = {
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
export const UNTYPED: readonly Shape[] = [
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
export const FROM: Shape = {
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
export const NESTED_JOIN: Shape = {
  expr: "from",
  parentheses: "name",
  joins: "from[]",
  join: "plain",
  on: "expression",
  using: "name[]",
};
export const WINDOW: Shape = {
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
export const ORDER: Shape = { expr: "expression", type: "plain", nulls: "plain" };
export const FRAME: Shape = {
  type: "plain",
  operator: "plain",
  left: "frame",
  right: "frame",
  value: "frame",
};
