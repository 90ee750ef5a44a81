import { describe, expect, it } from "vitest";
import { CallTimeoutException } from "./call-timeout";
import type { ModelAnswer } from "./held-model-call";
import { STOP_WINDOW_MS } from "./held-calls";
import { RunAbortedException } from "./run-aborted-exception";
import type { RunContext } from "./run-context";
import { deferred } from "./testing/deferred";
import { harnessFixture, type HarnessFixture } from "./testing/harness-fixture";
import { follow, microtasks } from "./testing/settled";

const answer = { value: "an answer", usage: { inputTokens: 60, outputTokens: 10 } };
const byUser = { reason: "USER_REQUESTED", requestedBy: "operator", note: null } as const;

/** A run with one model call in flight whose callee the test settles. */
function inFlight(options: { timeoutMs?: number; tokens?: number; kind?: "model" | "guard" } = {}) {
  const fixture = harnessFixture();
  const ctx = fixture.start({ wallTimeMs: 10_000, tokens: options.tokens ?? 1_000 });
  return { ...fixture, ctx, ...begin(fixture, ctx, options) };
}

function begin(
  { core, ids }: HarnessFixture,
  ctx: RunContext,
  options: { timeoutMs?: number; kind?: "model" | "guard" } = {},
) {
  const callee = deferred<ModelAnswer<string>>();
  const signals: AbortSignal[] = [];
  const callId = ids.modelCallId();
  const outcome = follow(
    core.callModel(
      ctx,
      {
        callId,
        kind: options.kind ?? "model",
        what: "step 1",
        estimatedTokens: 100,
        ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
      },
      ({ signal }) => {
        signals.push(signal);
        return callee.promise;
      },
    ),
  );
  return { callee, signals, callId, outcome };
}

describe("a held model call that is left alone", () => {
  it("delivers the value, reconciles, tells the usage, and leaves nothing behind", async () => {
    const { core, ctx, callee, outcome, callId, trace, timers } = inFlight({ timeoutMs: 50 });
    expect(ctx.cancellation.subscriberCount).toBe(2);
    expect(timers.count).toBe(2);
    callee.resolve(answer);
    await microtasks();
    expect(outcome()).toEqual({ kind: "value", value: "an answer" });
    expect(ctx.budget.balance("tokens")).toBe(930);
    expect(trace.of("usage")).toEqual([{ kind: "usage", callId, input: 60, output: 10 }]);
    expect(ctx.cancellation.subscriberCount).toBe(1);
    expect(timers.count).toBe(1);
    core.cancel(ctx, byUser);
    expect(core.receipt(ctx)?.handles).toEqual([]);
  });

  it("does not abort a signal after its call has ended", async () => {
    const { core, ctx, callee, signals } = inFlight();
    callee.resolve(answer);
    await microtasks();
    core.cancel(ctx, byUser);
    expect(signals[0]?.aborted).toBe(false);
  });

  it("hands on what the callee threw, by rejecting or at once; the estimate stays: its usage is unknown", async () => {
    const { core, ids, ctx, callee, outcome } = inFlight();
    const failure = new Error("the provider is down");
    callee.reject(failure);
    await microtasks();
    expect(outcome()).toEqual({ kind: "error", error: failure });
    const options = {
      callId: ids.modelCallId(),
      kind: "model",
      what: "step 2",
      estimatedTokens: 100,
    } as const;
    const thrown = core.callModel(ctx, options, () => {
      throw failure;
    });
    await expect(thrown).rejects.toBe(failure);
    expect(ctx.budget.balance("tokens")).toBe(800);
    expect(ctx.cancellation.subscriberCount).toBe(1);
    expect(ctx.lifecycle.state).toBe("RUNNING");
  });

  it("exhausts the run when it used more than was left, and is not delivered; that is no late arrival", async () => {
    const { core, ctx, callee, outcome } = inFlight({ tokens: 100 });
    callee.resolve({ value: "dear", usage: { inputTokens: 100, outputTokens: 1 } });
    await microtasks();
    expect(outcome()).toMatchObject({ kind: "error", error: { termination: { state: "BUDGET_EXHAUSTED" } } });
    expect(core.lateArrivals(ctx)).toEqual([]);
  });

  it("turns usage that is no number into an error of the call, not into a hanging awaiter", async () => {
    const { ctx, callee, outcome } = inFlight();
    callee.resolve({ value: "odd", usage: { inputTokens: Number.NaN, outputTokens: 1 } });
    await microtasks();
    expect(outcome()).toMatchObject({ kind: "error", error: expect.any(RangeError) });
    expect(ctx.lifecycle.state).toBe("RUNNING");
  });
});

