import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReleaseOutcome } from "../contracts/axes";
import type { Spread, StatsBucket } from "../contracts/run-stats";
import {
  axisTicks,
  barsOf,
  countAbove,
  labelledBars,
  outcomeAt,
  shareOf,
  spreadBars,
} from "./insights-series";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.UTC(2026, 10, 24, 5);

function bucketsFrom(start: number, widthMs: number, counts: readonly number[]): StatsBucket[] {
  return counts.map((runs, at) => ({
    at: start + at * widthMs,
    runs: runs * 4,
    outcomes: { SUCCESS: runs, FALLBACK: runs, FAILED: runs, CANCELLED: runs },
    tokens: { input: 0, output: 0 },
    durationP50Ms: null,
    durationP95Ms: null,
  }));
}

describe("bars", () => {
  it("are the buckets themselves where these are few enough", () => {
    const buckets = bucketsFrom(START, HOUR_MS, [1, 0, 3]);
    expect(
      barsOf(buckets, HOUR_MS, 3).map(({ at, until, runs }) => [at - START, until - START, runs]),
    ).toEqual([
      [0, HOUR_MS, 4],
      [HOUR_MS, 2 * HOUR_MS, 0],
      [2 * HOUR_MS, 3 * HOUR_MS, 12],
    ]);
  });

  it("begin at whole multiples of their width in UTC, the first and the last cut off where the range is", () => {
    const bars = barsOf(
      bucketsFrom(
        START,
        HOUR_MS,
        Array.from({ length: 15 }, () => 1),
      ),
      HOUR_MS,
      4,
    );
    expect(bars.map(({ at, until }) => [new Date(at).getUTCHours(), (until - at) / HOUR_MS])).toEqual([
      [5, 1],
      [6, 6],
      [12, 6],
      [18, 2],
    ]);
  });

  it("keep every run, stand side by side, and are as few as asked unless weeks are too many", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(50), { minLength: 1, maxLength: 400 }),
        fc.constantFrom(HOUR_MS, DAY_MS),
        fc.integer({ min: 1, max: 300 }),
        fc.nat(40),
        (counts, widthMs, most, offset) => {
          const start = offset * widthMs;
          const bars = barsOf(bucketsFrom(start, widthMs, counts), widthMs, most);
          const total = counts.reduce((sum, count) => sum + count, 0);
          expect(bars.reduce((sum, { runs }) => sum + runs, 0)).toBe(total * 4);
          for (const outcome of ReleaseOutcome.options)
            expect(bars.reduce((sum, { outcomes }) => sum + outcomes[outcome], 0)).toBe(total);
          expect(bars[0]?.at).toBe(start);
          expect(bars.at(-1)?.until).toBe(start + counts.length * widthMs);
          for (const [at, bar] of bars.slice(1).entries()) expect(bar.at).toBe(bars[at]?.until);
          if (bars.length > most)
            expect(bars.length).toBeLessThanOrEqual((counts.length * widthMs) / (7 * DAY_MS) + 2);
        },
      ),
    );
  });
});

describe("the axis", () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [5, [0, 1, 2, 3, 4, 5]],
    [7, [0, 2, 4, 6, 8]],
    [83, [0, 20, 40, 60, 80, 100]],
    [1_000, [0, 200, 400, 600, 800, 1_000]],
  ])("to %i has whole steps", (highest, ticks) => {
    expect(axisTicks(highest)).toEqual(ticks);
  });

  it("holds the highest bar in at most six even steps", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (highest) => {
        const ticks = axisTicks(highest);
        expect(ticks.length).toBeLessThanOrEqual(7);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
        expect(ticks.every(Number.isInteger)).toBe(true);
      }),
    );
  });
});

it("a press on a stacked bar finds the outcome there, and nothing above it", () => {
  const bar = { at: 0, until: 1, runs: 6, outcomes: { SUCCESS: 3, FALLBACK: 0, FAILED: 1, CANCELLED: 2 } };
  expect([0, 2.9, 3, 3.9, 4, 5.9, 6, 9].map((height) => outcomeAt(bar, height))).toEqual([
    "SUCCESS",
    "SUCCESS",
    "FAILED",
    "FAILED",
    "CANCELLED",
    "CANCELLED",
    null,
    null,
  ]);
});

describe("labels", () => {
  it("stand where days begin when bars are narrower, and evenly apart", () => {
    const hourly = barsOf(
      bucketsFrom(
        START,
        HOUR_MS,
        Array.from({ length: 24 * 6 }, () => 1),
      ),
      HOUR_MS,
      200,
    );
    const labelled = [...labelledBars(hourly, 8)];
    expect(labelled).toHaveLength(6);
    expect(labelled.every((at) => at % DAY_MS === 0)).toBe(true);
    expect(labelledBars(hourly, 3).size).toBe(3);
  });

  it("are those of hours within a day", () => {
    const hourly = barsOf(
      bucketsFrom(
        START,
        HOUR_MS,
        Array.from({ length: 20 }, () => 1),
      ),
      HOUR_MS,
      200,
    );
    expect([...labelledBars(hourly, 5)].map((at) => (at - START) / HOUR_MS)).toEqual([0, 4, 8, 12, 16]);
  });
});

describe("spreads", () => {
  const spread: Spread = {
    bins: [
      { upTo: 10, runs: 0 },
      { upTo: 90, runs: 4 },
      { upTo: 100, runs: 0 },
      { upTo: null, runs: 2 },
      { upTo: null, runs: 0 },
    ],
    count: 6,
    mean: 1,
    p50: 1,
    p95: 1,
  };

  it("begin and end with a bin that holds something, and keep the empty ones between", () => {
    expect(spreadBars(spread)).toEqual([
      { above: 10, upTo: 90, runs: 4 },
      { above: 90, upTo: 100, runs: 0 },
      { above: 100, upTo: null, runs: 2 },
    ]);
    expect(spreadBars({ ...spread, bins: [{ upTo: 1, runs: 0 }] })).toEqual([]);
  });

  it("count what is above a bound", () => {
    expect(countAbove(spread, 90)).toBe(2);
    expect(countAbove(spread, 10)).toBe(6);
  });
});

it("a share of nothing is not known", () => {
  expect(shareOf(0, 0)).toBeNull();
  expect(shareOf(1, 4)).toBe(0.25);
});
