import { describe, expect, it } from "vitest";
import {
  barLabel,
  barTitle,
  binTitle,
  formatBound,
  formatPoints,
  formatRate,
  formatWhole,
  spanTitle,
} from "./insights-words";

const at = (day: number, hour = 0) => Date.UTC(2026, 10, day, hour);

describe("times, in UTC wherever the reader is", () => {
  it.each([
    [at(24), at(25), "Tue 24 Nov (UTC)"],
    [at(24), at(26), "24 Nov – 25 Nov (UTC)"],
    [at(24, 14), at(24, 15), "24 Nov, 14:00–15:00 UTC"],
    [at(24, 18), at(25), "24 Nov, 18:00–24:00 UTC"],
  ])("a bar from %i to %i", (from, to, title) => {
    expect(barTitle({ from, to })).toBe(title);
  });

  it.each([
    [at(1), at(31), "1 Nov 2026 – 30 Nov 2026 UTC"],
    [at(24), at(25), "24 Nov 2026 UTC"],
    [at(24, 3), at(24, 9), "24 Nov 2026, 03:00 – 09:00 UTC"],
    [at(24, 3), at(25, 4), "24 Nov 2026, 03:00 – 25 Nov 2026, 04:00 UTC"],
  ])("a range from %i to %i", (from, to, title) => {
    expect(spanTitle({ from, to })).toBe(title);
  });

  it("a label is the day where one begins, or else the hour", () => {
    expect([barLabel(at(24)), barLabel(at(24, 6))]).toEqual(["24 Nov", "06:00"]);
  });
});

describe("amounts", () => {
  it("shares, and their differences in points", () => {
    expect([formatRate(null), formatRate(0.004), formatRate(0.41)]).toEqual(["–", "<1 %", "41 %"]);
    expect(formatPoints(0.41, 0.386)).toBe("+2.4 pp");
    expect(formatPoints(0.386, 0.41)).toBe("−2.4 pp");
    expect(formatPoints(0.41, 0.4101)).toBe("±0 pp");
    expect(formatPoints(0.41, null)).toBeNull();
    expect(formatWhole(1_234_567)).toBe("1,234,567");
  });

  it("bins by their bounds", () => {
    const title = (above: number, upTo: number | null) => binTitle({ above, upTo, runs: 1 }, formatBound);
    expect([
      title(0, 1),
      title(50, 75),
      title(1_000, 1_500),
      title(90_000, 120_000),
      title(300_000, null),
    ]).toEqual(["≤ 1 ms", "50 ms – 75 ms", "1 s – 1.5 s", "90 s – 2 min", "> 5 min"]);
  });
});
