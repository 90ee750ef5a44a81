import { describe, expect, it } from "vitest";
import { DEFAULT_BUDGET } from "../contracts/budget";
import type { EarlierLife } from "./diagnosis-harness-core";
import { harnessFixture } from "./testing/harness-fixture";

const EARLIER: EarlierLife = {
  startedAt: 0,
  records: [],
  ledger: { lastSeq: 7, spent: { modelCalls: 3, toolCalls: 2, tokens: 500, bytes: 40 } },
};

function resumed(earlier: Partial<EarlierLife> = {}, limits: Partial<typeof DEFAULT_BUDGET> = {}) {
  const fixture = harnessFixture();
  const { core, ids, clock } = fixture;
  const ctx = core.startRun({
    sessionId: ids.sessionId(),
    runId: ids.runId(),
    limits: { ...DEFAULT_BUDGET, ...limits },
    earlier: { ...EARLIER, startedAt: clock.now() - 700, ...earlier },
  });
  return { ...fixture, ctx };
}

describe("a run that goes on (RUN-18)", () => {
  it("keeps its start, and so its deadline", () => {
    const { ctx, clock, timers, core } = resumed({}, { wallTimeMs: 1_000 });
    expect(ctx.deadline).toBe(clock.now() + 300);
    timers.advance(299);
    core.checkActive(ctx);
    timers.advance(1);
    expect(ctx.lifecycle.termination?.state).toBe("TIMED_OUT");
  });

  it("has timed out where its deadline passed while nobody had it", () => {
    const { ctx, core } = resumed({}, { wallTimeMs: 600 });
    expect(() => core.checkActive(ctx)).toThrow();
    expect(ctx.lifecycle.termination?.state).toBe("TIMED_OUT");
  });

  it("goes on with what it had spent, and with the numbers of its ledger", () => {
    const { ctx, core, trace } = resumed({}, { toolCalls: 3 });
    expect(ctx.budget.snapshot(0)).toMatchObject({
      modelCalls: { used: 3 },
      toolCalls: { used: 2, limit: 3 },
      tokens: { used: 500 },
      bytes: { used: 40 },
    });
    core.beforeToolCall(ctx, { callId: "inv", what: "a query" });
    expect(trace.of("ledger").map(({ line }) => line)).toMatchObject([{ seq: 8, balance: 0 }]);
    expect(() => core.beforeToolCall(ctx, { callId: "inv", what: "one more" })).toThrow();
    expect(ctx.lifecycle.termination?.state).toBe("BUDGET_EXHAUSTED");
  });

  it("may have spent more than its limit, and then makes no call", () => {
    const { ctx, core } = resumed(
      { ledger: { lastSeq: 1, spent: { ...EARLIER.ledger.spent, tokens: 900 } } },
      {
        tokens: 800,
      },
    );
    expect(ctx.budget.balance("tokens")).toBe(-100);
    expect(() => core.beforeModelCall(ctx, { callId: "mdl", what: "a step", estimatedTokens: 1 })).toThrow();
    expect(ctx.lifecycle.termination?.state).toBe("BUDGET_EXHAUSTED");
  });

  it("cannot have spent a part of something", () => {
    const spent = { ...EARLIER.ledger.spent, bytes: -1 };
    expect(() => resumed({ ledger: { lastSeq: 1, spent } })).toThrow(RangeError);
  });
});

describe("handing a run over (RUN-19)", () => {
  it("leaves it RUNNING, lets nothing pass and leaves no timer", async () => {
    const { core, start, timers } = harnessFixture();
    const ctx = start();
    expect(core.isHandedOver(ctx)).toBe(false);
    await core.handOver(ctx);
    expect(core.isHandedOver(ctx)).toBe(true);
    expect(() => core.checkActive(ctx)).toThrow();
    core.dispose(ctx);
    expect(ctx.lifecycle.termination).toBeNull();
    expect(timers.count).toBe(0);
  });

  it("withdraws the calls in flight, and waits for them", async () => {
    const { core, start, ids } = harnessFixture();
    const ctx = start();
    let end: (value: string) => void = () => undefined;
    const stopped: string[] = [];
    const call = core.holdTool(ctx, { callId: ids.invocationId(), what: "a query" }, () => ({
      result: new Promise<string>((resolve) => (end = resolve)),
      stop: () => {
        stopped.push("a query");
        return Promise.resolve({ stop: "confirmed", detail: "killed" });
      },
    }));
    let left = false;
    const handedOver = core.handOver(ctx).then(() => (left = true));
    await expect(call).rejects.toMatchObject({ name: "CallWithdrawnException" });
    expect(stopped).toEqual(["a query"]);
    expect(left).toBe(false);
    end("killed");
    await handedOver;
  });

  it("waits no longer than the stopping window for a deaf call", async () => {
    const { core, start, ids, timers } = harnessFixture();
    const ctx = start();
    const call = core.holdTool(ctx, { callId: ids.invocationId(), what: "deaf" }, () => ({
      result: new Promise<string>(() => undefined),
      stop: () => new Promise(() => undefined),
    }));
    void call.catch(() => undefined);
    const handedOver = core.handOver(ctx);
    timers.advance(5_000);
    await handedOver;
  });

  it("leaves no timer where it is put away before it has fulfilled", () => {
    const { core, start, ids, timers } = harnessFixture();
    const ctx = start();
    const call = core.holdTool(ctx, { callId: ids.invocationId(), what: "deaf" }, () => ({
      result: new Promise<string>(() => undefined),
      stop: () => new Promise(() => undefined),
    }));
    void call.catch(() => undefined);
    void core.handOver(ctx);
    core.dispose(ctx);
    expect(timers.count).toBe(0);
  });

  it("does not stand against a cancel that comes meanwhile", async () => {
    const { core, start } = harnessFixture();
    const ctx = start();
    await core.handOver(ctx);
    const cancelled = core.cancel(ctx, { reason: "USER_REQUESTED", requestedBy: "operator", note: null });
    expect(cancelled.accepted).toBe(true);
    core.dispose(ctx);
    expect(ctx.lifecycle.termination?.state).toBe("CANCELLED");
  });
});

