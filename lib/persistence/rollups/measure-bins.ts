/** The bins of every measure that is kept as a spread: bounded, so that a rollup of years has no more columns than one of an hour. */
import { BUDGET_RESOURCES, type BudgetResource } from "../../contracts/budget";

/** Upper bounds, ms, each included; what is longer is in one more bin. */
const TIME_BINS_MS = [
  1, 2, 5, 10, 20, 35, 50, 75, 100, 150, 250, 500, 750, 1_000, 1_500, 2_500, 5_000, 7_500, 10_000, 15_000,
  20_000, 30_000, 45_000, 60_000, 90_000, 120_000, 300_000,
] as const;
/** Upper bounds, percent of a budget, each included. */
const SHARE_BINS_PERCENT = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100] as const;

/**
 * `duration`: from start to terminal state; `cancel`: from the request until the last call had stopped; `budget`: the highest share used of any
 * budget; by the name of a resource: the share used of its limit.
 */
export const MEASURE_BINS = {
  duration: TIME_BINS_MS,
  cancel: TIME_BINS_MS,
  budget: SHARE_BINS_PERCENT,
  modelCalls: SHARE_BINS_PERCENT,
  toolCalls: SHARE_BINS_PERCENT,
  tokens: SHARE_BINS_PERCENT,
  bytes: SHARE_BINS_PERCENT,
  wallTimeMs: SHARE_BINS_PERCENT,
} as const satisfies Readonly<Record<"duration" | "cancel" | "budget" | BudgetResource, readonly number[]>>;
export type Measure = keyof typeof MEASURE_BINS;
export const MEASURES = [
  "duration",
  "cancel",
  "budget",
  ...BUDGET_RESOURCES,
] as const satisfies readonly Measure[];
/** How long tool calls take. */
export const TOOL_BINS = TIME_BINS_MS;

/** The place of the bin that holds a value: that of the first bound which is not below it. */
export function binOf(bounds: readonly number[], value: number): number {
  const at = bounds.findIndex((bound) => value <= bound);
  return at === -1 ? bounds.length : at;
}

/** The same in SQL, for whole numbers. @param value an expression */
export function binSql(bounds: readonly number[], value: string): string {
  return `INTERVAL(${value} - 1, ${bounds.join(", ")})`;
}

/** Whole percent, rounded up, so that what is over a bound is never counted under it. */
export function percentOf(share: number): number {
  return Math.ceil(share * 100);
}

/**
 * The share used of a resource's limit in SQL, whole percent rounded up: a whole number, or NULL for a run whose budget does not read. Wall time
 * counts to its limit, as in the highest share. From here alone, so that what is kept and what is counted anew agree.
 */
export function usedPercentSql(resource: BudgetResource): string {
  const used = `JSON_EXTRACT(budget_json, '$.d.${resource}.used')`;
  const limit = `JSON_EXTRACT(budget_json, '$.d.${resource}.limit')`;
  const percent = `CAST(CEIL(${used} * 100 / NULLIF(${limit}, 0)) AS SIGNED)`;
  return `CASE WHEN JSON_VALID(budget_json) THEN ${resource === "wallTimeMs" ? `LEAST(100, ${percent})` : percent} END`;
}

/**
 * An estimate of a quantile from the counts of the bins, by a straight line within one. Null when nothing was counted; in the last bin its lower
 * bound, for there is no upper one.
 */
export function quantileOf(
  bounds: readonly number[],
  counts: readonly number[],
  quantile: number,
): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let before = 0;
  for (const [bin, count] of counts.entries()) {
    const lower = bin === 0 ? 0 : (bounds[bin - 1] ?? 0);
    const upper = bounds[bin] ?? lower;
    if (count > 0 && before + count >= quantile * total) {
      return Math.round(lower + (upper - lower) * ((quantile * total - before) / count));
    }
    before += count;
  }
  return bounds.at(-1) ?? null;
}
