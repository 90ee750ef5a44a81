/** What a hostile or broken model can do, and what becomes of it. */
import { describe, expect, it } from "vitest";
import { RunAbortedException } from "../harness/run-aborted-exception";
import { DiagnosisFailure } from "./diagnosis-failure";
import type { AgentStep, StepInput } from "./ports";
import { axesOf, diagnosisFixture, linesOf, settle, type FixtureOptions } from "./testing/diagnosis-fixture";
import { invocationIdOf } from "./testing/ready-record";
import { draftStep, dueReport, lawfulDraft, stepsInOrder, toolStep } from "./testing/scripted-model";
import { rowsResult } from "./testing/scripted-sources";

function diagnose(options: FixtureOptions) {
  const fixture = diagnosisFixture(options);
  return { fixture, result: fixture.runtime.diagnose(fixture.ctx, { query: "why?", previousTurn: null }) };
}
/** What a driver without types may hand over. */
function junk(value: unknown): AgentStep {
  const smuggled: { step?: AgentStep } = {};
  Object.assign(smuggled, { step: value });
  return smuggled.step as AgentStep;
}
const cyclic: Record<string, unknown> = { kind: "tool", tool: "mysql_query", progress: null };
cyclic["request"] = cyclic;

describe("steps that are none", () => {
  it.each<[string, unknown]>([
    ["undefined", undefined],
    ["null", null],
    ["text", "SELECT 1"],
    ["a number", 42],
    ["an array", [{ kind: "draft", text: "{}" }]],
    ["nothing in it", {}],
    ["an unknown kind", { kind: "think", text: "…" }],
    ["a draft that is no text", { kind: "draft", text: { conclusion: "x" }, progress: null }],
    ["a tool that has no name", { kind: "tool", tool: 7, request: {}, progress: null }],
  ])("fail the model: %s", async (_, step) => {
    const { fixture, result } = diagnose({ model: { step: () => junk(step) } });
    await expect(result).rejects.toMatchObject({ name: "DiagnosisFailure", code: "MODEL_FAILED" });
    expect(linesOf(fixture, "AGENT_MODEL_STEP")).toMatchObject([{ status: "failed" }]);
    expect(fixture.sources.ran).toEqual([]);
  });

  it.each<[string, unknown]>([
    ["a cycle", cyclic],
    [
      "a getter that throws",
      {
        kind: "tool",
        tool: "mysql_query",
        progress: null,
        request: {
          get source() {
            throw new Error("trap");
          },
        },
      },
    ],
    ["functions", { kind: "tool", tool: "mysql_query", progress: null, request: { source: () => "shop" } }],
    ["too much text", toolStep({ statement: `SELECT '${"x".repeat(30_000)}'` })],
  ])("whose request is hostile never reach a source: %s", async (_, step) => {
    const { fixture, result } = diagnose({ model: { step: () => junk(step) }, limits: { modelCalls: 3 } });
    const error: unknown = await result.catch((reason: unknown) => reason);
    expect(error instanceof DiagnosisFailure || error instanceof RunAbortedException).toBe(true);
    expect(fixture.sources.ran).toEqual([]);
    expect(fixture.ctx.invocations.list()).toEqual([]);
  });

  it("a report of no lawful shape counts as missing", async () => {
    const steps = [
      toolStep({ statement: "SELECT 1" }),
      junk({ ...toolStep({ statement: "SELECT 2" }), progress: "it helped a lot" }),
      junk({ ...toolStep({ statement: "SELECT 3" }), progress: { invocationId: 7, gain: "GAINED" } }),
      junk({ ...toolStep({ statement: "SELECT 4" }), progress: { gain: "PLENTY" } }),
    ];
    const { fixture, result } = diagnose({ model: { step: stepsInOrder(...steps) } });
    await result;
    expect(axesOf(fixture)).toMatchObject({ stopReason: "PROGRESS_PROTOCOL_VIOLATED" });
    expect(fixture.sources.ran).toHaveLength(3);
  });
});

