/** Settings, wired: limits over the store, what the environment says, and saved views. */
import { DEFAULT_BUDGET } from "../contracts/budget";
import type { ModelFacts, SourceFacts } from "../contracts/settings";
import { createMysqlEvidenceSources } from "../datasources/mysql-evidence-sources";
import { parseSourceUrl } from "../datasources/mysql/source-url";
import type { SettingsDependencies, ViewDependencies } from "../http/api-dependencies";
import { createMcpTools } from "../mcp-tools/mcp-tools";
import { PrismaSavedViewStore } from "../persistence/saved-view-store";
import { PrismaSettingsStore } from "../persistence/settings-store";
import type { createPrismaClient } from "../persistence/prisma-client";
import { createPrometheusTools } from "../prometheus-tool/prometheus-tools";
import { RunLimits } from "../settings/run-limits";
import { ServerFacts } from "../settings/server-facts";
import type { InterlockEnvironment } from "./environment";
import { newViewId, systemClock } from "./system-ports";

type Database = ReturnType<typeof createPrismaClient>;

export function createRunLimits(database: Database, environment: InterlockEnvironment): RunLimits {
  return new RunLimits({
    store: new PrismaSettingsStore(database),
    defaultBudget: DEFAULT_BUDGET,
    defaultMaxRuns: environment.maxRuns,
    graceMs: environment.graceMs,
    now: () => systemClock.now(),
  });
}

export function createSettings(input: {
  readonly environment: InterlockEnvironment;
  /** As runs name it. */
  readonly modelName: string;
  readonly askModel: () => Promise<{ readonly ok: boolean; readonly detail: string }>;
  readonly limits: RunLimits;
  readonly maskText: (text: string) => string;
}): SettingsDependencies {
  const { environment, modelName, askModel, limits, maskText } = input;
  const facts = new ServerFacts({
    // What `${…}` brought into an address is a secret like any other.
    sources: sourceFactsOf(environment).map((source) => ({ ...source, address: maskText(source.address) })),
    model: modelFactsOf(environment, modelName),
    askSource: (name) => askSource(environment, name),
    askModel,
    maskText,
    now: () => systemClock.now(),
  });
  return { facts, limits };
}

export function createViews(database: Database): ViewDependencies {
  return { store: new PrismaSavedViewStore(database), newViewId, now: () => systemClock.now() };
}

const READ_ONLY = [
  "One SELECT, SHOW, EXPLAIN or DESCRIBE at a time, of an allow-list: anything that is not known is refused.",
  "In a read-only session, with a limit of time and rows on the server, and bound values.",
];

function sourceFactsOf({ sources, prometheus, mcpServers }: InterlockEnvironment): SourceFacts[] {
  return [
    ...sources.map(({ name, url, description }): SourceFacts => {
      const { host, port, database, user, tls } = parseSourceUrl(name, url);
      return {
        kind: "mysql",
        name,
        description,
        address: `${host}:${port}${database === null ? "" : `/${database}`}`,
        account: user,
        tls,
        policy: READ_ONLY,
        setBy: `SOURCE_${name.toUpperCase()}_URL`,
      };
    }),
    ...prometheus.map(({ name, url, description, bearerToken }): SourceFacts => ({
      kind: "prometheus",
      name,
      description,
      address: url,
      account: bearerToken === null ? null : "a bearer token",
      tls: null,
      policy: ["Queries and ranges alone, with a limit of time."],
      setBy: `PROMETHEUS_${name.toUpperCase()}_URL`,
    })),
    ...mcpServers.map((server): SourceFacts => ({
      kind: "mcp",
      name: server.name,
      description: `Tools: ${server.allow.map(({ tool }) => tool).join(", ")}.`,
      address: server.transport === "http" ? server.url : server.command,
      account: null,
      tls: null,
      policy: ["The tools that its file names, and no other."],
      setBy: "INTERLOCK_MCP_SERVERS",
    })),
  ];
}

function modelFactsOf({ languageModel }: InterlockEnvironment, name: string): ModelFacts {
  if (languageModel === null) return { name, language: null };
  const { apiKey, ...rest } = languageModel;
  return { name, language: { ...rest, hasKey: apiKey !== null } };
}

/** Over connections of its own, so that the test says what a run that began now would meet. */
async function askSource(
  { sources, prometheus, mcpServers }: InterlockEnvironment,
  name: string,
): Promise<{ readonly ok: boolean; readonly detail: string } | null> {
  const named = <T extends { readonly name: string }>(list: readonly T[]) =>
    list.filter((one) => one.name === name);
  const asked =
    named(sources).length > 0
      ? createMysqlEvidenceSources({ sources: named(sources) })
      : named(prometheus).length > 0
        ? createPrometheusTools({ sources: named(prometheus) })
        : named(mcpServers).length > 0
          ? createMcpTools({ servers: named(mcpServers), onFault: () => undefined })
          : null;
  if (asked === null) return null;
  try {
    return await asked.ready();
  } finally {
    await asked.close();
  }
}
