/** The KnowledgeSearch port over loaded documents. */
import type { KnowledgePassage, KnowledgeSearch } from "../diagnosis/ports";
import { MATCH_THRESHOLD, type Knowledge } from "./load-knowledge";

/** Passages above MATCH_THRESHOLD, best first, at most `limit`; empty when nothing matches well enough (APP-7). */
export function createKnowledgeSearch(knowledge: Knowledge): KnowledgeSearch {
  return {
    search(query, limit) {
      const found: KnowledgePassage[] = knowledge
        .rankPassages(query)
        .filter(({ score }) => score >= MATCH_THRESHOLD)
        .slice(0, Math.max(0, limit))
        .map(({ passage, score }) => ({
          documentId: passage.documentId,
          title: passage.title,
          heading: passage.heading,
          text: passage.text,
          score,
        }));
      return Promise.resolve(found);
    },
  };
}
