import { describe, expect, it } from "vitest";
import type { AgentStep, StepInput } from "./ports";
import { ModelFailure } from "./ports";
import { DiagnosisFailure } from "./diagnosis-failure";
import { RunAbortedException } from "../harness/run-aborted-exception";
import {
  axesOf,
  diagnosisFixture,
  linesOf,
  settle,
  type DiagnosisFixture,
  type FixtureOptions,
} from "./testing/diagnosis-fixture";
import {
  draftStep,
  dueReport,
  hangingAnswer,
  lawfulDraft,
  stepsInOrder,
  toolStep,
} from "./testing/scripted-model";
import { rowsResult } from "./testing/scripted-sources";

const QUESTION = { query: "why do payments fail?", previousTurn: null };

function diagnose(options: FixtureOptions = {}) {
  const fixture = diagnosisFixture(options);
  return { fixture, result: fixture.runtime.diagnose(fixture.ctx, QUESTION) };
}
async function failureOf(result: Promise<unknown>): Promise<DiagnosisFailure> {
  const error: unknown = await result.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DiagnosisFailure))
    throw new Error(`expected a DiagnosisFailure, got ${String(error)}`);
  return error;
}
const names = (fixture: DiagnosisFixture) => linesOf(fixture).map(({ name }) => name);
const toolAlways = (input: StepInput): AgentStep =>
  toolStep({ statement: `SELECT ${input.observations.length}` }, dueReport(input, "NO_GAIN"));
const conclude = (input: StepInput): AgentStep => draftStep(lawfulDraft(input), dueReport(input));
const query = toolStep();
const wrongClaim = (input: StepInput): AgentStep => {
  const draft = lawfulDraft(input);
  return draftStep({ ...draft, conclusion: "It is 999." }, dueReport(input));
};

