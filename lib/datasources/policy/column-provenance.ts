/**
 * Where the values of a SELECT come from: what the server holds, or what the statement itself says. A value that the statement or its
 * parameters write down is asked, never found; only a value of the data can be found (TOOL-4).
 *
 * Reads a tree that `refuseTree` has let through. What it cannot tell it takes for data: arithmetic that is made to hide a constant
 * ("COUNT(*) * 0 + 4700 + 11") is not seen through.
 */
import { secretKindOf } from "../../diagnosis/masking/secret-names";
import { isNode, isPresent, nameIn, nodesIn, type Node } from "./tree-nodes";
import {
  ANSWERS_OF_THE_SERVER,
  COUNTS_ROWS,
  FIRST_ARGUMENT_ONLY,
  FOLLOWS_A_PATH,
  MEASURES,
  PICKS_BEYOND_FIRST,
  REFERENCES_ROWS,
} from "./function-values";

/** Stands among written texts for "any of the bound parameters". */
export const ANY_PARAMETER = "\u0000?";

/** Where one value comes from. */
export interface Provenance {
  /** Some of it depends on what the server holds. */
  readonly data: boolean;
  /** Without being data, it is not the same in every row: a union of constants. */
  readonly varies: boolean;
  /** Texts of the statement that can stand in the value as they are, and ANY_PARAMETER. */
  readonly written: ReadonlySet<string>;
  /** Columns with a secret's name whose values may stand in it in any form, JSON paths with one, and ANY_PARAMETER for a bound path (TOOL-8). */
  readonly secrets: ReadonlySet<string>;
}
/** Columns of a result in order: one that is known, or however many a table has. */
export type ResultColumns =
  | { readonly kind: "column"; readonly name: string; readonly value: Provenance }
  | { readonly kind: "all_of_table"; readonly written: ReadonlySet<string> };

/** What a SELECT gives, and the first condition in it that no data can change. */
export interface SelectProvenance {
  readonly columns: readonly ResultColumns[];
  /** True where a condition of the statement compares constants alone, in a way that may leave nothing to find. */
  readonly constantCondition: boolean;
}

interface Relation {
  readonly name: string;
  readonly columns: readonly ResultColumns[];
  /** Which rows there are depends on what the server holds. */
  readonly rowsFromData: boolean;
}
interface Scope {
  readonly relations: readonly Relation[];
  readonly tables: ReadonlyMap<string, Relation>;
  readonly outer: Scope | null;
  readonly rowsFromData: boolean;
}

const NONE: ReadonlySet<string> = new Set();
const NOTHING: Provenance = { data: false, varies: false, written: NONE, secrets: NONE };
const DATA: Provenance = { data: true, varies: false, written: NONE, secrets: NONE };
const COMPARISONS =
  /^(?:=|<>|!=|<|<=|>|>=|AND|OR|XOR|&&|\|\||NOT|!|IS|IS NOT|(?:NOT )?(?:IN|BETWEEN|LIKE|REGEXP|RLIKE|EXISTS))$/i;
const SCALING = /^(?:\*|\/|%|DIV|MOD|<<|>>)$/i;

/**
 * Classifies the columns of a checked tree. `literalText` gives the texts that a literal of the tree can be. Pure. Throws TooDeepToRead.
 */
export function readProvenance(
  tree: unknown,
  literalText: (node: Node) => readonly string[],
): SelectProvenance {
  const reader = new ProvenanceReader(literalText);
  const { columns } = reader.select(tree, null, new Map());
  return { columns, constantCondition: reader.constantCondition };
}

/** Deeper expressions are not read: the walk uses the call stack. */
const MAX_DEPTH = 1_000;

/** Thrown by `readProvenance` for an expression that is nested too deep to be read. */
export class TooDeepToRead extends Error {}

class ProvenanceReader {
  constantCondition = false;
  private depth = 0;
  private readonly known = new Map<Node, { readonly scope: Scope; readonly value: Provenance }>();

  constructor(private readonly literalText: (node: Node) => readonly string[]) {}

