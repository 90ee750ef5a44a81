import { describe, expect, it } from "vitest";
import { CancellationReason, type TerminalRunState } from "../contracts/axes";
import { CancellationReceipt } from "../contracts/cancellation";
import { RunAbortedException } from "./run-aborted-exception";
import type { RunContext } from "./run-context";
import { harnessFixture, type HarnessFixture } from "./testing/harness-fixture";
import { RacingClock } from "./testing/racing-clock";

const WALL_TIME_MS = 1_000;

function abortedBy(act: () => void): RunAbortedException {
  try {
    act();
  } catch (error) {
    if (error instanceof RunAbortedException) return error;
    throw error;
  }
  throw new Error("nothing was aborted");
}

function running(): HarnessFixture & { ctx: RunContext; racing: RacingClock } {
  const racing = new RacingClock(10_000);
  const fixture = harnessFixture({ clock: racing });
  return { ...fixture, racing, ctx: fixture.start({ wallTimeMs: WALL_TIME_MS }) };
}

const byUser = { reason: "USER_REQUESTED", requestedBy: "operator", note: "enough" } as const;

describe("reason → terminal state (RUN-3)", () => {
  const expected: Record<CancellationReason, TerminalRunState> = {
    CLIENT_DISCONNECTED: "CANCELLED",
    USER_REQUESTED: "CANCELLED",
    DEADLINE_EXCEEDED: "TIMED_OUT",
    BUDGET_EXHAUSTED: "BUDGET_EXHAUSTED",
    INTERNAL_FAILURE: "FAILED",
  };
  it.each(CancellationReason.options)("%s", (reason) => {
    const { core, ctx } = running();
    expect(core.cancel(ctx, { reason, requestedBy: "x", note: null }).accepted).toBe(true);
    expect(ctx.lifecycle.termination).toMatchObject({ state: expected[reason], reason });
  });
});

describe("checkActive (RUN-4)", () => {
  it("lets an active run pass up to its deadline", () => {
    const { core, ctx, clock } = running();
    core.checkActive(ctx);
    clock.moveTo(ctx.deadline - 1);
    core.checkActive(ctx);
    expect(ctx.lifecycle.state).toBe("RUNNING");
  });

  it("gate 1 comes before gate 2: an ended run is not timed out afterwards", () => {
    const { core, ctx, clock } = running();
    core.completeSuccess(ctx);
    clock.moveTo(ctx.deadline + 1);
    const { termination, reason } = abortedBy(() => {
      core.checkActive(ctx);
    });
    expect(termination).toMatchObject({ state: "SUCCESS" });
    expect(reason).toBeNull();
    expect(ctx.cancellation.isCancelled).toBe(false);
  });

  it("gate 2 ends a run whose deadline has passed, although no timer has fired", () => {
    const { core, ctx, clock } = running();
    clock.moveTo(ctx.deadline);
    const { termination, reason } = abortedBy(() => {
      core.checkActive(ctx);
    });
    expect(termination).toMatchObject({ state: "TIMED_OUT", reason: "DEADLINE_EXCEEDED" });
    expect(reason).toBe("DEADLINE_EXCEEDED");
    expect(core.receipt(ctx)).toMatchObject({ requestedBy: "deadline", stateSetAt: ctx.deadline });
  });

  it("gate 3 stops who asks between the request and the terminal state", () => {
    const { core, ctx, racing } = running();
    const seen: RunAbortedException[] = [];
    // Reading 1 is the finish inside the broadcast; the gate's own reading follows within it.
    racing.race(0, () => {
      seen.push(
        abortedBy(() => {
          core.checkActive(ctx);
        }),
      );
    });
    ctx.cancellation.cancel({ ...byUser, requestedAt: 10_000 });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ termination: null, reason: "USER_REQUESTED" });
    expect(ctx.lifecycle.state).toBe("CANCELLED");
  });
});