describe("requests that lead nowhere", () => {
  it.each<[string, AgentStep, string]>([
    [
      "an unknown tool",
      { kind: "tool", progress: null, tool: "shell", request: toolStep() },
      "TOOL_NOT_AUTHORISED",
    ],
    ["a write", toolStep({ statement: "UPDATE orders SET paid = 1" }), "NOT_READ_ONLY"],
    ["another source", toolStep({ source: "payroll" }), "TOOL_NOT_AUTHORISED"],
  ])("%s, for ever: refused each time, ended by the budget", async (_, step, code) => {
    const seen: StepInput[] = [];
    const { fixture, result } = diagnose({
      model: {
        step: (input) => {
          seen.push(input);
          return step;
        },
      },
      limits: { modelCalls: 5 },
    });
    await expect(result).rejects.toBeInstanceOf(RunAbortedException);
    expect(fixture.ctx.lifecycle.state).toBe("BUDGET_EXHAUSTED");
    expect(axesOf(fixture)).toMatchObject({
      collectionState: "COLLECTING",
      stopReason: "BUDGET_LIMIT_REACHED",
    });
    expect(seen.at(-1)?.observations).toMatchObject(
      Array.from({ length: 4 }, () => ({ kind: "rejected", code })),
    );
    expect(fixture.ctx.budget.snapshot(fixture.clock.now()).toolCalls.used).toBe(0);
  });

  it("the same question, for ever: answered from the record, saturated by the harness", async () => {
    const { fixture, result } = diagnose({
      model: { step: (input) => toolStep({}, dueReport(input, "GAINED")) },
    });
    expect(await result).toMatchObject({ outcome: "FALLBACK", fallback: { checked: [{}] } });
    expect(fixture.sources.ran).toHaveLength(1);
    expect(axesOf(fixture)).toMatchObject({ stopReason: "INFORMATION_SATURATED" });
    // The verdict on the repeats does not overwrite what the first answer brought.
    expect(fixture.ctx.invocations.list()).toMatchObject([{ gain: "GAINED" }]);
  });

  it("new questions, always GAINED: ended by the tool budget", async () => {
    const { fixture, result } = diagnose({
      model: {
        step: (input) => toolStep({ statement: `SELECT ${input.observations.length}` }, dueReport(input)),
      },
      limits: { toolCalls: 4 },
    });
    await expect(result).rejects.toBeInstanceOf(RunAbortedException);
    expect(fixture.sources.ran).toHaveLength(4);
    expect(fixture.ctx.lifecycle.state).toBe("BUDGET_EXHAUSTED");
  });

  it("failing sources give no verdict and no evidence: ended by the budget, nothing to fall back on", async () => {
    const { fixture, result } = diagnose({
      model: { step: (input) => toolStep({ statement: `SELECT ${input.observations.length}` }) },
      sources: { run: () => ({ kind: "error", code: "CONNECTION_FAILED", message: "refused" }) },
      limits: { modelCalls: 6 },
    });
    await expect(result).rejects.toBeInstanceOf(RunAbortedException);
    expect(linesOf(fixture, "TOOL_PROGRESS")).toEqual([]);
    expect(fixture.runtime.budgetFallback(fixture.ctx.invocations.list())).toBeNull();
  });
});

