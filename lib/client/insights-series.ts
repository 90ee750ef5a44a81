/** The series of Insights as charts draw them. Pure. */
import { ReleaseOutcome } from "../contracts/axes";
import type { Spread, StatsBucket } from "../contracts/run-stats";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Widths of bars, in hours: each divides the next, and those below a day divide the day. */
const BAR_HOURS = [1, 2, 6, 12, 24, 48, 168] as const;

/** Ended runs that began from `at` on, and before `until`. */
export interface OutcomeBar {
  readonly at: number;
  readonly until: number;
  readonly runs: number;
  readonly outcomes: Readonly<Record<ReleaseOutcome, number>>;
}

/**
 * The buckets as at most `most` bars of one width, which begin at whole multiples of it in UTC; the sums stay as they are. Where even a week is too
 * narrow, bars are weeks.
 */
export function barsOf(buckets: readonly StatsBucket[], bucketMs: number, most: number): OutcomeBar[] {
  const wider = BAR_HOURS.map((hours) => hours * HOUR_MS).filter((width) => width >= bucketMs);
  const width = wider.find((each) => countOfBars(buckets, each) <= most) ?? wider.at(-1) ?? bucketMs;
  const bars: OutcomeBar[] = [];
  for (const bucket of buckets) {
    const last = bars.at(-1);
    if (last !== undefined && barStart(bucket.at, width) === barStart(last.at, width)) {
      bars[bars.length - 1] = {
        ...last,
        until: bucket.at + bucketMs,
        runs: last.runs + bucket.runs,
        outcomes: sumOf(last.outcomes, bucket.outcomes),
      };
    } else {
      bars.push({
        at: bucket.at,
        until: bucket.at + bucketMs,
        runs: bucket.runs,
        outcomes: bucket.outcomes,
      });
    }
  }
  return bars;
}

function countOfBars(buckets: readonly StatsBucket[], width: number): number {
  return new Set(buckets.map(({ at }) => barStart(at, width))).size;
}

function barStart(at: number, width: number): number {
  return Math.floor(at / width);
}

function sumOf(left: OutcomeBar["outcomes"], right: OutcomeBar["outcomes"]): Record<ReleaseOutcome, number> {
  return {
    SUCCESS: left.SUCCESS + right.SUCCESS,
    FALLBACK: left.FALLBACK + right.FALLBACK,
    FAILED: left.FAILED + right.FAILED,
    CANCELLED: left.CANCELLED + right.CANCELLED,
  };
}

/** Whole numbers from 0 to what holds `highest`, in steps of 1, 2 or 5 times a power of ten; at most six. */
export function axisTicks(highest: number): number[] {
  const least = Math.max(1, highest) / 5;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10) * power);
  return Array.from({ length: Math.ceil(Math.max(1, highest) / step) + 1 }, (_, at) => at * step);
}

/** Which outcome a stacked bar has at that height, counted in runs from the bottom; null above it. */
export function outcomeAt(bar: OutcomeBar, height: number): ReleaseOutcome | null {
  let below = 0;
  for (const outcome of ReleaseOutcome.options) {
    below += bar.outcomes[outcome];
    if (height < below) return outcome;
  }
  return null;
}

/** Which bars bear a label: at most `most`, evenly apart; bars narrower than a day where a day begins, if that is enough. */
export function labelledBars(bars: readonly OutcomeBar[], most: number): ReadonlySet<number> {
  const days = bars.filter(({ at }) => at % DAY_MS === 0).map(({ at }) => at);
  const isFine = bars.length > 1 && (bars[1]?.at ?? 0) - (bars[0]?.at ?? 0) < DAY_MS;
  const candidates = isFine && days.length >= 3 ? days : bars.map(({ at }) => at);
  const every = Math.max(1, Math.ceil(candidates.length / Math.max(1, most)));
  return new Set(candidates.filter((_, at) => at % every === 0));
}

/** One bin of a spread, more than `above` and at most `upTo`. */
export interface SpreadBar {
  readonly above: number;
  readonly upTo: number | null;
  readonly runs: number;
}

/** From the first bin that holds a run to the last one that does. */
export function spreadBars({ bins }: Spread): SpreadBar[] {
  const first = bins.findIndex(({ runs }) => runs > 0);
  const last = bins.findLastIndex(({ runs }) => runs > 0);
  if (first === -1) return [];
  return bins
    .map(({ upTo, runs }, at) => ({ above: at === 0 ? 0 : (bins[at - 1]?.upTo ?? 0), upTo, runs }))
    .slice(first, last + 1);
}

/** How many are above a bound of the bins. */
export function countAbove({ bins }: Spread, bound: number): number {
  return bins.reduce((sum, { upTo, runs }) => (upTo === null || upTo > bound ? sum + runs : sum), 0);
}

/** A part of a whole, 0–1; null of nothing. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
