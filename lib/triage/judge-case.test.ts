import { describe, expect, it } from "vitest";
import type { CaseAxes } from "../contracts/triage-regression";
import { judgeCase } from "./judge-case";

const right: CaseAxes = { runState: "SUCCESS", releaseOutcome: "SUCCESS", fallbackType: null };
const lacking: CaseAxes = {
  runState: "SUCCESS",
  releaseOutcome: "FALLBACK",
  fallbackType: "MISSING_REQUIRED_CONTEXT",
};
const failed: CaseAxes = { runState: "FAILED", releaseOutcome: "FAILED", fallbackType: null };

describe("judgeCase", () => {
  it.each([
    [right, right, "still_right"],
    [lacking, right, "fixed"],
    [right, lacking, "broken"],
    [lacking, lacking, "still_wrong"],
    [lacking, failed, "wrong_otherwise"],
  ] as const)("from %j to %j is %s", (before, after, change) => {
    expect(judgeCase(right, before, after)).toBe(change);
  });

  it("looks at every axis: the same outcome with another RunState or type is another end", () => {
    expect(judgeCase(lacking, lacking, { ...lacking, fallbackType: "INSUFFICIENT_EVIDENCE" })).toBe("broken");
    expect(judgeCase(lacking, lacking, { ...lacking, runState: "BUDGET_EXHAUSTED" })).toBe("broken");
  });
});