describe("the release table", () => {
  it("a conclusion that passes the guards is a SUCCESS with the report", async () => {
    const { fixture, result } = diagnose();
    expect(await result).toMatchObject({
      outcome: "SUCCESS",
      report: { contentType: "diagnosis_report", conclusion: "one is 1", claims: [{ text: "one is 1" }] },
    });
    expect(fixture.model.calls).toEqual(["step", "step", "verify"]);
    expect(axesOf(fixture)).toMatchObject({
      phase: "SAFETY_VALIDATING",
      collectionState: "COLLECTING",
      semanticVerdict: "SUPPORTED",
    });
    expect(axesOf(fixture).stopReason).toBeUndefined();
    expect(names(fixture)).toEqual([
      "AGENT_MODEL_STEP",
      "TOOL_INVOCATION",
      "AGENT_MODEL_STEP",
      "TOOL_PROGRESS",
      "DRAFT_RECEIVED",
      "EVIDENCE_GUARD_INITIAL",
      "SEMANTIC_GUARD_ATTEMPT",
      "SEMANTIC_GUARD_DECISION",
      "RELEASE_DECISION",
    ]);
    expect(fixture.ctx.lifecycle.state).toBe("RUNNING");
  });

  it("no tool, no conclusion, something missing: MISSING_REQUIRED_CONTEXT, said as the draft asked it", async () => {
    const { fixture, result } = diagnose({
      model: {
        step: () =>
          draftStep({ missing_info: ["Which customer? Give the id."], recommended_actions: ["SENTINEL"] }),
      },
    });
    const released = await result;
    expect(released).toMatchObject({
      outcome: "FALLBACK",
      fallback: {
        fallbackType: "MISSING_REQUIRED_CONTEXT",
        checked: [],
        missingInfo: ["Which customer? Give the id."],
      },
    });
    expect(JSON.stringify(released)).not.toContain("SENTINEL");
    expect(fixture.model.calls).toEqual(["step"]);
  });

  it("no conclusion but progress that it cites: INSUFFICIENT_EVIDENCE, built from the rows", async () => {
    const { result } = diagnose({
      model: {
        step: stepsInOrder(query, (input) =>
          draftStep(
            {
              ...lawfulDraft(input),
              conclusion: undefined,
              missing_info: ["The replica's log", "Why 512 orders hang"],
            },
            dueReport(input),
          ),
        ),
      },
      sources: { run: () => rowsResult(["n"], [["5"]]) },
    });
    expect(await result).toMatchObject({
      outcome: "FALLBACK",
      fallback: {
        fallbackType: "INSUFFICIENT_EVIDENCE",
        checked: [
          {
            statement:
              "1 row found in this scope: result of SELECT COUNT(*) AS n FROM information_schema.ENGINES. n=5",
          },
        ],
        // A figure that nothing carries is not repeated.
        missingInfo: ["The replica's log"],
      },
    });
  });

  it("no conclusion, no progress cited, something missing: MISSING_REQUIRED_CONTEXT beside what was checked", async () => {
    const { result } = diagnose({
      model: {
        step: stepsInOrder(query, (input) =>
          draftStep(
            { missing_info: ["performance_schema must be on", "Why 512 orders hang"] },
            dueReport(input),
          ),
        ),
      },
      sources: { run: () => rowsResult(["n"], [["5"]]) },
    });
    expect(await result).toMatchObject({
      outcome: "FALLBACK",
      fallback: {
        fallbackType: "MISSING_REQUIRED_CONTEXT",
        checked: [
          {
            statement:
              "1 row found in this scope: result of SELECT COUNT(*) AS n FROM information_schema.ENGINES. n=5",
          },
        ],
        missingInfo: ["performance_schema must be on"],
      },
    });
  });

  it("neither conclusion nor progress nor anything missing: NO_SAFE_CONTENT", async () => {
    const { fixture, result } = diagnose({ model: { step: () => draftStep({}) } });
    expect((await failureOf(result)).code).toBe("NO_SAFE_CONTENT");
    expect(linesOf(fixture, "RELEASE_DECISION")).toMatchObject([
      { status: "failed", detail: { outcome: "FAILED" } },
    ]);
  });

  it("saturated and still asking for tools: a controlled stop, INSUFFICIENT_EVIDENCE with what was found", async () => {
    const { fixture, result } = diagnose({ model: { step: toolAlways } });
    expect(await result).toMatchObject({
      outcome: "FALLBACK",
      fallback: { fallbackType: "INSUFFICIENT_EVIDENCE", checked: [{}, {}, {}] },
    });
    expect(axesOf(fixture)).toMatchObject({
      collectionState: "SATURATED",
      stopReason: "INFORMATION_SATURATED",
    });
    expect(fixture.sources.ran).toHaveLength(3);
    expect(linesOf(fixture, "TOOL_REQUEST_REJECTED").map(({ detail }) => detail["code"])).toEqual([
      "COLLECTION_SATURATED",
      "COLLECTION_SATURATED",
    ]);
    expect(fixture.model.calls).not.toContain("verify");
  });

  it("saturated, then a draft with a conclusion: the whole guard chain, SUCCESS", async () => {
    const stops: boolean[] = [];
    const { fixture, result } = diagnose({
      model: {
        step: (input) => {
          stops.push(input.stopRequired);
          return input.stopRequired ? conclude(input) : toolAlways(input);
        },
      },
    });
    expect(await result).toMatchObject({ outcome: "SUCCESS" });
    expect(stops.filter(Boolean)).toHaveLength(1);
    expect(axesOf(fixture)).toMatchObject({
      stopReason: "INFORMATION_SATURATED",
      semanticVerdict: "SUPPORTED",
    });
  });

  it("empty results alone, then a controlled stop: the facts are stated with their scope", async () => {
    const { result } = diagnose({
      model: { step: toolAlways },
      sources: { run: () => rowsResult(["n"], []) },
    });
    const released = await result;
    expect(released).toMatchObject({
      outcome: "FALLBACK",
      fallback: { fallbackType: "INSUFFICIENT_EVIDENCE" },
    });
    const facts = released.outcome === "FALLBACK" ? released.fallback.checked : [];
    expect(facts).toHaveLength(3);
    for (const fact of facts) expect(fact.statement).toContain(fact.scope);
  });

  it("a protocol stop: INSUFFICIENT_EVIDENCE with what was found", async () => {
    const { fixture, result } = diagnose({
      model: { step: (input) => toolStep({ statement: `SELECT ${input.observations.length}` }) },
    });
    expect(await result).toMatchObject({
      outcome: "FALLBACK",
      fallback: { fallbackType: "INSUFFICIENT_EVIDENCE" },
    });
    expect(axesOf(fixture)).toMatchObject({
      stopReason: "PROGRESS_PROTOCOL_VIOLATED",
      collectionState: "SATURATED",
    });
  });

  it("evidence refused for good: one repair, one recheck, EVIDENCE_VALIDATION_FAILED, nothing of the draft", async () => {
    const { fixture, result } = diagnose({ model: { step: stepsInOrder(query, wrongClaim) } });
    const released = await result;
    expect(released).toMatchObject({
      outcome: "FALLBACK",
      fallback: { fallbackType: "EVIDENCE_VALIDATION_FAILED" },
    });
    expect(JSON.stringify(released)).not.toContain("999");
    expect(fixture.model.calls).toEqual(["step", "step", "repair"]);
    expect(names(fixture).filter((name) => name.startsWith("EVIDENCE"))).toEqual([
      "EVIDENCE_GUARD_INITIAL",
      "EVIDENCE_REPAIR",
      "EVIDENCE_GUARD_RECHECK",
    ]);
  });

  it("evidence repaired: recheck, semantic guard, SUCCESS", async () => {
    const { fixture, result } = diagnose({
      model: { step: stepsInOrder(query, wrongClaim), repair: ({ draft }) => draft.replace("999", "1") },
    });
    expect(await result).toMatchObject({ outcome: "SUCCESS", report: { conclusion: "It is 1." } });
    expect(fixture.model.calls).toEqual(["step", "step", "repair", "verify"]);
  });

  it.each<[string, () => string]>([
    ["no draft", () => "sorry"],
    ["no conclusion", () => JSON.stringify({ claims: [], missing_info: [], recommended_actions: [] })],
    [
      "a failing model",
      () => {
        throw new ModelFailure("down");
      },
    ],
  ])("a repair that brings %s: EVIDENCE_VALIDATION_FAILED, no semantic guard", async (_, repair) => {
    const { fixture, result } = diagnose({ model: { step: stepsInOrder(query, wrongClaim), repair } });
    expect(await result).toMatchObject({
      outcome: "FALLBACK",
      fallback: { fallbackType: "EVIDENCE_VALIDATION_FAILED" },
    });
    expect(fixture.model.calls).toEqual(["step", "step", "repair"]);
  });

  it("the semantic guard says no: SEMANTIC_UNSUPPORTED, and the conclusion is withheld", async () => {
    const { fixture, result } = diagnose({
      model: { verify: () => ({ verdict: "UNSUPPORTED", reason: "too bold", failingClaim: 0 }) },
    });
    const released = await result;
    expect(released).toMatchObject({
      outcome: "FALLBACK",
      fallback: { fallbackType: "SEMANTIC_UNSUPPORTED" },
    });
    expect(JSON.stringify(released)).not.toContain("one is 1");
    expect(axesOf(fixture)).toMatchObject({ semanticVerdict: "UNSUPPORTED" });
  });

  it.each<[string, () => never]>([
    [
      "a model failure",
      () => {
        throw new ModelFailure("down");
      },
    ],
    [
      "a driver bug",
      () => {
        throw new TypeError("bug");
      },
    ],
  ])("%s inside the semantic guard: SEMANTIC_UNAVAILABLE, no verdict", async (_, verify) => {
    const { fixture, result } = diagnose({ model: { verify } });
    expect(await result).toMatchObject({
      outcome: "FALLBACK",
      fallback: { fallbackType: "SEMANTIC_UNAVAILABLE" },
    });
    expect(axesOf(fixture).semanticVerdict).toBeUndefined();
  });

  it.each([
    ["an unknown verdict", { verdict: "MAYBE", reason: "", failingClaim: null }],
    ["a claim that does not exist", { verdict: "UNSUPPORTED", reason: "", failingClaim: 7 }],
    ["a contradiction", { verdict: "SUPPORTED", reason: "", failingClaim: 0 }],
    ["nothing", null],
  ])("%s from the semantic guard is no verdict", async (_, reply) => {
    const { result } = diagnose({ model: { verify: () => JSON.parse(JSON.stringify(reply)) } });
    expect(await result).toMatchObject({
      outcome: "FALLBACK",
      fallback: { fallbackType: "SEMANTIC_UNAVAILABLE" },
    });
  });

  it("the guard call's own timeout: SEMANTIC_UNAVAILABLE, and the call was aborted", async () => {
    let aborted = false;
    const { fixture, result } = diagnose({
      model: {
        verify: (input, call) => {
          call.signal.addEventListener("abort", () => {
            aborted = true;
          });
          return hangingAnswer<never>("deaf")(input, call);
        },
      },
    });
    await settle();
    fixture.timers.advance(20_000);
    expect(await result).toMatchObject({
      outcome: "FALLBACK",
      fallback: { fallbackType: "SEMANTIC_UNAVAILABLE" },
    });
    expect(aborted).toBe(true);
    expect(fixture.ctx.lifecycle.state).toBe("RUNNING");
  });

  it("the run's deadline inside a guard: TIMED_OUT, no release", async () => {
    const { fixture, result } = diagnose({
      model: { verify: hangingAnswer("deaf") },
      limits: { wallTimeMs: 10_000 },
    });
    await settle();
    fixture.timers.advance(10_000);
    await expect(result).rejects.toBeInstanceOf(RunAbortedException);
    expect(fixture.ctx.lifecycle.state).toBe("TIMED_OUT");
    expect(linesOf(fixture, "RELEASE_DECISION")).toEqual([]);
  });

  it("a cancel inside a guard ends it at once", async () => {
    const { fixture, result } = diagnose({ model: { verify: hangingAnswer("deaf") } });
    await settle();
    fixture.core.cancel(fixture.ctx, { reason: "USER_REQUESTED", requestedBy: "test", note: null });
    await expect(result).rejects.toBeInstanceOf(RunAbortedException);
    expect(axesOf(fixture).stopReason).toBeUndefined();
  });

  it("budget exhausted with progress: the exception goes on, and the records carry a fallback", async () => {
    const { fixture, result } = diagnose({ limits: { modelCalls: 2 }, model: { step: toolAlways } });
    await expect(result).rejects.toBeInstanceOf(RunAbortedException);
    expect(fixture.ctx.lifecycle.state).toBe("BUDGET_EXHAUSTED");
    expect(axesOf(fixture)).toMatchObject({
      stopReason: "BUDGET_LIMIT_REACHED",
      collectionState: "COLLECTING",
    });
    const records = fixture.ctx.invocations.list();
    const calls = fixture.model.calls.length;
    expect(fixture.runtime.budgetFallback(records)).toMatchObject({
      fallbackType: "INSUFFICIENT_EVIDENCE",
      checked: [{}, {}],
    });
    expect(fixture.model.calls).toHaveLength(calls);
  });

  it("budget exhausted without progress: nothing to fall back on", async () => {
    const { fixture, result } = diagnose({ limits: { tokens: 50 } });
    await expect(result).rejects.toBeInstanceOf(RunAbortedException);
    expect(axesOf(fixture)).toMatchObject({ stopReason: "BUDGET_LIMIT_REACHED" });
    expect(fixture.runtime.budgetFallback(fixture.ctx.invocations.list())).toBeNull();
  });

  it("budget exhausted inside a guard: the same two ends", async () => {
    const { fixture, result } = diagnose({ limits: { modelCalls: 2 } });
    await expect(result).rejects.toBeInstanceOf(RunAbortedException);
    expect(fixture.ctx.lifecycle.state).toBe("BUDGET_EXHAUSTED");
    expect(axesOf(fixture)).toMatchObject({ stopReason: "BUDGET_LIMIT_REACHED" });
    expect(fixture.runtime.budgetFallback(fixture.ctx.invocations.list())).not.toBeNull();
  });

  it.each<[string, (input: StepInput) => AgentStep, string]>([
    [
      "an unlawful draft",
      () => ({ kind: "draft", progress: null, text: "It is the SENTINEL." }),
      "DRAFT_REJECTED",
    ],
    [
      "a failing model",
      () => {
        throw new ModelFailure("down");
      },
      "MODEL_FAILED",
    ],
    [
      "a driver bug",
      () => {
        throw new TypeError("SENTINEL");
      },
      "MODEL_FAILED",
    ],
  ])("%s: a progress fallback with verified facts, a failure without", async (_, end, code) => {
    const without = diagnose({ model: { step: end } });
    expect((await failureOf(without.result)).code).toBe(code);
    const withFacts = diagnose({ model: { step: stepsInOrder(query, end) } });
    const released = await withFacts.result;
    expect(released).toMatchObject({
      outcome: "FALLBACK",
      fallback: { fallbackType: "INSUFFICIENT_EVIDENCE", checked: [{}] },
    });
    expect(JSON.stringify(released)).not.toContain("SENTINEL");
  });
});

