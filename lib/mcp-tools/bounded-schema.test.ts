import { describe, expect, it } from "vitest";
import { boundedSchema } from "./bounded-schema";
import { problemsOf, withoutNulls } from "./check-value";

const object = (properties: Record<string, unknown>, more: object = {}) => ({
  type: "object",
  properties,
  ...more,
});

describe("a schema of a foreign server", () => {
  it("loses patterns, references and unknown keywords, and keeps what is checked", () => {
    expect(
      boundedSchema(
        object(
          {
            name: { type: "string", pattern: "(a+)+$", format: "uri", maxLength: 5, default: "x" },
            kind: { enum: ["a", "b"] },
            item: { $ref: "#/$defs/item" },
            either: { oneOf: [{ type: "string" }, { type: "null" }] },
          },
          { required: ["name", "absent"], $defs: { item: {} }, additionalProperties: false },
        ),
      ),
    ).toEqual({
      type: "object",
      properties: {
        name: { type: "string", maxLength: 5 },
        kind: { enum: ["a", "b"] },
        item: {},
        either: { anyOf: [{ type: "string" }, { type: "null" }] },
      },
      required: ["name"],
      additionalProperties: false,
    });
  });

  it("is bounded in words, names, depth and size", () => {
    const { properties } = boundedSchema(
      object({
        ["n".repeat(200)]: {},
        "a\u200bb": {},
        ["__proto__"]: {},
        said: { type: "string", description: `line\n\u202e${"x".repeat(1_000)}` },
      }),
    ) as { properties: Record<string, { description?: string }> };
    expect(Object.keys(properties)).toEqual(["said"]);
    expect(properties["said"]?.description).toHaveLength(300);
    expect(properties["said"]?.description).toMatch(/^line xx/);
    let deep: unknown = { type: "string" };
    for (let level = 0; level < 50; level += 1) deep = object({ deeper: deep });
    expect(JSON.stringify(boundedSchema(deep)).length).toBeLessThan(500);
    const wide = Object.fromEntries(
      Array.from({ length: 64 }, (_, n) => [`p${n}`, { description: "y".repeat(300) }]),
    );
    expect(boundedSchema(object(wide))).toEqual({ type: "object" });
    expect(boundedSchema("nonsense")).toEqual({ type: "object" });
  });

  it("does not forbid what it no longer shows", () => {
    const shown = boundedSchema(object({ ["n".repeat(200)]: {}, a: {} }, { additionalProperties: false }));
    expect(problemsOf({ ["n".repeat(200)]: 1 }, shown)).toEqual([]);
  });
});

describe("a value", () => {
  it.each<[unknown, Record<string, unknown>, readonly RegExp[]]>([
    [{ a: 1 }, object({ a: { type: "integer" } }), []],
    [{ a: 1.5 }, object({ a: { type: "integer" } }), [/^a: must be integer$/]],
    [
      { a: [1, "x"] },
      object({ a: { type: "array", items: { type: "number" } } }),
      [/^a\[1\]: must be number$/],
    ],
    [{ a: { b: null } }, object({ a: object({ b: { type: ["string", "null"] } }) }), []],
    [{ a: 5 }, object({ a: { exclusiveMinimum: 5, maximum: 4 } }), [/at most 4/, /more than 5/]],
    [{ a: "c" }, object({ a: { enum: ["a", "b"] } }), [/^a: must be one of/]],
    [{ a: 2 }, object({ a: { const: 1 } }), [/^a: must be 1$/]],
    [{ a: true }, object({ a: { anyOf: [{ type: "string" }, { type: "number" }] } }), [/none of the shapes/]],
    [{ a: [] }, object({ a: { minItems: 1 } }), [/at least 1 items/]],
    [{ constructor: 1 }, object({}, { additionalProperties: false }), [/"constructor" is not known/]],
    [{}, object({}, { required: ["toString"] }), [/"toString" is missing/]],
    [[], object({}), [/^arguments: must be object$/]],
  ])("%j against %j", (value, schema, expected) => {
    const problems = problemsOf(value, schema);
    expect(problems).toHaveLength(expected.length);
    expected.forEach((pattern, index) => expect(problems[index]).toMatch(pattern));
  });

  it("says only so much", () => {
    const schema = object({ a: { type: "array", items: { type: "number" } } });
    expect(problemsOf({ a: Array.from({ length: 1_000 }, () => "x") }, schema).length).toBeLessThanOrEqual(5);
  });

  it("loses the nulls that nobody asked for", () => {
    const schema = object({ a: { type: ["string", "null"] }, b: {} }, { required: ["a"] });
    expect(withoutNulls({ a: null, b: null, c: 0 }, schema)).toEqual({ a: null, c: 0 });
  });
});
