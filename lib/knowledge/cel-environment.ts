/** The one CEL environment of all playbooks: its variables, functions and limits. Nothing here evaluates text as code. */
import { Environment, EvaluationError } from "@marcbachmann/cel-js";
import { formatValue } from "./cel-format";

/** Bounds on one expression; they are far above what a playbook needs and far below what could hurt. */
const LIMITS = {
  maxAstNodes: 500,
  maxDepth: 40,
  maxListElements: 64,
  maxMapEntries: 32,
  maxCallArguments: 8,
} as const;

function fail(message: string): never {
  throw new EvaluationError(message);
}

type Arithmetic = (left: number, right: number) => number;
const ARITHMETIC: Readonly<Record<string, Arithmetic>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => (right === 0 ? fail("division by zero") : left / right),
  "%": (left, right) => (right === 0 ? fail("division by zero") : left % right),
};

function toNumber(value: unknown): number {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "string" && value.trim() !== "") {
    const parsed = Number(value);
    if (Number.isFinite(parsed)) return parsed;
  }
  return fail(`num() needs a number, got ${value === null ? "null" : JSON.stringify(value)}`);
}

function roundTo(value: unknown, digits: unknown): number {
  const places = toNumber(digits);
  if (!Number.isInteger(places) || places < 0 || places > 10) return fail("round() takes 0 to 10 digits");
  return Number(toNumber(value).toFixed(places));
}

const TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?))?Z?$/;
function toEpochMs(value: unknown): number {
  const match = typeof value === "string" ? TIME.exec(value) : null;
  const epochMs = match === null ? Number.NaN : Date.parse(`${match[1]}T${match[2] ?? "00:00"}Z`);
  if (Number.isNaN(epochMs)) return fail(`not a time: ${value === null ? "null" : String(value)}`);
  return epochMs;
}
const MINUTE_MS = 60_000;
function minutesBetween(from: unknown, to: unknown): number {
  return (toEpochMs(to) - toEpochMs(from)) / MINUTE_MS;
}

interface Scope {
  getValue(name: string): unknown;
}
interface Runner {
  run(node: unknown, scope: Scope): unknown;
}
interface Checker {
  check(node: unknown, scope: unknown): unknown;
  getType(name: string): unknown;
}
/** A macro, because only a macro sees the variable `now` of the evaluation it is part of. */
function expandMinutesSince(call: { readonly args: readonly unknown[] }): object {
  const argument = call.args[0];
  return {
    typeCheck(checker: Checker, _macro: unknown, scope: unknown): unknown {
      checker.check(argument, scope);
      return checker.getType("double");
    },
    evaluate(runner: Runner, _macro: unknown, scope: Scope): unknown {
      return minutesBetween(runner.run(argument, scope), scope.getValue("now"));
    },
  };
}

function createEnvironment(): Environment {
  const environment = new Environment({ limits: LIMITS, homogeneousAggregateLiterals: false })
    .registerVariable("params", "map")
    .registerVariable("checks", "map")
    .registerVariable("rows", "list")
    .registerVariable("now", "string");
  // Rows hold doubles and literals are ints: `100 * rows[0].n / 3` has to mean what it says.
  for (const [operator, apply] of Object.entries(ARITHMETIC)) {
    const handler = (left: unknown, right: unknown): number => apply(toNumber(left), toNumber(right));
    environment.registerOperator(`double ${operator} int: double`, handler);
    environment.registerOperator(`int ${operator} double: double`, handler);
  }
  // The mirrored pair and both inequalities come with it.
  environment.registerOperator(
    "double == int: bool",
    (left: unknown, right: unknown) => toNumber(left) === toNumber(right),
  );
  environment.registerOperator("double % double: double", (left: number, right: number) =>
    right === 0 ? fail("division by zero") : left % right,
  );
  return environment
    .registerFunction("num(dyn): double", toNumber)
    .registerFunction("num(dyn, dyn): double", (value: unknown, fallback: unknown) =>
      value === null || value === "" ? toNumber(fallback) : toNumber(value),
    )
    .registerFunction("round(dyn): double", (value: unknown) => roundTo(value, 0))
    .registerFunction("round(dyn, dyn): double", roundTo)
    .registerFunction("abs(dyn): double", (value: unknown) => Math.abs(toNumber(value)))
    .registerFunction("min(dyn, dyn): double", (left: unknown, right: unknown) =>
      Math.min(toNumber(left), toNumber(right)),
    )
    .registerFunction("max(dyn, dyn): double", (left: unknown, right: unknown) =>
      Math.max(toNumber(left), toNumber(right)),
    )
    .registerFunction("sum(list): double", (values: Iterable<unknown>) => {
      let total = 0;
      for (const value of values) total += toNumber(value);
      return total;
    })
    .registerFunction("text(dyn): string", (value: unknown) => {
      const formatted = formatValue(value);
      return formatted.ok ? formatted.text : fail(formatted.message);
    })
    .registerFunction("minutesBetween(dyn, dyn): double", minutesBetween)
    .registerFunction("minutesSince(ast): double", expandMinutesSince);
}

/** Shared and never changed after start; evaluation keeps no state between calls. */
export const celEnvironment: Environment = createEnvironment();
