/**
 * The terms by which runs are found: what `run_term` holds of a question, and what a search asks of it. Words in lower case without their plural;
 * of Chinese, Japanese and Korean every pair of neighbours. Both sides go through the same function, so wrong English is fine. Pure.
 */

/** As many terms of one question are kept. */
const MOST_TERMS_OF_A_QUESTION = 64;
/** The part of a question that is read for terms, characters. */
const MOST_CHARACTERS = 1_000;
/** A longer word is found by its beginning; the width of `run_term.term`. */
const LONGEST_TERM = 24;

const TOKEN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[\p{L}\p{N}\p{M}]+/gu;
const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** What is stored of a question: distinct terms, in the order of the text. */
export function termsOfQuestion(text: string): readonly string[] {
  return [...distinctTerms(text.slice(0, MOST_CHARACTERS))].slice(0, MOST_TERMS_OF_A_QUESTION);
}

/** What a search asks for: a run matches when it has every one of them. Empty when the text has nothing to search by. */
export function termsOfSearch(text: string): readonly string[] {
  return [...distinctTerms(text)];
}

function distinctTerms(text: string): Set<string> {
  const terms = new Set<string>();
  for (const [token] of text.normalize("NFKC").toLowerCase().matchAll(TOKEN)) {
    if (CJK.test(token)) addPairs(token, terms);
    else terms.add(clipped(singular(token)));
  }
  return terms;
}

/** A lone character has no neighbour and is no term: it would be in every second question. */
function addPairs(run: string, terms: Set<string>): void {
  const characters = [...run];
  for (let at = 0; at + 1 < characters.length; at++) {
    terms.add(`${characters[at] ?? ""}${characters[at + 1] ?? ""}`);
  }
}

function singular(word: string): string {
  return word.length > 3 && /[a-z]s$/.test(word) && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

function clipped(word: string): string {
  return [...word].slice(0, LONGEST_TERM).join("");
}
