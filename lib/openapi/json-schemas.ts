/** From zod to the JSON Schema of OpenAPI 3.1. What only code can check (a refinement) is not in it. */
import { z } from "zod";
import { REPLY_SCHEMAS, REQUEST_SCHEMAS } from "./named-schemas";

export type JsonSchema = Readonly<Record<string, unknown>>;

const COMPONENTS = "#/components/schemas/";
/** The one schema that several others share without a name of its own: any JSON value. */
const SHARED = { from: `${COMPONENTS}__shared#/$defs/schema0`, to: `${COMPONENTS}JsonValue` };

/** `#/components/schemas/…` of every named contract. */
export function componentSchemas(): Record<string, JsonSchema> {
  return {
    ...namedSchemas(REQUEST_SCHEMAS, "input"),
    ...namedSchemas(REPLY_SCHEMAS, "output"),
  };
}

/** Parameters of a query string, in the order of the contract. A list is written with commas. */
export function queryParameters(
  query: z.ZodObject,
): { readonly name: string; readonly required: boolean; readonly schema: JsonSchema }[] {
  // What is written is a string throughout; what it stands for says more.
  const meaning = propertiesOf(z.toJSONSchema(query, { ...OPTIONS, io: "output" }));
  const written = z.toJSONSchema(query, { ...OPTIONS, io: "input" });
  const required = new Set(written.required ?? []);
  return Object.entries(meaning).map(([name, schema]) => ({ name, required: required.has(name), schema }));
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>["override"]>;

/** A whole number is not bounded by what JavaScript can count. */
const withoutSafeBounds: Override = ({ jsonSchema }) => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};
/** A later version may answer with more members; a client must not refuse them. */
const openForMore: Override = (context) => {
  withoutSafeBounds(context);
  if (context.jsonSchema.additionalProperties === false) delete context.jsonSchema.additionalProperties;
};
const OPTIONS = { override: withoutSafeBounds } as const;

function namedSchemas(
  named: Readonly<Record<string, z.ZodType>>,
  io: "input" | "output",
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `${COMPONENTS}${id}`,
    io,
    override: io === "input" ? withoutSafeBounds : openForMore,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) =>
      id === "__shared" ? ["JsonValue", jsonValueOf(schema)] : [id, asComponent(schema)],
    ),
  );
}

/**
 * What it may be is not written out: it refers to itself, which the types of clients cannot.
 * @throws Error when another schema than the JSON value is shared: give that one a name
 */
function jsonValueOf(shared: object): JsonSchema {
  const { $defs } = z.object({ $defs: z.record(z.string(), z.unknown()) }).parse(shared);
  if (Object.keys($defs).length !== 1) throw new Error("a shared contract needs a name in named-schemas.ts");
  return { description: "Any JSON value." };
}

function asComponent(schema: object): JsonSchema {
  const {
    $schema: _dialect,
    $id: _id,
    ...rest
  } = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(JSON.stringify(schema).replaceAll(SHARED.from, SHARED.to)));
  return rest;
}

function propertiesOf(schema: { properties?: unknown }): Record<string, JsonSchema> {
  return z.record(z.string(), z.record(z.string(), z.unknown())).parse(schema.properties ?? {});
}