describe("drafts that lie", () => {
  const claimOn = (id: string, text = "it is so") => ({
    text,
    kind: "presence",
    invocationIds: [id],
    scope: "",
  });

  it("ids of another run are refused, also after a repair that repeats them", async () => {
    const { fixture, result } = diagnose({
      model: {
        step: stepsInOrder(toolStep(), (input) =>
          draftStep({ conclusion: "It is so.", claims: [claimOn(invocationIdOf(999))] }, dueReport(input)),
        ),
      },
    });
    expect(await result).toMatchObject({
      outcome: "FALLBACK",
      fallback: { fallbackType: "EVIDENCE_VALIDATION_FAILED" },
    });
    expect(JSON.stringify(linesOf(fixture, "EVIDENCE_GUARD_RECHECK"))).toContain("UNKNOWN_INVOCATION");
  });

  it("a conclusion out of thin air never gets past the guard, and the fallback has no facts", async () => {
    const { fixture, result } = diagnose({
      model: {
        step: () =>
          draftStep({ conclusion: "The disk SENTINEL is full.", claims: [claimOn(invocationIdOf(5))] }),
      },
    });
    const released = await result;
    expect(released).toMatchObject({
      outcome: "FALLBACK",
      fallback: { fallbackType: "EVIDENCE_VALIDATION_FAILED", checked: [] },
    });
    expect(JSON.stringify(released)).not.toContain("SENTINEL");
    expect(fixture.model.calls).not.toContain("verify");
  });

  it("evidence tampered with in memory is neither citable nor a fact", async () => {
    const { result } = diagnose({
      model: {
        step: stepsInOrder(toolStep(), (input) => {
          const seen = input.observations[0];
          if (seen?.kind !== "evidence") throw new Error("there is evidence");
          seen.record.evidence.rows[0] = ["666"];
          return draftStep(lawfulDraft(input), dueReport(input));
        }),
      },
    });
    expect(await result).toMatchObject({
      outcome: "FALLBACK",
      fallback: { fallbackType: "EVIDENCE_VALIDATION_FAILED", checked: [] },
    });
  });

  it("tampered evidence is no progress either", async () => {
    const { result } = diagnose({
      model: {
        step: stepsInOrder(toolStep(), (input) => {
          const seen = input.observations[0];
          if (seen?.kind === "evidence") seen.record.evidence.rows[0] = ["666"];
          return draftStep({}, dueReport(input));
        }),
      },
    });
    await expect(result).rejects.toMatchObject({ code: "NO_SAFE_CONTENT" });
  });

  it("an empty result does not become a global denial", async () => {
    const { result } = diagnose({
      model: {
        step: stepsInOrder(toolStep({ scope: "refunds of shop 7", params: [7] }), (input) => {
          const draft = lawfulDraft(input);
          return draftStep({ ...draft, conclusion: "There are no refunds." });
        }),
      },
      sources: { run: () => rowsResult(["n"], []) },
    });
    const released = await result;
    expect(released).toMatchObject({
      outcome: "FALLBACK",
      fallback: { fallbackType: "EVIDENCE_VALIDATION_FAILED" },
    });
    expect(JSON.stringify(released)).toContain("refunds of shop 7");
    expect(JSON.stringify(released)).not.toContain("There are no refunds.");
  });

  it("usage that is nonsense does not move the ledger by nonsense", async () => {
    const usage = { inputTokens: Number.NaN, outputTokens: -5, estimated: false };
    const { fixture, result } = diagnose({
      model: { usage, estimateTokens: () => Number.POSITIVE_INFINITY },
    });
    expect(await result).toMatchObject({ outcome: "SUCCESS" });
    const { used } = fixture.ctx.budget.snapshot(fixture.clock.now()).tokens;
    expect(Number.isFinite(used) && used >= 0).toBe(true);
  });
});

it("a model that answers after the run ended is not heard", async () => {
  const { fixture, result } = diagnose({ model: { step: () => new Promise<AgentStep>(() => undefined) } });
  result.catch(() => undefined);
  await settle();
  fixture.core.cancel(fixture.ctx, { reason: "CLIENT_DISCONNECTED", requestedBy: "stream", note: null });
  await expect(result).rejects.toBeInstanceOf(RunAbortedException);
  await expect(result).rejects.not.toBeInstanceOf(DiagnosisFailure);
  expect(linesOf(fixture, "RELEASE_DECISION")).toEqual([]);
});
