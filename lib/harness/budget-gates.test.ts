import { describe, expect, it } from "vitest";
import { RunAbortedException } from "./run-aborted-exception";
import { RunBudgetExceededException } from "./run-budget-exceeded";
import { harnessFixture } from "./testing/harness-fixture";

const call = { callId: "mdl_1", what: "step" };

function movements(lines: readonly { resource: string; movement: string; amount: number }[]): string[] {
  return lines.map(({ resource, movement, amount }) => `${movement} ${amount} ${resource}`);
}

describe("gates before a call (RUN-4, RUN-11)", () => {
  it("a model call reserves itself and its estimate", () => {
    const { core, start } = harnessFixture();
    const ctx = start();
    core.beforeModelCall(ctx, { ...call, estimatedTokens: 500 });
    expect(movements(ctx.budget.lines)).toEqual(["reserve 1 modelCalls", "reserve 500 tokens"]);
  });

  it("no model call left: refused, exhausted, aborted", () => {
    const { core, start, trace } = harnessFixture();
    const ctx = start({ modelCalls: 1 });
    core.beforeModelCall(ctx, { ...call, estimatedTokens: 1 });
    let caught: unknown;
    try {
      core.beforeModelCall(ctx, { ...call, estimatedTokens: 1 });
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(RunAbortedException);
    expect(caught).toMatchObject({ termination: { state: "BUDGET_EXHAUSTED" }, reason: "BUDGET_EXHAUSTED" });
    expect(caught).toHaveProperty("cause.resource", "modelCalls");
    expect(ctx.lifecycle.termination?.reason).toContain("modelCalls");
    expect(movements(ctx.budget.lines).at(-1)).toBe("refuse 1 modelCalls");
    expect(trace.of("line").map(({ line }) => line.name)).toContain("BUDGET_EXHAUSTED");
  });

  it("gives the model call back when its tokens are refused: it is not made", () => {
    const { core, start } = harnessFixture();
    const ctx = start({ tokens: 10 });
    expect(() => {
      core.beforeModelCall(ctx, { ...call, estimatedTokens: 11 });
    }).toThrow(RunAbortedException);
    expect(movements(ctx.budget.lines)).toEqual([
      "reserve 1 modelCalls",
      "refuse 11 tokens",
      "refund -1 modelCalls",
    ]);
    expect(ctx.lifecycle.state).toBe("BUDGET_EXHAUSTED");
  });

  it("an estimate that is no number is a bug, not an exhausted budget", () => {
    const { core, start } = harnessFixture();
    const ctx = start();
    expect(() => {
      core.beforeModelCall(ctx, { ...call, estimatedTokens: Number.NaN });
    }).toThrow(RangeError);
    expect(ctx.lifecycle.state).toBe("RUNNING");
    expect(ctx.budget.balance("modelCalls")).toBe(24);
  });

  it("tool calls and bytes exhaust in the same way", () => {
    const { core, start } = harnessFixture();
    const tools = start({ toolCalls: 1 });
    core.beforeToolCall(tools, call);
    expect(() => {
      core.beforeToolCall(tools, call);
    }).toThrow(RunAbortedException);
    expect(tools.lifecycle.termination?.reason).toContain("toolCalls");
    const bytes = start({ bytes: 10 });
    core.reserveRunBytes(bytes, { ...call, bytes: 10 });
    expect(() => {
      core.reserveRunBytes(bytes, { ...call, bytes: 1 });
    }).toThrow(RunAbortedException);
    expect(bytes.lifecycle.termination?.reason).toContain("bytes");
  });

  it("lets whoever has a record to end first reserve through the budget and exhaust afterwards", () => {
    const { core, start } = harnessFixture();
    const ctx = start({ bytes: 10 });
    expect(() => {
      ctx.budget.reserve("bytes", 11, "inv_1", "projection");
    }).toThrow(RunBudgetExceededException);
    expect(ctx.lifecycle.state).toBe("RUNNING");
    expect(() => core.exhaustBudget(ctx, "bytes", "inv_1", "projection")).toThrow(RunAbortedException);
    expect(ctx.lifecycle.state).toBe("BUDGET_EXHAUSTED");
  });

  it("reserve nothing on a run that has ended", () => {
    const { core, start } = harnessFixture();
    const ctx = start();
    core.completeSuccess(ctx);
    const gates = [
      () => core.beforeModelCall(ctx, { ...call, estimatedTokens: 1 }),
      () => core.beforeToolCall(ctx, call),
      () => core.reserveRunBytes(ctx, { ...call, bytes: 1 }),
      () => core.afterToolCall(ctx),
      () => core.afterModelCall(ctx, { ...call, reservedTokens: 0, actualTokens: 5 }),
    ];
    for (const gate of gates) expect(gate).toThrow(RunAbortedException);
    expect(ctx.budget.lines).toEqual([]);
  });
});

describe("the way back of a model call (RUN-11)", () => {
  it("refunds what was not used and charges what was", () => {
    const { core, start } = harnessFixture();
    const ctx = start();
    core.beforeModelCall(ctx, { ...call, estimatedTokens: 100 });
    core.afterModelCall(ctx, { ...call, reservedTokens: 100, actualTokens: 70 });
    core.beforeModelCall(ctx, { ...call, estimatedTokens: 100 });
    core.afterModelCall(ctx, { ...call, reservedTokens: 100, actualTokens: 130 });
    expect(movements(ctx.budget.lines).filter((line) => line.endsWith("tokens"))).toEqual([
      "reserve 100 tokens",
      "refund -30 tokens",
      "reserve 100 tokens",
      "charge 30 tokens",
    ]);
  });

  it("a charge up to the limit is allowed, one beyond it exhausts the run and stays in the ledger", () => {
    const { core, start } = harnessFixture();
    const exact = start({ tokens: 100 });
    core.beforeModelCall(exact, { ...call, estimatedTokens: 50 });
    core.afterModelCall(exact, { ...call, reservedTokens: 50, actualTokens: 100 });
    expect(exact.lifecycle.state).toBe("RUNNING");
    const over = start({ tokens: 100 });
    core.beforeModelCall(over, { ...call, estimatedTokens: 50 });
    expect(() => {
      core.afterModelCall(over, { ...call, reservedTokens: 50, actualTokens: 101 });
    }).toThrow(RunAbortedException);
    expect(over.lifecycle.termination).toMatchObject({ state: "BUDGET_EXHAUSTED" });
    expect(over.budget.lines.at(-1)).toMatchObject({ movement: "charge", amount: 51, balance: -1 });
  });

  it("states the usage even when the deadline has passed meanwhile, and then times out", () => {
    const { core, start, clock } = harnessFixture();
    const ctx = start({ wallTimeMs: 100 });
    core.beforeModelCall(ctx, { ...call, estimatedTokens: 50 });
    clock.moveTo(ctx.deadline + 1);
    expect(() => {
      core.afterModelCall(ctx, { ...call, reservedTokens: 50, actualTokens: 20 });
    }).toThrow(RunAbortedException);
    expect(ctx.lifecycle.state).toBe("TIMED_OUT");
    expect(ctx.budget.lines.at(-1)).toMatchObject({ movement: "refund", amount: -30 });
  });
});
