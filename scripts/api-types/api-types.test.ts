import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { API_TYPES_PATH, renderApiTypes } from "./render-api-types";

it("the types of the API's clients are those of its document: run `npm run generate:api` after a change of the API", async () => {
  expect(await readFile(API_TYPES_PATH, "utf8")).toBe(await renderApiTypes());
}, 60_000);