describe("a held model call that is cancelled (RUN-7, RUN-9)", () => {
  it.each(["model", "guard"] as const)(
    "%s: is aborted at once and its awaiter settles, deaf callee or not",
    async (kind) => {
      const { core, ctx, outcome, signals, callId, trace } = inFlight({ kind });
      core.cancel(ctx, byUser);
      expect(signals[0]?.aborted).toBe(true);
      expect(signals[0]?.reason).toBeInstanceOf(RunAbortedException);
      await microtasks();
      expect(outcome()).toMatchObject({
        kind: "error",
        error: { name: "RunAbortedException", reason: "USER_REQUESTED", termination: { state: "CANCELLED" } },
      });
      expect(core.pendingStops(ctx)).toBe(1);
      const pending = { kind, id: callId, what: "step 1", stop: "pending", afterMs: null, detail: null };
      expect(core.receipt(ctx)?.handles).toEqual([pending]);
      expect(trace.of("handle").map(({ stop }) => stop)).toEqual([pending]);
    },
  );

  it("is confirmed when the callee has really settled, with the time it took; the abort is no arrival", async () => {
    const { core, ctx, callee, signals, timers, trace } = inFlight();
    core.cancel(ctx, byUser);
    timers.advance(40);
    callee.reject(signals[0]?.reason);
    await microtasks();
    expect(core.receipt(ctx)?.handles).toMatchObject([{ stop: "confirmed", afterMs: 40 }]);
    expect(core.pendingStops(ctx)).toBe(0);
    expect(core.lateArrivals(ctx)).toEqual([]);
    expect(trace.of("line").map(({ line }) => [line.name, line.status])).toContainEqual([
      "HANDLE_STOPPED",
      "ok",
    ]);
    expect(timers.count).toBe(0);
  });

  it("is unconfirmed after the window, and confirmed when the callee settles after all", async () => {
    const { core, ctx, callee, timers, callId } = inFlight();
    core.cancel(ctx, byUser);
    timers.advance(STOP_WINDOW_MS);
    expect(core.receipt(ctx)?.handles).toMatchObject([{ stop: "unconfirmed", afterMs: STOP_WINDOW_MS }]);
    expect(core.pendingStops(ctx)).toBe(0);
    timers.advance(1_000);
    callee.resolve(answer);
    await microtasks();
    expect(core.receipt(ctx)?.handles).toMatchObject([
      { stop: "confirmed", afterMs: STOP_WINDOW_MS + 1_000 },
    ]);
    expect(core.lateArrivals(ctx)).toMatchObject([{ what: "model_result", callId, lateByMs: 6_000 }]);
  });

  it("refuses a late result, and a late failure, once each: never delivered, never reconciled (RUN-15)", async () => {
    const late = inFlight();
    late.core.cancel(late.ctx, byUser);
    const lines = late.ctx.budget.lines.length;
    late.callee.resolve(answer);
    await microtasks();
    expect(late.outcome()).toMatchObject({ kind: "error", error: { name: "RunAbortedException" } });
    expect(late.core.lateArrivals(late.ctx)).toHaveLength(1);
    expect(late.ctx.budget.lines).toHaveLength(lines);
    const failing = inFlight();
    failing.core.cancel(failing.ctx, byUser);
    failing.callee.reject(new Error("connection reset"));
    await microtasks();
    expect(failing.core.lateArrivals(failing.ctx)).toHaveLength(1);
  });

  it("in the tick in which the callee answered: the cancel was first, so the answer is late", async () => {
    const { core, ctx, callee, outcome } = inFlight();
    callee.resolve(answer);
    core.cancel(ctx, byUser);
    await microtasks();
    expect(outcome()).toMatchObject({ kind: "error", error: { name: "RunAbortedException" } });
    expect(core.lateArrivals(ctx)).toHaveLength(1);
    expect(core.receipt(ctx)?.handles).toMatchObject([{ stop: "confirmed", afterMs: 0 }]);
  });

  it("never invokes the callee of a run that is already over", async () => {
    const { core, ids, start } = harnessFixture();
    const ctx = start();
    core.cancel(ctx, byUser);
    let invoked = 0;
    const options = { callId: ids.modelCallId(), kind: "model", what: "step", estimatedTokens: 1 } as const;
    const outcome = core.callModel(ctx, options, () => {
      invoked += 1;
      return Promise.resolve(answer);
    });
    await expect(outcome).rejects.toBeInstanceOf(RunAbortedException);
    expect(invoked).toBe(0);
    expect(ctx.budget.lines).toEqual([]);
  });

  it("from inside its own callee: the signal it takes is already aborted", async () => {
    const { core, ids, start } = harnessFixture();
    const ctx = start();
    const aborted: boolean[] = [];
    const options = { callId: ids.modelCallId(), kind: "model", what: "step", estimatedTokens: 1 } as const;
    const outcome = core.callModel(ctx, options, (call) => {
      core.cancel(ctx, byUser);
      aborted.push(call.signal.aborted);
      throw new Error("and then it fails");
    });
    await expect(outcome).rejects.toBeInstanceOf(RunAbortedException);
    expect(aborted).toEqual([true]);
    expect(core.receipt(ctx)?.handles).toMatchObject([{ stop: "confirmed" }]);
  });

  it("a failure that meets the end of the run is not lost: it is the cause", async () => {
    const { ctx, callee, outcome } = inFlight();
    const failure = new Error("the provider is down");
    callee.reject(failure);
    ctx.lifecycle.finish("FAILED", "from outside");
    await microtasks();
    expect(outcome()).toMatchObject({
      kind: "error",
      error: { name: "RunAbortedException", cause: failure },
    });
  });
});

