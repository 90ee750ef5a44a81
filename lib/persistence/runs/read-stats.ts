/** The series of Insights, from the rollups alone: whole hours or days, so that no run is read. */
import { z } from "zod";
import type { ReleaseOutcome } from "../../contracts/axes";
import {
  MAX_HOURLY_DAYS,
  type Spread,
  type StatsBucket,
  type StatsQuery,
  type StatsReply,
} from "../../contracts/run-stats";
import { Prisma, type PrismaClient } from "../generated/client";
import { MEASURE_BINS, MEASURES, quantileOf, TOOL_BINS, type Measure } from "../rollups/measure-bins";
import { DAY, HOUR, hourOf, startOfHour } from "../rollups/rollup-bucket";
import { axesOf, type FacetAxes, type FacetAxis } from "./run-facet";

const { sql } = Prisma;
const MOST_TOOLS = 20;

const count = z.coerce.number();
const Cell = z.object({
  bucket: z.int(),
  outcome: z.coerce.number(),
  runs: count,
  inputTokens: count,
  outputTokens: count,
});
const Total = z.object({ facet: z.int(), model: z.string(), runs: count });
const Duration = z.object({ bucket: z.int(), bin: z.int(), runs: count });
const Bin = z.object({
  measure: z.enum(MEASURES),
  bin: z.int(),
  runs: count,
  total: count,
});
const ToolBin = z.object({
  tool: z.string(),
  source: z.string(),
  bin: z.int(),
  calls: count,
  errors: count,
  noEvidence: count,
  total: count,
});

/** Buckets of one width that cover a span of time. */
interface BucketSpan {
  readonly hours: number;
  readonly first: number;
  readonly after: number;
}

export async function readStats(db: PrismaClient, query: StatsQuery): Promise<StatsReply> {
  const span = spanOf(query);
  const within = sql`bucket_hours = ${span.hours} AND bucket >= ${span.first} AND bucket < ${span.after}`;
  const [cells, totals, durations, bins, tools] = await Promise.all([
    db.$queryRaw<unknown[]>`
      SELECT bucket, facet DIV 1000 MOD 10 AS outcome, SUM(runs) AS runs, SUM(input_tokens) AS inputTokens,
        SUM(output_tokens) AS outputTokens FROM run_rollup WHERE ${within} GROUP BY bucket, facet DIV 1000 MOD 10`,
    db.$queryRaw<unknown[]>`
      SELECT facet, model, SUM(runs) AS runs FROM run_rollup WHERE ${within} GROUP BY facet, model HAVING SUM(runs) > 0`,
    db.$queryRaw<
      unknown[]
    >`SELECT bucket, bin, runs FROM run_histogram WHERE ${within} AND measure = 'duration' AND runs > 0`,
    db.$queryRaw<unknown[]>`
      SELECT measure, bin, SUM(runs) AS runs, SUM(total) AS total FROM run_histogram WHERE ${within} GROUP BY measure, bin`,
    db.$queryRaw<unknown[]>`
      SELECT tool, source, bin, SUM(calls) AS calls, SUM(errors) AS errors, SUM(no_evidence) AS noEvidence, SUM(total) AS total
      FROM tool_rollup WHERE ${within} GROUP BY tool, source, bin`,
  ]);
  const rates = z.array(Total).parse(totals);
  const spread = z.array(Bin).parse(bins);
  const buckets = bucketsOf(span, z.array(Cell).parse(cells), z.array(Duration).parse(durations));
  return {
    from: startOfHour(span.first),
    to: startOfHour(span.after),
    bucketMs: startOfHour(span.hours),
    runs: sum(rates.map(({ runs }) => runs)),
    outcomes: sumOutcomes(buckets),
    buckets,
    states: byValue(rates, "state"),
    fallbackTypes: byValue(rates, "fallback"),
    byIntent: ratesBy(rates, ({ facet }) => axesOf(facet).intent).map(([intent, rate]) => ({
      intent,
      ...rate,
    })),
    byModel: ratesBy(rates, ({ model }) => model).map(([model, rate]) => ({ model, ...rate })),
    stopReasons: byValue(rates, "stopReason"),
    duration: spreadOf("duration", spread),
    cancelLatency: spreadOf("cancel", spread),
    budgetUse: spreadOf("budget", spread),
    budgetUseOf: {
      modelCalls: spreadOf("modelCalls", spread),
      toolCalls: spreadOf("toolCalls", spread),
      tokens: spreadOf("tokens", spread),
      bytes: spreadOf("bytes", spread),
      wallTimeMs: spreadOf("wallTimeMs", spread),
    },
    tokens: {
      input: sum(buckets.map(({ tokens }) => tokens.input)),
      output: sum(buckets.map(({ tokens }) => tokens.output)),
    },
    slowestTools: slowestTools(z.array(ToolBin).parse(tools)),
  };
}

function spanOf({ from, to, bucket }: StatsQuery): BucketSpan {
  const isLong = to - from > startOfHour(MAX_HOURLY_DAYS * DAY);
  const hours = (bucket ?? (isLong ? "day" : "hour")) === "day" ? DAY : HOUR;
  const width = startOfHour(hours);
  return {
    hours,
    first: hourOf(Math.floor(from / width) * width),
    after: hourOf(Math.ceil(to / width) * width),
  };
}

