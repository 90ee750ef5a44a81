/** Callees, subscribers and askers that do what nobody should do. The run must not be impressed. */
import { describe, expect, it } from "vitest";
import type { ModelAnswer } from "./held-model-call";
import { RunAbortedException } from "./run-aborted-exception";
import type { RunContext } from "./run-context";
import { deferred } from "./testing/deferred";
import { harnessFixture, type HarnessFixture } from "./testing/harness-fixture";
import { follow, microtasks } from "./testing/settled";

const byUser = { reason: "USER_REQUESTED", requestedBy: "operator", note: null } as const;
const answer: ModelAnswer<string> = { value: "x", usage: { inputTokens: 1, outputTokens: 1 } };

function options({ ids }: HarnessFixture) {
  return { callId: ids.modelCallId(), kind: "model", what: "step", estimatedTokens: 2 } as const;
}
function deaf(fixture: HarnessFixture, ctx: RunContext) {
  return follow(
    fixture.core.callModel(ctx, options(fixture), ({ signal }) => {
      signal.throwIfAborted();
      return new Promise<never>(() => undefined);
    }),
  );
}

describe("hostile callees", () => {
  it("a thenable that settles several times, synchronously, and throws afterwards settles its call once", async () => {
    const fixture = harnessFixture();
    const ctx = fixture.start();
    const hostile = {
      then: (fulfil: (value: ModelAnswer<string>) => void, reject: (error: unknown) => void) => {
        fulfil(answer);
        reject(new Error("second thoughts"));
        fulfil({ ...answer, value: "y" });
        throw new Error("third thoughts");
      },
    };
    const invoke = (): Promise<ModelAnswer<string>> => Object.assign(Promise.resolve(answer), hostile);
    await expect(fixture.core.callModel(ctx, options(fixture), invoke)).resolves.toBe("x");
    expect(ctx.budget.balance("tokens")).toBe(120_000 - 2);
    expect(ctx.cancellation.subscriberCount).toBe(1);
  });

  it("a callee that answers from inside the abort is late", async () => {
    const fixture = harnessFixture();
    const ctx = fixture.start();
    const callee = deferred<ModelAnswer<string>>();
    const outcome = follow(
      fixture.core.callModel(ctx, options(fixture), ({ signal }) => {
        signal.addEventListener("abort", () => {
          callee.resolve(answer);
        });
        return callee.promise;
      }),
    );
    fixture.core.cancel(ctx, byUser);
    await microtasks();
    expect(outcome()).toMatchObject({ kind: "error", error: expect.any(RunAbortedException) });
    expect(fixture.core.lateArrivals(ctx)).toHaveLength(1);
  });

  it("a callee that completes, cancels and exhausts from inside its abort changes nothing", async () => {
    const fixture = harnessFixture();
    const { core } = fixture;
    const ctx = fixture.start();
    const results: unknown[] = [];
    const outcome = follow(
      core.callModel(ctx, options(fixture), ({ signal }) => {
        signal.addEventListener("abort", () => {
          results.push(core.completeSuccess(ctx).won, core.cancel(ctx, byUser).accepted);
          try {
            core.exhaustBudget(ctx, "tokens", "mdl", "abort");
          } catch (error) {
            results.push(error instanceof RunAbortedException);
          }
        });
        return new Promise<never>(() => undefined);
      }),
    );
    core.cancel(ctx, { reason: "CLIENT_DISCONNECTED", requestedBy: "owner stream", note: null });
    await microtasks();
    expect(results).toEqual([false, false, true]);
    expect(ctx.lifecycle.termination).toMatchObject({ state: "CANCELLED", reason: "CLIENT_DISCONNECTED" });
    expect(ctx.cancellation.lost.map(({ reason }) => reason)).toEqual(["USER_REQUESTED", "BUDGET_EXHAUSTED"]);
    expect(outcome()).toMatchObject({ kind: "error", error: { termination: { state: "CANCELLED" } } });
  });

  it("a callee that starts the next call from inside its abort does not get it started", async () => {
    const fixture = harnessFixture();
    const ctx = fixture.start();
    const nested: ReturnType<typeof deaf>[] = [];
    let invoked = 0;
    void deaf(fixture, ctx);
    ctx.cancellation.onCancel(() => {
      nested.push(
        follow(
          fixture.core.callModel(ctx, options(fixture), () => {
            invoked += 1;
            return new Promise<never>(() => undefined);
          }),
        ),
      );
    });
    fixture.core.cancel(ctx, byUser);
    await microtasks();
    expect(invoked).toBe(0);
    expect(nested.map((outcome) => outcome().kind)).toEqual(["error"]);
    expect(fixture.core.receipt(ctx)?.handles).toHaveLength(1);
  });

  it("a value whose look-up of usage throws fails its call and nothing else", async () => {
    const fixture = harnessFixture();
    const ctx = fixture.start();
    const broken = new Error("no usage");
    const outcome = fixture.core.callModel(ctx, options(fixture), () =>
      Promise.resolve({
        value: "x",
        get usage(): never {
          throw broken;
        },
      }),
    );
    await expect(outcome).rejects.toBe(broken);
    expect(ctx.lifecycle.state).toBe("RUNNING");
    expect(ctx.cancellation.subscriberCount).toBe(1);
  });
});

