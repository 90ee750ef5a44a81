import { describe, expect, it } from "vitest";
import { DEFAULT_BUDGET } from "../contracts/budget";
import { TraceLine } from "../contracts/trace";
import { DiagnosisHarnessCore } from "./diagnosis-harness-core";
import { harnessFixture } from "./testing/harness-fixture";
import { ManualClock } from "./testing/manual-clock";
import { ManualTimers } from "./testing/manual-timers";
import { MemoryInvocationStore } from "./testing/memory-invocation-store";
import { SeededIds } from "./testing/seeded-ids";
import { ThrowingTrace } from "./testing/throwing-trace";

const byUser = { reason: "USER_REQUESTED", requestedBy: "operator", note: null } as const;

describe("startRun", () => {
  it("makes a RUNNING context of exactly nine members", () => {
    const { core, clock, ids, timers } = harnessFixture();
    const sessionId = ids.sessionId();
    const ctx = core.startRun({ sessionId, limits: { ...DEFAULT_BUDGET, wallTimeMs: 700 } });
    expect(Object.keys(ctx).sort()).toEqual(
      [
        "runId",
        "sessionId",
        "startedAt",
        "deadline",
        "budget",
        "cancellation",
        "lifecycle",
        "invocations",
        "trace",
      ].sort(),
    );
    expect(ctx.sessionId).toBe(sessionId);
    expect(ctx.startedAt).toBe(clock.now());
    expect(ctx.deadline).toBe(clock.now() + 700);
    expect(ctx.lifecycle.state).toBe("RUNNING");
    // The control alone is subscribed, and is therefore the first.
    expect(ctx.cancellation.subscriberCount).toBe(1);
    expect(timers.count).toBe(1);
  });

  it("takes the id that admission gave", () => {
    const { core, ids } = harnessFixture();
    const runId = ids.runId();
    expect(core.startRun({ sessionId: ids.sessionId(), limits: DEFAULT_BUDGET, runId }).runId).toBe(runId);
  });

  it("leaves no timer when the run could not be opened", () => {
    const clock = new ManualClock();
    const timers = new ManualTimers(clock);
    const ids = new SeededIds();
    const core = new DiagnosisHarnessCore({
      clock,
      timers,
      ids,
      openTrace: () => new ThrowingTrace(),
      openInvocations: () => {
        throw new Error("no store");
      },
    });
    expect(() => core.startRun({ sessionId: ids.sessionId(), limits: DEFAULT_BUDGET })).toThrow("no store");
    expect(timers.count).toBe(0);
  });

  it("keeps runs apart", () => {
    const { core, start } = harnessFixture();
    const [one, other] = [start(), start()];
    core.cancel(one, byUser);
    core.checkActive(other);
    expect(other.lifecycle.state).toBe("RUNNING");
  });
});

describe("a context that no core has started", () => {
  it("is refused, a copy included", async () => {
    const { core, start, ids } = harnessFixture();
    const copy = { ...start() };
    expect(() => {
      core.checkActive(copy);
    }).toThrow(TypeError);
    const options = { callId: ids.modelCallId(), kind: "model", what: "step", estimatedTokens: 1 } as const;
    await expect(core.callModel(copy, options, () => new Promise<never>(() => undefined))).rejects.toThrow(
      TypeError,
    );
  });
});

