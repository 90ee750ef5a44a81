/** The five budgets of a run and the lines of its ledger (RUN-11). */
import { z } from "zod";

/** Units: calls, calls, tokens, bytes, milliseconds. */
export const BUDGET_RESOURCE_TABLE = {
  modelCalls: { label: "Model calls", unit: "calls", default: 24, max: 200 },
  toolCalls: { label: "Tool calls", unit: "calls", default: 16, max: 200 },
  tokens: { label: "Tokens", unit: "tokens", default: 120_000, max: 2_000_000 },
  bytes: { label: "Evidence bytes", unit: "bytes", default: 512 * 1024, max: 16 * 1024 * 1024 },
  wallTimeMs: { label: "Wall time", unit: "ms", default: 120_000, max: 3_600_000 },
} as const satisfies Record<string, { label: string; unit: string; default: number; max: number }>;
export type BudgetResource = keyof typeof BUDGET_RESOURCE_TABLE;
export const BUDGET_RESOURCES = Object.keys(BUDGET_RESOURCE_TABLE) as [BudgetResource, ...BudgetResource[]];
export const BudgetResource = z.enum(BUDGET_RESOURCES);
/** What can be reserved; wall time is held by the deadline instead (RUN-10). */
export type ReservableResource = Exclude<BudgetResource, "wallTimeMs">;

const limit = (resource: BudgetResource) => z.int().min(1).max(BUDGET_RESOURCE_TABLE[resource].max);

export const BudgetLimits = z.strictObject({
  modelCalls: limit("modelCalls"),
  toolCalls: limit("toolCalls"),
  tokens: limit("tokens"),
  bytes: limit("bytes"),
  wallTimeMs: limit("wallTimeMs"),
});
export type BudgetLimits = z.infer<typeof BudgetLimits>;
/** What a caller may narrow or widen per run; unnamed resources keep their default. */
export const BudgetOverride = BudgetLimits.partial();
export type BudgetOverride = z.infer<typeof BudgetOverride>;

export const DEFAULT_BUDGET: BudgetLimits = {
  modelCalls: BUDGET_RESOURCE_TABLE.modelCalls.default,
  toolCalls: BUDGET_RESOURCE_TABLE.toolCalls.default,
  tokens: BUDGET_RESOURCE_TABLE.tokens.default,
  bytes: BUDGET_RESOURCE_TABLE.bytes.default,
  wallTimeMs: BUDGET_RESOURCE_TABLE.wallTimeMs.default,
};

/** Usage and limit per resource, as shown in gauges. */
export const BudgetGauge = z.object({ used: z.number(), limit: z.number() });
export type BudgetGauge = z.infer<typeof BudgetGauge>;
export const BudgetSnapshot = z.object({
  modelCalls: BudgetGauge,
  toolCalls: BudgetGauge,
  tokens: BudgetGauge,
  bytes: BudgetGauge,
  wallTimeMs: BudgetGauge,
});
export type BudgetSnapshot = z.infer<typeof BudgetSnapshot>;

export const LedgerMovement = z.enum(["reserve", "charge", "refund", "refuse"]);
export type LedgerMovement = z.infer<typeof LedgerMovement>;
/**
 * One movement. `amount` is signed towards usage (+ uses, − gives back, a refusal moves nothing and
 * states what was asked for); `balance` is what is left after it (negative when a reconciliation charged
 * more than was left).
 */
export const LedgerLine = z.object({
  seq: z.int(),
  at: z.number(),
  resource: BudgetResource,
  movement: LedgerMovement,
  amount: z.number(),
  /** The model or tool call it was for. */
  callId: z.string(),
  what: z.string(),
  balance: z.number(),
});
export type LedgerLine = z.infer<typeof LedgerLine>;
