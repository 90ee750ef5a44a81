import { describe, expect, it } from "vitest";
import { STOP_WINDOW_MS } from "./held-calls";
import type { RunContext } from "./run-context";
import { harnessFixture, type HarnessFixture } from "./testing/harness-fixture";
import { follow, microtasks } from "./testing/settled";

const byUser = { reason: "USER_REQUESTED", requestedBy: "operator", note: null } as const;

/** Starts a call whose callee never settles. */
function deafCall({ core, ids }: HarnessFixture, ctx: RunContext) {
  const options = { callId: ids.modelCallId(), kind: "model", what: "deaf", estimatedTokens: 1 } as const;
  return follow(core.callModel(ctx, options, () => new Promise<never>(() => undefined)));
}

describe("stopping the calls of an ended run (RUN-14)", () => {
  it("nothing is pending while RUNNING, whatever is in flight", async () => {
    const fixture = harnessFixture();
    const ctx = fixture.start();
    deafCall(fixture, ctx);
    expect(fixture.core.pendingStops(ctx)).toBe(0);
    await fixture.core.whenStopped(ctx);
  });

  it("whenStopped waits for every call and for no longer than the window", async () => {
    const fixture = harnessFixture();
    const { core, timers } = fixture;
    const ctx = fixture.start();
    deafCall(fixture, ctx);
    deafCall(fixture, ctx);
    core.cancel(ctx, byUser);
    expect(core.pendingStops(ctx)).toBe(2);
    const stopped = follow(core.whenStopped(ctx));
    timers.advance(STOP_WINDOW_MS - 1);
    await microtasks();
    expect(stopped().kind).toBe("open");
    timers.advance(1);
    await microtasks();
    expect(stopped().kind).toBe("value");
    expect(core.pendingStops(ctx)).toBe(0);
    expect(timers.count).toBe(0);
  });

  it("whenStopped asked in the very moment of the end waits too", async () => {
    const fixture = harnessFixture();
    const ctx = fixture.start();
    deafCall(fixture, ctx);
    const asked: ReturnType<typeof follow<void>>[] = [];
    ctx.lifecycle.onTerminated(() => asked.push(follow(fixture.core.whenStopped(ctx))));
    fixture.core.cancel(ctx, byUser);
    await microtasks();
    expect(asked.map((stopped) => stopped().kind)).toEqual(["open"]);
    fixture.timers.advance(STOP_WINDOW_MS);
    await microtasks();
    expect(asked.map((stopped) => stopped().kind)).toEqual(["value"]);
  });

  it("a completion wakes the calls that are still in flight, without a cancel (RUN-6)", async () => {
    const fixture = harnessFixture();
    const ctx = fixture.start();
    const call = deafCall(fixture, ctx);
    fixture.core.completeSuccess(ctx);
    expect(fixture.core.pendingStops(ctx)).toBe(1);
    await microtasks();
    expect(call()).toMatchObject({
      kind: "error",
      error: { termination: { state: "SUCCESS" }, reason: null },
    });
    expect(ctx.cancellation.isCancelled).toBe(false);
    expect(ctx.cancellation.subscriberCount).toBe(1);
    expect(fixture.trace.of("handle")).toHaveLength(1);
  });

  it("so does a finish behind the core's back", async () => {
    const fixture = harnessFixture();
    const ctx = fixture.start();
    const call = deafCall(fixture, ctx);
    ctx.lifecycle.finish("FAILED", "from outside");
    await microtasks();
    expect(call()).toMatchObject({ kind: "error", error: { termination: { state: "FAILED" } } });
  });

  it("a disposed run has no timer left, and its pending stops are unconfirmed", async () => {
    const fixture = harnessFixture();
    const { core, timers } = fixture;
    const ctx = fixture.start();
    deafCall(fixture, ctx);
    core.cancel(ctx, byUser);
    const stopped = follow(core.whenStopped(ctx));
    core.dispose(ctx);
    core.dispose(ctx);
    await microtasks();
    expect(stopped().kind).toBe("value");
    expect(timers.count).toBe(0);
    expect(core.receipt(ctx)?.handles).toMatchObject([{ stop: "unconfirmed" }]);
  });

  it("a run disposed before its calls were woken leaves no timer either", async () => {
    const fixture = harnessFixture();
    const ctx = fixture.start();
    const call = deafCall(fixture, ctx);
    ctx.lifecycle.finish("FAILED", "from outside");
    fixture.core.dispose(ctx);
    await microtasks();
    expect(call().kind).toBe("error");
    expect(fixture.timers.count).toBe(0);
  });

  it("a run disposed while RUNNING ends, so that nobody waits for ever", async () => {
    const fixture = harnessFixture();
    const ctx = fixture.start();
    const call = deafCall(fixture, ctx);
    fixture.core.dispose(ctx);
    await microtasks();
    expect(ctx.lifecycle.state).toBe("FAILED");
    expect(ctx.cancellation.reason).toBe("INTERNAL_FAILURE");
    expect(call()).toMatchObject({ kind: "error", error: { name: "RunAbortedException" } });
    expect(fixture.timers.count).toBe(0);
  });
});
