/** What an expression looks at, found by walking its syntax tree once when a playbook is loaded. */
import type { ASTNode } from "@marcbachmann/cel-js";

/** Fields of `checks.<id>`. */
const CHECK_FIELDS = ["ran", "found", "empty", "failed", "errorCode", "rows", "text"] as const;

export interface ExpressionReferences {
  readonly params: ReadonlySet<string>;
  readonly checks: ReadonlySet<string>;
  readonly usesNow: boolean;
  readonly usesRows: boolean;
  /** Uses of the language that playbooks must not make, each saying what to write instead. */
  readonly problems: readonly string[];
}

interface Walk {
  readonly params: Set<string>;
  readonly checks: Set<string>;
  readonly problems: string[];
  usesNow: boolean;
  usesRows: boolean;
}

const COMPREHENSIONS = new Set(["all", "exists", "exists_one", "map", "filter"]);
const MAX_COMPREHENSION_NESTING = 2;
const FIELDS: ReadonlySet<string> = new Set(CHECK_FIELDS);

function literalKey(node: ASTNode): string | null {
  if (node.op === ".") return node.args[1];
  if (node.op === "[]" && node.args[1].op === "value" && typeof node.args[1].args === "string") {
    return node.args[1].args;
  }
  return null;
}

/** `checks.<id>` or `params.<name>`: the id, null for a use that is not of that form, undefined when it is neither. */
function rootAccess(node: ASTNode, root: "checks" | "params"): string | null | undefined {
  if (node.op !== "." && node.op !== "[]") return undefined;
  const target = node.args[0];
  return target.op === "id" && target.args === root ? literalKey(node) : undefined;
}

function visit(node: ASTNode, walk: Walk, locals: ReadonlySet<string>, nesting: number): void {
  const each = (nodes: readonly ASTNode[], inner = locals, depth = nesting): void => {
    for (const child of nodes) visit(child, walk, inner, depth);
  };
  switch (node.op) {
    case "value":
      return;
    case "id":
      if (locals.has(node.args)) return;
      if (node.args === "now") walk.usesNow = true;
      else if (node.args === "rows") walk.usesRows = true;
      else if (node.args === "checks" || node.args === "params") {
        walk.problems.push(`write ${node.args}.<name>; ${node.args} as a whole cannot be used`);
      } else if (node.args === "cel") walk.problems.push("cel.bind is not available; repeat the expression");
      return;
    case ".":
    case "[]": {
      if (!locals.has("params")) {
        const param = rootAccess(node, "params");
        if (typeof param === "string") return void walk.params.add(param);
      }
      if (!locals.has("checks")) {
        const check = rootAccess(node.args[0], "checks");
        if (typeof check === "string") {
          const field = literalKey(node);
          walk.checks.add(check);
          if (field === null || !FIELDS.has(field)) {
            walk.problems.push(
              `checks.${check} has ${CHECK_FIELDS.join(", ")}, not "${field ?? "a computed name"}"`,
            );
          }
          return;
        }
        const bare = rootAccess(node, "checks");
        if (typeof bare === "string") {
          walk.checks.add(bare);
          walk.problems.push(`write checks.${bare}.<field> with one of ${CHECK_FIELDS.join(", ")}`);
          return;
        }
      }
      visit(node.args[0], walk, locals, nesting);
      if (node.op === "[]") visit(node.args[1], walk, locals, nesting);
      return;
    }
    case "call":
      if (node.args[0] === "minutesSince") walk.usesNow = true;
      return each(node.args[1]);
    case "rcall": {
      const [method, receiver, args] = node.args;
      if (method === "matches") {
        walk.problems.push("matches is not available; use contains, startsWith or endsWith");
      }
      visit(receiver, walk, locals, nesting);
      const variable = args[0];
      if (!COMPREHENSIONS.has(method) || variable?.op !== "id") return each(args);
      if (nesting + 1 > MAX_COMPREHENSION_NESTING) {
        walk.problems.push(
          `comprehensions may be nested ${MAX_COMPREHENSION_NESTING} deep at most; do it in SQL`,
        );
      }
      if (buildsList(receiver)) {
        walk.problems.push(
          `${method}() goes over rows as they are, not over lists put together with + or []`,
        );
      }
      if (["checks", "params", "rows", "now"].includes(variable.args)) {
        walk.problems.push(`choose another variable than "${variable.args}" in ${method}()`);
      }
      return each(args.slice(1), new Set([...locals, variable.args]), nesting + 1);
    }
    case "list":
      return each(node.args);
    case "map":
      return each(node.args.flat());
    case "!_":
    case "-_":
      return visit(node.args, walk, locals, nesting);
    case "in":
      if (nesting >= MAX_COMPREHENSION_NESTING) {
        walk.problems.push(
          `"in" inside ${MAX_COMPREHENSION_NESTING} comprehensions is one too many; do it in SQL`,
        );
      }
      return each(node.args);
    case ".?":
    case "[?]":
      walk.problems.push("optional access is not available");
      return;
    default:
      return each(node.args);
  }
}

/** True when a list is put together inside the node: iterating over it could multiply the work without bound. */
function buildsList(node: ASTNode): boolean {
  switch (node.op) {
    case "value":
    case "id":
      return false;
    case "list":
    case "+":
      return true;
    case ".":
    case ".?":
      return buildsList(node.args[0]);
    case "call":
      return node.args[1].some(buildsList);
    case "rcall":
      return buildsList(node.args[1]) || node.args[2].some(buildsList);
    case "map":
      return node.args.flat().some(buildsList);
    case "!_":
    case "-_":
      return buildsList(node.args);
    default:
      return node.args.some(buildsList);
  }
}

/** Never throws; what is wrong is in `problems`. */
export function findReferences(ast: ASTNode): ExpressionReferences {
  const walk: Walk = { params: new Set(), checks: new Set(), problems: [], usesNow: false, usesRows: false };
  visit(ast, walk, new Set(), 0);
  return walk;
}

/** True for a plain path to one cell, such as `checks.a.rows[0].n`: printed with the server's own text. */
export function isCellPath(ast: ASTNode): boolean {
  if ((ast.op !== "." && ast.op !== "[]") || literalKey(ast) === null) return false;
  const row = ast.args[0];
  if (row.op !== "[]" || row.args[1].op !== "value" || typeof row.args[1].args !== "bigint") return false;
  const rows = row.args[0];
  if (rows.op === "id") return rows.args === "rows";
  if (rows.op !== "." && rows.op !== "[]") return false;
  return literalKey(rows) === "rows" && typeof rootAccess(rows.args[0], "checks") === "string";
}
