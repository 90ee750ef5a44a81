import { describe, expect, it } from "vitest";
import { compare, tableOf } from "./comparison";
import type { Measured } from "./measure";
import { ENTRANTS, SUBJECT } from "./roster";

/** Everybody with the same samples, and lib/invocation with its own. */
function measured(ours: readonly number[], theirs: readonly number[]): readonly Measured[] {
  return ENTRANTS.map((entrant) => ({
    entrant,
    label: entrant.label,
    samples: entrant === SUBJECT ? ours : theirs,
  }));
}

const timeGoal = ({ goal }: Measured["entrant"]) => goal.time;

function verdicts(ours: readonly number[], theirs: readonly number[]): ReadonlyMap<string, string | null> {
  return new Map(compare(measured(ours, theirs), timeGoal).map(({ label, verdict }) => [label, verdict]));
}

describe("compare", () => {
  it("lets bare promises be up to ten times faster, and libraries not at all", () => {
    const atTen = verdicts([10], [1]);
    expect(atTen.get("bare promises, leanest")).toBe("goal met");
    expect(atTen.get("effect, leanest")).toBe("missed");
    expect(verdicts([10.1], [1]).get("bare promises, leanest")).toBe("missed");
    expect(verdicts([0.9], [1]).get("LangGraph")).toBe("goal met");
  });

  it("has no verdict on lib/invocation's own lines", () => {
    const own = verdicts([1], [1]);
    expect(own.get("lib/invocation")).toBeNull();
    expect(own.get("lib/invocation, an entry made for each call")).toBeNull();
  });

  it("compares nothing without lib/invocation", () => {
    const others = measured([1], [1]).filter(({ entrant }) => entrant !== SUBJECT);
    expect(() => compare(others, timeGoal)).toThrow(RangeError);
  });
});

describe("tableOf", () => {
  it("prints the ratio, the goal and whether it is met", () => {
    const lines = tableOf("µs", compare(measured([24], [2]), timeGoal));
    expect(lines.find((line) => line.startsWith("bare promises, leanest"))).toMatch(
      /2\.00 +2\.00 – 2\.00 +12x +≤ 10x +missed$/,
    );
  });
});
