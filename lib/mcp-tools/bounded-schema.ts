/**
 * A tool's JSON Schema as far as it is shown and checked. It comes from a foreign server: what is not known is left out, what is kept is bounded,
 * and no pattern of it is ever run.
 */
import { foreignText } from "../diagnosis/tools/foreign-text";

export type JsonSchema = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 6;
const MAX_PROPERTIES = 64;
const MAX_CHOICES = 64;
const MAX_DESCRIPTION = 300;
const MAX_NAME = 100;
const MAX_TOTAL = 12_000;

const TYPES = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);
const COUNTS = ["minLength", "maxLength", "minItems", "maxItems"] as const;
const LIMITS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", ...COUNTS] as const;
const CHOICES = ["anyOf", "oneOf"] as const;

/** A schema too large to be shown is one that takes any object: the server has the last word on it anyway. */
export function boundedSchema(schema: unknown): JsonSchema {
  const bounded = bound(schema, 0);
  const fits = JSON.stringify(bounded).length <= MAX_TOTAL;
  return fits && bounded["type"] === "object" ? bounded : { type: "object" };
}

function bound(schema: unknown, depth: number): JsonSchema {
  if (!isObject(schema) || depth > MAX_DEPTH) return {};
  const kept: Record<string, unknown> = {};
  const type = boundType(schema["type"]);
  if (type !== null) kept["type"] = type;
  if (typeof schema["description"] === "string")
    kept["description"] = foreignText(schema["description"], MAX_DESCRIPTION);
  const choices = schema["enum"];
  if (Array.isArray(choices) && choices.length <= MAX_CHOICES && choices.every(isShortScalar))
    kept["enum"] = choices;
  if (isShortScalar(schema["const"])) kept["const"] = schema["const"];
  for (const keyword of LIMITS) if (Number.isFinite(schema[keyword])) kept[keyword] = schema[keyword];
  if (isObject(schema["items"])) kept["items"] = bound(schema["items"], depth + 1);
  for (const keyword of CHOICES) {
    const branches = schema[keyword];
    if (Array.isArray(branches) && branches.length > 0 && branches.length <= MAX_CHOICES)
      kept["anyOf"] = branches.map((branch) => bound(branch, depth + 1));
  }
  if (isObject(schema["properties"])) Object.assign(kept, boundMembers(schema, schema["properties"], depth));
  return kept;
}

function boundMembers(
  schema: Record<string, unknown>,
  properties: Record<string, unknown>,
  depth: number,
): JsonSchema {
  const all = Object.entries(properties);
  const shown = all.filter(([name]) => isShowableName(name)).slice(0, MAX_PROPERTIES);
  const names = new Set(shown.map(([name]) => name));
  const required = Array.isArray(schema["required"])
    ? [...names].filter((name) => (schema["required"] as unknown[]).includes(name))
    : [];
  return {
    properties: Object.fromEntries(shown.map(([name, member]) => [name, bound(member, depth + 1)])),
    required,
    // Where a member is not shown, whether there may be others is for the server to say.
    ...(schema["additionalProperties"] === false && shown.length === all.length
      ? { additionalProperties: false }
      : {}),
  };
}

function boundType(type: unknown): unknown {
  if (typeof type === "string") return TYPES.has(type) ? type : null;
  if (
    Array.isArray(type) &&
    type.length > 0 &&
    type.every((one) => typeof one === "string" && TYPES.has(one))
  )
    return type;
  return null;
}

function isShowableName(name: string): boolean {
  return name.length <= MAX_NAME && foreignText(name, MAX_NAME) === name && name !== "__proto__";
}

function isShortScalar(value: unknown): boolean {
  if (typeof value === "string") return foreignText(value, MAX_DESCRIPTION) === value;
  return value === null || typeof value === "boolean" || Number.isFinite(value);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
