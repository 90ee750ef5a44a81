import { describe, expect, it } from "vitest";
import { openApiDocument } from "./openapi-document";
import { referenceView } from "./reference-view";

const document = openApiDocument();
const view = referenceView(document);
const operations = view.groups.flatMap((group) => group.operations);

describe("referenceView", () => {
  it("shows every operation once, in a group", () => {
    const all = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(operations.map(({ id }) => id).sort()).toEqual([...all].sort());
    expect(view.groups.every((group) => group.operations.length > 0)).toBe(true);
  });

  it("names only schemas that it shows", () => {
    const names = new Set(view.schemas.map(({ name }) => name));
    for (const { body, replies } of operations)
      for (const name of [
        body?.schema,
        ...replies.flatMap(({ content }) => content.map(({ schema }) => schema)),
      ])
        if (name !== undefined && name !== null) expect(names).toContain(name);
  });

  it("says in short what a parameter has to be", () => {
    const list = operations.find(({ id }) => id === "getRuns");
    const typeOf = (name: string) => list?.parameters.find((parameter) => parameter.name === name)?.type;
    expect(typeOf("limit")).toBe("integer 1–200; 50 unless given");
    expect(typeOf("outcome")).toBe("list, with commas, of SUCCESS | FALLBACK | FAILED | CANCELLED");
  });

  it("shows the codes of a refusal", () => {
    const cancel = operations.find(({ id }) => id === "postRunsByIdCancel");
    expect(cancel?.replies.find(({ status }) => status === "409")).toMatchObject({
      description: expect.stringContaining("RUN_ALREADY_TERMINATED"),
      content: [{ type: "application/problem+json", schema: "Problem" }],
    });
  });
});
