/** Whether a value has the shape of a bounded schema. Never stricter than the schema; the server has the last word. */
import { isObject, type JsonSchema } from "./bounded-schema";

const MAX_PROBLEMS = 5;

/** What is wrong, with where; empty when nothing is. */
export function problemsOf(value: unknown, schema: JsonSchema): readonly string[] {
  const problems: string[] = [];
  check(value, schema, "", problems);
  return problems;
}

/** Members that the schema does not ask for and that are null, left out: models are made to say every member. */
export function withoutNulls(value: Readonly<Record<string, unknown>>, schema: JsonSchema) {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.fromEntries(
    Object.entries(value).filter(([name, member]) => member !== null || required.includes(name)),
  );
}

function check(value: unknown, schema: JsonSchema, path: string, problems: string[]): void {
  if (problems.length >= MAX_PROBLEMS) return;
  const say = (problem: string): void => {
    problems.push(`${path === "" ? "arguments" : path}: ${problem}`);
  };
  const type = schema["type"];
  const types = typeof type === "string" ? [type] : Array.isArray(type) ? type : [];
  if (types.length > 0 && !types.some((one) => isOfType(value, one)))
    return say(`must be ${types.join(" or ")}`);
  if (Array.isArray(schema["enum"]) && !schema["enum"].includes(value))
    say(`must be one of ${JSON.stringify(schema["enum"]).slice(0, 200)}`);
  if ("const" in schema && schema["const"] !== value) say(`must be ${JSON.stringify(schema["const"])}`);
  checkBranches(value, schema["anyOf"], path, say);
  if (typeof value === "number") checkNumber(value, schema, say);
  if (typeof value === "string") checkCount([...value].length, schema, "Length", "characters", say);
  if (Array.isArray(value)) {
    checkCount(value.length, schema, "Items", "items", say);
    const { items } = schema;
    if (isObject(items)) value.forEach((item, index) => check(item, items, `${path}[${index}]`, problems));
  }
  if (isObject(value)) checkMembers(value, schema, path, problems, say);
}

function checkMembers(
  value: Record<string, unknown>,
  schema: JsonSchema,
  path: string,
  problems: string[],
  say: (problem: string) => void,
): void {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  for (const name of required)
    if (typeof name === "string" && !Object.hasOwn(value, name)) say(`"${name}" is missing`);
  for (const [name, member] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (isObject(known)) check(member, known, path === "" ? name : `${path}.${name}`, problems);
    else if (schema["additionalProperties"] === false) say(`"${name.slice(0, 100)}" is not known`);
  }
}

function checkBranches(
  value: unknown,
  branches: unknown,
  path: string,
  say: (problem: string) => void,
): void {
  if (!Array.isArray(branches)) return;
  const fits = branches.some((branch) => {
    const problems: string[] = [];
    if (isObject(branch)) check(value, branch, path, problems);
    return problems.length === 0;
  });
  if (!fits) say("has none of the shapes that it may have");
}

function checkNumber(value: number, schema: JsonSchema, say: (problem: string) => void): void {
  const limit = (keyword: string): number | null => {
    const given = schema[keyword];
    return typeof given === "number" ? given : null;
  };
  const [minimum, maximum] = [limit("minimum"), limit("maximum")];
  const [above, below] = [limit("exclusiveMinimum"), limit("exclusiveMaximum")];
  if (minimum !== null && value < minimum) say(`must be at least ${minimum}`);
  if (maximum !== null && value > maximum) say(`must be at most ${maximum}`);
  if (above !== null && value <= above) say(`must be more than ${above}`);
  if (below !== null && value >= below) say(`must be less than ${below}`);
}

function checkCount(
  count: number,
  schema: JsonSchema,
  suffix: "Length" | "Items",
  what: string,
  say: (problem: string) => void,
): void {
  const [least, most] = [schema[`min${suffix}`], schema[`max${suffix}`]];
  if (typeof least === "number" && count < least) say(`must have at least ${least} ${what}`);
  if (typeof most === "number" && count > most) say(`must have at most ${most} ${what}`);
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
