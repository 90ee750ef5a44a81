import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { checkStatement } from "../../lib/datasources/policy/statement-policy";
import { loadKnowledge, type Knowledge } from "../../lib/knowledge/load-knowledge";
import { choosePlaybook } from "../../lib/models/playbook/choose-playbook";
import { routeQuestion } from "../../lib/models/playbook/route-question";

const root = join(import.meta.dirname, "../..");
const CHINESE = /\p{Script=Han}/u;
let knowledge: Knowledge;

beforeAll(async () => {
  knowledge = await loadKnowledge({
    playbooksDir: join(root, "playbooks"),
    documentsDirs: [join(root, "docs/guides")],
  });
});

const idsOf = (source: string): string[] =>
  knowledge.playbooks
    .filter((playbook) => playbook.checks.some((check) => check.source === source))
    .map((playbook) => playbook.id);

describe("the shipped playbooks and guides", () => {
  it("all load", () => {
    expect(knowledge.problems).toEqual([]);
    expect(idsOf("server")).toEqual([
      "buffer-pool",
      "connection-saturation",
      "full-scans-missing-indexes",
      "lock-waits-and-deadlocks",
      "long-running-queries",
      "metadata-locks",
      "replication-lag",
      "table-and-index-growth",
      "temp-tables-on-disk",
      "who-blocks-whom",
    ]);
    expect(idsOf("shop")).toEqual([
      "deploy-errors",
      "duplicate-charges",
      "general-survey",
      "ledger-reconciliation",
      "order-creation-slow",
      "payments-failing",
      "sign-ups-drop",
      "slow-for-customer",
      "stock-negative",
    ]);
  });

  it("every statement passes the statement policy and is bounded", () => {
    for (const { id, checks } of knowledge.playbooks) {
      for (const check of checks) {
        const answer = checkStatement(check.statement);
        expect(answer.ok ? "" : `${id}/${check.id}: ${answer.reason}`).toBe("");
        if (!answer.ok) continue;
        expect(answer.statement.placeholders, `${id}/${check.id}`).toBe(check.binds.length);
      }
      expect(checks.length, id).toBeLessThanOrEqual(8);
    }
  });

  it("are asked for in English and Chinese, and every question they answer leads to them", () => {
    for (const { id, playbook } of knowledge.playbooks) {
      expect(playbook.answers.filter((answer) => CHINESE.test(answer)).length, id).toBeGreaterThanOrEqual(2);
      expect(playbook.answers.filter((answer) => !CHINESE.test(answer)).length, id).toBeGreaterThanOrEqual(3);
      expect(playbook.requires.length, id).toBeGreaterThan(0);
      for (const answer of playbook.answers) {
        const choice = choosePlaybook(knowledge, answer, null);
        expect(choice.kind === "chosen" ? choice.playbook.id : "none", answer).toBe(id);
        expect(
          routeQuestion(knowledge, { query: answer, history: [], previousTurn: null }).intent,
          answer,
        ).toBe("DIAGNOSIS");
      }
    }
  });

  it("the survey never concludes, every other playbook can", () => {
    for (const { id, conclusions } of knowledge.playbooks) {
      expect(conclusions.length > 0, id).toBe(id !== "general-survey");
    }
  });

  it.each([
    ["How do I rotate the read-only account?", "rotate-the-read-only-account"],
    ["如何轮换只读账号？", "rotate-the-read-only-account"],
    ["Which grants does a data source need?", "grants-for-data-sources"],
    ["How do I write a playbook?", "write-a-playbook"],
    ["How do I point Interlock at my own database?", "point-interlock-at-your-database"],
    ["What do the three axes mean?", "what-the-three-axes-mean"],
    ["What does FALLBACK mean?", "what-the-three-axes-mean"],
    ["How do I cancel a run?", "cancel-and-receipts"],
  ])("%s is answered from %s", async (query, document) => {
    expect(routeQuestion(knowledge, { query, history: [], previousTurn: null }).intent).toBe(
      "KNOWLEDGE_QUERY",
    );
    const passage = knowledge.rankPassages(query)[0]?.passage;
    expect(passage?.documentId).toBe(`guides/${document}`);
  });

  it("the answer on rotating the account holds the SQL and the variable to change", () => {
    const text = knowledge.rankPassages("How do I rotate the read-only account?")[0]?.passage.text ?? "";
    expect(text).toContain("CREATE USER");
    expect(text).toContain("DROP USER");
    expect(text).toContain("SOURCE_SHOP_URL=mysql://");
    expect(text.length).toBeLessThanOrEqual(1_500);
  });
});
