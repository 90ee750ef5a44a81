/** Answers that need no evidence: about the product itself, and from documents. */
import type { AnswerInput, KnowledgeAnswerInput } from "../../diagnosis/ports";
import type { Knowledge } from "../../knowledge/load-knowledge";

const CHINESE = /\p{Script=Han}/u;
const MAX_PASSAGE_CHARACTERS = 1_500;

function bulleted(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}

/** What the product is and what the loaded playbooks can investigate; in Chinese for a Chinese question. */
export function answerSystem(knowledge: Knowledge, input: AnswerInput): string {
  const chinese = CHINESE.test(input.query);
  const topics = knowledge.playbooks.map(({ title, playbook }) => {
    const example =
      playbook.answers.find((answer) => CHINESE.test(answer) === chinese) ?? playbook.answers[0];
    return example === undefined ? title : `${title}: ${chinese ? `“${example}”` : `"${example}"`}`;
  });
  if (chinese) {
    const can = topics.length === 0 ? "目前没有加载任何排查手册。" : `我可以排查：\n\n${bulleted(topics)}`;
    return `我是 Interlock，在严格执行控制下做故障诊断：我只用只读查询收集证据，每个结论都引用已保存的证据，并在发布前再次核对。\n\n${can}\n\n我也能根据文档回答“怎么做”之类的问题。证据不足时我会直说，不会猜测。`;
  }
  const can =
    topics.length === 0
      ? "No playbook is loaded at the moment."
      : `I can investigate:\n\n${bulleted(topics)}`;
  return `I am Interlock. I diagnose incidents under strict execution control: I collect evidence with read-only queries, every claim cites a stored result, and a separate check derives it again before anything is released.\n\n${can}\n\nI also answer how-to questions from the documents. Where the evidence does not suffice, I say so and do not guess.`;
}

/** All that `answerSystem` may say, in each of its languages. */
export function describeItself(knowledge: Knowledge): string {
  return ["?", "能"].map((query) => answerSystem(knowledge, { query, history: [] })).join("\n\n");
}

function trimPassage(text: string): string {
  if (text.length <= MAX_PASSAGE_CHARACTERS) return text;
  const cut = text.slice(0, MAX_PASSAGE_CHARACTERS);
  const end = Math.max(cut.lastIndexOf("\n\n"), cut.lastIndexOf(". "), cut.lastIndexOf("。"));
  return `${cut.slice(0, end > MAX_PASSAGE_CHARACTERS / 2 ? end + 1 : cut.length).trimEnd()} …`;
}

/** The best passage's own words, with document and heading named; other passages are pointed to. */
export function answerKnowledge(input: KnowledgeAnswerInput): string {
  const chinese = CHINESE.test(input.query);
  const [best, ...others] = [...input.passages].sort((left, right) => right.score - left.score);
  if (best === undefined) return chinese ? "没有文档回答这个问题。" : "No document answers this question.";
  const placeOf = (title: string, heading: string): string =>
    title === heading ? title : `${title} › ${heading}`;
  const place = placeOf(best.title, best.heading);
  const seen = new Set([place]);
  const more = others
    .map(({ title, heading }) => placeOf(title, heading))
    .filter((one) => !seen.has(one) && seen.add(one));
  const from = chinese ? `摘自“${place}”：` : `From "${place}":`;
  const also = chinese ? "另见：" : "See also:";
  const tail = more.length === 0 ? "" : `\n\n${also} ${more.slice(0, 3).join("; ")}`;
  return `${from}\n\n${trimPassage(best.text)}${tail}`;
}
