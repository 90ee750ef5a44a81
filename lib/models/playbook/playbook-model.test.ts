import { describe, expect, it } from "vitest";
import type { DiagnosisModel, ModelCall, ModelReply } from "../../diagnosis/ports";
import { createKnowledge } from "../../knowledge/load-knowledge";
import { fixtureKnowledge } from "../../knowledge/testing/fixture-knowledge";
import { createPlaybookModel } from "./playbook-model";

const model = createPlaybookModel({ knowledge: fixtureKnowledge() });
const call = (): ModelCall => ({ signal: new AbortController().signal });
const PASSAGE = {
  documentId: "guides/accounts",
  title: "Accounts",
  heading: "Rotate the read-only account",
  text: "Create a second account.",
  score: 0.9,
};

type Method = (model: DiagnosisModel, call: ModelCall) => Promise<ModelReply<unknown>>;
const METHODS: Readonly<Record<string, Method>> = {
  route: (one, held) => one.route({ query: "Why do gateways fail?", history: [], previousTurn: null }, held),
  step: (one, held) =>
    one.step(
      {
        query: "Why do gateways fail?",
        previousTurn: null,
        startedAt: 0,
        observations: [],
        tools: [],
        sources: [],
        stopRequired: false,
      },
      held,
    ),
  repair: (one, held) =>
    one.repair(
      {
        query: "q",
        draft: '{"claims":[],"missing_info":[],"recommended_actions":[]}',
        violations: [],
        evidence: [],
      },
      held,
    ),
  verify: (one, held) => one.verify({ conclusion: "c", lines: [], claims: [] }, held),
  answerSystem: (one, held) => one.answerSystem({ query: "hi", history: [] }, held),
  answerKnowledge: (one, held) => one.answerKnowledge({ query: "how", passages: [PASSAGE] }, held),
};

describe.each(Object.entries(METHODS))("%s", (_name, invoke) => {
  it("says the same twice and estimates its tokens", async () => {
    const reply = await invoke(model, call());
    expect(reply).toEqual(await invoke(model, call()));
    expect(reply.usage.estimated).toBe(true);
    expect(reply.usage.inputTokens).toBeGreaterThan(0);
    expect(reply.usage.outputTokens).toBeGreaterThan(0);
  });

  it("rejects with the signal's reason, before and after it was called", async () => {
    const aborted = new AbortController();
    aborted.abort(new Error("stop"));
    await expect(invoke(model, { signal: aborted.signal })).rejects.toThrow("stop");
    const later = new AbortController();
    const pending = invoke(model, { signal: later.signal });
    later.abort(new Error("stop now"));
    await expect(pending).rejects.toThrow("stop now");
  });
});

describe("answers", () => {
  it("introduces itself with what is loaded, in the question's language", async () => {
    const english = await model.answerSystem({ query: "What can you do?", history: [] }, call());
    expect(english.value).toContain('Gateways fail: "Why do gateways fail?"');
    const chinese = await model.answerSystem({ query: "你能做什么？", history: [] }, call());
    expect(chinese.value).toContain("网关为什么失败？");
    expect(chinese.value).toContain("只读");
  });

  it("answers in the best passage's own words and names its place", async () => {
    const other = { ...PASSAGE, heading: "Glossary", score: 0.5 };
    const { value } = await model.answerKnowledge({ query: "how", passages: [other, PASSAGE] }, call());
    expect(value).toBe(
      'From "Accounts › Rotate the read-only account":\n\nCreate a second account.\n\nSee also: Accounts › Glossary',
    );
    const none = await model.answerKnowledge({ query: "如何", passages: [] }, call());
    expect(none.value).toBe("没有文档回答这个问题。");
  });

  it("cuts a long passage at a sentence", async () => {
    const text = "A sentence of some length. ".repeat(200);
    const { value } = await model.answerKnowledge({ query: "how", passages: [{ ...PASSAGE, text }] }, call());
    expect(value.length).toBeLessThan(1_700);
    expect(value).toMatch(/length\. …$/);
  });
});

describe("estimates and readiness", () => {
  it("reserves at least what a call then uses", async () => {
    const input = { query: "Why do gateways fail?", history: [], previousTurn: null };
    const { usage } = await model.route(input, call());
    expect(model.estimateTokens(JSON.stringify(input).length)).toBeGreaterThanOrEqual(
      usage.inputTokens + usage.outputTokens,
    );
  });

  it("is ready with playbooks, and not without", async () => {
    expect(await model.ready()).toEqual({ ok: true, detail: "3 playbooks loaded" });
    const problems = [{ file: "x.md", field: "", message: "bad" }];
    const empty = createPlaybookModel({ knowledge: createKnowledge([], [], problems) });
    expect(await empty.ready()).toEqual({ ok: false, detail: "0 playbooks loaded, 1 problems" });
  });
});
