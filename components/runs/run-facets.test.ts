import { describe, expect, it } from "vitest";
import type { RunCounts } from "@/lib/contracts/run-stats";
import { countOfValue } from "./run-facets";

const COUNTS: RunCounts = {
  total: 12_345,
  isExact: true,
  countedTo: null,
  facets: { state: { FAILED: 12_345 }, outcome: {}, fallback: {}, intent: {}, stopReason: {} },
};

describe("countOfValue", () => {
  it("is exact, and a value that nothing has is none", () => {
    expect(countOfValue(COUNTS, "state", "FAILED")).toEqual({ text: "12,345", isNone: false });
    expect(countOfValue(COUNTS, "state", "RUNNING")).toEqual({ text: "0", isNone: true });
  });

  it("is a lower bound where the counting stopped: nothing is excluded then", () => {
    const bounded = { ...COUNTS, isExact: false, countedTo: 1 };
    expect(countOfValue(bounded, "state", "FAILED")).toEqual({ text: "12,345+", isNone: false });
    expect(countOfValue(bounded, "state", "RUNNING")).toEqual({ text: "0+", isNone: false });
  });

  it("says nothing before it is known", () => {
    expect(countOfValue(null, "state", "FAILED")).toBeNull();
  });
});