  /** A SELECT with the SELECTs that a set operation adds to it. */
  select(tree: unknown, outer: Scope | null, known: ReadonlyMap<string, Relation>): Relation {
    if (!isNode(tree)) return { name: "", columns: [], rowsFromData: true };
    const tables = new Map(known);
    this.commonTables(tree, outer, tables);
    const branches: Relation[] = [];
    for (let node: unknown = tree; isNode(node); node = node["_next"]) {
      branches.push(this.oneSelect(node, outer, tables));
    }
    const [only, ...others] = branches;
    if (only === undefined || others.length === 0)
      return only ?? { name: "", columns: [], rowsFromData: true };
    const columns = only.columns.map((column, index): ResultColumns => {
      const all = branches.map((branch) => branch.columns[index]);
      if (column.kind === "all_of_table") return { ...column, written: union(all.map(writtenOf)) };
      const values = all.map((each) => (each?.kind === "column" ? each.value : DATA));
      return { kind: "column", name: column.name, value: { ...combine(values), varies: true } };
    });
    return { name: "", columns, rowsFromData: branches.some((branch) => branch.rowsFromData) };
  }

  private commonTables(tree: Node, outer: Scope | null, tables: Map<string, Relation>): void {
    for (const common of nodesIn(tree["with"])) {
      const name = nameIn(common["name"]).toLowerCase();
      const statement = common["stmt"];
      const body = isNode(statement) ? (statement["ast"] ?? statement) : statement;
      const names = nodesIn(common["columns"]).map((column) => nameIn(column["column"]));
      const renamed = (relation: Relation): Relation => rename({ ...relation, name }, names);
      // A recursion is made of what it starts with: while it is read, it adds nothing of its own.
      const start = this.select(firstBranch(body), outer, tables);
      const recurs = isNode(body) && isPresent(body["_next"]);
      tables.set(name, renamed(recurs ? { ...start, columns: start.columns.map(varying) } : start));
      tables.set(name, renamed(this.select(body, outer, tables)));
    }
  }

  private oneSelect(node: Node, outer: Scope | null, tables: ReadonlyMap<string, Relation>): Relation {
    const relations: Relation[] = [];
    const conditions: unknown[] = [];
    this.readFrom(node["from"], outer, tables, relations, conditions);
    const rowsFromData = relations.some((relation) => relation.rowsFromData);
    const scope: Scope = { relations, tables, outer, rowsFromData };
    const columns = nodesIn(node["columns"]).flatMap((column) => this.resultColumns(column, scope));
    for (const condition of [...conditions, node["where"]]) this.checkCondition(condition, scope);
    const having: Scope = {
      ...scope,
      relations: [
        { name: "", columns: columns.filter(({ kind }) => kind === "column"), rowsFromData },
        ...relations,
      ],
    };
    this.checkCondition(node["having"], having);
    return { name: "", columns, rowsFromData };
  }

  private readFrom(
    from: unknown,
    outer: Scope | null,
    tables: ReadonlyMap<string, Relation>,
    relations: Relation[],
    conditions: unknown[],
  ): void {
    for (const item of nodesIn(from)) {
      if (isPresent(item["on"])) conditions.push(item["on"]);
      const { expr } = item;
      if (Array.isArray(expr)) {
        this.readFrom(expr, outer, tables, relations, conditions);
        this.readFrom(item["joins"], outer, tables, relations, conditions);
      } else if (isNode(expr)) {
        const beside: Scope = { relations: [...relations], tables, outer, rowsFromData: true };
        relations.push({
          ...this.select(expr["ast"] ?? expr, beside, tables),
          name: nameIn(item["as"]).toLowerCase(),
        });
      } else if (typeof item["table"] === "string") {
        const table = item["table"].toLowerCase();
        const common = isPresent(item["db"]) ? undefined : tables.get(table);
        const name = (nameIn(item["as"]) || table).toLowerCase();
        const columns: ResultColumns[] = [{ kind: "all_of_table", written: new Set() }];
        relations.push(common === undefined ? { name, columns, rowsFromData: true } : { ...common, name });
      }
    }
  }

  private resultColumns(column: Node, scope: Scope): readonly ResultColumns[] {
    const { expr } = column;
    if (isNode(expr) && expr["type"] === "column_ref" && expr["column"] === "*") {
      const table = nameIn(expr["table"]).toLowerCase();
      return scope.relations
        .filter(({ name }) => table === "" || name === table)
        .flatMap(({ columns }) => columns);
    }
    const alias = nameIn(column["as"]);
    const own = isNode(expr) && expr["type"] === "column_ref" ? nameIn(expr["column"]) : "";
    return [{ kind: "column", name: (alias || own).toLowerCase(), value: this.valueOf(expr, scope) }];
  }

