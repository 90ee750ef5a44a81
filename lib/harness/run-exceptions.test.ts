/** The names and the words of what the harness throws: code tells them apart by name, people read the rest. */
import { describe, expect, it } from "vitest";
import { CallTimeoutException } from "./call-timeout";
import { RunAbortedException } from "./run-aborted-exception";
import { RunBudgetExceededException } from "./run-budget-exceeded";
import { RunFaults } from "./run-faults";
import { createRunTermination } from "./run-termination";
import { harnessFixture } from "./testing/harness-fixture";
import { SeededIds } from "./testing/seeded-ids";

describe("RunAbortedException (RUN-8)", () => {
  it("says what the run is", () => {
    const over = new RunAbortedException(createRunTermination("FAILED", "MODEL_DOWN", 1), "INTERNAL_FAILURE");
    expect(over.message).toBe("the run is over: FAILED (MODEL_DOWN)");
  });

  it("says who asked, while there is no state yet", () => {
    expect(new RunAbortedException(null, "USER_REQUESTED").message).toBe(
      "the run was asked to stop: USER_REQUESTED",
    );
    expect(new RunAbortedException(null, null).message).toBe("the run was asked to stop: no reason given");
  });

  it("has a cause only where something else failed", () => {
    const { core, start } = harnessFixture();
    const ctx = start();
    core.completeSuccess(ctx);
    let caught: unknown;
    try {
      core.checkActive(ctx);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(RunAbortedException);
    expect(caught).not.toHaveProperty("cause");
  });
});

it("a refused reservation says what was asked, of which budget, and what was left", () => {
  const error = new RunBudgetExceededException("tokens", 30, 12);
  expect(error.name).toBe("RunBudgetExceededException");
  expect(error.message).toBe("the tokens budget does not allow 30 more: 12 left");
});

it("a call's own timeout says which call, and how long it was given", () => {
  const error = new CallTimeoutException("mdl_1", 50);
  expect(error.name).toBe("CallTimeoutException");
  expect(error.message).toBe("the call mdl_1 did not answer within 50 ms");
});

it("a context that no core has started is named as that", () => {
  const { core, start } = harnessFixture();
  const copy = { ...start() };
  expect(() => {
    core.checkActive(copy);
  }).toThrow("was not started by a harness core");
});

it("a fault is counted once where nobody is told of it", () => {
  const faults = new RunFaults(new SeededIds().runId(), null);
  faults.note("recorder", new Error("x"));
  expect(faults.count).toBe(1);
});
