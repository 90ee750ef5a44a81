/** Our schemas in the subset of JSON Schema that servers with strict structured output take. */
import { z } from "zod";

type Json = Readonly<Record<string, unknown>>;
/** Keywords of shape. */
const KEPT = new Set(["type", "enum", "const", "description", "items", "anyOf", "properties"]);
/** Keywords that are said here in another way, or are checked when the answer has come. */
const DROPPED = new Set([
  "$schema",
  "title",
  "default",
  "format",
  "pattern",
  "required",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
]);

/** Every object closed, every member required. */
export function wireSchemaOf(schema: z.ZodType): Json {
  return toWire(z.toJSONSchema(schema, { io: "input" }));
}

/** Whether `toWire` says of a schema all that matters: of closed objects with no optional members, and nothing fancier. */
export function isWireable(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  return Object.entries(schema).every(([keyword, value]) => {
    switch (keyword) {
      case "items":
        return isWireable(value);
      case "anyOf":
        return Array.isArray(value) && value.every(isWireable);
      case "additionalProperties":
        return value === false;
      case "properties":
        return (
          isObject(value) &&
          Object.entries(value).every(([name, member]) => isRequired(schema, name) && isWireable(member))
        );
      case "type":
        return value !== "object" || isObject(schema["properties"]);
      default:
        return KEPT.has(keyword) || DROPPED.has(keyword);
    }
  });
}

function isRequired({ required }: Json, name: string): boolean {
  return Array.isArray(required) && required.includes(name);
}

export function toWire(schema: unknown): Json {
  if (!isObject(schema)) return {};
  const wire: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (!KEPT.has(keyword)) continue;
    if (keyword === "items") wire[keyword] = toWire(value);
    else if (keyword === "anyOf" && Array.isArray(value)) wire[keyword] = value.map(toWire);
    else if (keyword !== "properties") wire[keyword] = value;
  }
  if (isObject(schema["properties"])) {
    const members = Object.entries(schema["properties"]).map(
      ([name, member]) => [name, toWire(member)] as const,
    );
    wire["properties"] = Object.fromEntries(members);
    wire["required"] = members.map(([name]) => name);
    wire["additionalProperties"] = false;
  }
  return wire;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
