/** Calls that are made inside a stage, and withdrawn when it has ended (EXIT-9). */
import { describe, expect, it } from "vitest";
import type { TraceLine } from "../contracts/trace";
import { CallWithdrawnException } from "./call-gate";
import { RunAbortedException } from "./run-aborted-exception";
import type { ModelAnswer } from "./held-model-call";
import { recordStageEvent, type RunStage } from "./run-stage";
import { deferred } from "./testing/deferred";
import { harnessFixture } from "./testing/harness-fixture";
import { follow, microtasks } from "./testing/settled";

const byUser = { reason: "USER_REQUESTED", requestedBy: "operator", note: null } as const;
const answer: ModelAnswer<string> = { value: "an answer", usage: { inputTokens: 1, outputTokens: 1 } };

/** A run whose calls are made in a stage that the test watches and withdraws through. */
function staged() {
  const fixture = harnessFixture();
  const ctx = fixture.start();
  const passed: string[] = [];
  const withdrawals: (() => void)[] = [];
  const stage: RunStage = {
    call: (kind, call) => {
      passed.push(kind);
      return call((withdraw) => withdrawals.push(withdraw));
    },
    tell: () => true,
  };
  const through = fixture.core.through(stage);
  const callee = deferred<ModelAnswer<string>>();
  const signals: AbortSignal[] = [];
  const model = () => {
    const callId = fixture.ids.modelCallId();
    const options = { callId, kind: "model", what: "step", estimatedTokens: 5 } as const;
    const outcome = through.callModel(ctx, options, ({ signal }) => {
      signals.push(signal);
      return callee.promise;
    });
    return { callId, outcome };
  };
  const rows = deferred<string>();
  const stops = { count: 0 };
  const tool = () => {
    const callId = fixture.ids.invocationId();
    const outcome = through.holdTool(ctx, { callId, what: "query" }, () => ({
      result: rows.promise,
      stop: () => {
        stops.count += 1;
        return Promise.resolve({ stop: "confirmed", detail: "gone" });
      },
    }));
    return { callId, outcome };
  };
  return {
    ...fixture,
    ctx,
    through,
    passed,
    withdrawals,
    callee,
    signals,
    model,
    rows,
    stops,
    tool,
  };
}

describe("a call inside a stage", () => {
  it("is made by the stage, once, which is told its kind and handed the way to withdraw it", async () => {
    const run = staged();
    const model = run.model();
    const tool = run.tool();
    run.callee.resolve(answer);
    run.rows.resolve("rows");
    await expect(model.outcome).resolves.toBe("an answer");
    await expect(tool.outcome).resolves.toBe("rows");
    expect(run.passed).toEqual(["model", "tool"]);
    expect(run.withdrawals).toHaveLength(2);
    expect(run.ctx.cancellation.subscriberCount).toBe(1);
  });

  it("leaves the core it was made from without a stage", async () => {
    const run = staged();
    const options = {
      callId: run.ids.modelCallId(),
      kind: "model",
      what: "step",
      estimatedTokens: 1,
    } as const;
    await run.core.callModel(run.ctx, options, () => Promise.resolve(answer));
    await run.core.holdTool(run.ctx, { callId: run.ids.invocationId(), what: "query" }, () => ({
      result: Promise.resolve("rows"),
      stop: () => Promise.reject(new Error("unused")),
    }));
    expect(run.passed).toEqual([]);
  });

  it("is not made at all by a stage that does not make it", async () => {
    const fixture = harnessFixture();
    const ctx = fixture.start();
    const closed = new Error("the scene is closed");
    const through = fixture.core.through({ call: () => Promise.reject(closed), tell: () => true });
    const options = {
      callId: fixture.ids.modelCallId(),
      kind: "model",
      what: "x",
      estimatedTokens: 1,
    } as const;
    let invoked = 0;
    const outcome = through.callModel(ctx, options, () => {
      invoked += 1;
      return Promise.resolve(answer);
    });
    await expect(outcome).rejects.toBe(closed);
    expect(invoked).toBe(0);
    expect(ctx.budget.lines).toEqual([]);
  });
});