describe("hostile subscribers", () => {
  it("one that throws between two calls keeps neither from being stopped", async () => {
    const fixture = harnessFixture();
    const ctx = fixture.start();
    const before = deaf(fixture, ctx);
    ctx.cancellation.onCancel(() => {
      throw new Error("in the middle");
    });
    const after = deaf(fixture, ctx);
    fixture.core.cancel(ctx, byUser);
    await microtasks();
    expect([before().kind, after().kind]).toEqual(["error", "error"]);
    expect(fixture.core.receipt(ctx)?.handles.map(({ stop }) => stop)).toEqual(["pending", "pending"]);
  });

  it("one that completes the run from inside the broadcast comes too late", () => {
    const fixture = harnessFixture();
    const ctx = fixture.start();
    const won: boolean[] = [];
    ctx.cancellation.onCancel(() => won.push(fixture.core.completeSuccess(ctx).won));
    fixture.core.cancel(ctx, byUser);
    expect(won).toEqual([false]);
    expect(ctx.lifecycle.state).toBe("CANCELLED");
  });

  it("one that disposes of the run from inside the broadcast leaves no call waiting and no timer", async () => {
    const fixture = harnessFixture();
    const ctx = fixture.start();
    ctx.cancellation.onCancel(() => {
      fixture.core.dispose(ctx);
    });
    const call = deaf(fixture, ctx);
    fixture.core.cancel(ctx, byUser);
    await microtasks();
    expect(call().kind).toBe("error");
    expect(fixture.timers.count).toBe(0);
    await fixture.core.whenStopped(ctx);
  });

  it("a termination callback that cancels is refused, and the completion stands", () => {
    const fixture = harnessFixture();
    const ctx = fixture.start();
    const accepted: boolean[] = [];
    ctx.lifecycle.onTerminated(() => accepted.push(fixture.core.cancel(ctx, byUser).accepted));
    expect(fixture.core.completeSuccess(ctx).won).toBe(true);
    expect(accepted).toEqual([false]);
    expect(ctx.cancellation.isCancelled).toBe(false);
  });
});

describe("hostile askers", () => {
  it("ten thousand cancels leave one winner, one state, and a bounded receipt", () => {
    const fixture = harnessFixture();
    const ctx = fixture.start();
    for (let i = 0; i < 10_000; i++) fixture.core.cancel(ctx, { ...byUser, requestedBy: String(i) });
    expect(ctx.cancellation.request?.requestedBy).toBe("0");
    expect(ctx.cancellation.lostCount).toBe(9_999);
    expect(fixture.core.receipt(ctx)?.lost.length).toBeLessThan(100);
    expect(fixture.trace.of("terminated")).toHaveLength(1);
  });

  it("a broadcast on a run that has completed changes no state (RUN-5 needs it to be possible)", async () => {
    const fixture = harnessFixture();
    const ctx = fixture.start();
    const call = deaf(fixture, ctx);
    fixture.core.completeSuccess(ctx);
    expect(ctx.cancellation.cancel({ ...byUser, requestedAt: fixture.clock.now() })).toBe(true);
    await microtasks();
    expect(ctx.lifecycle.state).toBe("SUCCESS");
    expect(call()).toMatchObject({ kind: "error", error: { termination: { state: "SUCCESS" } } });
    expect(fixture.trace.of("handle")).toHaveLength(1);
  });
});

describe("a long run (RUN-2)", () => {
  it("does not grow: after a thousand calls one subscription and one timer are left", async () => {
    const fixture = harnessFixture();
    const { core, ids, timers } = fixture;
    const ctx = fixture.start({ modelCalls: 500, toolCalls: 500 });
    for (let i = 0; i < 500; i++) {
      await core.callModel(ctx, { ...options(fixture), timeoutMs: 10 }, () => Promise.resolve(answer));
      const call = { callId: ids.invocationId(), what: "query" };
      core.beforeToolCall(ctx, call);
      await core.holdTool(ctx, call, () => ({
        result: Promise.resolve("rows"),
        stop: () => Promise.resolve({ stop: "confirmed", detail: "" }),
      }));
      core.afterToolCall(ctx);
    }
    expect(ctx.cancellation.subscriberCount).toBe(1);
    expect(timers.count).toBe(1);
    core.completeSuccess(ctx);
    expect(core.pendingStops(ctx)).toBe(0);
    expect(timers.count).toBe(0);
  });
});
