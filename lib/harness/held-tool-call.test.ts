import { describe, expect, it } from "vitest";
import { STOP_WINDOW_MS } from "./held-calls";
import type { StopReportLike } from "./held-tool-call";
import { RunAbortedException } from "./run-aborted-exception";
import { deferred } from "./testing/deferred";
import { harnessFixture } from "./testing/harness-fixture";
import { follow, microtasks } from "./testing/settled";

const byUser = { reason: "USER_REQUESTED", requestedBy: "operator", note: null } as const;

/** A run with one query in flight whose result and stop the test settles. */
function inFlight() {
  const fixture = harnessFixture();
  const ctx = fixture.start({ wallTimeMs: 10_000 });
  const result = deferred<string>();
  const report = deferred<StopReportLike>();
  const seen = { stops: 0, remainingMs: 0 };
  const callId = fixture.ids.invocationId();
  fixture.timers.advance(100);
  const outcome = follow(
    fixture.core.holdTool(ctx, { callId, what: "failure rate" }, (remainingMs) => {
      seen.remainingMs = remainingMs;
      return {
        result: result.promise,
        stop: () => {
          seen.stops += 1;
          return report.promise;
        },
      };
    }),
  );
  return { ...fixture, ctx, result, report, seen, callId, outcome };
}

describe("a held tool call (RUN-7, RUN-9)", () => {
  it("delivers its result, is told what is left of the deadline, and leaves nothing behind", async () => {
    const { core, ctx, result, seen, outcome } = inFlight();
    expect(seen.remainingMs).toBe(9_900);
    expect(ctx.cancellation.subscriberCount).toBe(2);
    result.resolve("rows");
    await microtasks();
    expect(outcome()).toEqual({ kind: "value", value: "rows" });
    expect(ctx.cancellation.subscriberCount).toBe(1);
    core.cancel(ctx, byUser);
    expect(seen.stops).toBe(0);
  });

  it("sends the stop at once, once, and puts its report into the receipt", async () => {
    const { core, ctx, report, seen, outcome, timers, callId } = inFlight();
    core.cancel(ctx, byUser);
    core.cancel(ctx, byUser);
    expect(seen.stops).toBe(1);
    await microtasks();
    expect(outcome()).toMatchObject({ kind: "error", error: { name: "RunAbortedException" } });
    expect(core.pendingStops(ctx)).toBe(1);
    timers.advance(12);
    report.resolve({ stop: "confirmed", detail: "KILL QUERY on thread 481; gone from the process list" });
    await microtasks();
    expect(core.receipt(ctx)?.handles).toEqual([
      {
        kind: "mysql_query",
        id: callId,
        what: "failure rate",
        stop: "confirmed",
        afterMs: 12,
        detail: "KILL QUERY on thread 481; gone from the process list",
      },
    ]);
    expect(core.pendingStops(ctx)).toBe(0);
    expect(timers.count).toBe(0);
  });

  it("the result of a stopped call is counted and never merged; it does not confirm the stop", async () => {
    const { core, ctx, result, outcome, callId } = inFlight();
    core.cancel(ctx, byUser);
    result.resolve("late rows");
    await microtasks();
    expect(outcome()).toMatchObject({ kind: "error" });
    expect(core.lateArrivals(ctx)).toMatchObject([{ what: "tool_result", callId }]);
    expect(core.receipt(ctx)?.handles).toMatchObject([{ stop: "pending" }]);
  });

  it("a stop that fails or throws is unconfirmed, without the driver's words", async () => {
    const { core, ctx, report } = inFlight();
    core.cancel(ctx, byUser);
    report.reject(new Error("password=secret"));
    await microtasks();
    const [handle] = core.receipt(ctx)?.handles ?? [];
    expect(handle).toMatchObject({ stop: "unconfirmed", afterMs: 0 });
    expect(handle?.detail).not.toContain("secret");

    const throwing = harnessFixture();
    const run = throwing.start();
    const outcome = follow(
      throwing.core.holdTool(run, { callId: throwing.ids.invocationId(), what: "query" }, () => ({
        result: new Promise<string>(() => undefined),
        stop: () => {
          throw new Error("no pool");
        },
      })),
    );
    throwing.core.cancel(run, byUser);
    await microtasks();
    expect(outcome()).toMatchObject({ kind: "error", error: { name: "RunAbortedException" } });
    expect(throwing.core.receipt(run)?.handles).toMatchObject([{ stop: "unconfirmed" }]);
    expect(throwing.core.faultCount(run)).toBe(0);
  });

  it("a stop that never answers is unconfirmed after the window; a later report is still taken", async () => {
    const { core, ctx, report, timers } = inFlight();
    core.cancel(ctx, byUser);
    timers.advance(STOP_WINDOW_MS);
    await core.whenStopped(ctx);
    expect(core.receipt(ctx)?.handles).toMatchObject([{ stop: "unconfirmed", afterMs: STOP_WINDOW_MS }]);
    timers.advance(500);
    report.resolve({ stop: "confirmed", detail: "gone" });
    await microtasks();
    expect(core.receipt(ctx)?.handles).toMatchObject([{ stop: "confirmed", afterMs: 5_500, detail: "gone" }]);
  });

  it("a failing callee is handed on; a start that throws too", async () => {
    const { core, ids, ctx, result, outcome } = inFlight();
    const failure = new Error("no such table");
    result.reject(failure);
    await microtasks();
    expect(outcome()).toEqual({ kind: "error", error: failure });
    const thrown = core.holdTool(ctx, { callId: ids.invocationId(), what: "query" }, () => {
      throw failure;
    });
    await expect(thrown).rejects.toBe(failure);
    expect(ctx.cancellation.subscriberCount).toBe(1);
  });

  it("never starts the callee of a run that ended while its record was being stored", async () => {
    const { core, ids, start } = harnessFixture();
    const ctx = start();
    core.beforeToolCall(ctx, { callId: "inv", what: "query" });
    core.cancel(ctx, byUser);
    let started = 0;
    const outcome = core.holdTool(ctx, { callId: ids.invocationId(), what: "query" }, () => {
      started += 1;
      return { result: Promise.resolve("rows"), stop: () => Promise.reject(new Error("unused")) };
    });
    await expect(outcome).rejects.toBeInstanceOf(RunAbortedException);
    expect(started).toBe(0);
  });

  it("cancelled from inside its own start: what was started is stopped", async () => {
    const { core, ids, start } = harnessFixture();
    const ctx = start();
    let stops = 0;
    const outcome = core.holdTool(ctx, { callId: ids.invocationId(), what: "query" }, () => {
      core.cancel(ctx, byUser);
      return {
        result: new Promise<string>(() => undefined),
        stop: () => {
          stops += 1;
          return Promise.resolve({ stop: "confirmed", detail: "gone" } as const);
        },
      };
    });
    await expect(outcome).rejects.toBeInstanceOf(RunAbortedException);
    await core.whenStopped(ctx);
    expect(stops).toBe(1);
    expect(core.receipt(ctx)?.handles).toMatchObject([{ stop: "confirmed", detail: "gone" }]);
  });

  it("a result that comes after the deadline, before its timer, is refused and times the run out", async () => {
    const { core, ctx, clock, result, outcome } = inFlight();
    clock.moveTo(ctx.deadline + 3);
    result.resolve("rows");
    await microtasks();
    expect(outcome()).toMatchObject({ kind: "error", error: { termination: { state: "TIMED_OUT" } } });
    expect(core.lateArrivals(ctx)).toHaveLength(1);
  });
});
