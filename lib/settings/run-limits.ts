/** The limits of runs that begin: the defaults, and in their place what an administrator set. Runs that have begun keep theirs. */
import { BUDGET_RESOURCES, type BudgetLimits } from "../contracts/budget";
import type { ChangeLimitsRequest, LimitFacts, StoredLimits } from "../contracts/settings";
import type { LimitsRecord, SettingsStore } from "./ports";

export interface RunLimitsDependencies {
  readonly store: SettingsStore;
  readonly defaultBudget: BudgetLimits;
  readonly defaultMaxRuns: number;
  /** How long running runs may go on when the server stops, ms: the environment's alone. */
  readonly graceMs: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export type ChangeLimitsOutcome =
  | { readonly kind: "changed"; readonly limits: LimitFacts }
  | { readonly kind: "conflict"; readonly limits: LimitFacts };

const NOTHING_SET: StoredLimits = { budget: {}, maxRuns: null };

export class RunLimits {
  readonly #deps: RunLimitsDependencies;
  #record: LimitsRecord | null = null;

  constructor(deps: RunLimitsDependencies) {
    this.#deps = deps;
  }

  /** Takes in what the store has. */
  async load(): Promise<void> {
    this.#record = await this.#deps.store.readLimits();
  }

  budget(): BudgetLimits {
    const budget = { ...this.#deps.defaultBudget };
    const { budget: set } = this.#record?.limits ?? NOTHING_SET;
    for (const resource of BUDGET_RESOURCES) budget[resource] = set[resource] ?? budget[resource];
    return budget;
  }

  maxRuns(): number {
    return this.#record?.limits.maxRuns ?? this.#deps.defaultMaxRuns;
  }

  facts(): LimitFacts {
    const { defaultBudget, defaultMaxRuns, graceMs } = this.#deps;
    return {
      version: this.#record?.version ?? 0,
      changedBy: this.#record?.changedBy ?? null,
      changedAt: this.#record?.changedAt ?? null,
      budget: this.budget(),
      defaultBudget,
      maxRuns: this.maxRuns(),
      defaultMaxRuns,
      graceMs,
    };
  }

  async change({ version, limits }: ChangeLimitsRequest, actor: string): Promise<ChangeLimitsOutcome> {
    const record = { version: version + 1, limits, changedBy: actor, changedAt: this.#deps.now() };
    const isStored = version === (this.#record?.version ?? 0) && (await this.#deps.store.writeLimits(record));
    if (!isStored) return { kind: "conflict", limits: this.facts() };
    this.#record = record;
    return { kind: "changed", limits: this.facts() };
  }
}
