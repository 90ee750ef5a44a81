/** What the control writes for its readers: the receipt's words, the trace lines, the reasons (RUN-5, RUN-12, RUN-15). */
import { describe, expect, it } from "vitest";
import type { TraceName } from "../contracts/trace";
import { STOP_WINDOW_MS } from "./held-calls";
import type { ModelAnswer } from "./held-model-call";
import type { StopReportLike } from "./held-tool-call";
import type { RunContext } from "./run-context";
import { deferred } from "./testing/deferred";
import { harnessFixture, type HarnessFixture } from "./testing/harness-fixture";
import { microtasks } from "./testing/settled";

const byUser = { reason: "USER_REQUESTED", requestedBy: "operator", note: "enough" } as const;

function running() {
  const fixture = harnessFixture();
  return { ...fixture, ctx: fixture.start({ wallTimeMs: 10_000, tokens: 100 }) };
}

function linesOf({ trace }: HarnessFixture, name: TraceName) {
  return trace.of("line").flatMap(({ line }) => (line.name === name ? [line] : []));
}

/** A model call whose callee never settles. */
function deafModel({ core, ids }: HarnessFixture, ctx: RunContext, what = "deaf") {
  const callId = ids.modelCallId();
  core
    .callModel(ctx, { callId, kind: "model", what, estimatedTokens: 1 }, () => new Promise<never>(() => {}))
    .catch(() => undefined);
  return callId;
}

/** A query that never ends, stopped by `stop`. */
function query({ core, ids }: HarnessFixture, ctx: RunContext, stop: () => Promise<StopReportLike>) {
  const callId = ids.invocationId();
  core
    .holdTool(ctx, { callId, what: "rate" }, () => ({ result: new Promise<never>(() => {}), stop }))
    .catch(() => undefined);
  return callId;
}

describe("an exhausted budget (RUN-5)", () => {
  it("says which one, for which call, with what left: in the trace, the termination and the receipt", () => {
    const run = running();
    const { core, ctx, clock } = run;
    ctx.budget.reserve("tokens", 60, "mdl_0", "before");
    expect(() => core.exhaustBudget(ctx, "tokens", "mdl_1", "step 3")).toThrow("BUDGET_EXHAUSTED");
    expect(linesOf(run, "BUDGET_EXHAUSTED")).toEqual([
      {
        name: "BUDGET_EXHAUSTED",
        phase: "control",
        status: "refused",
        at: clock.now(),
        durationMs: null,
        callId: "mdl_1",
        detail: { resource: "tokens", balance: 40, what: "step 3" },
      },
    ]);
    expect(ctx.lifecycle.termination?.reason).toBe("BUDGET_EXHAUSTED: tokens");
    expect(core.receipt(ctx)).toMatchObject({
      reason: "BUDGET_EXHAUSTED",
      requestedBy: "budget",
      note: "tokens: step 3",
    });
  });
});

describe("a cancel (RUN-12, RUN-16)", () => {
  it("is a trace line, won or lost, with who, why and the note", () => {
    const run = running();
    run.core.cancel(run.ctx, byUser);
    run.core.cancel(run.ctx, { reason: "CLIENT_DISCONNECTED", requestedBy: "owner stream", note: null });
    const lines = linesOf(run, "CANCEL_REQUESTED").map(({ status, callId, detail }) => [
      status,
      callId,
      detail,
    ]);
    expect(lines).toEqual([
      ["ok", null, { reason: "USER_REQUESTED", requestedBy: "operator", note: "enough", won: true }],
      [
        "refused",
        null,
        { reason: "CLIENT_DISCONNECTED", requestedBy: "owner stream", note: null, won: false },
      ],
    ]);
  });

  it("of the deadline has no note", () => {
    const { core, ctx, timers } = running();
    timers.advance(10_000);
    expect(core.receipt(ctx)).toMatchObject({ requestedBy: "deadline", note: null });
  });

  it("a subscriber that throws no error is named by what it threw", () => {
    const run = running();
    run.ctx.cancellation.onCancel(() => {
      throw "a string";
    });
    run.core.cancel(run.ctx, byUser);
    expect(linesOf(run, "CANCEL_REQUESTED").find(({ status }) => status === "failed")).toMatchObject({
      callId: null,
      detail: { subscriberFailed: "string" },
    });
  });
});

