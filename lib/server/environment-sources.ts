/** The settings that name what can be asked for evidence: databases, Prometheus servers, MCP servers. */
import { readFileSync } from "node:fs";
import { parseSourceUrl, SourceUrlError } from "../datasources/mysql/source-url";
import type { McpServerSetting } from "../mcp-tools/mcp-server-setting";
import { McpConfigError, readMcpServers } from "../mcp-tools/read-mcp-servers";
import { HEADER_VALUE, httpAddressFault } from "./environment-values";

/** A data source that the environment names: SOURCE_<NAME>_URL, with SOURCE_<NAME>_DESCRIPTION beside it. */
export interface SourceSetting {
  readonly name: string;
  readonly url: string;
  readonly description: string;
}
/** PROMETHEUS_<NAME>_URL, with PROMETHEUS_<NAME>_DESCRIPTION and PROMETHEUS_<NAME>_TOKEN beside it. */
export interface PrometheusSetting extends SourceSetting {
  readonly bearerToken: string | null;
}
export type Settings = Readonly<Record<string, string>>;
/** Told each fault, as `NAME: what is wrong; what to write`. */
export type OnFault = (fault: string) => void;

const DEMO_DESCRIPTIONS: Settings = {
  shop: "The demo shop: customers, orders, payments, ledger, inventory, deploys, error events, sign-ups.",
  server:
    "The MySQL/MariaDB server itself: process list, locks, status counters, information_schema, performance_schema.",
};

const NAME = /^[A-Z][A-Z0-9_]*$/;
/** A record keeps this much of its source's name. */
const MAX_NAME = 64;

/** Databases by name. */
export function readSources(settings: Settings, onFault: OnFault): readonly SourceSetting[] {
  return namedAddresses("SOURCE", settings, onFault).flatMap(({ key, name, url }) => {
    const fault = sourceUrlFault(name, url);
    if (fault !== null) {
      onFault(`${key}: ${fault}`);
      return [];
    }
    const description =
      settings[sibling(key, "DESCRIPTION")] ?? DEMO_DESCRIPTIONS[name] ?? `The database "${name}".`;
    return [{ name, url, description }];
  });
}

/** Prometheus servers by name. */
export function readPrometheus(settings: Settings, onFault: OnFault): readonly PrometheusSetting[] {
  return namedAddresses("PROMETHEUS", settings, onFault).flatMap(({ key, name, url }) => {
    const tokenKey = sibling(key, "TOKEN");
    const bearerToken = settings[tokenKey] ?? null;
    const token = HEADER_VALUE.nullable().safeParse(bearerToken);
    if (!token.success) onFault(`${tokenKey}: ${token.error.issues[0]?.message ?? ""}`);
    const fault = httpAddressFault(url, {
      example: "http://127.0.0.1:9090",
      insteadOfAccount: `leave it out and write a token into ${tokenKey}`,
      addedPath: "/api/v1",
    });
    if (fault !== null) {
      onFault(`${key}: ${fault}`);
      return [];
    }
    const description = settings[sibling(key, "DESCRIPTION")] ?? `The metrics of "${name}".`;
    return [{ name, url, description, bearerToken }];
  });
}

/** @param env where the file's `${NAME}` are looked up, as they are */
export function readMcpSettings(
  path: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  onFault: OnFault,
): readonly McpServerSetting[] {
  if (path === undefined) return [];
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    onFault("INTERLOCK_MCP_SERVERS: the file cannot be read; write the path of a JSON file that is there");
    return [];
  }
  try {
    return readMcpServers(text, env);
  } catch (error) {
    if (!(error instanceof McpConfigError)) throw error;
    onFault(`INTERLOCK_MCP_SERVERS: ${error.message}`);
    return [];
  }
}

/** A record names its source by this alone. */
export function refuseSharedNames(names: readonly string[], onFault: OnFault): void {
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  for (const name of twice)
    onFault(
      `"${name}" names more than one of: SOURCE_…, PROMETHEUS_…, a server of INTERLOCK_MCP_SERVERS; give each a name of its own`,
    );
}

interface NamedAddress {
  readonly key: string;
  readonly name: string;
  readonly url: string;
}

const SIBLINGS = { SOURCE: ["DESCRIPTION"], PROMETHEUS: ["DESCRIPTION", "TOKEN"] } as const;

/** The `…_URL` settings of one kind, by name; says which of their kind have no lawful name, or no address beside them. */
function namedAddresses(
  kind: keyof typeof SIBLINGS,
  settings: Settings,
  onFault: OnFault,
): readonly NamedAddress[] {
  const addresses: NamedAddress[] = [];
  const key = new RegExp(`^${kind}_(?:(.*)_)?(URL|${SIBLINGS[kind].join("|")})$`);
  for (const [setting, url] of Object.entries(settings)) {
    const found = key.exec(setting);
    if (found === null) continue;
    const [, name = "", member = ""] = found;
    if (!NAME.test(name) || name.length > MAX_NAME) {
      // A foreign variable may well be called so; the address is what would be missed.
      if (member === "URL")
        onFault(
          `${setting}: names no source; write ${kind}_<NAME>_URL, with a name of capital letters, digits and _ that begins with a letter`,
        );
      continue;
    }
    if (member === "URL") addresses.push({ key: setting, name: name.toLowerCase(), url });
    else if (!hasAddress(kind, name, settings))
      onFault(
        `${setting}: there is no ${kind}_${name}_URL that it belongs to; write that as well, or unset it`,
      );
  }
  return addresses.sort((a, b) => a.name.localeCompare(b.name));
}

/** The demo's addresses come from whoever starts the server, when everything else has been read. */
function hasAddress(kind: keyof typeof SIBLINGS, name: string, settings: Settings): boolean {
  const isDemo = kind === "SOURCE" && DEMO_DESCRIPTIONS[name.toLowerCase()] !== undefined;
  return isDemo || settings[`${kind}_${name}_URL`] !== undefined;
}

function sibling(key: string, member: string): string {
  return key.replace(/URL$/, member);
}

function sourceUrlFault(name: string, url: string): string | null {
  try {
    parseSourceUrl(name, url);
    return null;
  } catch (error) {
    if (error instanceof SourceUrlError) return error.fault;
    throw error;
  }
}
