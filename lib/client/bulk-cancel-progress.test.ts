import { describe, expect, it } from "vitest";
import type { CancellationReceipt, HandleStop } from "../contracts/cancellation";
import type { BulkCancelResult } from "../contracts/run-acts";
import { isFollowed, progressOf, summaryOfProgress } from "./bulk-cancel-progress";
import { aRunDetail, RUN_ID, STARTED_AT } from "./testing/run-fixtures";

function handle(stop: HandleStop["stop"], afterMs: number | null): HandleStop {
  return { kind: "mysql_query", id: `q-${stop}-${afterMs}`, what: "query", stop, afterMs, detail: null };
}
function receiptOf(handles: HandleStop[]): CancellationReceipt {
  return {
    reason: "USER_REQUESTED",
    requestedBy: "ana",
    requestedAt: STARTED_AT,
    note: null,
    lost: [],
    handles,
    stateSetAt: STARTED_AT,
    storedAt: null,
  };
}
const accepted: BulkCancelResult = {
  result: "accepted",
  runId: RUN_ID,
  receipt: receiptOf([handle("pending", null), handle("pending", null)]),
};
const cancelledRun = (handles: HandleStop[], releaseOutcome: "CANCELLED" | null = "CANCELLED") =>
  aRunDetail({ runState: "CANCELLED", releaseOutcome, answer: null, cancellation: receiptOf(handles) });

describe("progress of a bulk cancel", () => {
  it("is stopping until every handle has settled and the outcome is there", () => {
    expect(progressOf(accepted, undefined)).toMatchObject({
      phase: "stopping",
      says: "Accepted; stopping 2 calls.",
      runState: null,
    });
    const one = cancelledRun([handle("confirmed", 80), handle("pending", null)]);
    expect(progressOf(accepted, one)).toMatchObject({
      phase: "stopping",
      says: "Accepted; stopping 1 call.",
    });
    const settled = [handle("confirmed", 80)];
    expect(progressOf(accepted, cancelledRun(settled, null))).toMatchObject({
      phase: "stopping",
      says: "Accepted; the run is ending.",
    });
    for (const run of [undefined, one, cancelledRun(settled, null)])
      expect(isFollowed(accepted, run)).toBe(true);
    expect(isFollowed(accepted, cancelledRun(settled))).toBe(false);
  });

  it("says how the calls stopped, and does not call an unconfirmed stop a stop", () => {
    expect(
      progressOf(accepted, cancelledRun([handle("confirmed", 80), handle("confirmed", 1_200)])),
    ).toMatchObject({
      phase: "stopped",
      says: "Cancelled; 2 calls confirmed stopped after 1.2 s.",
    });
    expect(progressOf(accepted, cancelledRun([]))).toMatchObject({
      says: "Cancelled; no call was in flight.",
    });
    const unsure = progressOf(accepted, cancelledRun([handle("confirmed", 1), handle("unconfirmed", 9)]));
    expect(unsure).toMatchObject({ tone: "bad" });
    expect(unsure.says).toContain("1 of 2 calls stopped could not be established");
  });

  it("tells apart what had ended, what is not there and what is not known", () => {
    const termination = { state: "SUCCESS", reason: "completed", completedAt: STARTED_AT } as const;
    const ended = progressOf(
      { result: "already_terminated", runId: RUN_ID, termination, receipt: null },
      undefined,
    );
    expect(ended).toMatchObject({ phase: "ended_before", runState: "SUCCESS" });
    const others = (["not_held", "not_found", "unknown"] as const).map((result) =>
      progressOf({ result, runId: RUN_ID }, undefined),
    );
    expect(others.map(({ phase }) => phase)).toEqual(["not_held", "not_found", "unknown"]);
    expect(summaryOfProgress(others)).toBe("1 run elsewhere · 1 not found · 1 not answered for");
    const all = [progressOf(accepted, undefined), ended, progressOf(accepted, cancelledRun([]))];
    expect(summaryOfProgress(all)).toBe("1 cancelled and stopped · 1 still stopping · 1 had ended before");
    expect(isFollowed({ result: "not_found", runId: RUN_ID }, undefined)).toBe(false);
  });
});
