import { describe, expect, it } from "vitest";
import type { CancellationReceipt } from "../contracts/cancellation";
import { ProblemError, UnreachableError } from "./api-error";
import { describeEarlierEnd, earlierEndOf } from "./earlier-end";
import { formatClock } from "./format-time";

const AT = 1_790_000_000_000;
const receipt: CancellationReceipt = {
  reason: "USER_REQUESTED",
  requestedBy: "ana",
  requestedAt: AT,
  note: "wrong month",
  lost: [],
  handles: [],
  stateSetAt: AT,
  storedAt: null,
};
const cancelled = { state: "CANCELLED", reason: "asked to", completedAt: AT } as const;

describe("describeEarlierEnd", () => {
  it("says who was first, when and why", () => {
    expect(describeEarlierEnd({ termination: cancelled, receipt })).toBe(
      `ana asked first, at ${formatClock(AT)} (“wrong month”). Your request changed nothing; the receipt keeps it.`,
    );
    expect(describeEarlierEnd({ termination: cancelled, receipt: { ...receipt, note: null } })).not.toContain(
      "“",
    );
  });

  it("says what else stopped it, or that it had ended by itself", () => {
    const byDeadline = { ...receipt, reason: "DEADLINE_EXCEEDED", requestedBy: "deadline" } as const;
    const timedOut = { ...cancelled, state: "TIMED_OUT" } as const;
    expect(describeEarlierEnd({ termination: timedOut, receipt: byDeadline })).toContain(
      "DEADLINE_EXCEEDED by deadline",
    );
    const success = { ...cancelled, state: "SUCCESS" } as const;
    expect(describeEarlierEnd({ termination: success, receipt: null })).toContain("by itself: success at");
  });
});

describe("earlierEndOf", () => {
  const problem = { type: "t", title: "t", status: 409, code: "RUN_ALREADY_TERMINATED", detail: "d" };

  it("reads the refusal of a cancel, and nothing else", () => {
    expect(earlierEndOf(new ProblemError({ ...problem, termination: cancelled, receipt }))?.receipt).toEqual(
      receipt,
    );
    expect(
      earlierEndOf(new ProblemError({ ...problem, termination: cancelled, receipt: null }))?.receipt,
    ).toBeNull();
    expect(earlierEndOf(new ProblemError(problem))).toBeNull();
    expect(earlierEndOf(new ProblemError({ ...problem, code: "RUN_NOT_FOUND" }))).toBeNull();
    expect(earlierEndOf(new UnreachableError(null))).toBeNull();
    expect(earlierEndOf(null)).toBeNull();
  });
});
