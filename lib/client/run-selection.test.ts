import { describe, expect, it } from "vitest";
import { encodeIdBody, RunId } from "../contracts/ids";
import type { RunSummary } from "../contracts/run";
import {
  extendTo,
  NOTHING_SELECTED,
  selectedRuns,
  toggleListed,
  toggleRun,
  type RunSelection,
} from "./run-selection";
import { aRunDetail } from "./testing/run-fixtures";

const runs: RunSummary[] = [5, 4, 3, 2, 1].map((n) =>
  aRunDetail({ runId: RunId.parse(`run_${encodeIdBody(n, new Uint8Array(16))}`), query: `question ${n}` }),
);
const [first, second, third, fourth] = runs as [RunSummary, RunSummary, RunSummary, RunSummary];
const questions = (selection: RunSelection) => [...selection.runs.values()].map(({ query }) => query);

describe("run selection", () => {
  it("picks and takes out one run", () => {
    const picked = toggleRun(toggleRun(NOTHING_SELECTED, second), first);
    expect(questions(picked)).toEqual(["question 4", "question 5"]);
    expect(questions(toggleRun(picked, second))).toEqual(["question 5"]);
  });

  it("extends from the anchor both ways, and the anchor stays", () => {
    const anchored = toggleRun(NOTHING_SELECTED, second);
    const down = extendTo(anchored, runs, fourth.runId);
    expect(questions(down)).toEqual(["question 4", "question 3", "question 2"]);
    expect(questions(extendTo(down, runs, first.runId))).toEqual([
      "question 4",
      "question 3",
      "question 2",
      "question 5",
    ]);
  });

  it("picks one run where no anchor is listed, and nothing that is not listed", () => {
    expect(questions(extendTo(NOTHING_SELECTED, runs, third.runId))).toEqual(["question 3"]);
    const gone = toggleRun(NOTHING_SELECTED, first);
    expect(questions(extendTo(gone, [third, fourth], fourth.runId))).toEqual(["question 5", "question 2"]);
    expect(extendTo(gone, [third], first.runId)).toBe(gone);
  });

  it("picks what is listed and no more, and takes the same out again", () => {
    const other = toggleRun(NOTHING_SELECTED, first);
    const all = toggleListed(other, [second, third]);
    expect(questions(all)).toEqual(["question 5", "question 4", "question 3"]);
    expect(questions(toggleListed(all, [second, third]))).toEqual(["question 5"]);
  });

  it("shows picked runs as they are now, and keeps those that have left the list", () => {
    const picked = toggleListed(NOTHING_SELECTED, [
      { ...first, runState: "RUNNING" },
      { ...second, runState: "RUNNING" },
    ]);
    const now = selectedRuns(picked, [{ ...first, runState: "CANCELLED" }]);
    expect(now.map(({ runState }) => runState)).toEqual(["CANCELLED", "RUNNING"]);
  });
});
