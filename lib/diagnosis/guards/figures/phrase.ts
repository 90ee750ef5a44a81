import { foldText } from "./normalise-text";
import { isWordCharacter } from "./word-characters";

/** Joins nothing of what stands on its two sides. */
const GAP = " ; ";

/** Does the folded text hold the folded phrase as words of its own, not as a piece of a longer word or figure? */
export function holdsPhrase(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    if (standsAlone(text, at, phrase.length)) return true;
  }
  return false;
}

/** The folded text with a gap for each place where the folded phrase stands as words of its own. */
export function withoutPhrase(text: string, phrase: string): string {
  let rest = "";
  let from = 0;
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, Math.max(at + 1, from))) {
    if (!standsAlone(text, at, phrase.length)) continue;
    rest += `${text.slice(from, at)}${GAP}`;
    from = at + phrase.length;
  }
  return rest + text.slice(from);
}

/** TOOL-4: does the text say this scope, letter case and white space aside? A blank scope states nothing. */
export function statesScope(text: string, scope: string): boolean {
  const folded = foldText(scope);
  return folded !== "" && holdsPhrase(foldText(text), folded);
}

/** TOOL-4: do two scopes say the same words, however they are written and ordered? Nothing is denied by spelling it in another way. */
export function saysSameScope(left: string, right: string): boolean {
  return wordsOf(left) === wordsOf(right);
}

function wordsOf(scope: string): string {
  const words = foldText(scope).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.sort().join(" ");
}

function standsAlone(text: string, at: number, length: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(at + length, at + length + 2);
  const first = text.charAt(at);
  const last = text.charAt(at + length - 1);
  if (isWordCharacter(first) && isWordCharacter(before.at(-1) ?? "")) return false;
  if (isWordCharacter(last) && isWordCharacter(after.charAt(0))) return false;
  // "-12", "0.12" and "2026-12" are other figures than "12".
  if (/\d/.test(first) && /(?:\d[.,:-]|(?:^|[^\p{L}\p{N}_])-)$/u.test(before)) return false;
  return !(/\d/.test(last) && /^[.,:-]\d/.test(after));
}
