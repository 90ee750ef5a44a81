import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { formatBytes, formatCount, formatResource, formatShare, plural, shortId } from "./format-quantity";
import {
  formatAgo,
  formatClock,
  formatClockMs,
  formatDuration,
  formatElapsed,
  formatExact,
  formatExactHint,
  formatOffset,
} from "./format-time";

describe("durations", () => {
  it.each([
    [0, "0 ms"],
    [0.42, "0.4 ms"],
    [3, "3 ms"],
    [12.4, "12 ms"],
    [999.4, "999 ms"],
    [999.6, "1.0 s"],
    [34_200, "34.2 s"],
    [59_949, "59.9 s"],
    [59_999, "1 min 00 s"],
    [125_000, "2 min 05 s"],
    [3_840_000, "1 h 04 min"],
    [-12, "−12 ms"],
  ])("%d ms is %s", (durationMs, text) => expect(formatDuration(durationMs)).toBe(text));

  it.each([
    [-5, "0:00"],
    [18_900, "0:18"],
    [725_000, "12:05"],
    [3_723_000, "1:02:03"],
  ])("a clock of %d ms reads %s", (elapsedMs, text) => expect(formatElapsed(elapsedMs)).toBe(text));

  it("signs an offset", () => {
    expect(formatOffset(1_012, 1_000)).toBe("+12 ms");
    expect(formatOffset(1_000, 1_012)).toBe("−12 ms");
  });
});

describe("instants", () => {
  it.each([
    [4_000, "now"],
    [12_000, "12 s ago"],
    [190_000, "3 min ago"],
    [7_300_000, "2 h ago"],
    [172_800_000, "2 d ago"],
    [-60_000, "now"],
  ])("%d ms back is %s", (back, text) => expect(formatAgo(1_000_000_000 - back, 1_000_000_000)).toBe(text));

  it("keeps the milliseconds and names the offset", () => {
    const at = new Date(2026, 10, 30, 14, 31, 42, 8).getTime();
    expect(formatClockMs(at)).toMatch(/^14:31:42\.008 UTC/);
    expect(formatExact(at)).toMatch(/^2026-11-30 14:31:42\.008 UTC[+−]\d\d:\d\d$/);
  });

  describe.each([
    ["UTC", "14:31:42 UTC", "2026-11-30 14:31:42.008 UTC+00:00"],
    ["America/New_York", "09:31:42 UTC−5", "2026-11-30 09:31:42.008 UTC−05:00\n2026-11-30 14:31:42.008 UTC"],
    ["Asia/Kolkata", "20:01:42 UTC+5:30", "2026-11-30 20:01:42.008 UTC+05:30\n2026-11-30 14:31:42.008 UTC"],
    [
      "America/St_Johns",
      "11:01:42 UTC−3:30",
      "2026-11-30 11:01:42.008 UTC−03:30\n2026-11-30 14:31:42.008 UTC",
    ],
  ])("in %s", (zone, clock, hint) => {
    beforeEach(() => vi.stubEnv("TZ", zone));
    afterEach(() => vi.unstubAllEnvs());

    it("a clock carries its zone, and the hint says the same instant in UTC", () => {
      const at = Date.UTC(2026, 10, 30, 14, 31, 42, 8);
      expect(formatClock(at)).toBe(clock);
      expect(formatExactHint(at)).toBe(hint);
    });
  });
});

describe("amounts", () => {
  it("shortens counts and bytes without losing the first two figures", () => {
    expect([842, 8_912, 120_000, 999_600, 1_204_311].map(formatCount)).toEqual([
      "842",
      "8.9k",
      "120k",
      "1M",
      "1.2M",
    ]);
    expect([842, 24_576, 524_288, 1_258_291].map(formatBytes)).toEqual([
      "842 B",
      "24 kB",
      "512 kB",
      "1.2 MB",
    ]);
  });

  it("never shows a used budget as 0 %", () => {
    expect([0, 0.004, 0.414, 1.02].map(formatShare)).toEqual(["0 %", "<1 %", "41 %", "102 %"]);
  });

  it("writes each resource in its unit", () => {
    expect(formatResource("toolCalls", 3)).toBe("3");
    expect(formatResource("bytes", 2_048)).toBe("2 kB");
    expect([34_000, 3_480, 120_000, 3_600_000].map((ms) => formatResource("wallTimeMs", ms))).toEqual([
      "34 s",
      "3.5 s",
      "120 s",
      "1 h 00 min",
    ]);
  });

  it("counts in words and shortens ids", () => {
    expect(plural(1, "call")).toBe("1 call");
    expect(plural(0, "query", "queries")).toBe("0 queries");
    expect(shortId("run_01k9w3aaaaaaaaaaaaaaaaa7qf")).toBe("run_01k9w3…a7qf");
  });
});
