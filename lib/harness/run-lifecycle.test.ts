import { describe, expect, it } from "vitest";
import type { RunTermination } from "../contracts/cancellation";
import { RunLifecycle } from "./run-lifecycle";
import { createRunTermination } from "./run-termination";
import { ManualClock } from "./testing/manual-clock";

function lifecycle() {
  const failures: unknown[] = [];
  const clock = new ManualClock(5);
  const observer = { callbackFailed: (error: unknown) => failures.push(error) };
  return { clock, failures, run: new RunLifecycle(clock, observer) };
}

describe("createRunTermination (RUN-1)", () => {
  it("is immutable", () => {
    expect(Object.isFrozen(createRunTermination("SUCCESS", "done", 1))).toBe(true);
  });

  it("rejects RUNNING and an empty reason", () => {
    expect(() => createRunTermination("RUNNING", "x", 1)).toThrow(TypeError);
    expect(() => createRunTermination("FAILED", "", 1)).toThrow(TypeError);
    expect(() => createRunTermination("FAILED", "  ", 1)).toThrow(TypeError);
  });
});

describe("RunLifecycle (RUN-1)", () => {
  it("is RUNNING until the first terminal state, which stays", () => {
    const { run, clock } = lifecycle();
    expect(run.state).toBe("RUNNING");
    expect(run.termination).toBeNull();
    expect(run.finish("CANCELLED", "USER_REQUESTED")).toBe(true);
    clock.moveTo(9);
    expect(run.finish("SUCCESS", "COMPLETED")).toBe(false);
    expect(run.finish("SUCCESS", "")).toBe(false);
    expect(run.termination).toEqual({ state: "CANCELLED", reason: "USER_REQUESTED", completedAt: 5 });
    expect(run.state).toBe("CANCELLED");
  });

  it("does not end on a termination that may not exist", () => {
    const { run } = lifecycle();
    expect(() => run.finish("FAILED", "")).toThrow(TypeError);
    expect(run.termination).toBeNull();
  });

  it("is not torn apart by a clock that ends the run itself", () => {
    const hooks: (() => void)[] = [];
    const clock = {
      now: () => {
        hooks.pop()?.();
        return 1;
      },
    };
    const run = new RunLifecycle(clock, { callbackFailed: () => undefined });
    hooks.push(() => run.finish("TIMED_OUT", "first"));
    expect(run.finish("SUCCESS", "second")).toBe(false);
    expect(run.state).toBe("TIMED_OUT");
  });

  it("calls back synchronously and in order, once, with the state set", () => {
    const { run } = lifecycle();
    const heard: string[] = [];
    run.onTerminated(({ state }) => heard.push(`first ${state} ${run.state}`));
    run.onTerminated(() => heard.push("second"));
    run.finish("SUCCESS", "COMPLETED");
    run.finish("FAILED", "again");
    expect(heard).toEqual(["first SUCCESS SUCCESS", "second"]);
  });

  it("calls back at once when it is already over", () => {
    const { run } = lifecycle();
    run.finish("FAILED", "broken");
    const heard: RunTermination[] = [];
    run.onTerminated((termination) => heard.push(termination))();
    expect(heard).toEqual([run.termination]);
  });

  it("does not call what was taken back, not even during the round", () => {
    const { run } = lifecycle();
    const heard: string[] = [];
    const leaves: (() => void)[] = [];
    run.onTerminated(() => {
      heard.push("first");
      for (const leave of leaves) leave();
    });
    leaves.push(run.onTerminated(() => heard.push("second")));
    run.onTerminated(() => heard.push("third"));
    run.finish("SUCCESS", "COMPLETED");
    expect(heard).toEqual(["first", "third"]);
  });

  it("isolates callbacks that throw or reject, and reports them", async () => {
    const { run, failures } = lifecycle();
    const heard: string[] = [];
    const thrown = new Error("thrown");
    const rejected = new Error("rejected");
    run.onTerminated(() => {
      throw thrown;
    });
    const rejecting: () => unknown = () => Promise.reject(rejected);
    run.onTerminated(rejecting);
    run.onTerminated(() => heard.push("last"));
    expect(run.finish("SUCCESS", "COMPLETED")).toBe(true);
    await Promise.resolve();
    expect(heard).toEqual(["last"]);
    expect(failures).toEqual([thrown, rejected]);
  });
});