/** Without gaps: a bucket in which nothing ran is all zeros. */
function bucketsOf(
  { hours, first, after }: BucketSpan,
  cells: readonly z.infer<typeof Cell>[],
  durations: readonly z.infer<typeof Duration>[],
): StatsBucket[] {
  const cellsAt = groupsOf(cells, ({ bucket }) => bucket);
  const durationsAt = groupsOf(durations, ({ bucket }) => bucket);
  return Array.from({ length: (after - first) / hours }, (_, index): StatsBucket => {
    const bucket = first + index * hours;
    const here = cellsAt.get(bucket) ?? [];
    const counts = countsPerBin(MEASURE_BINS.duration, durationsAt.get(bucket) ?? []);
    const outcomes = noOutcomes();
    for (const { outcome, runs } of here) {
      // The state's digit does not matter for the outcome's.
      const value = axesOf(20_000 + outcome * 1_000).outcome;
      if (value !== null) outcomes[value] += runs;
    }
    return {
      at: startOfHour(bucket),
      runs: sum(here.map(({ runs }) => runs)),
      outcomes,
      tokens: {
        input: sum(here.map(({ inputTokens }) => inputTokens)),
        output: sum(here.map(({ outputTokens }) => outputTokens)),
      },
      durationP50Ms: quantileOf(MEASURE_BINS.duration, counts, 0.5),
      durationP95Ms: quantileOf(MEASURE_BINS.duration, counts, 0.95),
    };
  });
}

function noOutcomes(): Record<ReleaseOutcome, number> {
  return { SUCCESS: 0, FALLBACK: 0, FAILED: 0, CANCELLED: 0 };
}

function sumOutcomes(buckets: readonly StatsBucket[]): Record<ReleaseOutcome, number> {
  const total = noOutcomes();
  for (const { outcomes } of buckets) {
    total.SUCCESS += outcomes.SUCCESS;
    total.FALLBACK += outcomes.FALLBACK;
    total.FAILED += outcomes.FAILED;
    total.CANCELLED += outcomes.CANCELLED;
  }
  return total;
}

type Totals = readonly z.infer<typeof Total>[];

function byValue<A extends FacetAxis>(
  totals: Totals,
  axis: A,
): Partial<Record<NonNullable<FacetAxes[A]>, number>> {
  const sums: Partial<Record<NonNullable<FacetAxes[A]>, number>> = {};
  for (const { facet, runs } of totals) {
    const value: NonNullable<FacetAxes[A]> | null = axesOf(facet)[axis] ?? null;
    if (value !== null) sums[value] = (sums[value] ?? 0) + runs;
  }
  return sums;
}

interface Rate {
  readonly runs: number;
  readonly fallbacks: number;
  readonly failures: number;
}

/** Most runs first. */
function ratesBy<K>(totals: Totals, keyOf: (total: Totals[number]) => K): readonly (readonly [K, Rate])[] {
  return [...groupsOf(totals, keyOf)]
    .map(([key, group]): readonly [K, Rate] => {
      const of = (outcome: ReleaseOutcome) =>
        sum(group.filter(({ facet }) => axesOf(facet).outcome === outcome).map(({ runs }) => runs));
      return [
        key,
        { runs: sum(group.map(({ runs }) => runs)), fallbacks: of("FALLBACK"), failures: of("FAILED") },
      ];
    })
    .sort(([, left], [, right]) => right.runs - left.runs);
}

function spreadOf(measure: Measure, bins: readonly z.infer<typeof Bin>[]): Spread {
  const bounds = MEASURE_BINS[measure];
  const mine = bins.filter((bin) => bin.measure === measure);
  const counts = countsPerBin(bounds, mine);
  const total = sum(counts);
  return {
    bins: counts.map((runs, bin) => ({ upTo: bounds[bin] ?? null, runs })),
    count: total,
    mean: total === 0 ? null : sum(mine.map((bin) => bin.total)) / total,
    p50: quantileOf(bounds, counts, 0.5),
    p95: quantileOf(bounds, counts, 0.95),
  };
}

function slowestTools(bins: readonly z.infer<typeof ToolBin>[]): StatsReply["slowestTools"] {
  return [...groupsOf(bins, ({ tool, source }) => JSON.stringify([tool, source])).values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const timed = group.filter(({ bin }) => bin >= 0);
      const counts = countsPerBin(
        TOOL_BINS,
        timed.map(({ bin, calls }) => ({ bin, runs: calls })),
      );
      const calls = sum(counts);
      return [
        {
          tool: first.tool,
          source: first.source,
          calls: sum(group.map((bin) => bin.calls)),
          errors: sum(group.map((bin) => bin.errors)),
          noEvidence: sum(group.map((bin) => bin.noEvidence)),
          meanMs: calls === 0 ? null : sum(timed.map(({ total }) => total)) / calls,
          p50Ms: quantileOf(TOOL_BINS, counts, 0.5),
          p95Ms: quantileOf(TOOL_BINS, counts, 0.95),
        },
      ];
    })
    .sort((left, right) => (right.p95Ms ?? 0) - (left.p95Ms ?? 0))
    .slice(0, MOST_TOOLS);
}

function countsPerBin(bounds: readonly number[], bins: readonly { bin: number; runs: number }[]): number[] {
  const counts = Array.from({ length: bounds.length + 1 }, () => 0);
  for (const { bin, runs } of bins) counts[bin] = (counts[bin] ?? 0) + runs;
  return counts;
}

function groupsOf<T, K>(values: readonly T[], keyOf: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
