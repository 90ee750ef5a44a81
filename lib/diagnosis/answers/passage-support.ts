/** Which passages carry an answer (REL-5): by its words, not by what it says of itself. */
import { foldText } from "../guards/figures/normalise-text";
import { holdsPhrase } from "../guards/figures/phrase";
import type { KnowledgePassage } from "../ports";

/** This part of a sentence's words stands in a passage that carries it. */
const CARRIED_SHARE = 0.5;
const FEWEST_WORDS = 3;
const GRAMMAR = {
  en: "the and are for with that this from you your not can will have has but its was were then when which into only",
  de: "der die das und ist nicht ein eine mit für auf den dem von zu sich werden wird sind wenn dann oder",
  es: "el la los las una que con para por del se es son está este como cuando pero más sin",
  fr: "le la les une des que avec pour dans par est sont cette vous pas sur qui plus sans puis",
} as const satisfies Record<string, string>;
const GRAMMAR_WORDS = Object.entries(GRAMMAR).map(([language, words]) => ({
  language,
  words: new Set(words.split(" ")),
}));
const ALL_GRAMMAR = new Set(GRAMMAR_WORDS.flatMap(({ words }) => [...words]));

/**
 * The passages that an answer rests on, best first as given: those that hold most of the words of one of its sentences. An answer in another
 * language than a passage shares few words with it; then the passage counts where the answer names its title or its heading. Empty: no passage
 * carries the answer.
 */
export function passagesBehind(
  text: string,
  passages: readonly KnowledgePassage[],
): readonly KnowledgePassage[] {
  const sentences = text.split(/[.!?。！？\n]+/u).flatMap((sentence) => {
    const words = contentWords(sentence);
    return words.size === 0 ? [] : [words];
  });
  const folded = foldText(text);
  return passages.filter((passage) => {
    const held = wordsOf(passage.text);
    if (sentences.some((words) => isCarried(words, held))) return true;
    const isNamed = [passage.title, passage.heading].some(
      (name) => name !== "" && holdsPhrase(folded, foldText(name)),
    );
    return isNamed && languageOf(text) !== languageOf(passage.text);
  });
}

/** This part of a sentence's words stands in the passage that an answer has them from. */
const SAID_SHARE = 0.6;
const LEAD_IN_WORDS = 8;
const NEGATION =
  /(?<!\p{L})(?:not|never|no|none|nobody|nothing|neither|nor|cannot|without|avoid|nicht|nichts|keine?[nrms]?|nie|niemals|ohne|no|nunca|sin|ningun[oa]?|ne|pas|jamais|sans|aucune?|não|sem)(?!\p{L})|n't(?!\p{L})|不|没|未|无|勿|别|禁止/u;

/**
 * The first sentence that no passage carries, or that the passage it comes from says with the opposite negation; null when there is none. Words that
 * lead to what follows ("The steps:") and names of passages assert nothing. Of a passage in another language than the answer nothing is asked here.
 */
export function findUncarriedSentence(text: string, passages: readonly KnowledgePassage[]): string | null {
  const language = languageOf(text);
  const isForeign =
    language !== "unknown" && passages.every((passage) => languageOf(passage.text) !== language);
  // What no passage carries at all is no answer from documents, which is asked elsewhere.
  if (isForeign || passagesBehind(text, passages).length === 0) return null;
  const said = passages.map(({ text: own, title, heading, documentId }) => ({
    words: wordsOf([own, title, heading, documentId].join("\n")),
    sentences: [...piecesOf(own), title, heading].map((piece) => ({
      words: wordsOf(piece),
      isNegated: isNegated(piece),
    })),
  }));
  const names = new Set(passages.flatMap(({ title, heading }) => [...wordsOf(title), ...wordsOf(heading)]));
  return (
    piecesOf(text).find((piece) => {
      const words = contentWords(piece);
      if (words.size === 0 || isLeadIn(piece) || [...words].every((word) => names.has(word))) return false;
      return !said.some((passage) => {
        if (shareOf(words, passage.words) < SAID_SHARE) return false;
        const shares = passage.sentences.map(({ words: held }) => shareOf(words, held));
        const best = Math.max(0, ...shares);
        const negated = isNegated(piece);
        return passage.sentences.some(
          (sentence, at) => sentence.isNegated === negated && (shares[at] ?? 0) >= best / 2,
        );
      });
    }) ?? null
  );
}

function piecesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?](?=\s|$))|(?<=[。！？:：])|\n+/u)
    .map((piece) => piece.trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
}

function isNegated(piece: string): boolean {
  return NEGATION.test(foldText(piece).replace(/[’‘`´]/gu, "'"));
}

function isLeadIn(piece: string): boolean {
  return /[:：]$/u.test(piece) && wordsOf(piece).size <= LEAD_IN_WORDS && !/\p{N}/u.test(piece);
}

function shareOf(words: ReadonlySet<string>, held: ReadonlySet<string>): number {
  return [...words].filter((word) => held.has(word)).length / Math.max(1, words.size);
}

function isCarried(words: ReadonlySet<string>, held: ReadonlySet<string>): boolean {
  const shared = [...words].filter((word) => held.has(word)).length;
  return shared >= Math.min(FEWEST_WORDS, words.size) && shared >= words.size * CARRIED_SHARE;
}

/** Words that say something; where there are none, all. */
function contentWords(sentence: string): ReadonlySet<string> {
  const words = wordsOf(sentence);
  const content = new Set([...words].filter((word) => word.length > 1 && !ALL_GRAMMAR.has(word)));
  return content.size === 0 ? words : content;
}

/** Words, and pairs of characters of scripts that put no spaces between words. */
function wordsOf(text: string): ReadonlySet<string> {
  const folded = foldText(text);
  const words = new Set<string>(
    folded.match(/(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}_])+/gu) ?? [],
  );
  for (const run of folded.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu) ?? []) {
    for (let at = 0; at + 1 < run.length; at += 1) words.add(run.slice(at, at + 2));
    if (run.length === 1) words.add(run);
  }
  return words;
}

/** A guess that suffices to tell two languages apart. */
function languageOf(text: string): string {
  const han = (text.match(/\p{Script=Han}/gu) ?? []).length;
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "ja";
  if (han * 5 > text.length) return "zh";
  const words = foldText(text).match(/\p{L}+/gu) ?? [];
  const counts = GRAMMAR_WORDS.map(({ language, words: grammar }) => ({
    language,
    count: words.filter((word) => grammar.has(word)).length,
  }));
  const best = counts.reduce((left, right) => (right.count > left.count ? right : left));
  return best.count === 0 ? "unknown" : best.language;
}
