/** Playbooks and documents with their retrieval: everything the product knows, loaded once and never changed. */
import type { CompiledPlaybook, KnowledgeProblem } from "./compiled-playbook";
import { loadDocuments } from "./load-documents";
import { loadPlaybooks } from "./load-playbooks";
import type { KnowledgeDocument, Passage } from "./markdown-passages";
import { TextIndex } from "./text-index";

/**
 * A score from which on a playbook or passage is taken as an answer. Of the shipped questions and their paraphrases the right match
 * scores 0.5 or more; questions about nothing that is loaded mostly score 0, and below this where they share a common word: one
 * shared word of several never reaches it.
 */
export const MATCH_THRESHOLD = 0.35;

interface RankedPlaybook {
  readonly playbook: CompiledPlaybook;
  /** 0..1; see MATCH_THRESHOLD. */
  readonly score: number;
}
interface RankedPassage {
  readonly passage: Passage;
  /** 0..1; see MATCH_THRESHOLD. */
  readonly score: number;
}

export interface Knowledge {
  readonly playbooks: readonly CompiledPlaybook[];
  readonly documents: readonly KnowledgeDocument[];
  /** Files that were left out, and why. */
  readonly problems: readonly KnowledgeProblem[];
  findPlaybook(id: string): CompiledPlaybook | undefined;
  /** All playbooks that share words with the query, best first. Deterministic. */
  rankPlaybooks(query: string): readonly RankedPlaybook[];
  /** All passages that share words with the query, best first. Deterministic. */
  rankPassages(query: string): readonly RankedPassage[];
}

export interface KnowledgeFolders {
  readonly playbooksDir: string;
  readonly documentsDirs: readonly string[];
}

/** A heading may say the same in a second language in brackets. */
function phrasesOf(heading: string): string[] {
  const own = heading.split(" › ").at(-1) ?? heading;
  return own
    .split(/[()（）]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Builds the indexes over parsed content. */
export function createKnowledge(
  playbooks: readonly CompiledPlaybook[],
  documents: readonly KnowledgeDocument[],
  problems: readonly KnowledgeProblem[] = [],
): Knowledge {
  const byId = new Map(playbooks.map((playbook) => [playbook.id, playbook]));
  const passages = new Map(documents.flatMap((one) => one.passages).map((passage) => [passage.id, passage]));
  const playbookIndex = new TextIndex(
    playbooks.map(({ id, title, playbook }) => ({
      id,
      phrases: [title, ...playbook.answers],
      keywords: playbook.keywords,
      body: playbook.body,
    })),
    // A playbook's prose explains; what it is for stands above it. Operators tell stories around their question.
    { bodyWeight: 0.45, unknownWeight: 0.25 },
  );
  const passageIndex = new TextIndex(
    [...passages.values()].map(({ id, title, heading, text }) => ({
      id,
      phrases: phrasesOf(heading),
      keywords: [title, heading],
      body: text,
    })),
    // A document's answer is in its prose; a word that no document has is what the question is about.
    { bodyWeight: 0.75, unknownWeight: 1 },
  );
  return {
    playbooks,
    documents,
    problems,
    findPlaybook: (id) => byId.get(id),
    rankPlaybooks: (query) =>
      playbookIndex.rank(query).flatMap(({ id, score }) => {
        const playbook = byId.get(id);
        return playbook === undefined ? [] : [{ playbook, score }];
      }),
    rankPassages: (query) =>
      passageIndex.rank(query).flatMap(({ id, score }) => {
        const passage = passages.get(id);
        return passage === undefined ? [] : [{ passage, score }];
      }),
  };
}

/** Loads playbooks and documents. What is wrong with a file or folder is in `problems`; the rest is loaded all the same. */
export async function loadKnowledge(folders: KnowledgeFolders): Promise<Knowledge> {
  const [loaded, read] = await Promise.all([
    loadPlaybooks(folders.playbooksDir),
    loadDocuments(folders.documentsDirs),
  ]);
  return createKnowledge(loaded.playbooks, read.documents, [...loaded.problems, ...read.problems]);
}
