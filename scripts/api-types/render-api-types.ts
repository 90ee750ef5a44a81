import openapiTS, { astToString } from "openapi-typescript";
import { format, resolveConfig } from "prettier";
import { fileURLToPath } from "node:url";
import { openApiText } from "../../lib/openapi/openapi-document";

/** Where the types of the API are kept. */
export const API_TYPES_PATH = fileURLToPath(
  new URL("../../lib/client/program/api-types.ts", import.meta.url),
);

const HEAD = `/**
 * The API as types, for programs. Generated from the OpenAPI document by \`npm run generate:api\`: change the contracts, not this file.
 */
`;

/** The text of that file, made of the document of this code. */
export async function renderApiTypes(): Promise<string> {
  const types = astToString(await openapiTS(openApiText()));
  const options = await resolveConfig(API_TYPES_PATH);
  return format(HEAD + types, { ...options, parser: "typescript" });
}