describe("a withdrawn call in a run that goes on", () => {
  it("model: its awaiter settles at once, its callee is aborted, once; the run is not touched", async () => {
    const run = staged();
    const { callId, outcome } = run.model();
    const followed = follow(outcome);
    for (const withdraw of [...run.withdrawals, ...run.withdrawals]) withdraw();
    await microtasks();
    expect(followed()).toMatchObject({ kind: "error", error: { name: "CallWithdrawnException", callId } });
    expect(followed()).toMatchObject({
      error: expect.any(CallWithdrawnException),
    });
    expect(followed()).toMatchObject({
      error: { message: "the call was withdrawn: what it belonged to has ended" },
    });
    expect(run.signals[0]?.aborted).toBe(true);
    expect(run.signals[0]?.reason).toBeInstanceOf(CallWithdrawnException);
    expect(run.ctx.lifecycle.state).toBe("RUNNING");
    expect(run.core.pendingStops(run.ctx)).toBe(0);
  });

  it("model: what the callee answers afterwards is a late arrival, and nothing of the call is left", async () => {
    const run = staged();
    const { callId, outcome } = run.model();
    const followed = follow(outcome);
    for (const withdraw of run.withdrawals) withdraw();
    run.timers.advance(8);
    run.callee.resolve(answer);
    await microtasks();
    expect(followed().kind).toBe("error");
    expect(run.core.lateArrivals(run.ctx)).toMatchObject([{ what: "model_result", callId, lateByMs: 8 }]);
    expect(run.ctx.cancellation.subscriberCount).toBe(1);
    run.core.cancel(run.ctx, byUser);
    expect(run.core.receipt(run.ctx)?.handles).toEqual([]);
  });

  it("tool: its stop is sent once, also when the run is cancelled afterwards", async () => {
    const run = staged();
    const { callId, outcome } = run.tool();
    const followed = follow(outcome);
    for (const withdraw of run.withdrawals) withdraw();
    run.core.cancel(run.ctx, byUser);
    await microtasks();
    expect(followed()).toMatchObject({ kind: "error", error: { name: "CallWithdrawnException", callId } });
    expect(run.stops.count).toBe(1);
  });

  it("does nothing to a call that has answered", async () => {
    const run = staged();
    const { outcome } = run.model();
    run.callee.resolve(answer);
    await expect(outcome).resolves.toBe("an answer");
    for (const withdraw of run.withdrawals) withdraw();
    await microtasks();
    expect(run.signals[0]?.aborted).toBe(false);
    expect(run.core.lateArrivalCount(run.ctx)).toBe(0);
  });

  it("ends as any interrupted call when the run ends before it is withdrawn", async () => {
    const run = staged();
    const { outcome } = run.model();
    const followed = follow(outcome);
    run.core.cancel(run.ctx, byUser);
    for (const withdraw of run.withdrawals) withdraw();
    await microtasks();
    expect(followed()).toMatchObject({ kind: "error", error: expect.any(RunAbortedException) });
    expect(run.core.receipt(run.ctx)?.handles).toMatchObject([{ stop: "pending" }]);
  });

  it("ends as an interrupted call when it is withdrawn as the run ends, before anybody else is told", async () => {
    const run = staged();
    const { outcome } = run.model();
    const followed = follow(outcome);
    run.ctx.lifecycle.onTerminated(() => {
      for (const withdraw of run.withdrawals) withdraw();
    });
    run.core.cancel(run.ctx, byUser);
    await microtasks();
    expect(followed()).toMatchObject({ kind: "error", error: { name: "RunAbortedException" } });
    expect(run.core.receipt(run.ctx)?.handles).toMatchObject([{ stop: "pending" }]);
  });
});

it("what a stage was told ends at the run's recorder, as it was said", () => {
  const { ctx, trace } = staged();
  const change = { phase: "ROUTING" } as const;
  const line: TraceLine = {
    name: "AGENT_MODEL_STEP",
    phase: "agent",
    status: "ok",
    at: 1,
    durationMs: 3,
    callId: "mdl_1",
    detail: {},
  };
  recordStageEvent(ctx.trace, { kind: "axes", change });
  recordStageEvent(ctx.trace, { kind: "line", line });
  expect(trace.told).toEqual([
    { kind: "axes", change },
    { kind: "line", line },
  ]);
});
