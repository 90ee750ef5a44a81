import { describe, expect, it } from "vitest";
import {
  RANGE_PRESET_NAMES,
  rangeOfUtcDays,
  readRange,
  spanBefore,
  spanOfRange,
  utcDayOf,
  writeRange,
} from "./insights-range";

const NOTHING = { range: null, from: null, to: null };
const DAY_MS = 86_400_000;

describe("the range in the address", () => {
  it("is the last thirty days where nothing is written", () => {
    expect(readRange(NOTHING)).toEqual({ range: { kind: "preset", preset: "30d" }, ignored: [] });
  });

  it("comes back as it was written, for every range", () => {
    const ranges = [
      ...RANGE_PRESET_NAMES.map((preset) => ({ kind: "preset", preset }) as const),
      { kind: "custom", from: 5 * DAY_MS, to: 9 * DAY_MS } as const,
    ];
    for (const range of ranges) expect(readRange(writeRange(range))).toEqual({ range, ignored: [] });
  });

  it.each([
    [{ ...NOTHING, range: "BOGUS" }, ["range=BOGUS"]],
    [{ ...NOTHING, from: "5" }, ["from=5"]],
    [{ ...NOTHING, to: "5" }, ["to=5"]],
    [{ ...NOTHING, from: "9", to: "5" }, ["from=9", "to=5"]],
    [{ ...NOTHING, from: "5", to: "5" }, ["from=5", "to=5"]],
    [{ ...NOTHING, from: "yesterday", to: "now" }, ["from=yesterday", "to=now"]],
    [{ ...NOTHING, from: "0", to: String(401 * DAY_MS) }, ["from=0", `to=${401 * DAY_MS}`]],
    [{ ...NOTHING, from: "-5", to: "5" }, ["from=-5", "to=5"]],
  ])("says what of %j it cannot follow", (address, ignored) => {
    expect(readRange(address)).toEqual({ range: { kind: "preset", preset: "30d" }, ignored });
  });

  it("goes by the times where both are given, and by the preset where they are no range", () => {
    expect(readRange({ range: "7d", from: "5", to: "9" }).range).toEqual({ kind: "custom", from: 5, to: 9 });
    expect(readRange({ range: "7d", from: "9", to: "5" }).range).toEqual({ kind: "preset", preset: "7d" });
  });
});

describe("spans", () => {
  it("end now, or where they were told to", () => {
    expect(spanOfRange({ kind: "preset", preset: "7d" }, 10 * DAY_MS)).toEqual({
      from: 3 * DAY_MS,
      to: 10 * DAY_MS,
    });
    expect(spanOfRange({ kind: "custom", from: 1, to: 2 }, 10)).toEqual({ from: 1, to: 2 });
  });

  it("have one of the same length before them, unless that would begin before 1970", () => {
    expect(spanBefore({ from: 100, to: 150 })).toEqual({ from: 50, to: 100 });
    expect(spanBefore({ from: 10, to: 150 })).toBeNull();
  });
});

describe("days of UTC", () => {
  it("are whole, the last one included", () => {
    const chosen = rangeOfUtcDays("2026-11-24", "2026-11-24");
    expect(chosen).toEqual({
      range: { kind: "custom", from: Date.UTC(2026, 10, 24), to: Date.UTC(2026, 10, 25) },
    });
    expect(utcDayOf(Date.UTC(2026, 10, 25) - 1)).toBe("2026-11-24");
  });

  it.each([
    ["", "2026-11-24", /Choose/],
    ["2026-11-25", "2026-11-24", /before the first/],
    ["2024-11-25", "2026-11-24", /at most 400 days/],
    ["1960-01-01", "1960-02-01", /./],
  ])("%s to %s are refused with a reason", (first, last, reason) => {
    expect(rangeOfUtcDays(first, last)).toEqual({ problem: expect.stringMatching(reason) });
  });
});
