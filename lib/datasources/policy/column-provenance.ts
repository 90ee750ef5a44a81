/**
 * Where the values of a SELECT come from: what the server holds, or what the statement itself says. A value that the statement or its
 * parameters write down is asked, never found; only a value of the data can be found (TOOL-4).
 *
 * Reads a tree that `refuseTree` has let through. What may be made of data is a list (`function-values.ts`, `arithmetic-values.ts`): whatever else
 * the statement puts together with words or numbers of its own is built, and nothing of it is found.
 */
import { arithmetic } from "./arithmetic-values";
import { calledValue } from "./call-values";
import { equatesDataWithRows, isDecidedBeforehand } from "./constant-conditions";
import { argumentsOf, calledName, isBoolean, isLiteral, numberOf } from "./expression-nodes";
import { COUNTS_ROWS, SHARES_OF_ROWS } from "./function-values";
import {
  altered,
  ANY_PARAMETER,
  built,
  combine,
  DATA,
  dataOf,
  holdsWords,
  NOTHING,
  secretPaths,
  union,
  withoutWritten,
  written,
  type Provenance,
} from "./provenance";
import {
  boundsOf,
  firstBranch,
  hasBranches,
  recursing,
  rename,
  resolveColumn,
  tableOf,
  unite,
  UNKNOWN,
  type Relation,
  type ResultColumns,
  type Scope,
} from "./relations";
import { isNode, isPresent, nameIn, nodesIn, type Node } from "./tree-nodes";

/** What a SELECT gives, and the first condition in it that no data can change. */
export interface SelectProvenance {
  readonly columns: readonly ResultColumns[];
  /** True where a condition of the statement compares constants alone, in a way that may leave nothing to find. */
  readonly constantCondition: boolean;
}

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
/** A column that is called so numbers times, not things. */
const TIMELY = /(?:^|_)(?:day|date|hour|minute|second|week|month|year|time|at)s?$/i;

/** Thrown by `readProvenance` for an expression that is nested too deep to be read. */
export class TooDeepToRead extends Error {}

class ProvenanceReader {
  constantCondition = false;
  private depth = 0;
  private readonly known = new Map<Node, { readonly scope: Scope; readonly value: Provenance }>();

  constructor(private readonly literalText: (node: Node) => readonly string[]) {}

