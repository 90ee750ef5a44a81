/** The one place that reads the environment. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { McpServerSetting } from "../mcp-tools/mcp-server-setting";
import { McpConfigError, readMcpServers } from "../mcp-tools/read-mcp-servers";

const url = z.string().regex(/^(mysql|mariadb):\/\//, "must start with mysql://");
const count = (fallback: number, max: number) =>
  z.coerce.number().pipe(z.int().min(1).max(max)).default(fallback);

const Environment = z.object({
  DATABASE_URL: url,
  INTERLOCK_MAX_RUNS: count(32, 10_000),
  INTERLOCK_PLAYBOOKS_DIR: z.string().min(1).default("playbooks"),
  INTERLOCK_DOCUMENTS_DIR: z.string().min(1).default("docs/guides"),
  /** Host names besides loopback that requests may name, separated by commas. */
  INTERLOCK_ALLOWED_HOSTS: z.string().default(""),
  INTERLOCK_LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  /** How long running runs may go on after SIGTERM, ms. */
  INTERLOCK_GRACE_MS: z.coerce.number().pipe(z.int().min(0).max(600_000)).default(2_000),
  /** A file with the MCP servers and the tools of theirs that may be called. */
  INTERLOCK_MCP_SERVERS: z.string().min(1).optional(),
  MODEL_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .refine((text) => !URL.canParse(text) || new URL(text).username === "", "must carry no account")
    .optional(),
  // It becomes a header, and a runtime that refuses a header repeats it.
  MODEL_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must be printable ASCII without spaces")
    .optional(),
  MODEL_ID: z.string().min(1).optional(),
  /** The semantic guard's model and the router's; MODEL_ID unless set. */
  GUARD_MODEL_ID: z.string().min(1).optional(),
  ROUTER_MODEL_ID: z.string().min(1).optional(),
  /** How long one call of a language model may take, ms. */
  MODEL_TIMEOUT_MS: count(60_000, 300_000),
});

/** A data source that the environment names: SOURCE_<NAME>_URL, with SOURCE_<NAME>_DESCRIPTION beside it. */
interface SourceSetting {
  readonly name: string;
  readonly url: string;
  readonly description: string;
}
/** PROMETHEUS_<NAME>_URL, with PROMETHEUS_<NAME>_DESCRIPTION and PROMETHEUS_<NAME>_TOKEN beside it. */
interface PrometheusSetting extends SourceSetting {
  readonly bearerToken: string | null;
}
export interface InterlockEnvironment {
  readonly databaseUrl: string;
  readonly maxRuns: number;
  readonly playbooksDir: string;
  readonly documentsDirs: readonly string[];
  readonly allowedHosts: readonly string[];
  readonly logLevel: string;
  readonly graceMs: number;
  readonly sources: readonly SourceSetting[];
  readonly prometheus: readonly PrometheusSetting[];
  readonly mcpServers: readonly McpServerSetting[];
  /** Null: the embedded playbook model. */
  readonly languageModel: {
    readonly baseUrl: string;
    readonly apiKey: string | null;
    readonly modelId: string;
    readonly guardModelId: string;
    readonly routerModelId: string;
    readonly callTimeoutMs: number;
  } | null;
}

export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  shop: "The demo shop: customers, orders, payments, ledger, inventory, deploys, error events, sign-ups.",
  server:
    "The MySQL/MariaDB server itself: process list, locks, status counters, information_schema, performance_schema.",
};