describe("a stage of a run", () => {
  const line = {
    name: "AGENT_MODEL_STEP",
    phase: "agent",
    status: "ok",
    at: 1,
    durationMs: null,
    callId: "mdl_1",
    detail: {},
  } as const;

  it("takes the events of its work; without one they go to the run's recorder", () => {
    const { core, start, trace } = harnessFixture();
    const ctx = start();
    const told: unknown[] = [];
    const staged = core.through({
      call: (_, call) => call(() => undefined),
      tell: (event) => {
        told.push(event);
        return true;
      },
    });
    staged.recorder(ctx).axes({ phase: "ROUTING" });
    staged.recorder(ctx).record(line);
    expect(told).toEqual([
      { kind: "axes", change: { phase: "ROUTING" } },
      { kind: "line", line },
    ]);
    expect(trace.of("axes")).toEqual([]);
    core.recorder(ctx).record(line);
    expect(trace.of("line").map((event) => event.line)).toEqual([line]);
  });

  it("that has ended refuses them: late arrivals, counted and never told (RUN-15)", () => {
    const { core, start } = harnessFixture();
    const ctx = start();
    const ended = core.through({ call: (_, call) => call(() => undefined), tell: () => false });
    ended.recorder(ctx).axes({ phase: "ROUTING" });
    ended.recorder(ctx).record(line);
    ended.recorder(ctx).record({ ...line, callId: null });
    expect(core.lateArrivals(ctx)).toMatchObject([
      { what: "delta", callId: ctx.runId },
      { what: "delta", callId: "mdl_1" },
      { what: "delta", callId: ctx.runId },
    ]);
  });

  it("that is cancelled first interrupts its calls as the run's own broadcast would (EXIT-9)", async () => {
    const { core, start, ids } = harnessFixture();
    const ctx = start();
    const withdrawals: (() => void)[] = [];
    const staged = core.through({
      call: (_, call) => call((withdraw) => withdrawals.push(withdraw)),
      tell: () => true,
    });
    // Subscribed before the call, as the signal of an invocation is.
    ctx.cancellation.onCancel(() => withdrawals.forEach((withdraw) => withdraw()));
    let stops = 0;
    const call = staged.holdTool(ctx, { callId: ids.invocationId(), what: "a query" }, () => ({
      result: new Promise<string>(() => undefined),
      stop: () => {
        stops += 1;
        return Promise.resolve({ stop: "confirmed", detail: "killed" });
      },
    }));
    core.cancel(ctx, { reason: "USER_REQUESTED", requestedBy: "operator", note: null });
    await expect(call).rejects.toMatchObject({ name: "RunAbortedException" });
    expect(stops).toBe(1);
    await core.whenStopped(ctx);
    expect(core.receipt(ctx)?.handles).toMatchObject([{ what: "a query", stop: "confirmed" }]);
  });

  it("that withdrew a call before the cancel says in the receipt what was known of its stop", async () => {
    const { core, start, ids } = harnessFixture();
    const ctx = start();
    const withdrawals: (() => void)[] = [];
    const staged = core.through({
      call: (_, call) => call((withdraw) => withdrawals.push(withdraw)),
      tell: () => true,
    });
    const call = staged.holdTool(ctx, { callId: ids.invocationId(), what: "a query" }, () => ({
      result: new Promise<string>(() => undefined),
      stop: () => Promise.resolve({ stop: "confirmed", detail: "killed" }),
    }));
    for (const withdraw of withdrawals) withdraw();
    await expect(call).rejects.toMatchObject({ name: "CallWithdrawnException" });
    core.cancel(ctx, { reason: "USER_REQUESTED", requestedBy: "operator", note: null });
    expect(core.receipt(ctx)?.handles).toMatchObject([
      { what: "a query", stop: "confirmed", detail: "killed" },
    ]);
  });
});
