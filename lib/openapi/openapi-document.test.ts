import { Validator } from "@seriousme/openapi-schema-validator";
import { z } from "zod";
import { describe, expect, it } from "vitest";
import { PROBLEM_TABLE } from "../contracts/problem";
import { API_ROUTES } from "../http/api-routes";
import { addressOf, openApiDocument, openApiText, problemCodesOf } from "./openapi-document";
import { REPLY_SCHEMAS, REQUEST_SCHEMAS } from "./named-schemas";

const Any = z.record(z.string(), z.unknown());
const document = openApiDocument();
const routes = Object.keys(API_ROUTES).filter((key): key is keyof typeof API_ROUTES => key in API_ROUTES);

function operationOf(route: keyof typeof API_ROUTES) {
  const { method, path } = addressOf(route);
  const operation = document.paths[path]?.[method];
  if (operation === undefined) throw new Error(`${route} is not in the document`);
  return operation;
}

/** The codes that a response says it may have. */
function problemCodesTold(response: unknown): string[] {
  const { $ref } = z.object({ $ref: z.string().optional() }).parse(response);
  const found =
    $ref === undefined
      ? response
      : document.components.responses[$ref.replace("#/components/responses/", "")];
  const { content } = z.object({ content: z.record(z.string(), z.unknown()) }).parse(found);
  return z
    .object({
      schema: z.object({
        allOf: z.tuple([
          Any,
          z.object({ properties: z.object({ code: z.object({ enum: z.array(z.string()) }) }) }),
        ]),
      }),
    })
    .parse(content["application/problem+json"]).schema.allOf[1].properties.code.enum;
}

describe("openApiDocument", () => {
  it("is valid by the schema of OpenAPI 3.1", async () => {
    const validator = new Validator();
    const result = await validator.validate(Any.parse(JSON.parse(openApiText())));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(validator.version).toBe("3.1");
  });

  it("names every route of the table and nothing else", () => {
    const told = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    const wanted = routes.map((route) => {
      const { method, path } = addressOf(route);
      return `${method} ${path}`;
    });
    expect(told.sort()).toEqual(wanted.sort());
  });

  it.each(routes)("%s has its path parameters, a reply, and its problems by status", (route) => {
    const operation = operationOf(route);
    const inPath = [...addressOf(route).path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(
      operation.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name),
    ).toEqual(inPath);
    for (const parameter of operation.parameters.filter((one) => one.in === "path"))
      expect(parameter.schema["pattern"], `${route} says what its id begins with`).toMatch(/^\^[a-z]{3}_/);
    expect(Object.keys(operation.responses).some((status) => status.startsWith("2"))).toBe(true);
    for (const code of problemCodesOf(route))
      expect(problemCodesTold(operation.responses[String(PROBLEM_TABLE[code].status)])).toContain(code);
  });

  it("gives every operation an id of its own", () => {
    const ids = routes.map((route) => operationOf(route).operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("has a route for every problem code but the one that no route answers with", () => {
    const told = new Set(routes.flatMap(problemCodesOf));
    const untold = Object.keys(PROBLEM_TABLE).filter((code) => ![...told].some((one) => one === code));
    expect(untold).toEqual(["METHOD_NOT_ALLOWED"]);
  });

  it("leads every reference to a schema, and uses every schema", () => {
    const text = openApiText();
    const refs = new Set(
      [...text.matchAll(/"\$ref":"(#\/components\/schemas\/[^"]+)"/g)].map(([, ref = ""]) => ref),
    );
    const names = Object.keys(document.components.schemas);
    for (const ref of refs) expect(names).toContain(ref.replace("#/components/schemas/", ""));
    const asText = ["PublicFrame", "WatchFrame"];
    expect(
      names.filter((name) => !refs.has(`#/components/schemas/${name}`) && !asText.includes(name)),
    ).toEqual([]);
    expect(names).toEqual(
      expect.arrayContaining([...Object.keys(REQUEST_SCHEMAS), ...Object.keys(REPLY_SCHEMAS)]),
    );
  });

  it("says of a list in a query string that commas stand between its values, and keeps bounds", () => {
    const parameters = operationOf("GET /api/runs").parameters;
    const state = parameters.find(({ name }) => name === "state");
    expect(state).toMatchObject({ in: "query", required: false, style: "form", explode: false });
    expect(state?.schema).toMatchObject({
      type: "array",
      items: { enum: expect.arrayContaining(["TIMED_OUT"]) },
    });
    const limit = parameters.find(({ name }) => name === "limit");
    expect(limit?.schema).toMatchObject({ type: "integer", minimum: 1, maximum: 200, default: 50 });
    expect(limit?.required).toBe(false);
  });

  it("lets replies grow and bodies not", () => {
    const { schemas } = document.components;
    expect(schemas["RunDetail"]).not.toHaveProperty("additionalProperties");
    expect(schemas["StartRunRequest"]).toHaveProperty("additionalProperties", false);
  });
});
