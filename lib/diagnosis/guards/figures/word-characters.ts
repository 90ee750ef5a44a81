/**
 * Letters that run on into a neighbouring digit, as sources for regular expressions. Scripts written without spaces do not: in
 * "共123条" the figure stands alone.
 */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]`;

/** One character of a word, digits and underscore included. */
export const WORD = String.raw`(?:(?!${UNSPACED})[\p{L}\p{N}_])`;

const ONE_WORD_CHARACTER = new RegExp(`^${WORD}$`, "u");

/** True for a character that cannot stand directly before a figure without being part of it. */
export function isWordCharacter(character: string): boolean {
  return ONE_WORD_CHARACTER.test(character);
}