/** Throws EnvironmentError that names each wrong variable and never repeats a value. */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>> = process.env,
): InterlockEnvironment {
  const present = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Environment.safeParse(present);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new EnvironmentError(`the environment is not valid: ${problems.join("; ")}`);
  }
  const { data } = parsed;
  const sources = sourcesOf(present);
  const prometheus = prometheusOf(present);
  const mcpServers = mcpServersOf(data.INTERLOCK_MCP_SERVERS, present);
  refuseSharedNames([...sources, ...prometheus, ...mcpServers].map(({ name }) => name));
  return {
    databaseUrl: data.DATABASE_URL,
    maxRuns: data.INTERLOCK_MAX_RUNS,
    playbooksDir: data.INTERLOCK_PLAYBOOKS_DIR,
    documentsDirs: [data.INTERLOCK_DOCUMENTS_DIR],
    allowedHosts: data.INTERLOCK_ALLOWED_HOSTS.split(",")
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
    logLevel: data.INTERLOCK_LOG_LEVEL,
    graceMs: data.INTERLOCK_GRACE_MS,
    sources,
    prometheus,
    mcpServers,
    languageModel: languageModelOf(data),
  };
}

function sourcesOf(env: Readonly<Record<string, string | undefined>>): SourceSetting[] {
  const sources: SourceSetting[] = [];
  for (const [key, value] of Object.entries(env)) {
    const name = /^SOURCE_([A-Z][A-Z0-9_]*)_URL$/.exec(key)?.[1]?.toLowerCase();
    if (name === undefined || value === undefined) continue;
    if (!url.safeParse(value).success) throw new EnvironmentError(`${key} must start with mysql://`);
    const description =
      env[key.replace(/_URL$/, "_DESCRIPTION")] ?? DESCRIPTIONS[name] ?? `The database "${name}".`;
    sources.push({ name, url: value, description });
  }
  return sources.sort((a, b) => a.name.localeCompare(b.name));
}

function prometheusOf(env: Readonly<Record<string, string | undefined>>): PrometheusSetting[] {
  const settings: PrometheusSetting[] = [];
  for (const [key, value] of Object.entries(env)) {
    const name = /^PROMETHEUS_([A-Z][A-Z0-9_]*)_URL$/.exec(key)?.[1]?.toLowerCase();
    if (name === undefined || value === undefined) continue;
    if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
      throw new EnvironmentError(`${key} must be an http or https address`);
    const tokenKey = key.replace(/_URL$/, "_TOKEN");
    const bearerToken = env[tokenKey] ?? null;
    // It becomes a header, and a runtime that refuses a header repeats it.
    if (bearerToken !== null && !/^[\x21-\x7e]+$/.test(bearerToken))
      throw new EnvironmentError(`${tokenKey} must be printable ASCII without spaces`);
    const description = env[key.replace(/_URL$/, "_DESCRIPTION")] ?? `The metrics of "${name}".`;
    settings.push({ name, url: value, description, bearerToken });
  }
  return settings.sort((a, b) => a.name.localeCompare(b.name));
}

function mcpServersOf(
  path: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): readonly McpServerSetting[] {
  if (path === undefined) return [];
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new EnvironmentError("INTERLOCK_MCP_SERVERS: the file cannot be read");
  }
  try {
    return readMcpServers(text, env);
  } catch (error) {
    if (!(error instanceof McpConfigError)) throw error;
    throw new EnvironmentError(`INTERLOCK_MCP_SERVERS: ${error.message}`);
  }
}

/** A record names its source by this alone. */
function refuseSharedNames(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new EnvironmentError(
      `"${twice}" names more than one of: SOURCE_…, PROMETHEUS_…, a server of INTERLOCK_MCP_SERVERS`,
    );
}

function languageModelOf(data: z.infer<typeof Environment>): InterlockEnvironment["languageModel"] {
  const { MODEL_BASE_URL: baseUrl, MODEL_ID: modelId } = data;
  if (baseUrl === undefined && modelId === undefined) return null;
  if (baseUrl === undefined || modelId === undefined) {
    throw new EnvironmentError("set MODEL_BASE_URL and MODEL_ID together, or neither for the playbook model");
  }
  return {
    baseUrl,
    apiKey: data.MODEL_API_KEY ?? null,
    modelId,
    guardModelId: data.GUARD_MODEL_ID ?? modelId,
    routerModelId: data.ROUTER_MODEL_ID ?? modelId,
    callTimeoutMs: data.MODEL_TIMEOUT_MS,
  };
}
