import type { McpServerSetting } from "../mcp-tools/mcp-server-setting";
import { secretKindOf } from "../diagnosis/masking/secret-names";
import type { InterlockEnvironment } from "./environment";

/** The values that settings put in and nobody may hear (TOOL-8): tokens, keys, passwords of addresses, what `${…}` brought into an MCP server. */
export function knownSecretsOf(environment: InterlockEnvironment): readonly string[] {
  const { databaseUrl, sources, prometheus, mcpServers, languageModel, access, tracing } = environment;
  return [
    ...[databaseUrl, ...sources.map(({ url }) => url), ...prometheus.map(({ url }) => url)].flatMap(
      passwordsOf,
    ),
    ...prometheus.flatMap(({ bearerToken }) => bearerToken ?? []),
    ...(languageModel?.apiKey == null ? [] : [languageModel.apiKey]),
    ...[access.secret, access.administrator.password].flatMap((secret) => secret ?? []),
    ...mcpServers.flatMap(secretsOfServer),
    ...Object.values(tracing?.headers ?? {}).flatMap((value) => [value, withoutScheme(value)]),
  ];
}

/** As it is written and as it is meant. A password that is the account's own name is no secret, and it stands in every process list. */
function passwordsOf(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { username, password } = new URL(address);
  return password === "" || password === username ? [] : [password, decoded(password)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

function secretsOfServer(server: McpServerSetting): readonly string[] {
  const named = server.transport === "http" ? server.headers : server.env;
  const secret = Object.entries(named).flatMap(([name, value]) => (secretKindOf(name) === null ? [] : value));
  return [...(server.injected ?? []), ...secret].flatMap((value) => [value, withoutScheme(value)]);
}

/** `Bearer abc` is said back as `abc` as well. */
function withoutScheme(value: string): string {
  return value.replace(/^[A-Za-z-]{1,20} +/, "");
}
