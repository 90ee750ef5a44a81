import { describe, expect, it } from "vitest";
import { deferred } from "../../harness/testing/deferred";
import { harnessFixture } from "../../harness/testing/harness-fixture";
import { RunAbortedException } from "../../harness/run-aborted-exception";
import { settle } from "../testing/diagnosis-fixture";
import { awaitInRun } from "./await-in-run";

describe("awaitInRun", () => {
  it("settles with the run, counts what comes late, and leaves no subscriber", async () => {
    const { core, start } = harnessFixture();
    const ctx = start();
    const before = ctx.cancellation.subscriberCount;
    const work = deferred<string>();
    const waiting = awaitInRun(core, ctx, "search", () => work.promise);
    waiting.catch(() => undefined);
    await settle();
    core.cancel(ctx, { reason: "USER_REQUESTED", requestedBy: "test", note: null });
    await expect(waiting).rejects.toBeInstanceOf(RunAbortedException);
    expect(ctx.cancellation.subscriberCount).toBeLessThanOrEqual(before);
    work.resolve("late");
    await settle();
    expect(core.lateArrivalCount(ctx)).toBe(1);
  });
  it("passes value and failure on, and unsubscribes", async () => {
    const { core, start } = harnessFixture();
    const ctx = start();
    const before = ctx.cancellation.subscriberCount;
    expect(await awaitInRun(core, ctx, "search", () => Promise.resolve(1))).toBe(1);
    const bug = new Error("bug");
    await expect(
      awaitInRun(core, ctx, "search", () => {
        throw bug;
      }),
    ).rejects.toBe(bug);
    expect(ctx.cancellation.subscriberCount).toBe(before);
  });
  it("does not start in a run that has ended", async () => {
    const { core, start } = harnessFixture();
    const ctx = start();
    core.completeFailure(ctx, "over");
    let started = false;
    const waiting = awaitInRun(core, ctx, "search", () => {
      started = true;
      return Promise.resolve(1);
    });
    await expect(waiting).rejects.toBeInstanceOf(RunAbortedException);
    expect(started).toBe(false);
  });
});
