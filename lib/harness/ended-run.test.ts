/** What is still asked of a run that has ended, is just ending, or was handed over. */
import { describe, expect, it } from "vitest";
import type { ToolRecord } from "../contracts/evidence";
import { DiagnosisHarnessCore } from "./diagnosis-harness-core";
import { RunBudgetExceededException } from "./run-budget-exceeded";
import { RunBudget } from "./run-budget";
import { RunLifecycle } from "./run-lifecycle";
import { DEFAULT_BUDGET } from "../contracts/budget";
import type { CancellationReceipt } from "../contracts/cancellation";
import { harnessFixture } from "./testing/harness-fixture";
import { ManualClock } from "./testing/manual-clock";
import { ManualTimers } from "./testing/manual-timers";
import { MemoryInvocationStore } from "./testing/memory-invocation-store";
import { RacingClock } from "./testing/racing-clock";
import { RecordingTrace } from "./testing/recording-trace";
import { SeededIds } from "./testing/seeded-ids";

const call = { callId: "mdl_1", what: "step" };

function caughtFrom(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

describe("a run that a charge has exhausted (RUN-5)", () => {
  it("names the budget, what was used and what was left as the cause", () => {
    const { core, start } = harnessFixture();
    const ctx = start({ tokens: 100 });
    core.beforeModelCall(ctx, { ...call, estimatedTokens: 50 });
    const error = caughtFrom(() =>
      core.afterModelCall(ctx, { ...call, reservedTokens: 50, actualTokens: 101 }),
    );
    expect(error).toHaveProperty("cause", expect.any(RunBudgetExceededException));
    expect(error).toMatchObject({ cause: { resource: "tokens", requested: 101, balance: -1 } });
  });

  it("is exhausted once, whatever else comes back to it", () => {
    const { core, start, trace } = harnessFixture();
    const ctx = start({ tokens: 100 });
    core.beforeModelCall(ctx, { ...call, estimatedTokens: 50 });
    for (const callId of ["mdl_1", "mdl_2"])
      expect(() => {
        core.afterModelCall(ctx, { what: "step", callId, reservedTokens: 50, actualTokens: 101 });
      }).toThrow("BUDGET_EXHAUSTED");
    expect(trace.of("line").filter(({ line }) => line.name === "BUDGET_EXHAUSTED")).toHaveLength(1);
    expect(ctx.cancellation.lostCount).toBe(0);
  });
});

describe("a run between its cancel and its state (RUN-12)", () => {
  it("has a receipt that says the state is not set yet", () => {
    const clock = new RacingClock(10_000);
    const { core, start } = harnessFixture({ clock });
    const ctx = start();
    const receipts: (CancellationReceipt | null)[] = [];
    clock.race(0, () => receipts.push(core.receipt(ctx)));
    ctx.cancellation.cancel({ reason: "USER_REQUESTED", requestedBy: "op", requestedAt: 10_000, note: null });
    expect(receipts).toMatchObject([{ requestedBy: "op", stateSetAt: null, storedAt: null }]);
    expect(core.receipt(ctx)?.stateSetAt).toBe(10_000);
  });
});

describe("RunLifecycle after the end (RUN-1)", () => {
  it("takes a callback back that has been called", () => {
    const run = new RunLifecycle(new ManualClock(), { callbackFailed: () => undefined });
    const heard: string[] = [];
    const leave = run.onTerminated(({ state }) => heard.push(state));
    run.finish("SUCCESS", "COMPLETED");
    leave();
    leave();
    expect(heard).toEqual(["SUCCESS"]);
  });
});

describe("RunBudget (RUN-11)", () => {
  it("takes no negative usage, however much has been used", () => {
    const run = new RunBudget(DEFAULT_BUDGET, 0, new ManualClock(), new RecordingTrace());
    run.reserve("tokens", 100, "mdl_1", "step");
    expect(() => {
      run.reconcile("tokens", 10, -5, "mdl_1", "step");
    }).toThrow("actual usage");
    expect(run.balance("tokens")).toBe(DEFAULT_BUDGET.tokens - 100);
    expect(run.lines).toHaveLength(1);
  });

  it("shows no negative time when the clock is behind the start", () => {
    const run = new RunBudget(DEFAULT_BUDGET, 1_000, new ManualClock(), new RecordingTrace());
    expect(run.snapshot(900).wallTimeMs).toEqual({ used: 0, limit: DEFAULT_BUDGET.wallTimeMs });
  });
});

describe("a run that was handed over (RUN-19)", () => {
  const options = { kind: "model", what: "deaf", estimatedTokens: 1 } as const;

  it("may be handed over again, by whoever stops the process", async () => {
    const { core, start, timers } = harnessFixture();
    const ctx = start();
    await Promise.all([core.handOver(ctx), core.handOver(ctx)]);
    expect([core.isHandedOver(ctx), timers.count]).toEqual([true, 0]);
  });

  it("stays RUNNING when it is disposed of with a call that is deaf, which no receipt names", async () => {
    const { core, start, ids, trace } = harnessFixture();
    const ctx = start();
    const callId = ids.modelCallId();
    const call = core.callModel(ctx, { ...options, callId }, () => new Promise<never>(() => undefined));
    const handedOver = core.handOver(ctx);
    await expect(call).rejects.toMatchObject({ name: "CallWithdrawnException", callId });
    core.dispose(ctx);
    expect(ctx.lifecycle.state).toBe("RUNNING");
    expect(ctx.cancellation.isCancelled).toBe(false);
    expect(trace.of("handle")).toEqual([]);
    expect(core.receipt(ctx)).toBeNull();
    void handedOver;
  });

  it("that has ended before leaves its end as it is", async () => {
    const { core, start } = harnessFixture();
    const ctx = start();
    core.completeSuccess(ctx);
    await core.handOver(ctx);
    core.dispose(ctx);
    expect(ctx.lifecycle.state).toBe("SUCCESS");
  });
});

describe("the store of a run's records (RUN-18)", () => {
  it("is opened with those of an earlier life, and with none where there was no such life", async () => {
    const clock = new ManualClock();
    const ids = new SeededIds();
    const opened: (readonly ToolRecord[])[] = [];
    const core = new DiagnosisHarnessCore({
      clock,
      timers: new ManualTimers(clock),
      ids,
      openTrace: () => new RecordingTrace(),
      openInvocations: (runId, _trace, records) => {
        opened.push(records);
        return new MemoryInvocationStore(runId, clock);
      },
    });
    const sessionId = ids.sessionId();
    const begun = await new MemoryInvocationStore(ids.runId(), clock).begin({
      invocationId: ids.invocationId(),
      tool: "sql",
      source: "demo",
      label: "rate",
      statement: "SELECT 1",
      params: [],
      scope: "s",
      normalizedScope: "s",
    });
    const records = begun.ok ? [begun.record] : [];
    const ledger = { lastSeq: 0, spent: { modelCalls: 0, toolCalls: 0, tokens: 0, bytes: 0 } };
    core.startRun({ sessionId, limits: DEFAULT_BUDGET });
    core.startRun({ sessionId, limits: DEFAULT_BUDGET, earlier: { startedAt: 0, ledger, records } });
    expect(opened).toEqual([[], records]);
    expect(records).toHaveLength(1);
  });
});
