/** npm run generate:api — writes the types of the API's clients anew. */
import { writeFile } from "node:fs/promises";
import { API_TYPES_PATH, renderApiTypes } from "./api-types/render-api-types";

await writeFile(API_TYPES_PATH, await renderApiTypes());
console.log("lib/client/program/api-types.ts is up to date.");
