/** What a FROM names: tables, subqueries and common tables with the columns that they give. */
import {
  ANY_PARAMETER,
  combine,
  DATA,
  dataOf,
  MAX_STEPS,
  NO_TEXTS,
  NOTHING,
  union,
  type Provenance,
} from "./provenance";
import { LISTED_STATEMENT } from "./function-values";
import { isNode, isPresent, nameIn, nodesIn, type Node } from "./tree-nodes";

/** Columns of a result in order: one that is known, or however many a table has. */
export type ResultColumns =
  | { readonly kind: "column"; readonly name: string; readonly value: Provenance }
  | { readonly kind: "all_of_table"; readonly written: ReadonlySet<string> };

export interface Relation {
  readonly name: string;
  readonly columns: readonly ResultColumns[];
  /** Which rows there are depends on what the server holds. */
  readonly rowsFromData: boolean;
  /** How many rows a LIMIT in it leaves: a count of them may be that number. */
  readonly bounds: ReadonlySet<string>;
  /** It is made by a statement: its rows may be groups. */
  readonly derived: boolean;
  /** Rows of constants, as many as the statement likes. */
  readonly spine: boolean;
  /** It lists statements that the server runs or ran. */
  readonly listsStatements: boolean;
}

/** What the names of an expression can mean. */
export interface Scope {
  readonly relations: readonly Relation[];
  readonly tables: ReadonlyMap<string, Relation>;
  readonly outer: Scope | null;
  readonly rowsFromData: boolean;
  /** A count of its rows may be a number that the statement chose, by rows of constants that multiply them. */
  readonly multiplied: boolean;
}

const SYSTEM_SCHEMA = /^(?:information_schema|performance_schema|sys|mysql)$/i;
const SYSTEM_LIST =
  /^(?:x\$)?(?:processlist|session|threads|slow_log|general_log|innodb_trx|innodb_lock_waits|schema_table_lock_waits|(?:events_)?statements?_\w+|prepared_statements\w*)$/i;

/** What is not known: some data. */
export const UNKNOWN: Relation = {
  name: "",
  columns: [],
  rowsFromData: true,
  bounds: NO_TEXTS,
  derived: false,
  spine: false,
  listsStatements: false,
};

/** A table of the database. */
export function tableOf(item: Node): Relation {
  const table = String(item["table"]);
  const schema = nameIn(item["db"]);
  return {
    ...UNKNOWN,
    name: (nameIn(item["as"]) || table).toLowerCase(),
    columns: [{ kind: "all_of_table", written: NO_TEXTS }],
    listsStatements: SYSTEM_SCHEMA.test(schema) || (schema === "" && SYSTEM_LIST.test(table)),
  };
}

/** The column that a name means. */
export function resolveColumn(node: Node, scope: Scope): Provenance {
  const name = nameIn(node["column"]).toLowerCase();
  const table = nameIn(node["table"]).toLowerCase();
  for (let at: Scope | null = scope; at !== null; at = at.outer) {
    const relations = at.relations.filter((relation) => table === "" || relation.name === table);
    for (const { columns } of relations) {
      const found = columns.find((column) => column.kind === "column" && column.name === name);
      if (found?.kind === "column") return found.value;
    }
    if (relations.some(({ columns }) => columns.some(({ kind }) => kind === "all_of_table"))) {
      const isListed =
        relations.some(({ listsStatements }) => listsStatements) && LISTED_STATEMENT.has(name.toUpperCase());
      return { ...dataOf(name), listed: isListed };
    }
  }
  return dataOf(name);
}

/** The branches of a set operation as one. */
export function unite(branches: readonly Relation[]): Relation {
  const [only, ...others] = branches;
  if (only === undefined || others.length === 0) return only ?? UNKNOWN;
  const columns = only.columns.map((column, index): ResultColumns => {
    const all = branches.map((branch) => branch.columns[index]);
    if (column.kind === "all_of_table") return { ...column, written: union(all.map(writtenOf)) };
    const values = all.map((each) => (each?.kind === "column" ? each.value : DATA));
    return { kind: "column", name: column.name, value: { ...combine(values), varies: true } };
  });
  const rowsFromData = branches.some((branch) => branch.rowsFromData);
  return {
    ...UNKNOWN,
    columns,
    rowsFromData,
    bounds: union(branches.map(({ bounds }) => bounds)),
    derived: true,
    spine: !rowsFromData,
  };
}

/** What a recursion starts with is not the same in its other rows, and what is computed of it there can be any number. */
export function recursing(relation: Relation): Relation {
  const columns = relation.columns.map((column): ResultColumns =>
    column.kind === "column"
      ? { ...column, value: { ...column.value, varies: true, steps: MAX_STEPS } }
      : column,
  );
  return { ...relation, columns };
}

export function rename(relation: Relation, names: readonly string[]): Relation {
  if (names.length === 0) return relation;
  const columns = relation.columns.map((column, index): ResultColumns => {
    const name = names[index]?.toLowerCase();
    return column.kind === "column" && name !== undefined ? { ...column, name } : column;
  });
  return { ...relation, columns };
}

/** The number of rows that a LIMIT of the node leaves, as the statement writes it. */
export function boundsOf(
  node: Node,
  key: "limit" | "_limit",
  literalText: (node: Node) => readonly string[],
): ReadonlySet<string> {
  const limit = node[key];
  if (!isNode(limit)) return NO_TEXTS;
  const values = nodesIn(limit["value"]);
  const count = limit["seperator"] === "," ? values[1] : values[0];
  if (count === undefined) return NO_TEXTS;
  return isParameter(count) ? new Set([ANY_PARAMETER]) : new Set(literalText(count));
}

function isParameter({ type, value }: Node): boolean {
  return type === "param" || (type === "origin" && value === "?");
}

function writtenOf(column: ResultColumns | undefined): ReadonlySet<string> {
  if (column === undefined) return NOTHING.written;
  return column.kind === "column" ? column.value.written : column.written;
}

export function firstBranch(body: unknown): unknown {
  return isNode(body) ? { ...body, _next: null, set_op: null } : body;
}

/** Whether a set operation adds to it. */
export function hasBranches(body: unknown): boolean {
  return isNode(body) && isPresent(body["_next"]);
}