describe("routing and answers", () => {
  it("routes with one call and tells the intent", async () => {
    const fixture = diagnosisFixture();
    const input = { query: "why?", history: [], previousTurn: null };
    expect(await fixture.runtime.route(fixture.ctx, input)).toMatchObject({ intent: "DIAGNOSIS" });
    expect(axesOf(fixture)).toMatchObject({ phase: "ROUTING", intent: "DIAGNOSIS" });
    expect(names(fixture)).toEqual(["ROUTING_ATTEMPT", "ROUTING_DECISION"]);
  });
  it.each<[string, () => never]>([
    [
      "throws",
      () => {
        throw new ModelFailure("down");
      },
    ],
    ["answers junk", () => JSON.parse('{"intent":"POETRY","rationale":""}') as never],
    ["answers nothing", () => JSON.parse("null") as never],
  ])("ROUTING_FAILED when the router %s", async (_, route) => {
    const fixture = diagnosisFixture({ model: { route } });
    const routed = fixture.runtime.route(fixture.ctx, { query: "why?", history: [], previousTurn: null });
    expect((await failureOf(routed)).code).toBe("ROUTING_FAILED");
    expect(linesOf(fixture, "ROUTING_DECISION")).toMatchObject([{ status: "failed" }]);
    expect(axesOf(fixture).intent).toBeUndefined();
  });
  it("answers about the system with one call", async () => {
    const fixture = diagnosisFixture({ model: { answerSystem: () => "hello" } });
    expect(await fixture.runtime.answerSystem(fixture.ctx, { query: "hi", history: [] })).toEqual({
      outcome: "SUCCESS",
      answer: { contentType: "system_answer", text: "hello" },
    });
    expect(axesOf(fixture)).toMatchObject({ phase: "SYSTEM_RESPONDING" });
  });
  it("fails an answer with no text", async () => {
    const fixture = diagnosisFixture({ model: { answerSystem: () => " " } });
    const answer = fixture.runtime.answerSystem(fixture.ctx, { query: "hi", history: [] });
    expect((await failureOf(answer)).code).toBe("MODEL_FAILED");
  });
  it("withholds an answer about the system that speaks of a live one, after one more try", async () => {
    const fixture = diagnosisFixture({
      model: { answerSystem: () => "gateway lumen refused 4711 payments" },
    });
    const question = { query: "why are payments failing?", history: [] };
    const answered = await fixture.runtime.answerSystem(fixture.ctx, question);
    expect(answered).toMatchObject({
      outcome: "FALLBACK",
      answer: { fallbackType: "EVIDENCE_VALIDATION_FAILED", checked: [] },
    });
    expect(JSON.stringify(answered)).not.toMatch(/lumen|4711/);
    expect(fixture.model.calls).toEqual(["answerSystem", "answerSystem"]);
    expect(linesOf(fixture, "SYSTEM_ANSWER")).toMatchObject([{ status: "refused" }]);
    expect(linesOf(fixture, "RELEASE_DECISION")).toMatchObject([{ detail: { outcome: "FALLBACK" } }]);
    expect(fixture.ctx.budget.snapshot(fixture.clock.now()).modelCalls.used).toBe(2);
  });
  it("releases what the second try makes lawful", async () => {
    const fixture = diagnosisFixture({
      model: {
        answerSystem: (_, call) =>
          call.complaint?.problem.includes("4711") === true
            ? "Ask for a diagnosis."
            : "4711 payments failed.",
      },
    });
    const answer = fixture.runtime.answerSystem(fixture.ctx, { query: "hi", history: [] });
    expect(await answer).toMatchObject({ outcome: "SUCCESS", answer: { text: "Ask for a diagnosis." } });
  });
  it("withholds a refused answer that leaves no room for another try", async () => {
    const fixture = diagnosisFixture({
      model: { answerSystem: () => "4711 payments failed." },
      limits: { modelCalls: 1 },
    });
    const answer = fixture.runtime.answerSystem(fixture.ctx, { query: "hi", history: [] });
    expect(await answer).toMatchObject({
      outcome: "FALLBACK",
      answer: { fallbackType: "EVIDENCE_VALIDATION_FAILED" },
    });
    expect(fixture.ctx.lifecycle.state).toBe("RUNNING");
  });
  it.each([
    ["Set it to 99.", "EVIDENCE_VALIDATION_FAILED"],
    ["Half of the customers left for good.", "INSUFFICIENT_EVIDENCE"],
  ])("withholds an answer that the documents do not carry: %s", async (text, fallbackType) => {
    const passage = { documentId: "d", title: "T", heading: "H", text: "Do this first.", score: 2 };
    const fixture = diagnosisFixture({ passages: [passage], model: { answerKnowledge: () => text } });
    const answer = await fixture.runtime.answerKnowledge(fixture.ctx, { query: "how to", history: [] });
    expect(answer).toMatchObject({ outcome: "FALLBACK", answer: { fallbackType, checked: [] } });
    expect(JSON.stringify(answer)).not.toContain(text);
  });
  it("answers from knowledge with one retrieval and one call, and cites what it rests on", async () => {
    const passage = { documentId: "d", title: "T", heading: "H", text: "Do this.", score: 2 };
    const fixture = diagnosisFixture({ passages: [passage, { ...passage, text: "And that.", score: 1 }] });
    expect(await fixture.runtime.answerKnowledge(fixture.ctx, { query: "how to", history: [] })).toEqual({
      outcome: "SUCCESS",
      answer: {
        contentType: "knowledge_answer",
        text: "Do this.",
        citations: [{ documentId: "d", title: "T", heading: "H", score: 2 }],
      },
    });
    expect(fixture.knowledge.queries).toHaveLength(1);
    expect(fixture.model.calls).toEqual(["answerKnowledge"]);
    expect(fixture.trace.of("axes").map(({ change }) => change.phase)).toEqual([
      "KNOWLEDGE_SEARCHING",
      "KNOWLEDGE_ANSWERING",
    ]);
  });
  it("falls back when nothing is found, and asks no model", async () => {
    const fixture = diagnosisFixture();
    expect(
      await fixture.runtime.answerKnowledge(fixture.ctx, { query: "how to", history: [] }),
    ).toMatchObject({
      outcome: "FALLBACK",
      answer: { fallbackType: "INSUFFICIENT_EVIDENCE", checked: [] },
    });
    expect(fixture.model.calls).toEqual([]);
  });
});