  /** Notes a condition that no data can make true: one of those that all have to hold compares constants. */
  private checkCondition(condition: unknown, scope: Scope, negated = false): void {
    if (!isNode(condition)) return;
    if (this.depth >= MAX_DEPTH) throw new TooDeepToRead("The condition is nested too deep");
    this.depth += 1;
    this.checkOne(condition, scope, negated);
    this.depth -= 1;
  }

  private checkOne(condition: Node, scope: Scope, negated: boolean): void {
    const operator = String(condition["operator"] ?? "").toUpperCase();
    const both = negated ? /^(?:OR|\|\|)$/ : /^(?:AND|&&)$/;
    const either = negated ? /^(?:AND|&&)$/ : /^(?:OR|\|\|)$/;
    if (both.test(operator) || either.test(operator)) {
      for (const side of [condition["left"], condition["right"]]) {
        // "? = 'any' OR service = ?" leaves the choice to the data.
        if (either.test(operator) && this.isConstant(side, scope)) {
          if (!hasParameter(side)) this.constantCondition = true;
          continue;
        }
        this.checkCondition(side, scope, negated);
      }
      if (either.test(operator) && this.isConstant(condition, scope)) this.constantCondition = true;
      return;
    }
    const inner = negationOf(condition);
    if (inner !== null) return this.checkCondition(inner, scope, !negated);
    if (isPresent(condition["value"]) && condition["type"] === "expr_list") {
      const [only, ...others] = nodesIn(condition["value"]);
      if (only !== undefined && others.length === 0) return this.checkCondition(only, scope, negated);
    }
    if (
      (this.isConstant(condition, scope) || !readsRows(condition)) &&
      (negated || !this.isPlainlyTrue(condition))
    ) {
      this.constantCondition = true;
    }
    if (this.comparesWithItself(condition)) this.constantCondition = true;
  }

  private isConstant(node: unknown, scope: Scope): boolean {
    const value = this.valueOf(node, scope);
    return !value.data && !value.varies;
  }

  /** "WHERE TRUE", "ON 1", "WHERE 1 = 1": how statements are put together, with no effect. */
  private isPlainlyTrue(node: Node): boolean {
    if (node["type"] === "bool" || node["type"] === "boolean") return node["value"] === true;
    if (node["type"] === "number") return node["value"] !== 0;
    const { left, right } = node;
    if (node["operator"] !== "=" || !isNode(left) || !isNode(right)) return false;
    return left["type"] === "number" && right["type"] === "number" && left["value"] === right["value"];
  }

