/** Questions that documents answer, and questions about the product itself. */
import { answers, fallsBack, type Question } from "../evaluation-question";

export const DOCUMENT_QUESTIONS: readonly Question[] = [
  answers(
    {
      id: "rotate-en",
      class: "documents",
      language: "en",
      ask: "How do I rotate the read-only account?",
    },
    "knowledge_answer",
    ["CREATE USER", "DROP USER"],
  ),
  answers(
    { id: "rotate-zh", class: "documents", language: "zh", ask: "如何轮换只读账号？" },
    "knowledge_answer",
    ["CREATE USER", "DROP USER"],
  ),
  answers(
    { id: "axes-en", class: "documents", language: "en", ask: "What does FALLBACK mean?" },
    "knowledge_answer",
    ["MISSING_REQUIRED_CONTEXT", "INSUFFICIENT_EVIDENCE", "SEMANTIC_UNAVAILABLE"],
  ),
  answers({ id: "about-en", class: "documents", language: "en", ask: "What can you do?" }, "system_answer", [
    ["read-only", "read only"],
  ]),
  answers(
    { id: "about-zh", class: "documents", language: "zh", ask: "你好，你能做什么？" },
    "system_answer",
    [["只读", "read-only"]],
  ),
  ...(
    [
      ["empty-search-en", "en", "How do I rotate the read-only account?"],
      ["empty-search-zh", "zh", "如何轮换只读账号？"],
      ["empty-search-axes", "en", "What does the run state mean?"],
    ] as const
  ).map(([id, language, ask]) =>
    fallsBack({ id, class: "no document", language, world: "no documents", ask }, ["INSUFFICIENT_EVIDENCE"]),
  ),
];