  /** A SELECT with the SELECTs that a set operation adds to it. */
  select(tree: unknown, outer: Scope | null, known: ReadonlyMap<string, Relation>): Relation {
    if (!isNode(tree)) return UNKNOWN;
    const tables = new Map(known);
    this.commonTables(tree, outer, tables);
    const branches: Relation[] = [];
    for (let node: unknown = tree; isNode(node); node = node["_next"]) {
      branches.push(this.oneSelect(node, outer, tables));
    }
    const whole = unite(branches);
    return { ...whole, bounds: union([whole.bounds, boundsOf(tree, "_limit", this.literalText)]) };
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
      tables.set(name, renamed(hasBranches(body) ? recursing(start) : start));
      tables.set(name, renamed(this.select(body, outer, tables)));
    }
  }

  private oneSelect(node: Node, outer: Scope | null, tables: ReadonlyMap<string, Relation>): Relation {
    const relations: Relation[] = [];
    const conditions: unknown[] = [];
    this.readFrom(node["from"], outer, tables, relations, conditions);
    const rowsFromData = relations.some((relation) => relation.rowsFromData);
    const free: Scope = { relations, tables, outer, rowsFromData, multiplied: false };
    const all = [...conditions, node["where"]];
    const isData = (part: unknown): boolean => this.valueOf(part, free).data;
    const multiplied =
      rowsFromData && relations.some(({ spine }) => spine) && !equatesDataWithRows(all, isData);
    const scope: Scope = multiplied ? { ...free, multiplied } : free;
    const columns = nodesIn(node["columns"]).flatMap((column) => this.resultColumns(column, scope));
    for (const condition of all) this.checkCondition(condition, scope);
    const named: Relation = {
      ...UNKNOWN,
      columns: columns.filter(({ kind }) => kind === "column"),
      rowsFromData,
    };
    this.checkCondition(node["having"], { ...scope, relations: [named, ...relations] });
    const bounds = union([
      boundsOf(node, "limit", this.literalText),
      ...relations.map((each) => each.bounds),
    ]);
    return { ...UNKNOWN, columns, rowsFromData, bounds, derived: true };
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
        const beside: Scope = {
          relations: [...relations],
          tables,
          outer,
          rowsFromData: true,
          multiplied: false,
        };
        const name = nameIn(item["as"]).toLowerCase();
        relations.push({ ...this.select(expr["ast"] ?? expr, beside, tables), name });
      } else if (typeof item["table"] === "string") {
        const table = tableOf(item);
        const common = isPresent(item["db"]) ? undefined : tables.get(item["table"].toLowerCase());
        relations.push(common === undefined ? table : { ...common, name: table.name });
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
  private checkCondition(condition: unknown, scope: Scope): void {
    const isConstant = (node: unknown): boolean => {
      const value = this.valueOf(node, scope);
      return !value.data && !value.varies;
    };
    if (isDecidedBeforehand(condition, isConstant)) this.constantCondition = true;
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
        return resolveColumn(node, scope);
      case "var":
        return dataOf(nameIn(node["name"]));
      case "fulltext_search":
        return DATA;
      case "star":
        return { ...NOTHING, data: scope.rowsFromData };
      case "origin":
      case "param":
        return node["value"] === "?" || node["type"] === "param" ? written([ANY_PARAMETER]) : NOTHING;
      case "null":
        return NOTHING;
      case "bool":
      case "boolean":
        return { ...NOTHING, nature: "flag" };
      case "binary_expr":
      case "unary_expr":
        return this.operation(node, scope);
      case "function":
      case "aggr_func":
        return this.call(node, scope);
      case "case":
        return this.choice(node, scope);
      case "interval":
        return withoutWritten(combine(Object.values(node).map((part) => this.valueOf(part, scope))));
      case "extract":
        return this.named("EXTRACT", [isNode(node["args"]) ? node["args"]["source"] : null], scope);
      case "cast":
        return this.named("CAST", [node["expr"]], scope);
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
    // A scalar subquery may be NULL for want of a row: its rows are not its value.
    return { value: combine(values), rows: relation.rowsFromData };
  }

  private operation(node: Node, scope: Scope): Provenance {
    const operator = String(node["operator"] ?? "");
    if (/EXISTS$/i.test(operator)) return this.existence(node["expr"], scope);
    const sides = [node["left"], node["right"], node["expr"]].filter(isPresent);
    const values = sides.map((side) => this.valueOf(side, scope));
    const all = combine(values);
    if (isBoolean(node)) return { ...NOTHING, data: all.data, varies: all.varies, nature: "flag" };
    const [left = NOTHING, right] = values;
    if (right === undefined) return this.signed(node, operator, left);
    if (operator === "->" || operator === "->>") {
      return { ...altered(left), piece: true, secrets: union([left.secrets, secretPaths([right])]) };
    }
    const [ofLeft, ofRight] = [
      { node: sides[0], value: left },
      { node: sides[1], value: right },
    ];
    return arithmetic(node, ofLeft, ofRight, (part) => this.valueOf(part, scope));
  }

  private signed(node: Node, operator: string, value: Provenance): Provenance {
    const number = numberOf(node);
    if (number !== null) return { ...value, written: new Set([...value.written, String(number)]) };
    const keeps = operator === "+" || (operator === "-" && value.data && !holdsWords(value));
    return keeps ? value : built(value);
  }

  private existence(of: unknown, scope: Scope): Provenance {
    const tree = isNode(of) ? (of["ast"] ?? of) : of;
    return { ...NOTHING, data: this.subquery(tree, scope).rows, nature: "flag" };
  }

  private call(node: Node, scope: Scope): Provenance {
    const name = calledName(node["name"]).toUpperCase();
    const parts = argumentsOf(node);
    if (name === "EXISTS") return this.existence(parts[0], scope);
    if (COUNTS_ROWS.has(name)) return this.count(node, name, scope);
    if (SHARES_OF_ROWS.has(name)) return { ...NOTHING, data: scope.rowsFromData, nature: "flag" };
    if (name === "NTILE")
      return { ...combine(parts.map((part) => this.valueOf(part, scope))), data: scope.rowsFromData };
    if (name === "SUM" || name === "AVG") return this.sum(name, parts, scope);
    return this.named(name, parts, scope, separatorOf(node, this.literalText));
  }

  private named(
    name: string,
    nodes: readonly unknown[],
    scope: Scope,
    separator: readonly string[] = [","],
  ): Provenance {
    const parts = nodes.map((node) => ({ node, value: this.valueOf(node, scope) }));
    return calledValue({ name, parts, separator });
  }

  private count(node: Node, name: string, scope: Scope): Provenance {
    const { args } = node;
    const counted = argumentsOf(node);
    const isDistinct = name === "COUNT" && isNode(args) && isPresent(args["distinct"]);
    if (isDistinct && counted.every((each) => !this.valueOf(each, scope).data)) {
      return { ...NOTHING, data: scope.rowsFromData, nature: "flag" };
    }
    const isOfThings = !isDistinct || counted.every(isNamedThing);
    return this.tally(scope, isOfThings);
  }

  /** A number of rows of the scope. */
  private tally(scope: Scope, isOfThings: boolean): Provenance {
    const isOfRows = isOfThings && scope.relations.every(({ derived }) => !derived);
    const value: Provenance = {
      ...NOTHING,
      data: scope.rowsFromData,
      written: union(scope.relations.map(({ bounds }) => bounds)),
      nature: isOfRows ? "rows" : "values",
    };
    return scope.multiplied ? built(value) : value;
  }

  private sum(name: "SUM" | "AVG", nodes: readonly unknown[], scope: Scope): Provenance {
    const value = combine(nodes.map((node) => this.valueOf(node, scope)));
    const all = { ...value, data: value.data || scope.rowsFromData };
    if (value.built || holdsWords(value) || value.listed || value.nature === "open_percent")
      return built(all);
    if (value.nature === "flag") {
      // How often it is so, or the share of the rows in which it is.
      return name === "SUM"
        ? { ...this.tally(scope, true), data: all.data }
        : { ...withoutWritten(all), nature: "flag" };
    }
    if (scope.multiplied && !nodes.every(isLiteral)) return built(all);
    return name === "SUM" || value.nature === "percent" ? all : { ...all, nature: "plain" };
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

/** A plain column that is no time: its different values are things. */
function isNamedThing(node: unknown): boolean {
  return isNode(node) && node["type"] === "column_ref" && !TIMELY.test(nameIn(node["column"]));
}

/** Of GROUP_CONCAT. */
function separatorOf(node: Node, literalText: (node: Node) => readonly string[]): readonly string[] {
  const { args } = node;
  const separator = isNode(args) ? args["separator"] : null;
  const value = isNode(separator) ? separator["value"] : separator;
  if (isNode(value)) return literalText(value);
  return typeof value === "string" ? [value] : [","];
}
