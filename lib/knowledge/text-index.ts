/** Full-text retrieval with scores that mean something by themselves: 0 is nothing in common, 1 is the same words. */
import MiniSearch from "minisearch";
import { tokenize } from "./tokenize";

export interface IndexEntry {
  readonly id: string;
  /** Phrases that stand for the entry as a whole: titles, headings, example questions. */
  readonly phrases: readonly string[];
  /** Further words that name the subject. */
  readonly keywords: readonly string[];
  readonly body: string;
}
export interface IndexOptions {
  /** What a word met only inside the body counts, 0..1, against one met in a title, a keyword or an example question. */
  readonly bodyWeight: number;
  /** How much words that no entry knows (names, courtesy, another subject) lower a score, 0..1, against a known rare word. */
  readonly unknownWeight: number;
}
export interface IndexHit {
  readonly id: string;
  /** 0..1, three decimals. */
  readonly score: number;
}

/** Terms of one question that are looked up; more would only be noise. */
const MAX_QUERY_TERMS = 48;
/** A word found by its beginning or by a spelling near it. */
const INEXACT_WEIGHT = 0.75;
/** Shorter words have too many neighbours to be taken for misspellings. */
const MIN_FUZZY_LENGTH = 6;
/** A longer run of letters is no word that somebody mistyped, and its edit distance costs more than a search may. */
const MAX_FUZZY_LENGTH = 24;
/** Best score of entries that share words with the question but no whole phrase. */
const COVERAGE_CEILING = 0.9;
/** A question of this many words that shares one of them with an entry mentions it, and is about something else. */
const WORDS_OF_A_QUESTION = 3;
/** Best score of a mention; below what counts as an answer. */
const MENTION_CEILING = 0.3;

interface Phrase {
  readonly terms: ReadonlySet<string>;
}
/** Two neighbouring pairs of characters are about one word: 死锁特别多 has four pairs, and two words. */
const WORDS_PER_PAIR = 0.5;
const PAIR = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const DIGITS = /^\d+$/;

function countWords(terms: ReadonlySet<string>): number {
  let words = 0;
  for (const term of terms) {
    // A figure between characters leaves pairs of digits, which are no words.
    if (!DIGITS.test(term)) words += PAIR.test(term) ? WORDS_PER_PAIR : 1;
  }
  return words;
}

interface TermMatch {
  readonly weight: number;
  /** BM25, to order entries with equal scores. */
  readonly relevance: number;
}

export class TextIndex {
  readonly #index: MiniSearch<{ id: string; subject: string; body: string }>;
  readonly #phrases = new Map<string, readonly Phrase[]>();
  readonly #documentFrequency = new Map<string, number>();
  readonly #size: number;
  readonly #options: IndexOptions;

  constructor(entries: readonly IndexEntry[], options: IndexOptions) {
    this.#options = options;
    this.#size = entries.length;
    this.#index = new MiniSearch({
      fields: ["subject", "body"],
      tokenize,
      processTerm: (term) => term,
      searchOptions: { tokenize: (term) => [term], boost: { subject: 3 } },
    });
    for (const entry of entries) {
      this.#index.add({
        id: entry.id,
        subject: [...entry.phrases, ...entry.keywords].join("\n"),
        body: entry.body,
      });
      const phrases = entry.phrases.map((phrase) => ({ terms: new Set(tokenize(phrase)) }));
      this.#phrases.set(entry.id, phrases);
      const all = new Set([
        ...phrases.flatMap((phrase) => [...phrase.terms]),
        ...entry.keywords.flatMap(tokenize),
        ...tokenize(entry.body),
      ]);
      for (const term of all) this.#documentFrequency.set(term, (this.#documentFrequency.get(term) ?? 0) + 1);
    }
  }

  #rarity(frequency: number): number {
    return Math.log(1 + (this.#size - frequency + 0.5) / (frequency + 0.5));
  }

  #weightOf(term: string): number {
    return this.#rarity(this.#documentFrequency.get(term) ?? this.#size);
  }

  #lookUp(term: string): Map<string, TermMatch> {
    const latin = /^[\p{Script=Latin}\d]+$/u.test(term);
    const results = this.#index.search(term, {
      prefix: latin && term.length >= 4,
      fuzzy: latin && term.length >= MIN_FUZZY_LENGTH && term.length <= MAX_FUZZY_LENGTH ? 0.2 : false,
      maxFuzzy: 3,
    });
    const found = new Map<string, TermMatch>();
    for (const result of results) {
      let weight = 0;
      for (const [known, fields] of Object.entries(result.match)) {
        // People mistype the inside of a word; another first letter is another word ("bread", "read").
        if (known.charAt(0) !== term.charAt(0)) continue;
        const exactness = known === term ? 1 : INEXACT_WEIGHT;
        weight = Math.max(weight, exactness * (fields.includes("subject") ? 1 : this.#options.bodyWeight));
      }
      if (weight > 0) found.set(String(result.id), { weight, relevance: result.score });
    }
    return found;
  }

  #phraseScore(id: string, query: ReadonlySet<string>): number {
    const mass = (terms: Iterable<string>): number => {
      let total = 0;
      for (const term of terms) total += this.#weightOf(term);
      return total;
    };
    const queryMass = mass(query);
    let best = 0;
    for (const { terms } of this.#phrases.get(id) ?? []) {
      const shared = mass([...terms].filter((term) => query.has(term)));
      if (shared > 0) best = Math.max(best, (2 * shared) / (queryMass + mass(terms)));
    }
    return best;
  }

  /** Best first; entries that share nothing with the query are left out. Deterministic. */
  rank(query: string): readonly IndexHit[] {
    const terms = new Set(tokenize(query).slice(0, MAX_QUERY_TERMS));
    const gathered = new Map<string, { covered: number; relevance: number; shared: number }>();
    let total = 0;
    for (const term of terms) {
      const matches = this.#lookUp(term);
      const known = matches.size > 0;
      const weight = this.#rarity(known ? Math.max(1, this.#documentFrequency.get(term) ?? matches.size) : 1);
      total += known ? weight : weight * this.#options.unknownWeight;
      for (const [id, match] of matches) {
        const sum = gathered.get(id) ?? { covered: 0, relevance: 0, shared: 0 };
        sum.covered += weight * match.weight;
        sum.relevance += match.relevance;
        sum.shared += 1;
        gathered.set(id, sum);
      }
    }
    const isLong = countWords(terms) >= WORDS_OF_A_QUESTION;
    const round = (score: number): number => Math.round(Math.min(1, score) * 1000) / 1000;
    return [...gathered]
      .map(([id, { covered, relevance, shared }]) => {
        const score = Math.max((COVERAGE_CEILING * covered) / total, this.#phraseScore(id, terms));
        const isMention = isLong && shared === 1;
        return { id, score: round(isMention ? Math.min(score, MENTION_CEILING) : score), relevance };
      })
      .sort(
        (left, right) =>
          right.score - left.score || right.relevance - left.relevance || (left.id < right.id ? -1 : 1),
      )
      .map(({ id, score }) => ({ id, score }));
  }
}