describe("the deadline by itself (RUN-10)", () => {
  it("ends the run at its deadline, not before, and leaves no timer", () => {
    const { core, ctx, timers } = running();
    timers.advance(WALL_TIME_MS - 1);
    expect(ctx.lifecycle.state).toBe("RUNNING");
    expect(core.remainingMs(ctx)).toBe(1);
    timers.advance(1);
    expect(ctx.lifecycle.termination).toEqual({
      state: "TIMED_OUT",
      reason: "DEADLINE_EXCEEDED",
      completedAt: ctx.deadline,
    });
    expect(ctx.cancellation.reason).toBe("DEADLINE_EXCEEDED");
    expect(core.remainingMs(ctx)).toBe(0);
    expect(timers.count).toBe(0);
  });

  it("is called off when the run ends otherwise", () => {
    const { core, ctx, timers } = running();
    core.completeFailure(ctx, "broken");
    expect(timers.count).toBe(0);
    timers.advance(2 * WALL_TIME_MS);
    expect(ctx.lifecycle.state).toBe("FAILED");
    expect(ctx.cancellation.isCancelled).toBe(false);
  });
});

/** Both transitions of RUN-5; each reads the clock `before` times before its finish does. */
const transitions = [
  {
    name: "budget exhaustion",
    state: "BUDGET_EXHAUSTED",
    reason: "BUDGET_EXHAUSTED",
    before: 1,
    act: ({ core, ctx }: ReturnType<typeof running>) =>
      abortedBy(() => core.exhaustBudget(ctx, "tokens", "mdl_1", "step")),
  },
  {
    name: "the deadline",
    state: "TIMED_OUT",
    reason: "DEADLINE_EXCEEDED",
    before: 1,
    act: ({ core, ctx, clock }: ReturnType<typeof running>) => {
      clock.moveTo(ctx.deadline);
      return abortedBy(() => {
        core.checkActive(ctx);
      });
    },
  },
] as const;

describe.each(transitions)("finish first, cancel second: $name (RUN-5)", ({ act, state, reason, before }) => {
  it("finish won, cancel won", () => {
    const run = running();
    const order: string[] = [];
    run.ctx.lifecycle.onTerminated(() =>
      order.push(`finished, cancelled: ${run.ctx.cancellation.isCancelled}`),
    );
    run.ctx.cancellation.onCancel(() => order.push("broadcast"));
    expect(act(run)).toMatchObject({ termination: { state }, reason });
    expect(order).toEqual(["finished, cancelled: false", "broadcast"]);
    expect(run.trace.of("terminated")).toHaveLength(1);
    expect(run.ctx.cancellation.lost).toEqual([]);
  });

  it("finish won, cancel lost: the earlier request has already been broadcast", () => {
    const run = running();
    const heard: string[] = [];
    run.ctx.cancellation.onCancel((request) => heard.push(request.reason));
    // A cancel has won and is about to finish when the other transition comes first.
    run.racing.race(0, () => act(run));
    run.ctx.cancellation.cancel({ ...byUser, requestedAt: 10_000 });
    // The deadline's gate finds the run neither ended nor in time, so it ends it here as well.
    expect(run.ctx.lifecycle.termination).toMatchObject({ state });
    expect(run.ctx.cancellation.reason).toBe("USER_REQUESTED");
    expect(run.ctx.cancellation.lost.map((lost) => lost.reason)).toEqual([reason]);
    expect(heard).toEqual(["USER_REQUESTED"]);
    expect(run.trace.of("terminated")).toHaveLength(1);
  });

  it("finish lost, cancel won: the earlier state stays, the signal still goes out", () => {
    const run = running();
    const heard: string[] = [];
    run.ctx.cancellation.onCancel((request) => heard.push(request.reason));
    run.racing.race(before, () => run.core.completeSuccess(run.ctx));
    act(run);
    expect(run.ctx.lifecycle.termination).toMatchObject({ state: "SUCCESS" });
    expect(heard).toEqual([reason]);
    expect(run.trace.of("terminated")).toHaveLength(1);
  });

  it("finish lost, cancel lost: nothing changes, the loser is kept", () => {
    const run = running();
    const heard: string[] = [];
    run.ctx.cancellation.onCancel((request) => heard.push(request.reason));
    run.racing.race(before, () => run.core.cancel(run.ctx, byUser));
    act(run);
    expect(run.ctx.lifecycle.termination).toMatchObject({ state: "CANCELLED", reason: "USER_REQUESTED" });
    expect(run.ctx.cancellation.lost.map((lost) => lost.reason)).toEqual([reason]);
    expect(heard).toEqual(["USER_REQUESTED"]);
    expect(run.trace.of("terminated")).toHaveLength(1);
  });
});

