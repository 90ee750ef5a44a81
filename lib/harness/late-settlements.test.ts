/** What a callee does in the moment the run ends, or after its call was given up: what counts as late (RUN-15). */
import { describe, expect, it } from "vitest";
import type { ModelAnswer } from "./held-model-call";
import { RunAbortedException } from "./run-aborted-exception";
import { deferred } from "./testing/deferred";
import { harnessFixture } from "./testing/harness-fixture";
import { follow, microtasks } from "./testing/settled";

const byUser = { reason: "USER_REQUESTED", requestedBy: "operator", note: null } as const;
const answer: ModelAnswer<string> = { value: "x", usage: { inputTokens: 3, outputTokens: 4 } };
const abortError = () => new DOMException("aborted", "AbortError");

function modelCall(options: { timeoutMs?: number } = {}) {
  const fixture = harnessFixture();
  const ctx = fixture.start({ wallTimeMs: 10_000 });
  const callee = deferred<ModelAnswer<string>>();
  const callId = fixture.ids.modelCallId();
  const outcome = follow(
    fixture.core.callModel(
      ctx,
      { callId, kind: "model", what: "step", estimatedTokens: 10, ...options },
      () => callee.promise,
    ),
  );
  return { ...fixture, ctx, callee, callId, outcome };
}

function toolCall() {
  const fixture = harnessFixture();
  const ctx = fixture.start();
  const rows = deferred<string>();
  const callId = fixture.ids.invocationId();
  const options = { callId, what: "query", isStopEcho: (result: string) => result === "stopped" };
  follow(
    fixture.core.holdTool(ctx, options, () => ({
      result: rows.promise,
      stop: () => new Promise<never>(() => undefined),
    })),
  );
  return { ...fixture, ctx, rows, callId };
}

describe("the echo of a stop is no late arrival", () => {
  it("model: an AbortError, by its name", async () => {
    const { core, ctx, callee } = modelCall();
    core.cancel(ctx, byUser);
    callee.reject(abortError());
    await microtasks();
    expect(core.lateArrivalCount(ctx)).toBe(0);
    expect(core.receipt(ctx)?.handles).toMatchObject([{ stop: "confirmed" }]);
  });

  it("model: a rejection that is no error, whatever it is called, did arrive", async () => {
    const { core, ctx, callee } = modelCall();
    core.cancel(ctx, byUser);
    callee.reject({ name: "AbortError" });
    await microtasks();
    expect(core.lateArrivalCount(ctx)).toBe(1);
  });

  it("tool: a result that its caller recognises as the stop, and no other", async () => {
    const stopped = toolCall();
    stopped.core.cancel(stopped.ctx, byUser);
    stopped.rows.resolve("stopped");
    const late = toolCall();
    late.core.cancel(late.ctx, byUser);
    late.rows.resolve("rows");
    await microtasks();
    expect(stopped.core.lateArrivals(stopped.ctx)).toEqual([]);
    expect(late.core.lateArrivals(late.ctx)).toMatchObject([{ what: "tool_result", callId: late.callId }]);
  });
});

describe("a callee that settles as the run ends, before its call was woken", () => {
  it("an answer is refused: late, not paid for, its usage told to nobody", async () => {
    const { core, ctx, callee, outcome, callId, trace } = modelCall();
    const lines = ctx.budget.lines.length;
    callee.resolve(answer);
    ctx.lifecycle.finish("FAILED", "from outside");
    await microtasks();
    expect(outcome()).toMatchObject({ kind: "error", error: { termination: { state: "FAILED" } } });
    expect(core.lateArrivals(ctx)).toMatchObject([{ what: "model_result", callId }]);
    expect(ctx.budget.lines).toHaveLength(lines);
    expect(trace.of("usage")).toEqual([]);
  });

  it("a failure is late and the cause; an abort that comes back is the cause and not late", async () => {
    const failing = modelCall();
    const failure = new Error("the provider is down");
    failing.callee.reject(failure);
    failing.ctx.lifecycle.finish("FAILED", "from outside");
    const aborting = modelCall();
    const aborted = abortError();
    aborting.callee.reject(aborted);
    aborting.ctx.lifecycle.finish("FAILED", "from outside");
    await microtasks();
    expect(failing.outcome()).toMatchObject({ error: { name: "RunAbortedException", cause: failure } });
    expect(failing.core.lateArrivalCount(failing.ctx)).toBe(1);
    expect(aborting.outcome()).toMatchObject({ error: { name: "RunAbortedException", cause: aborted } });
    expect(aborting.core.lateArrivalCount(aborting.ctx)).toBe(0);
  });

  it("its own timeout tells the end of the run, not a timeout", async () => {
    const { ctx, timers, outcome } = modelCall({ timeoutMs: 50 });
    ctx.lifecycle.finish("FAILED", "from outside");
    timers.advance(50);
    await microtasks();
    expect(outcome()).toMatchObject({ kind: "error", error: expect.any(RunAbortedException) });
  });
});

describe("a call that its own timeout has given up (RUN-10)", () => {
  it("is no stop of the run: no handle, no line, when its callee settles while the run goes on", async () => {
    const { core, ctx, callee, timers, trace } = modelCall({ timeoutMs: 50 });
    timers.advance(50);
    callee.reject(abortError());
    await microtasks();
    expect(trace.of("handle")).toEqual([]);
    expect(trace.of("line")).toEqual([]);
    core.cancel(ctx, byUser);
    expect(core.receipt(ctx)?.handles).toEqual([]);
  });

  it("may be given no time at all", async () => {
    const { timers, outcome, ctx } = modelCall({ timeoutMs: 0 });
    timers.advance(0);
    await microtasks();
    expect(outcome()).toMatchObject({ kind: "error", error: { name: "CallTimeoutException", timeoutMs: 0 } });
    expect(ctx.lifecycle.state).toBe("RUNNING");
  });

  it("is not given a negative time", async () => {
    const { outcome, ctx } = modelCall({ timeoutMs: -1 });
    await microtasks();
    expect(outcome()).toMatchObject({ kind: "error", error: expect.any(RangeError) });
    expect(ctx.budget.lines).toEqual([]);
  });
});

describe("the signal of a call", () => {
  it("that is first asked for after the stop carries the stop's reason", async () => {
    const { core, ids, start } = harnessFixture();
    const ctx = start();
    const reasons: unknown[] = [];
    const options = { callId: ids.modelCallId(), kind: "model", what: "step", estimatedTokens: 1 } as const;
    const outcome = core.callModel(ctx, options, (call) => {
      core.cancel(ctx, byUser);
      reasons.push(call.signal.reason, call.signal.reason);
      return new Promise<never>(() => undefined);
    });
    await expect(outcome).rejects.toBeInstanceOf(RunAbortedException);
    expect(reasons).toEqual([expect.any(RunAbortedException), expect.any(RunAbortedException)]);
  });
});
