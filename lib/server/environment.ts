/** The one place that reads the environment. */
import { z } from "zod";

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
  MODEL_BASE_URL: z.url().optional(),
  MODEL_API_KEY: z.string().min(1).optional(),
  MODEL_ID: z.string().min(1).optional(),
});

/** A data source that the environment names: SOURCE_<NAME>_URL, with SOURCE_<NAME>_DESCRIPTION beside it. */
interface SourceSetting {
  readonly name: string;
  readonly url: string;
  readonly description: string;
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
  /** Null: the embedded playbook model. */
  readonly languageModel: {
    readonly baseUrl: string;
    readonly apiKey: string | null;
    readonly modelId: string;
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
    sources: sourcesOf(present),
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

function languageModelOf(data: z.infer<typeof Environment>): InterlockEnvironment["languageModel"] {
  if (data.MODEL_BASE_URL === undefined && data.MODEL_ID === undefined) return null;
  if (data.MODEL_BASE_URL === undefined || data.MODEL_ID === undefined) {
    throw new EnvironmentError("set MODEL_BASE_URL and MODEL_ID together, or neither for the playbook model");
  }
  return { baseUrl: data.MODEL_BASE_URL, apiKey: data.MODEL_API_KEY ?? null, modelId: data.MODEL_ID };
}
