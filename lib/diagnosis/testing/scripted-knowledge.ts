/** A KnowledgeSearch over fixed passages. For tests alone. */
import type { KnowledgePassage, KnowledgeSearch } from "../ports";

export interface ScriptedKnowledge extends KnowledgeSearch {
  readonly queries: readonly string[];
}

/** Answers every query with the same passages, best first as given. */
export function createScriptedKnowledge(passages: readonly KnowledgePassage[] = []): ScriptedKnowledge {
  const queries: string[] = [];
  return {
    queries,
    search: (query, limit) => {
      queries.push(query);
      return Promise.resolve(passages.slice(0, limit));
    },
  };
}
