/** The playbook model's own answers, from everything that is shipped, pass the guard of answers and are carried by what they cite (REL-5). */
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { passagesBehind } from "../../diagnosis/answers/passage-support";
import { checkKnowledgeAnswer, checkSystemAnswer } from "../../diagnosis/guards/answer-guard";
import { createKnowledgeSearch } from "../../knowledge/knowledge-search";
import { loadKnowledge, type Knowledge } from "../../knowledge/load-knowledge";
import { answerKnowledge, answerSystem, describeItself } from "./answer-question";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const FEWEST = 12;
let knowledge: Knowledge;
beforeAll(async () => {
  knowledge = await loadKnowledge({
    playbooksDir: `${root}playbooks`,
    documentsDirs: [`${root}docs/guides`],
  });
});

it.each(["What can you do?", "你能做什么？"])("about the system: %s", (query) => {
  const text = answerSystem(knowledge, { query, history: [] });
  expect(checkSystemAnswer(text, [query, describeItself(knowledge)])).toEqual([]);
});

it("from documents, for every title", async () => {
  const search = createKnowledgeSearch(knowledge);
  const titles = [
    ...knowledge.documents.map(({ title }) => `How do I ${title}?`),
    ...knowledge.playbooks.map(({ title }) => `如何处理 ${title}？`),
  ];
  let answered = 0;
  for (const query of titles) {
    const passages = await search.search(query, 5);
    if (passages.length === 0) continue;
    answered += 1;
    const text = answerKnowledge({ query, passages });
    expect(checkKnowledgeAnswer(text, passages, query), query).toEqual([]);
    const best = [...passages].sort((left, right) => right.score - left.score)[0];
    expect(passagesBehind(text, passages), query).toContain(best);
  }
  expect(answered).toBeGreaterThanOrEqual(FEWEST);
});
