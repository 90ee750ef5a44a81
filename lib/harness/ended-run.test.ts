/** What is still asked of a run that has ended, or is just ending. */
import { describe, expect, it } from "vitest";
import { RunBudgetExceededException } from "./run-budget-exceeded";
import { RunBudget } from "./run-budget";
import { RunLifecycle } from "./run-lifecycle";
import { DEFAULT_BUDGET } from "../contracts/budget";
import type { CancellationReceipt } from "../contracts/cancellation";
import { harnessFixture } from "./testing/harness-fixture";
import { ManualClock } from "./testing/manual-clock";
import { RacingClock } from "./testing/racing-clock";
import { RecordingTrace } from "./testing/recording-trace";

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
