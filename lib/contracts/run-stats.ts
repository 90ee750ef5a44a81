/** Counts beside the list of runs, and the series of Insights. */
import { z } from "zod";
import { DiagnosisStopReason, FallbackType, IntentType, ReleaseOutcome, RunState } from "./axes";
import { BudgetResource } from "./budget";
import { QueryTime, RunFilter } from "./run-filter";

/** The filter of the list. */
export const CountRunsQuery = RunFilter;

/** Runs of an axis's values; those without a value are not in it. */
const countsOf = <K extends z.ZodEnum>(values: K) => z.partialRecord(values, z.int());
export const RunCounts = z.object({
  total: z.int(),
  /** False: there are more, the counting stopped. Then every number is a lower bound. */
  isExact: z.boolean(),
  /** How far back was looked where the counting stopped, ms since the epoch; null when all was counted. */
  countedTo: z.number().nullable(),
  /** Per axis, and for each the filter but for that axis: what choosing a value would show. */
  facets: z.object({
    state: countsOf(RunState),
    outcome: countsOf(ReleaseOutcome),
    fallback: countsOf(FallbackType),
    intent: countsOf(IntentType),
    stopReason: countsOf(DiagnosisStopReason),
  }),
});
export type RunCounts = z.infer<typeof RunCounts>;

/** The longest range of one answer, days. */
const MAX_DAYS = 400;
/** Hours up to this many days, days beyond. */
export const MAX_HOURLY_DAYS = 7;
const DAY_MS = 86_400_000;

export const StatsQuery = z
  .strictObject({
    /** Runs that began from then on, and before `to`; widened to whole buckets. */
    from: QueryTime,
    to: QueryTime,
    /** `hour` for ranges of up to seven days; without it, whatever suits the range. */
    bucket: z.enum(["hour", "day"]).optional(),
  })
  .superRefine(({ from, to, bucket }, refuse) => {
    const say = (path: string, message: string) => refuse.addIssue({ code: "custom", path: [path], message });
    if (to <= from) say("to", "must be after from");
    if (to - from > MAX_DAYS * DAY_MS) say("to", `ask for at most ${MAX_DAYS} days at once`);
    if (bucket === "hour" && to - from > MAX_HOURLY_DAYS * DAY_MS)
      say("bucket", `hours are told for at most ${MAX_HOURLY_DAYS} days at once`);
  });
export type StatsQuery = z.infer<typeof StatsQuery>;

/** A spread over fixed bins: how many were at most `upTo` and more than the bin before; null: no upper bound. */
export const Spread = z.object({
  bins: z.array(z.object({ upTo: z.number().nullable(), runs: z.int() })),
  count: z.int(),
  mean: z.number().nullable(),
  /** Estimated within a bin. */
  p50: z.number().nullable(),
  p95: z.number().nullable(),
});
export type Spread = z.infer<typeof Spread>;

const outcomes = z.record(ReleaseOutcome, z.int());
const StatsBucket = z.object({
  /** When it begins, ms since the epoch (UTC hours and days). */
  at: z.number(),
  /** Ended runs; those that have not ended yet are in none. */
  runs: z.int(),
  outcomes,
  tokens: z.object({ input: z.int(), output: z.int() }),
  durationP50Ms: z.number().nullable(),
  durationP95Ms: z.number().nullable(),
});
export type StatsBucket = z.infer<typeof StatsBucket>;
const rate = z.object({ runs: z.int(), fallbacks: z.int(), failures: z.int() });

/** Ended runs by when they began; whole buckets, without gaps. */
export const StatsReply = z.object({
  from: z.number(),
  to: z.number(),
  bucketMs: z.number(),
  runs: z.int(),
  outcomes,
  buckets: z.array(StatsBucket),
  states: countsOf(RunState),
  fallbackTypes: countsOf(FallbackType),
  /** Null: the run was never routed. */
  byIntent: z.array(rate.extend({ intent: IntentType.nullable() })),
  byModel: z.array(rate.extend({ model: z.string() })),
  stopReasons: countsOf(DiagnosisStopReason),
  /** From start to terminal state, ms. */
  duration: Spread,
  /** From the request to cancel until the last call in flight had stopped, ms; of runs for which that is known. */
  cancelLatency: Spread,
  /** Highest share of any budget, percent. */
  budgetUse: Spread,
  /** Share used of the limit of each budget, percent. */
  budgetUseOf: z.record(BudgetResource, Spread),
  tokens: z.object({ input: z.int(), output: z.int() }),
  /** Slowest by p95 first; at most twenty. */
  slowestTools: z.array(
    z.object({
      tool: z.string(),
      source: z.string(),
      calls: z.int(),
      errors: z.int(),
      noEvidence: z.int(),
      meanMs: z.number().nullable(),
      p50Ms: z.number().nullable(),
      p95Ms: z.number().nullable(),
    }),
  ),
});
export type StatsReply = z.infer<typeof StatsReply>;