describe("a recorder that throws", () => {
  it("does not disturb the run; every throw is counted and reported", async () => {
    const recorder = new ThrowingTrace();
    const { core, start, ids, faults } = harnessFixture({ recorder });
    const ctx = start();
    const options = { callId: ids.modelCallId(), kind: "model", what: "step", estimatedTokens: 10 } as const;
    const value = await core.callModel(ctx, options, () =>
      Promise.resolve({ value: 7, usage: { inputTokens: 1, outputTokens: 1 } }),
    );
    expect(value).toBe(7);
    const deaf = core.callModel(ctx, options, () => new Promise<never>(() => undefined));
    expect(core.cancel(ctx, byUser)).toMatchObject({
      accepted: true,
      receipt: { stateSetAt: ctx.startedAt },
    });
    await expect(deaf).rejects.toMatchObject({ termination: { state: "CANCELLED" } });
    core.refuseLate(ctx, "delta", options.callId);
    core.dispose(ctx);
    expect(recorder.told).toBeGreaterThan(8);
    expect(core.faultCount(ctx)).toBe(recorder.told);
    expect(faults.every(({ source, runId }) => source === "recorder" && runId === ctx.runId)).toBe(true);
  });
});

describe("faults of subscribers (RUN-2)", () => {
  it("are a trace line, a count and a report, and neither stops the others nor reaches the canceller", () => {
    const { core, start, trace, faults } = harnessFixture();
    const ctx = start();
    const heard: string[] = [];
    ctx.cancellation.onCancel(() => {
      throw new RangeError("secret of the subscriber");
    });
    ctx.cancellation.onCancel(() => heard.push("second"));
    ctx.lifecycle.onTerminated(() => {
      throw new Error("callback");
    });
    expect(core.cancel(ctx, byUser).accepted).toBe(true);
    expect(heard).toEqual(["second"]);
    expect(faults.map(({ source }) => source)).toEqual(["termination_callback", "cancel_subscriber"]);
    expect(core.faultCount(ctx)).toBe(2);
    const failed = trace.of("line").filter(({ line }) => line.status === "failed");
    expect(failed.map(({ line }) => line.detail)).toEqual([{ subscriberFailed: "RangeError" }]);
  });

  it("a reporter that throws is counted as well", () => {
    const clock = new ManualClock();
    const ids = new SeededIds();
    const core = new DiagnosisHarnessCore({
      clock,
      timers: new ManualTimers(clock),
      ids,
      openTrace: () => new ThrowingTrace(),
      openInvocations: (runId) => new MemoryInvocationStore(runId, clock),
      onFault: () => {
        throw new Error("the log is full");
      },
    });
    const ctx = core.startRun({ sessionId: ids.sessionId(), limits: DEFAULT_BUDGET });
    expect(core.completeSuccess(ctx).won).toBe(true);
    expect(core.faultCount(ctx)).toBe(2);
  });
});

describe("late arrivals (RUN-15)", () => {
  it("are counted for content and deltas that others refuse", () => {
    const { core, start, clock } = harnessFixture();
    const ctx = start();
    core.completeSuccess(ctx);
    clock.moveTo(clock.now() + 25);
    core.refuseLate(ctx, "content", ctx.runId);
    expect(core.lateArrivals(ctx)).toEqual([
      { what: "content", callId: ctx.runId, at: clock.now(), lateByMs: 25 },
    ]);
    expect(core.lateArrivalCount(ctx)).toBe(1);
  });
});

it("every trace line of the control's own is well formed", async () => {
  const { core, start, ids, trace, timers } = harnessFixture();
  const ctx = start({ tokens: 10 });
  const options = { callId: ids.modelCallId(), kind: "guard", what: "verdict", estimatedTokens: 5 } as const;
  const deaf = core.callModel(ctx, options, () => new Promise<never>(() => undefined));
  expect(() => core.exhaustBudget(ctx, "tokens", options.callId, "verdict")).toThrow();
  core.cancel(ctx, byUser);
  core.completeSuccess(ctx);
  await expect(deaf).rejects.toThrow();
  timers.advance(10_000);
  const lines = trace.of("line").map(({ line }) => TraceLine.parse(line));
  expect(new Set(lines.map(({ name }) => name))).toEqual(
    new Set(["BUDGET_EXHAUSTED", "CANCEL_REQUESTED", "HANDLE_STOPPED", "LATE_ARRIVAL"]),
  );
  expect(new Set(lines.map(({ phase }) => phase))).toEqual(new Set(["control"]));
});