describe("a stop that became known (RUN-12, RUN-14)", () => {
  it("model: is a line with the time it took and what was stopped", async () => {
    const run = running();
    const { core, ctx, ids, timers } = run;
    const callee = deferred<ModelAnswer<string>>();
    const callId = ids.modelCallId();
    const options = { callId, kind: "guard", what: "verdict", estimatedTokens: 1 } as const;
    const outcome = core.callModel(ctx, options, () => callee.promise);
    core.cancel(ctx, byUser);
    timers.advance(40);
    callee.reject(new DOMException("aborted", "AbortError"));
    await expect(outcome).rejects.toThrow();
    await microtasks();
    const detail = "the call returned after its abort";
    expect(linesOf(run, "HANDLE_STOPPED")).toEqual([
      {
        name: "HANDLE_STOPPED",
        phase: "control",
        status: "ok",
        at: run.clock.now(),
        durationMs: 40,
        callId,
        detail: { kind: "guard", what: "verdict", stop: "confirmed", detail },
      },
    ]);
    expect(core.receipt(ctx)?.handles).toMatchObject([{ stop: "confirmed", detail }]);
    expect(run.trace.of("handle").map(({ stop }) => stop.stop)).toEqual(["pending", "confirmed"]);
  });

  it("nothing within the window: unconfirmed, and the line says failed", () => {
    const run = running();
    const callId = deafModel(run, run.ctx);
    run.core.cancel(run.ctx, byUser);
    run.timers.advance(STOP_WINDOW_MS);
    const [line] = linesOf(run, "HANDLE_STOPPED");
    expect(line).toMatchObject({ status: "failed", callId, durationMs: STOP_WINDOW_MS });
    expect(line?.detail).toMatchObject({ stop: "unconfirmed", detail: "no answer within 5000 ms" });
  });

  it("query: the report's words, and words of its own where the stop failed or could not be sent", async () => {
    const words = async (stop: () => Promise<StopReportLike>) => {
      const run = running();
      query(run, run.ctx, stop);
      run.core.cancel(run.ctx, byUser);
      await microtasks();
      return run.core.receipt(run.ctx)?.handles.map(({ stop, detail }) => [stop, detail]);
    };
    const unconfirmed = { stop: "unconfirmed", detail: "still in the process list" } as const;
    expect(await words(() => Promise.resolve(unconfirmed))).toEqual([
      ["unconfirmed", "still in the process list"],
    ]);
    expect(await words(() => Promise.reject(new Error("secret")))).toEqual([
      ["unconfirmed", "the attempt to stop it failed"],
    ]);
    const throwing = (): never => {
      throw new Error("secret");
    };
    expect(await words(throwing)).toEqual([["unconfirmed", "the stop could not be sent"]]);
  });

  it("query: cancelled before it could be started, it counts as stopped", async () => {
    const { core, ctx, ids, trace } = running();
    const outcome = core.holdTool(ctx, { callId: ids.invocationId(), what: "rate" }, () => {
      core.cancel(ctx, byUser);
      throw new Error("and then it fails");
    });
    await expect(outcome).rejects.toThrow();
    await microtasks();
    expect(core.receipt(ctx)?.handles).toMatchObject([
      { stop: "confirmed", detail: "the call was never started" },
    ]);
    expect(trace.of("handle").map(({ stop }) => stop.stop)).toEqual(["pending", "confirmed"]);
    expect(core.pendingStops(ctx)).toBe(0);
  });

  it("one that is known stays known: the window and a disposal leave it", async () => {
    const run = running();
    const report = deferred<StopReportLike>();
    query(run, run.ctx, () => report.promise);
    deafModel(run, run.ctx);
    run.core.cancel(run.ctx, byUser);
    report.resolve({ stop: "confirmed", detail: "gone" });
    await microtasks();
    run.core.dispose(run.ctx);
    expect(run.core.receipt(run.ctx)?.handles).toMatchObject([
      { kind: "mysql_query", stop: "confirmed", detail: "gone" },
      { kind: "model", stop: "unconfirmed", detail: "the run was put away before it was known" },
    ]);
  });
});

describe("a late arrival (RUN-15)", () => {
  it("is a refused line that says what and how late", () => {
    const run = running();
    run.core.completeSuccess(run.ctx);
    run.timers.advance(7);
    run.core.refuseLate(run.ctx, "content", "mdl_9");
    expect(linesOf(run, "LATE_ARRIVAL")).toEqual([
      {
        name: "LATE_ARRIVAL",
        phase: "control",
        status: "refused",
        at: run.clock.now(),
        durationMs: null,
        callId: "mdl_9",
        detail: { what: "content", lateByMs: 7 },
      },
    ]);
  });
});

describe("a run that ends without anybody's wish", () => {
  it("says so when it was disposed of while RUNNING", () => {
    const { core, ctx } = running();
    core.dispose(ctx);
    expect(ctx.lifecycle.termination).toMatchObject({
      state: "FAILED",
      reason: "INTERNAL_FAILURE: disposed while running",
    });
    expect(core.receipt(ctx)).toMatchObject({
      reason: "INTERNAL_FAILURE",
      requestedBy: "harness",
      note: "disposed while running",
    });
  });

  it("leaves a run that has ended as it is when it is disposed of", () => {
    const { core, ctx } = running();
    core.completeSuccess(ctx);
    core.dispose(ctx);
    expect(ctx.lifecycle.state).toBe("SUCCESS");
    expect(core.receipt(ctx)).toBeNull();
    expect(ctx.cancellation.lostCount).toBe(0);
  });

  it("keeps the reason of a failure, and has one where none was given", () => {
    const named = running();
    named.core.completeFailure(named.ctx, "MODEL_UNAVAILABLE");
    expect(named.ctx.lifecycle.termination?.reason).toBe("MODEL_UNAVAILABLE");
    const unnamed = running();
    unnamed.core.completeFailure(unnamed.ctx, " \n");
    expect(unnamed.ctx.lifecycle.termination?.reason).toBe("FAILED_WITHOUT_REASON");
  });
});
