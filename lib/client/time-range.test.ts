import { describe, expect, it } from "vitest";
import { describeRange, instantOfLocalInput, localInputOf, presetFrom, RANGE_PRESETS } from "./time-range";

const AT = new Date(2026, 10, 30, 14, 31, 42, 108).getTime();
const MINUTE = new Date(2026, 10, 30, 14, 31).getTime();

describe("a time range", () => {
  it("begins on a whole minute, so far back", () => {
    for (const { ms } of RANGE_PRESETS) expect(presetFrom(ms, AT)).toBe(MINUTE - ms);
  });

  it("is read back from its field to the minute", () => {
    expect(localInputOf(AT)).toBe("2026-11-30T14:31");
    expect(instantOfLocalInput(localInputOf(AT))).toBe(MINUTE);
    expect(instantOfLocalInput("2026-11-30T14:31:05")).toBe(MINUTE + 5_000);
  });

  it.each(["", "2026-11-30", "soon", "2026-13-45T99:99", "1960-01-01T00:00"])("%j is no instant", (text) => {
    expect(instantOfLocalInput(text)).toBeNull();
  });

  it("is told with its zone, by the ends that it has", () => {
    const minute = /2026-11-30 14:31 UTC([+−]\d\d:\d\d)?/;
    expect(describeRange(AT, undefined)).toMatch(new RegExp(`^since ${minute.source}$`));
    expect(describeRange(undefined, AT)).toMatch(new RegExp(`^before ${minute.source}$`));
    expect(describeRange(AT, AT)).toMatch(new RegExp(`^${minute.source} – ${minute.source}$`));
    expect(describeRange(undefined, undefined)).toBeNull();
  });
});
