import { describe, expect, it } from "vitest";
import { DEFAULT_BUDGET, BudgetSnapshot, LedgerLine } from "../contracts/budget";
import { RunBudget } from "./run-budget";
import { RunBudgetExceededException } from "./run-budget-exceeded";
import { ManualClock } from "./testing/manual-clock";
import { RecordingTrace } from "./testing/recording-trace";

function budget() {
  const clock = new ManualClock(1_000);
  const trace = new RecordingTrace();
  const limits = { ...DEFAULT_BUDGET, modelCalls: 2, tokens: 100, wallTimeMs: 500 };
  return { clock, trace, budget: new RunBudget(limits, 1_000, clock, trace) };
}

describe("RunBudget (RUN-11)", () => {
  it("writes one line per movement: what, how much, for which call, balance after", () => {
    const { budget: run, clock } = budget();
    run.reserve("tokens", 60, "mdl_1", "routing");
    clock.moveTo(1_010);
    run.reconcile("tokens", 60, 45, "mdl_1", "routing");
    run.reserve("tokens", 40, "mdl_2", "step");
    run.reconcile("tokens", 40, 70, "mdl_2", "step");
    expect(run.lines).toEqual([
      {
        seq: 1,
        at: 1_000,
        resource: "tokens",
        movement: "reserve",
        amount: 60,
        callId: "mdl_1",
        what: "routing",
        balance: 40,
      },
      {
        seq: 2,
        at: 1_010,
        resource: "tokens",
        movement: "refund",
        amount: -15,
        callId: "mdl_1",
        what: "routing",
        balance: 55,
      },
      {
        seq: 3,
        at: 1_010,
        resource: "tokens",
        movement: "reserve",
        amount: 40,
        callId: "mdl_2",
        what: "step",
        balance: 15,
      },
      {
        seq: 4,
        at: 1_010,
        resource: "tokens",
        movement: "charge",
        amount: 30,
        callId: "mdl_2",
        what: "step",
        balance: -15,
      },
    ]);
    for (const line of run.lines) LedgerLine.parse(line);
  });

  it("refuses with a line, takes nothing, and says what was asked and what was left", () => {
    const { budget: run } = budget();
    run.reserve("modelCalls", 2, "a", "both");
    let caught: unknown;
    try {
      run.reserve("modelCalls", 1, "b", "one more");
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(RunBudgetExceededException);
    expect(caught).toMatchObject({ resource: "modelCalls", requested: 1, balance: 0 });
    expect(run.lines.at(-1)).toMatchObject({ movement: "refuse", amount: 1, balance: 0, callId: "b" });
    expect(run.snapshot(1_000).modelCalls).toEqual({ used: 2, limit: 2 });
  });

  it("tells the recorder each line with the gauges after it", () => {
    const { budget: run, clock, trace } = budget();
    clock.moveTo(1_200);
    run.reserve("bytes", 7, "inv_1", "projection");
    const [told] = trace.of("ledger");
    expect(told?.line).toBe(run.lines[0]);
    expect(told?.snapshot).toEqual(run.snapshot(1_200));
    expect(told?.snapshot.wallTimeMs).toEqual({ used: 200, limit: 500 });
    BudgetSnapshot.parse(told?.snapshot);
  });

  it("writes no line where nothing moved", () => {
    const { budget: run } = budget();
    run.reserve("tokens", 0, "a", "free");
    run.reserve("tokens", 10, "b", "exact");
    run.reconcile("tokens", 10, 10, "b", "exact");
    expect(run.lines.map(({ movement }) => movement)).toEqual(["reserve"]);
  });

  it("takes no usage that is no number", () => {
    const { budget: run } = budget();
    run.reserve("tokens", 10, "a", "step");
    expect(() => {
      run.reconcile("tokens", 10, Number.NaN, "a", "step");
    }).toThrow(RangeError);
    expect(run.balance("tokens")).toBe(90);
  });
});
