import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { IntentType } from "../../contracts/axes";
import { createKnowledgeSearch } from "../../knowledge/knowledge-search";
import { loadKnowledge, type Knowledge } from "../../knowledge/load-knowledge";
import { choosePlaybook } from "./choose-playbook";
import { routeQuestion } from "./route-question";
import { takeStep } from "./take-step";

const root = fileURLToPath(new URL("../../..", import.meta.url));
let knowledge: Knowledge;
beforeAll(async () => {
  knowledge = await loadKnowledge({
    playbooksDir: `${root}playbooks`,
    documentsDirs: [`${root}docs/guides`],
  });
});

const intentOf = (query: string): IntentType =>
  routeQuestion(knowledge, { query, history: [], previousTurn: null }).intent;
function playbookOf(query: string): string {
  const choice = choosePlaybook(knowledge, query, null);
  return choice.kind === "chosen" ? choice.playbook.id : "none";
}

describe("what is shipped", () => {
  it("loads without a problem", () => {
    expect(knowledge.problems).toEqual([]);
    expect(knowledge.findPlaybook("general-survey")).toBeDefined();
    expect(knowledge.documents.length).toBeGreaterThan(0);
  });

  it("answers every question that a playbook says it answers with that playbook", () => {
    const wrong = knowledge.playbooks.flatMap(({ id, playbook }) =>
      playbook.answers
        .filter((question) => playbookOf(question) !== id || intentOf(question) !== "DIAGNOSIS")
        .map((question) => `${question}: ${intentOf(question)} ${playbookOf(question)} instead of ${id}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("diagnosis", () => {
  it.each([
    ["Why are payments failing?", "payments-failing"],
    ["payments broken since 14:00", "payments-failing"],
    ["card payments are not going through", "payments-failing"],
    ["Customers can't pay, what's wrong?", "payments-failing"],
    ["Checkout keeps declining cards since this morning", "payments-failing"],
    ["How many payments failed yesterday?", "payments-failing"],
    ["Hi, why are payments failing?", "payments-failing"],
    ["为什么支付失败？", "payments-failing"],
    ["支付为啥老是失败", "payments-failing"],
    ["最近付款总是失败怎么回事", "payments-failing"],
    ["Who is blocking whom?", "who-blocks-whom"],
    ["which transaction holds the lock everyone waits for?", "who-blocks-whom"],
    ["谁阻塞了谁？", "who-blocks-whom"],
    ["谁在阻塞谁", "who-blocks-whom"],
    ["哪个连接阻塞了其他的？", "who-blocks-whom"],
    ["Reconcile the ledger against payouts", "ledger-reconciliation"],
    ["does the ledger match the payouts?", "ledger-reconciliation"],
    ["ledger and payouts differ", "ledger-reconciliation"],
    ["账本对不上", "ledger-reconciliation"],
    ["It is slow for one customer.", "slow-for-customer"],
    ["customer 4711 says everything is slow", "slow-for-customer"],
    ["客户 4711 很慢", "slow-for-customer"],
    ["Why did sign-ups drop last week?", "sign-ups-drop"],
    ["why did signups fall", "sign-ups-drop"],
    ["fewer new users signed up last week", "sign-ups-drop"],
    ["上周注册为什么下降了", "sign-ups-drop"],
    ["the moon is too bright", "general-survey"],
  ])("%s → %s", (query, playbook) => {
    expect(intentOf(query)).toBe("DIAGNOSIS");
    expect(playbookOf(query)).toBe(playbook);
  });

  it("asks which customer is meant, without a tool", () => {
    const step = takeStep(knowledge, {
      query: "It is slow for one customer.",
      previousTurn: null,
      startedAt: Date.parse("2026-11-30T15:30:45Z"),
      observations: [],
      tools: [],
      sources: [],
      stopRequired: false,
    });
    expect(step).toMatchObject({ kind: "draft", progress: null });
    const draft: unknown = step.kind === "draft" ? JSON.parse(step.text) : null;
    expect(draft).toMatchObject({ claims: [], missing_info: [expect.stringMatching(/customer/i) as string] });
    expect(draft).not.toHaveProperty("conclusion");
  });
});

describe("knowledge", () => {
  it.each([
    ["How do I rotate the read-only account?", /rotate the read-only account/i],
    ["How can I rotate the password of the read-only account?", /rotate the read-only account/i],
    ["How do I change the password of the read-only user?", /rotate the read-only account/i],
    ["怎么轮换只读账号？", /rotate the read-only account/i],
    ["如何更换只读账户的密码", /rotate the read-only account/i],
    ["How do I write a playbook?", /write a playbook/i],
    ["What does FALLBACK mean?", /FALLBACK/],
    ["How do I add a data source?", /data source/],
    ["how can I stop a run", /cancel|run/i],
  ])("%s", async (query, heading) => {
    expect(intentOf(query)).toBe("KNOWLEDGE_QUERY");
    const passages = await createKnowledgeSearch(knowledge).search(query, 3);
    expect(passages.map((passage) => `${passage.title} ${passage.heading}`).join("\n")).toMatch(heading);
  });

  it.each(["How do I bake bread?", "How do I send emails?"])("no document answers: %s", (query) => {
    expect(intentOf(query)).toBe("DIAGNOSIS");
    expect(playbookOf(query)).toBe("general-survey");
  });
});

it.each(["What can you do?", "hello", "你能做什么？"])("about the system: %s", (query) => {
  expect(intentOf(query)).toBe("SYSTEM_CHAT");
});