describe("a held model call and time (RUN-10)", () => {
  it("its own timeout aborts the call and leaves the run alone", async () => {
    const { core, ctx, callee, outcome, signals, timers, callId } = inFlight({ timeoutMs: 50 });
    timers.advance(49);
    await microtasks();
    expect(outcome().kind).toBe("open");
    timers.advance(1);
    await microtasks();
    expect(outcome()).toMatchObject({ kind: "error", error: { callId, timeoutMs: 50 } });
    expect(outcome()).toMatchObject({ error: expect.any(CallTimeoutException) });
    expect(signals[0]?.aborted).toBe(true);
    expect(ctx.lifecycle.state).toBe("RUNNING");
    expect(core.pendingStops(ctx)).toBe(0);
    // Its late result is refused as well, while the run goes on.
    timers.advance(5);
    callee.resolve(answer);
    await microtasks();
    expect(core.lateArrivals(ctx)).toMatchObject([{ what: "model_result", callId, lateByMs: 5 }]);
    expect(ctx.cancellation.subscriberCount).toBe(1);
  });

  it("a timed-out callee that is still running when the run ends is in the receipt", async () => {
    const { core, ctx, timers } = inFlight({ timeoutMs: 50 });
    timers.advance(60);
    core.cancel(ctx, byUser);
    expect(core.receipt(ctx)?.handles).toMatchObject([{ stop: "pending" }]);
    timers.advance(STOP_WINDOW_MS);
    expect(core.receipt(ctx)?.handles).toMatchObject([{ stop: "unconfirmed" }]);
    await core.whenStopped(ctx);
  });

  it("a timeout beyond the deadline is cut to it: the run times out, not the call", async () => {
    const { ctx, outcome, timers } = inFlight({ timeoutMs: 10_000 });
    expect(timers.count).toBe(1);
    timers.advance(10_000);
    await microtasks();
    expect(outcome()).toMatchObject({ kind: "error", error: { termination: { state: "TIMED_OUT" } } });
    expect(ctx.lifecycle.termination?.completedAt).toBe(ctx.deadline);
  });

  it("a timeout that fires after the deadline has passed unnoticed ends the run", async () => {
    const { ctx, outcome, timers, clock } = inFlight({ timeoutMs: 9_999 });
    clock.moveTo(ctx.deadline + 5);
    timers.advance(0);
    await microtasks();
    expect(ctx.lifecycle.state).toBe("TIMED_OUT");
    expect(outcome()).toMatchObject({ kind: "error", error: { name: "RunAbortedException" } });
  });

  it("a cancelled call leaves no timeout behind", () => {
    const { core, ctx, timers } = inFlight({ timeoutMs: 50 });
    core.cancel(ctx, byUser);
    // The stopping window alone.
    expect(timers.count).toBe(1);
    core.dispose(ctx);
    expect(timers.count).toBe(0);
  });

  it("a timeout that is no time is a bug of the caller", async () => {
    const { core, ids, ctx } = inFlight();
    const options = { callId: ids.modelCallId(), kind: "model", what: "step", estimatedTokens: 1 } as const;
    const outcome = core.callModel(ctx, { ...options, timeoutMs: Number.NaN }, () => Promise.resolve(answer));
    await expect(outcome).rejects.toBeInstanceOf(RangeError);
  });
});
