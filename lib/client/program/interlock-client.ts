/** The client of the API for programs. Its types are generated from the OpenAPI document; it runs wherever `fetch` does. */
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./api-types";

export type InterlockClient = Client<paths>;
/** What the API answers with, by name: `ApiSchemas["RunDetail"]`. */
export type ApiSchemas = components["schemas"];

/**
 * Every call resolves with `data`, or with `error`: problem details whose `code` says what was refused. It rejects only where no answer came.
 * @param baseUrl of the console, without a path
 * @param token an API token
 */
export function createInterlockClient(options: {
  readonly baseUrl: string;
  readonly token: string;
  readonly fetch?: typeof globalThis.fetch;
}): InterlockClient {
  const { baseUrl, token, fetch } = options;
  return createClient<paths>({
    baseUrl,
    headers: { authorization: `Bearer ${token}` },
    // Lists in a query string are written with commas.
    querySerializer: { array: { style: "form", explode: false } },
    ...(fetch === undefined ? {} : { fetch }),
  });
}
