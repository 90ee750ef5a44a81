/** Settings of the server: what the environment says of it, and what may be changed while it runs. */
import { z } from "zod";
import { BudgetLimits, BudgetOverride } from "./budget";

export const SOURCE_KIND_TABLE = {
  mysql: { label: "MySQL or MariaDB" },
  prometheus: { label: "Prometheus" },
  mcp: { label: "MCP server" },
} as const satisfies Record<string, { readonly label: string }>;
type SourceKind = keyof typeof SOURCE_KIND_TABLE;
const SourceKind = z.enum(Object.keys(SOURCE_KIND_TABLE) as [SourceKind, ...SourceKind[]]);

/** One thing that can be asked for evidence. There is no secret in it. */
export const SourceFacts = z.object({
  kind: SourceKind,
  name: z.string(),
  description: z.string(),
  /** Host, port and database, or the program that is run. */
  address: z.string(),
  /** The account that is used; null where there is none. */
  account: z.string().nullable(),
  /** `disable`, `require` or `verify` of a database; null elsewhere. */
  tls: z.string().nullable(),
  /** What it may be asked, in sentences. */
  policy: z.array(z.string()),
  /** The environment variable that names it. */
  setBy: z.string(),
});
export type SourceFacts = z.infer<typeof SourceFacts>;

export const ModelFacts = z.object({
  /** As runs name it. */
  name: z.string(),
  /** Null: the embedded playbook model. */
  language: z
    .object({
      baseUrl: z.string(),
      hasKey: z.boolean(),
      modelId: z.string(),
      guardModelId: z.string(),
      routerModelId: z.string(),
      callTimeoutMs: z.int(),
      maxOutputTokens: z.int(),
    })
    .nullable(),
});
export type ModelFacts = z.infer<typeof ModelFacts>;

/** Runs at once that a server may be set to. */
export const MAX_RUNS_LIMIT = 10_000;

/** What holds now for runs that begin, and what it was before anybody changed it. */
export const LimitFacts = z.object({
  version: z.int().min(0),
  changedBy: z.string().nullable(),
  changedAt: z.int().nullable(),
  budget: BudgetLimits,
  defaultBudget: BudgetLimits,
  maxRuns: z.int(),
  /** INTERLOCK_MAX_RUNS. */
  defaultMaxRuns: z.int(),
  /** Set by the environment alone. */
  graceMs: z.int(),
});
export type LimitFacts = z.infer<typeof LimitFacts>;

export const SettingsReply = z.object({
  sources: z.array(SourceFacts),
  model: ModelFacts,
  limits: LimitFacts,
});
export type SettingsReply = z.infer<typeof SettingsReply>;

/** What is left out goes back to its default. */
export const StoredLimits = z.strictObject({
  budget: BudgetOverride,
  maxRuns: z.int().min(1).max(MAX_RUNS_LIMIT).nullable(),
});
export type StoredLimits = z.infer<typeof StoredLimits>;
export const ChangeLimitsRequest = z.strictObject({
  version: z.int().min(0),
  limits: StoredLimits,
});
export type ChangeLimitsRequest = z.infer<typeof ChangeLimitsRequest>;
export const LimitsReply = z.object({ limits: LimitFacts });
export type LimitsReply = z.infer<typeof LimitsReply>;

/** A source by its name, or the model. */
export const TestRequest = z.discriminatedUnion("what", [
  z.strictObject({ what: z.literal("source"), name: z.string().min(1).max(64) }),
  z.strictObject({ what: z.literal("model") }),
]);
export type TestRequest = z.infer<typeof TestRequest>;
export const TestReply = z.object({
  ok: z.boolean(),
  detail: z.string(),
  /** Of an account that may do more than it should; null where there is nothing to warn of. */
  warning: z.string().nullable(),
  tookMs: z.int().min(0),
});
export type TestReply = z.infer<typeof TestReply>;
