import { describe, expect, it } from "vitest";
import { announceRun } from "./announce-run";
import { aRunDetail } from "./testing/run-fixtures";

describe("announceRun", () => {
  it("says that the run has started, with the beginning of its question", () => {
    const text = announceRun(
      aRunDetail({ runState: "RUNNING", releaseOutcome: null, query: "x".repeat(7_000) }),
    );
    expect(text).toMatch(/^The run has started: x+…$/);
    expect(text.length).toBeLessThan(200);
  });

  it("says how it ended, each axis by its name", () => {
    const ended = { runState: "TIMED_OUT", releaseOutcome: null } as const;
    expect(announceRun(aRunDetail(ended))).toBe("The run has ended: RunState Timed out.");
    expect(announceRun(aRunDetail({ ...ended, releaseOutcome: "FALLBACK" }))).toBe(
      "The run has ended: RunState Timed out, ReleaseOutcome Fallback.",
    );
  });
});