  /** "id <> id", "a < a", "id = id + 1": the same whatever the data. */
  private comparesWithItself(node: Node): boolean {
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

  private valueOf(node: unknown, scope: Scope): Provenance {
    if (Array.isArray(node)) return combine(node.map((each) => this.valueOf(each, scope)));
    if (!isNode(node)) return NOTHING;
    const known = this.known.get(node);
    if (known?.scope === scope) return known.value;
    if (this.depth >= MAX_DEPTH) throw new TooDeepToRead("The expression is nested too deep");
    this.depth += 1;
    const value = this.readValue(node, scope);
    this.depth -= 1;
    this.known.set(node, { scope, value });
    return value;
  }

  private readValue(node: Node, scope: Scope): Provenance {
    if (isPresent(node["ast"])) return this.subquery(node["ast"], scope).value;
    switch (node["type"]) {
      case "select":
        return this.subquery(node, scope).value;
      case "column_ref":
        return this.resolve(node, scope);
      case "var":
        return dataOf(nameIn(node["name"]));
      case "fulltext_search":
        return DATA;
      case "star":
        return { ...NOTHING, data: scope.rowsFromData };
      case "origin":
      case "param":
        return node["value"] === "?" || node["type"] === "param" ? written([ANY_PARAMETER]) : NOTHING;
      case "binary_expr":
      case "unary_expr":
        return this.operation(node, scope);
      case "function":
      case "aggr_func":
        return this.call(node, scope);
      case "case":
        return this.choice(node, scope);
      case "interval":
      case "extract":
        return withoutWritten(combine(Object.values(node).map((part) => this.valueOf(part, scope))));
      case "cast":
        return this.valueOf(node["expr"], scope);
      case "expr_list":
        return combine(nodesIn(node["value"]).map((each) => this.valueOf(each, scope)));
      case "when":
      case "else":
        return this.valueOf(node["result"], scope);
      default:
        break;
    }
    if (isPresent(node["expr"])) return this.valueOf(node["expr"], scope);
    if (isPresent(node["source"])) return this.valueOf(node["source"], scope);
    return written(this.literalText(node));
  }

  private subquery(tree: unknown, scope: Scope): { readonly value: Provenance; readonly rows: boolean } {
    const relation = this.select(tree, scope, scope.tables);
    const values = relation.columns.map((column) => (column.kind === "column" ? column.value : DATA));
    const value = combine(values);
    // A scalar subquery may be NULL for want of a row: its rows are not its value.
    return { value, rows: relation.rowsFromData };
  }

  private resolve(node: Node, scope: Scope): Provenance {
    const name = nameIn(node["column"]).toLowerCase();
    const table = nameIn(node["table"]).toLowerCase();
    for (let at: Scope | null = scope; at !== null; at = at.outer) {
      const relations = at.relations.filter((relation) => table === "" || relation.name === table);
      for (const { columns } of relations) {
        const found = columns.find((column) => column.kind === "column" && column.name === name);
        if (found?.kind === "column") return found.value;
      }
      if (relations.some(({ columns }) => columns.some(({ kind }) => kind === "all_of_table")))
        return dataOf(name);
    }
    return dataOf(name);
  }

  private operation(node: Node, scope: Scope): Provenance {
    const operator = String(node["operator"] ?? "");
    if (/EXISTS$/i.test(operator)) {
      const { expr } = node;
      const tree = isNode(expr) ? (expr["ast"] ?? expr) : expr;
      return { ...NOTHING, data: this.subquery(tree, scope).rows };
    }
    const sides = [node["left"], node["right"], node["expr"]].filter(isPresent);
    const values = sides.map((side) => this.valueOf(side, scope));
    const all = combine(values);
    if (isBoolean(node)) return { ...withoutWritten(all), secrets: NONE };
    if (operator === "->" || operator === "->>") {
      const [document = DATA, ...paths] = values;
      return { ...document, secrets: union([document.secrets, secretPaths(paths)]) };
    }
    // A factor scales what is found; behind a yes or a no it is the value itself.
    if (SCALING.test(operator) && !sides.some(isBoolean)) {
      const kept = values.filter((_, index) => !isLiteral(sides[index]));
      return { ...all, written: union(kept.map((value) => value.written)) };
    }
    return all;
  }

  private call(node: Node, scope: Scope): Provenance {
    const name = calledName(node["name"]).toUpperCase();
    if (ANSWERS_OF_THE_SERVER.has(name)) {
      return { ...this.valueOf(node["args"], scope), data: true };
    }
    if (name === "NOT") return { ...withoutWritten(this.valueOf(node["args"], scope)), secrets: NONE };
    if (name === "EXISTS") {
      const [only] = argumentsOf(node);
      const tree = isNode(only) ? (only["ast"] ?? only) : only;
      return { ...NOTHING, data: this.subquery(tree, scope).rows };
    }
    const values = argumentsOf(node).map((each) => this.valueOf(each, scope));
    const all = combine(values);
    if (COUNTS_ROWS.has(name)) return { ...NOTHING, data: scope.rowsFromData };
    if (MEASURES.has(name)) return { ...all, written: new Set() };
    if (name === "SUM" || name === "AVG") return { ...all, data: all.data || scope.rowsFromData };
    if (REFERENCES_ROWS.has(name)) return all;
    if (FIRST_ARGUMENT_ONLY.has(name)) {
      const [first = NOTHING, ...others] = values;
      const secrets = FOLLOWS_A_PATH.has(name) ? union([first.secrets, secretPaths(others)]) : first.secrets;
      return { ...all, written: first.written, secrets };
    }
    if (PICKS_BEYOND_FIRST.has(name)) {
      const { written, secrets } = combine(values.slice(1));
      return { ...all, written, secrets };
    }
    return all;
  }

  private choice(node: Node, scope: Scope): Provenance {
    const branches = nodesIn(node["args"]);
    const results = combine(branches.map((branch) => this.valueOf(branch["result"], scope)));
    const deciding = combine(
      [node["expr"], ...branches.map((branch) => branch["cond"])].map((part) => this.valueOf(part, scope)),
    );
    return { ...results, data: results.data || deciding.data };
  }
}

function written(texts: readonly string[]): Provenance {
  return { ...NOTHING, written: new Set(texts) };
}
function withoutWritten(value: Provenance): Provenance {
  return { ...value, written: new Set() };
}
function combine(values: readonly Provenance[]): Provenance {
  return {
    data: values.some((value) => value.data),
    varies: values.some((value) => value.varies),
    written: union(values.map((value) => value.written)),
    secrets: union(values.map((value) => value.secrets)),
  };
}
/** A value of the data under a name. */
function dataOf(name: string): Provenance {
  return secretKindOf(name) === null ? DATA : { ...DATA, secrets: new Set([name]) };
}
/** Of the paths that lead into a document those that end at a secret. */
function secretPaths(paths: readonly Provenance[]): ReadonlySet<string> {
  const texts = [...union(paths.map(({ written }) => written))];
  return new Set(texts.filter((text) => text === ANY_PARAMETER || secretKindOfPath(text) !== null));
}
/** What `$.db.password[0]` leads to; null where it is no secret. */
export function secretKindOfPath(path: string): string | null {
  return secretKindOf(path.replace(/\[[^\]]{0,20}\]|\*+/g, ""));
}
function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  if (sets.every(({ size }) => size === 0)) return NONE;
  return new Set(sets.flatMap((set) => [...set]));
}
function writtenOf(column: ResultColumns | undefined): ReadonlySet<string> {
  if (column === undefined) return new Set();
  return column.kind === "column" ? column.value.written : column.written;
}
/** What a recursion starts with is not the same in its other rows. */
function varying(column: ResultColumns): ResultColumns {
  return column.kind === "column" ? { ...column, value: { ...column.value, varies: true } } : column;
}
function rename(relation: Relation, names: readonly string[]): Relation {
  if (names.length === 0) return relation;
  const columns = relation.columns.map((column, index): ResultColumns => {
    const name = names[index]?.toLowerCase();
    return column.kind === "column" && name !== undefined ? { ...column, name } : column;
  });
  return { ...relation, columns };
}
function firstBranch(body: unknown): unknown {
  return isNode(body) ? { ...body, _next: null, set_op: null } : body;
}
/** Whether anything in it is read from rows: a column, a subquery, an aggregate. The walk keeps its own stack. */
function readsRows(node: unknown): boolean {
  return hasNode(
    node,
    (part) =>
      isPresent(part["ast"]) ||
      /^(?:column_ref|aggr_func|fulltext_search|select|star)$/.test(String(part["type"])),
  );
}
function hasParameter(node: unknown): boolean {
  return hasNode(node, ({ type, value }) => type === "param" || (type === "origin" && value === "?"));
}
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
function isLiteral(node: unknown): boolean {
  return (
    isNode(node) &&
    !isPresent(node["ast"]) &&
    /^(?:number|bigint|single_quote_string|double_quote_string|string|origin|param)$/.test(
      String(node["type"]),
    )
  );
}
/** Is it a yes or a no by its form? */
function isBoolean(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node["type"] === "function") return /^(?:NOT|ISNULL|EXISTS)$/i.test(calledName(node["name"]));
  return /^(?:binary|unary)_expr$/.test(String(node["type"])) && COMPARISONS.test(String(node["operator"]));
}
function negationOf(node: Node): unknown {
  if (node["type"] === "unary_expr" && /^(?:NOT|!)$/i.test(String(node["operator"]))) return node["expr"];
  if (node["type"] !== "function" || !/^NOT$/i.test(calledName(node["name"]))) return null;
  return argumentsOf(node)[0] ?? null;
}
function argumentsOf(node: Node): readonly unknown[] {
  const { args } = node;
  if (!isNode(args)) return [];
  if (args["type"] === "expr_list") return Array.isArray(args["value"]) ? args["value"] : [];
  return [args["expr"]];
}
function calledName(name: unknown): string {
  if (typeof name === "string") return name;
  return isNode(name)
    ? nodesIn(name["name"])
        .map((part) => String(part["value"] ?? ""))
        .join(".")
    : "";
}
