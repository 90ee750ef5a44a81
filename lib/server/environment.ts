/** The one place that reads the environment. */
import { z } from "zod";
import type { McpServerSetting } from "../mcp-tools/mcp-server-setting";
import {
  AccessSettings,
  accessSettingOf,
  checkAccessSettings,
  type AccessSetting,
} from "./environment-access";
import { EnvironmentError } from "./environment-error";
import {
  checkModelSettings,
  languageModelOf,
  ModelSettings,
  type LanguageModelSetting,
} from "./environment-model";
import {
  readMcpSettings,
  readPrometheus,
  readSources,
  refuseSharedNames,
  type PrometheusSetting,
  type SourceSetting,
} from "./environment-sources";
import {
  checkProgramSettings,
  ProgramSettings,
  tracingSettingOf,
  webhookSettingOf,
  type TracingSetting,
  type WebhookSetting,
} from "./environment-programs";
import { HOST_NAMES, STORE_URL, wholeNumber } from "./environment-values";

export { EnvironmentError } from "./environment-error";

const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;

const Environment = z.object({
  DATABASE_URL: STORE_URL,
  INTERLOCK_MAX_RUNS: wholeNumber(32, 1, 10_000),
  INTERLOCK_PLAYBOOKS_DIR: z.string().default("playbooks"),
  INTERLOCK_DOCUMENTS_DIR: z.string().default("docs/guides"),
  /** Host names besides loopback that requests may name, separated by commas. */
  INTERLOCK_ALLOWED_HOSTS: HOST_NAMES,
  INTERLOCK_LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: `is not a log level; write one of ${LOG_LEVELS.join(", ")}` })
    .default("info"),
  /** How long running runs may go on after SIGTERM, ms. */
  INTERLOCK_GRACE_MS: wholeNumber(2_000, 0, 600_000),
  /** A file with the MCP servers and the tools of theirs that may be called. */
  INTERLOCK_MCP_SERVERS: z.string().optional(),
  ...AccessSettings.shape,
  ...ModelSettings.shape,
  ...ProgramSettings.shape,
});

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
  readonly access: AccessSetting;
  /** Null: the embedded playbook model. */
  readonly languageModel: LanguageModelSetting | null;
  readonly webhooks: WebhookSetting;
  /** Null: no spans are made. */
  readonly tracing: TracingSetting | null;
}

/**
 * White space around a value is dropped, and an empty value is none.
 * @throws EnvironmentError with a sentence for every setting that is wrong or would be ignored
 */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>> = process.env,
): InterlockEnvironment {
  const settings = Object.fromEntries(
    Object.entries(env).flatMap(([name, value = ""]) => (value.trim() === "" ? [] : [[name, value.trim()]])),
  );
  const faults: string[] = [];
  const onFault = (fault: string): void => {
    faults.push(fault);
  };
  const parsed = Environment.safeParse(settings);
  for (const issue of parsed.error?.issues ?? []) onFault(`${issue.path.join(".")}: ${issue.message}`);
  checkAccessSettings(settings, onFault);
  checkModelSettings(settings, onFault);
  checkProgramSettings(settings, onFault);
  const sources = readSources(settings, onFault);
  const prometheus = readPrometheus(settings, onFault);
  const mcpServers = readMcpSettings(settings["INTERLOCK_MCP_SERVERS"], env, onFault);
  refuseSharedNames(
    [...sources, ...prometheus, ...mcpServers].map(({ name }) => name),
    onFault,
  );
  if (!parsed.success || faults.length > 0) throw new EnvironmentError(faults);
  const { data } = parsed;
  return {
    databaseUrl: data.DATABASE_URL,
    maxRuns: data.INTERLOCK_MAX_RUNS,
    playbooksDir: data.INTERLOCK_PLAYBOOKS_DIR,
    documentsDirs: [data.INTERLOCK_DOCUMENTS_DIR],
    allowedHosts: data.INTERLOCK_ALLOWED_HOSTS,
    logLevel: data.INTERLOCK_LOG_LEVEL,
    graceMs: data.INTERLOCK_GRACE_MS,
    sources,
    prometheus,
    mcpServers,
    access: accessSettingOf(data),
    languageModel: languageModelOf(data),
    webhooks: webhookSettingOf(data),
    tracing: tracingSettingOf(data),
  };
}
