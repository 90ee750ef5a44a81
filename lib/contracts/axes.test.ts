import { describe, expect, it } from "vitest";
import { CancellationReason, ReleaseOutcome, RunState, storedStatusOf, terminalStateOf } from "./axes";
import { encodeIdBody, RunId } from "./ids";

describe("axes", () => {
  it("maps each cancellation reason to its terminal state (RUN-3)", () => {
    const mapped = Object.fromEntries(
      CancellationReason.options.map((reason) => [reason, terminalStateOf(reason)]),
    );
    expect(mapped).toEqual({
      CLIENT_DISCONNECTED: "CANCELLED",
      USER_REQUESTED: "CANCELLED",
      DEADLINE_EXCEEDED: "TIMED_OUT",
      BUDGET_EXHAUSTED: "BUDGET_EXHAUSTED",
      INTERNAL_FAILURE: "FAILED",
    });
  });

  it("maps each outcome to its stored status (APP-2)", () => {
    const mapped = Object.fromEntries(
      ReleaseOutcome.options.map((outcome) => [outcome, storedStatusOf(outcome)]),
    );
    expect(mapped).toEqual({
      SUCCESS: "SUCCESS",
      FALLBACK: "SUCCESS",
      FAILED: "FAILED",
      CANCELLED: "CANCELLED",
    });
  });

  it("has the six states of a run", () => {
    expect(RunState.options).toEqual([
      "RUNNING",
      "SUCCESS",
      "FAILED",
      "CANCELLED",
      "TIMED_OUT",
      "BUDGET_EXHAUSTED",
    ]);
  });
});

describe("ids", () => {
  it("sorts by time whatever the randomness", () => {
    const low = encodeIdBody(1_764_511_200_000, new Uint8Array(16).fill(255));
    const high = encodeIdBody(1_764_511_200_001, new Uint8Array(16));
    expect(low < high).toBe(true);
    expect(RunId.safeParse(`run_${high}`).success).toBe(true);
  });

  it.each([
    "run_",
    "ses_00000000000000000000000000",
    "run_0000000000000000000000000I",
    "run_' OR 1=1 --",
    "run_../../etc",
  ])("refuses %j", (text) => {
    expect(RunId.safeParse(text).success).toBe(false);
  });
});