describe("completion (RUN-6)", () => {
  it("never goes through cancel", () => {
    const { core, ctx } = running();
    let heard = 0;
    ctx.cancellation.onCancel(() => {
      heard += 1;
    });
    expect(core.completeSuccess(ctx)).toEqual({ won: true, termination: ctx.lifecycle.termination });
    expect(ctx.lifecycle.termination).toMatchObject({ state: "SUCCESS", reason: "COMPLETED" });
    expect(heard).toBe(0);
    expect(core.receipt(ctx)).toBeNull();
  });

  it("that loses follows the termination that is there; a lost success is a late arrival (RUN-15)", () => {
    const { core, ctx, clock } = running();
    core.cancel(ctx, byUser);
    clock.moveTo(clock.now() + 30);
    expect(core.completeFailure(ctx, "broken")).toEqual({
      won: false,
      termination: ctx.lifecycle.termination,
    });
    expect(core.lateArrivals(ctx)).toEqual([]);
    expect(core.completeSuccess(ctx)).toMatchObject({ won: false, termination: { state: "CANCELLED" } });
    expect(core.lateArrivals(ctx)).toEqual([
      { what: "completion", callId: ctx.runId, at: clock.now(), lateByMs: 30 },
    ]);
  });

  it("records a failure whose reason is empty", () => {
    const { core, ctx } = running();
    expect(core.completeFailure(ctx, " ")).toMatchObject({ won: true, termination: { state: "FAILED" } });
    expect(ctx.lifecycle.termination?.reason).not.toBe(" ");
  });
});

describe("cancel and its receipt (RUN-6, RUN-12, RUN-16)", () => {
  it("sets the state before any other subscriber hears of it", () => {
    const { core, ctx, trace } = running();
    const states: string[] = [];
    ctx.cancellation.onCancel(() => states.push(ctx.lifecycle.state));
    core.cancel(ctx, byUser);
    expect(states).toEqual(["CANCELLED"]);
    expect(trace.told.map((told) => (told.kind === "line" ? told.line.name : told.kind))).toEqual([
      "terminated",
      "cancel",
      "CANCEL_REQUESTED",
    ]);
  });

  it("says who, when, why, who lost, when the state was set and when it was stored", () => {
    const { core, ctx, clock, trace } = running();
    clock.moveTo(10_007);
    const result = core.cancel(ctx, byUser);
    clock.moveTo(10_009);
    core.cancel(ctx, { reason: "CLIENT_DISCONNECTED", requestedBy: "owner stream", note: null });
    core.noteStored(ctx, 10_011);
    core.noteStored(ctx, 10_050);
    const receipt = core.receipt(ctx);
    expect(receipt).toEqual({
      reason: "USER_REQUESTED",
      requestedBy: "operator",
      requestedAt: 10_007,
      note: "enough",
      lost: [{ reason: "CLIENT_DISCONNECTED", requestedBy: "owner stream", requestedAt: 10_009, note: null }],
      handles: [],
      stateSetAt: 10_007,
      storedAt: 10_011,
    });
    CancellationReceipt.parse(receipt);
    // A receipt is a copy as of its moment.
    expect(result).toMatchObject({ accepted: true, receipt: { lost: [], storedAt: null } });
    expect(trace.of("cancel").map(({ request, won }) => [request.requestedBy, won])).toEqual([
      ["operator", true],
      ["owner stream", false],
    ]);
  });

  it("refuses a run that has ended, says what it is, and keeps the loser", () => {
    const { core, ctx } = running();
    core.completeSuccess(ctx);
    expect(core.cancel(ctx, byUser)).toEqual({
      accepted: false,
      termination: ctx.lifecycle.termination,
      receipt: null,
    });
    expect(ctx.cancellation.isCancelled).toBe(false);
    expect(ctx.cancellation.lost).toMatchObject([{ requestedBy: "operator" }]);
  });

  it("hands the receipt of the winner to the one who lost", () => {
    const { core, ctx } = running();
    core.cancel(ctx, byUser);
    expect(core.cancel(ctx, { ...byUser, requestedBy: "second" })).toMatchObject({
      accepted: false,
      termination: { state: "CANCELLED" },
      receipt: { requestedBy: "operator", lost: [{ requestedBy: "second" }] },
    });
  });
});
