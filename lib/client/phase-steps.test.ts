import { describe, expect, it } from "vitest";
import { phaseSteps } from "./phase-steps";

const states = (axes: Parameters<typeof phaseSteps>[0]) => phaseSteps(axes).map((step) => step.state);

describe("phaseSteps", () => {
  it("promises nothing before the intent is known", () => {
    expect(phaseSteps({ intent: null, phase: "ROUTING", runState: "RUNNING" })).toEqual([
      { phase: "ROUTING", state: "current" },
    ]);
  });

  it("shows where a running diagnosis is", () => {
    expect(states({ intent: "DIAGNOSIS", phase: "DIAGNOSIS_RUNNING", runState: "RUNNING" })).toEqual([
      "done",
      "current",
      "pending",
    ]);
  });

  it("shows where a cancelled run stopped and what it never reached", () => {
    expect(states({ intent: "DIAGNOSIS", phase: "DIAGNOSIS_RUNNING", runState: "CANCELLED" })).toEqual([
      "done",
      "stopped",
      "skipped",
    ]);
  });

  it("marks phases that a run may skip as skipped once it has ended", () => {
    expect(states({ intent: "DIAGNOSIS", phase: "DIAGNOSIS_RUNNING", runState: "SUCCESS" })).toEqual([
      "done",
      "done",
      "skipped",
    ]);
  });

  it("has its own steps per intent", () => {
    expect(states({ intent: "KNOWLEDGE_QUERY", phase: "KNOWLEDGE_ANSWERING", runState: "SUCCESS" })).toEqual([
      "done",
      "done",
      "done",
    ]);
    expect(states({ intent: "SYSTEM_CHAT", phase: "SYSTEM_RESPONDING", runState: "RUNNING" })).toEqual([
      "done",
      "current",
    ]);
  });
});
