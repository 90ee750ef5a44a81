import { describe, expect, it } from "vitest";
import { TOOL_DESCRIPTIONS } from "../../diagnosis/tools/query-tool";
import { stepWire, toolArgumentsSchema } from "./reply-schemas";
import { isWireable, toWire } from "./wire-schema";

/** Every schema inside, itself first. */
function schemasIn(schema: unknown): readonly Record<string, unknown>[] {
  if (Array.isArray(schema)) return schema.flatMap(schemasIn);
  if (typeof schema !== "object" || schema === null) return [];
  const own = Object.fromEntries(Object.entries(schema));
  const { properties, items, anyOf } = own;
  return [
    own,
    ...Object.values(Object(properties)).flatMap(schemasIn),
    ...schemasIn(items),
    ...schemasIn(anyOf),
  ];
}

describe("a wire schema", () => {
  it("closes every object and requires every member, as strict servers demand", () => {
    const wire = stepWire(TOOL_DESCRIPTIONS, false);
    const objects = schemasIn(wire?.schema).filter((schema) => schema["type"] === "object");
    expect(objects.length).toBeGreaterThan(4);
    for (const { properties, required, additionalProperties } of objects) {
      expect(additionalProperties).toBe(false);
      expect(required).toEqual(Object.keys(Object(properties)));
    }
    expect(JSON.stringify(wire)).not.toMatch(/maxLength|minLength|pattern|\$schema/);
  });

  it.each<[string, unknown, boolean]>([
    ["our own tool", TOOL_DESCRIPTIONS[0]?.inputSchema, true],
    ["an optional member", { type: "object", properties: { a: { type: "string" } } }, false],
    ["an open object", { type: "object" }, false],
    ["a map", { type: "object", properties: {}, additionalProperties: { type: "string" } }, false],
    ["a reference", { type: "object", properties: { a: { $ref: "#/$defs/a" } }, required: ["a"] }, false],
    ["a list of what it can say", { type: "array", items: { type: "number", minimum: 1 } }, true],
    ["no schema", "string", false],
  ])("says whether it can say a tool's schema: %s", (_name, schema, can) => {
    expect(isWireable(schema)).toBe(can);
  });

  it("is none for a step whose tools it cannot say", () => {
    const tool = { name: "t", description: "d", inputSchema: { type: "object" } };
    expect(stepWire([tool], false)).toBeNull();
    expect(stepWire([tool], true)).not.toBeNull();
    expect(toWire("no schema")).toEqual({});
  });

  it("leaves a tool's own schema as it is, with its references at the root", () => {
    const inputSchema = {
      type: "object",
      properties: { a: { $ref: "#/$defs/a" } },
      $defs: { a: { type: "string" } },
    };
    expect(toolArgumentsSchema({ name: "t", description: "d", inputSchema })).toMatchObject({
      $defs: { a: { type: "string" } },
      properties: { request: { type: "object", properties: { a: { $ref: "#/$defs/a" } } } },
    });
  });
});
