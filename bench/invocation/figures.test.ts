import { describe, expect, it } from "vitest";
import { pairedRatio, spreadOf } from "./figures";

describe("spreadOf", () => {
  it("is the middle sample and the bounds of the middle half, whatever the order", () => {
    expect(spreadOf([5, 1, 4, 2, 3])).toEqual({ median: 3, low: 2, high: 4 });
  });

  it("is one sample three times when there is one", () => {
    expect(spreadOf([7])).toEqual({ median: 7, low: 7, high: 7 });
  });

  it("needs samples", () => {
    expect(() => spreadOf([])).toThrow(RangeError);
  });
});

describe("pairedRatio", () => {
  it("compares the samples of one round, so that a slow moment of both changes nothing", () => {
    expect(pairedRatio([2, 200, 2], [1, 100, 1])).toBe(2);
  });

  it("is the middle of the rounds", () => {
    expect(pairedRatio([2, 9, 3], [1, 1, 1])).toBe(3);
  });

  it("refuses a sample without its pair", () => {
    expect(() => pairedRatio([1, 2], [1])).toThrow(RangeError);
  });
});
