import type { KnowledgeSearch } from "../ports";
import type { SecretMask } from "./secret-mask";

/** Passages without secrets: an answer quotes them, and is compared with them (TOOL-8). */
export function maskedKnowledge(knowledge: KnowledgeSearch, mask: SecretMask): KnowledgeSearch {
  return {
    async search(query, limit) {
      const passages = await knowledge.search(query, limit);
      return passages.map((passage) => ({ ...passage, text: mask.text(passage.text) }));
    },
  };
}
