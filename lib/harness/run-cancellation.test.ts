import { describe, expect, it } from "vitest";
import type { CancelRequest } from "../contracts/cancellation";
import { LOST_REQUESTS_KEPT, RunCancellation } from "./run-cancellation";

function request(requestedBy: string): CancelRequest {
  return { reason: "USER_REQUESTED", requestedBy, requestedAt: 1, note: null };
}
function cancellation() {
  const lost: CancelRequest[] = [];
  const failures: unknown[] = [];
  const run = new RunCancellation({
    lost: (loser) => lost.push(loser),
    subscriberFailed: (error) => failures.push(error),
  });
  return { run, lost, failures };
}

describe("RunCancellation (RUN-2, RUN-16)", () => {
  it("lets the first reason win and keeps the losers in order", () => {
    const { run, lost } = cancellation();
    expect(run.isCancelled).toBe(false);
    expect(run.reason).toBeNull();
    expect(run.cancel(request("a"))).toBe(true);
    expect(run.cancel({ ...request("b"), reason: "CLIENT_DISCONNECTED" })).toBe(false);
    expect(run.cancel(request("c"))).toBe(false);
    expect(run.request).toEqual(request("a"));
    expect(run.reason).toBe("USER_REQUESTED");
    expect(run.lost.map(({ requestedBy }) => requestedBy)).toEqual(["b", "c"]);
    expect(lost.map(({ requestedBy }) => requestedBy)).toEqual(["b", "c"]);
  });

  it("keeps the winner as it was, whatever its asker does to it", () => {
    const { run } = cancellation();
    const mine = { ...request("a") };
    run.cancel(mine);
    mine.requestedBy = "someone else";
    expect(run.request?.requestedBy).toBe("a");
  });

  it("calls subscribers synchronously, in subscription order, once", () => {
    const { run } = cancellation();
    const heard: string[] = [];
    for (const name of ["a", "b", "c"])
      run.onCancel(({ requestedBy }) => heard.push(`${name} hears ${requestedBy}`));
    run.cancel(request("x"));
    run.cancel(request("y"));
    expect(heard).toEqual(["a hears x", "b hears x", "c hears x"]);
    expect(run.subscriberCount).toBe(0);
  });

  it("calls the same function once per subscription", () => {
    const { run } = cancellation();
    let calls = 0;
    const subscriber = (): void => {
      calls += 1;
    };
    run.onCancel(subscriber);
    const leave = run.onCancel(subscriber);
    run.onCancel(subscriber);
    leave();
    leave();
    run.cancel(request("x"));
    expect(calls).toBe(2);
  });

  it("isolates subscribers that throw or reject, and reports them", async () => {
    const { run, failures } = cancellation();
    const thrown = new Error("thrown");
    const rejected = new Error("rejected");
    const heard: string[] = [];
    run.onCancel(() => {
      throw thrown;
    });
    const rejecting: () => unknown = () => Promise.reject(rejected);
    run.onCancel(rejecting);
    run.onCancel(() => heard.push("last"));
    expect(run.cancel(request("x"))).toBe(true);
    await Promise.resolve();
    expect(heard).toEqual(["last"]);
    expect(failures).toEqual([thrown, rejected]);
  });

  it("calls back at once after a cancel, isolated too, and keeps no subscription", () => {
    const { run, failures } = cancellation();
    run.cancel(request("x"));
    const heard: (CancelRequest | null)[] = [];
    run.onCancel((heardRequest) => heard.push(heardRequest))();
    expect(heard).toEqual([run.request]);
    run.onCancel(() => {
      throw new Error("thrown");
    });
    expect(failures).toHaveLength(1);
    expect(run.subscriberCount).toBe(0);
  });

  it("treats a cancel from inside the broadcast as a loser, and goes on", () => {
    const { run } = cancellation();
    const heard: string[] = [];
    run.onCancel(() => {
      heard.push(`inner won: ${run.cancel(request("inner"))}`);
    });
    run.onCancel(({ requestedBy }) => heard.push(requestedBy));
    run.cancel(request("outer"));
    expect(heard).toEqual(["inner won: false", "outer"]);
    expect(run.lost.map(({ requestedBy }) => requestedBy)).toEqual(["inner"]);
  });

  it("lets a subscriber take back another's turn, and join during the broadcast", () => {
    const { run } = cancellation();
    const heard: string[] = [];
    const leaves: (() => void)[] = [];
    run.onCancel(() => {
      for (const leave of leaves) leave();
      run.onCancel(() => heard.push("joined"));
    });
    leaves.push(run.onCancel(() => heard.push("taken back")));
    run.onCancel(() => heard.push("last"));
    run.cancel(request("x"));
    expect(heard).toEqual(["joined", "last"]);
  });

  it("does not grow with finished calls", () => {
    const { run } = cancellation();
    for (let i = 0; i < 10_000; i++) run.onCancel(() => undefined)();
    expect(run.subscriberCount).toBe(0);
  });

  it("bounds the losers it keeps and counts the rest", () => {
    const { run } = cancellation();
    run.keepLost(request("before any winner"));
    for (let i = 0; i < LOST_REQUESTS_KEPT + 10; i++) run.cancel(request(String(i)));
    expect(run.lost).toHaveLength(LOST_REQUESTS_KEPT);
    expect(run.lost[0]?.requestedBy).toBe("before any winner");
    expect(run.lostCount).toBe(LOST_REQUESTS_KEPT + 10);
  });
});
