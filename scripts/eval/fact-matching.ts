/** Whether a text contains a piece, for judging answers that are worded freely. */

/** Digits that belong together, with the separators of thousands that people write. */
const NUMBER = /(?<![\d.])\d{1,3}(?:[,  \u202f]\d{3})+(?:\.\d+)?(?![\d])|\d+(?:\.\d+)?/g;

/** Instants and versions: their parts are no figures. */
const COMPOUND = /\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}(?::\d{2})?|\d+(?:\.\d+){2,}/g;

function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");
}

function numbersOf(text: string): Set<number> {
  const found = new Set<number>();
  for (const [written] of text.replace(COMPOUND, " ; ").matchAll(NUMBER)) {
    found.add(Number(written.replace(/[^\d.]/g, "")));
    // "1 234" may be two numbers beside each other.
    for (const part of written.split(/[^\d.]/)) found.add(Number(part));
  }
  return found;
}

/** True where `piece` is a number that stands in the text as a number of its own, or words that stand in it without regard to case. */
export function containsPiece(text: string, piece: string): boolean {
  if (/^\d+(\.\d+)?$/.test(piece)) return numbersOf(text).has(Number(piece));
  const wanted = plain(piece);
  const startsWithDigit = /^\d/.test(wanted);
  const endsWithDigit = /\d$/.test(wanted);
  const body = wanted.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const whole = `${startsWithDigit ? "(?<![\\d.])" : ""}${body}${endsWithDigit ? "(?!\\d|\\.\\d)" : ""}`;
  return new RegExp(whole, "u").test(plain(text));
}
