import type { KnowledgeAnswer, KnowledgeCitation, SafeFallback } from "../../contracts/answer";
import type { RunContext } from "../../harness/run-context";
import type { ModelCallEnvironment } from "../model/model-call-environment";
import type { AnswerInput, KnowledgePassage, KnowledgeSearch } from "../ports";
import { checkKnowledgeAnswer } from "../guards/answer-guard";
import { answerWithheld, insufficientEvidence } from "../release/safe-fallback";
import { traceLine } from "../trace-line";
import { answerText } from "./answer-text";
import { awaitInRun } from "./await-in-run";
import { decideFallback } from "./decide-fallback";
import { passagesBehind } from "./passage-support";

export type KnowledgeResult =
  | { readonly outcome: "SUCCESS"; readonly answer: KnowledgeAnswer }
  | { readonly outcome: "FALLBACK"; readonly answer: SafeFallback };

/**
 * KNOWLEDGE_QUERY: exactly one retrieval and at most one answer (APP-6), asked for once more where AnswerGuard refuses it. An empty retrieval is
 * INSUFFICIENT_EVIDENCE and asks no model (APP-7), as is an answer that no passage carries; an answer that AnswerGuard refuses for good is
 * EVIDENCE_VALIDATION_FAILED (REL-5). The citations are the passages that carry the answer. Throws as `answerText` does.
 */
export async function answerFromKnowledge(
  environment: ModelCallEnvironment,
  knowledge: KnowledgeSearch,
  limit: number,
  ctx: RunContext,
  input: AnswerInput,
): Promise<KnowledgeResult> {
  const { core, clock } = environment;
  core.recorder(ctx).axes({ phase: "KNOWLEDGE_SEARCHING" });
  const startedAt = clock.now();
  const found = await awaitInRun(core, ctx, "knowledge search", () => knowledge.search(input.query, limit));
  const passages = found.slice(0, limit);
  traceLine(core.recorder(ctx), clock, {
    name: "KNOWLEDGE_SEARCH",
    phase: "answer",
    status: "ok",
    startedAt,
    detail: {
      passages: passages.length,
      bestScore: passages[0]?.score ?? null,
      retrieved: passages.map(({ documentId, heading, score }) => ({ documentId, heading, score })),
    },
  });
  if (passages.length === 0) {
    decideFallback(environment, ctx, "INSUFFICIENT_EVIDENCE", "no document matches");
    return { outcome: "FALLBACK", answer: insufficientEvidence("no_document", []) };
  }
  core.recorder(ctx).axes({ phase: "KNOWLEDGE_ANSWERING" });
  const question = { query: input.query, passages };
  const answered = await answerText(environment, ctx, {
    name: "KNOWLEDGE_ANSWER",
    what: "knowledge answer",
    input: question,
    invoke: (call) => environment.model.answerKnowledge(question, call),
    judge: (text) => checkKnowledgeAnswer(text, passages, input.query),
  });
  if (answered.kind === "refused") {
    decideFallback(environment, ctx, "EVIDENCE_VALIDATION_FAILED", answered.reason);
    return { outcome: "FALLBACK", answer: answerWithheld("knowledge") };
  }
  const { text } = answered;
  const cited = passagesBehind(text, passages);
  if (cited.length === 0) {
    decideFallback(environment, ctx, "INSUFFICIENT_EVIDENCE", "no passage carries the answer");
    return { outcome: "FALLBACK", answer: insufficientEvidence("no_document", []) };
  }
  return {
    outcome: "SUCCESS",
    answer: { contentType: "knowledge_answer", text, citations: citationsOf(cited) },
  };
}

/** One citation for each place, with its best score. */
function citationsOf(passages: readonly KnowledgePassage[]): KnowledgeCitation[] {
  const places = new Map<string, KnowledgeCitation>();
  for (const { documentId, title, heading, score } of passages) {
    const place = JSON.stringify([documentId, heading]);
    const known = places.get(place);
    if (known === undefined || known.score < score) places.set(place, { documentId, title, heading, score });
  }
  return [...places.values()];
}
