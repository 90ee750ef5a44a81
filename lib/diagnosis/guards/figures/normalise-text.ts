/**
 * One spelling for every text that figures are looked for in: compatibility forms, digits of every script, signs and invisible characters
 * must not decide whether a figure is found.
 */

/** Stands for a space that typographers put between thousands; it cannot occur in normalised text otherwise. */
export const GROUP_SPACE = "\u0001";

const PLAIN = /^[\x20-\x7e]*$/;
const BETWEEN_THOUSANDS = /(?<=\p{Nd})[\u00a0\u2007\u2009\u202f](?=\p{Nd}{3}(?!\p{Nd}))/gu;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{Cf}/gu;
const MARK_ON_DIGIT = /(\p{Nd})\p{M}+/gu;
const DIGIT = /\p{Nd}/gu;
const MINUS_SIGNS = /[\u2212\ufe63\u207b]/gu;
const HYPHENS = /[\u2010\u2011]/gu;

/** The text as figures are read from it; for comparing only, never for showing. */
export function normaliseText(text: string): string {
  // Most cells are plain; they are spared the rest.
  if (PLAIN.test(text)) return text.replace(/ {2,}/g, " ").trim();
  return text
    .toWellFormed()
    .replace(/\p{Cc}/gu, " ")
    .replace(BETWEEN_THOUSANDS, GROUP_SPACE)
    .replace(INVISIBLE, "")
    .replace(MINUS_SIGNS, "-")
    .replace(HYPHENS, "-")
    .normalize("NFKC")
    .replace(MARK_ON_DIGIT, "$1")
    .replace(DIGIT, asciiDigit)
    .replace(/(?<!\p{Nd})[\u2012\u2013](?=\p{Nd})/gu, "-")
    .replace(/\s+/gu, " ")
    .trim();
}

/** Normalised and without case, for identifiers and phrases. */
export function foldText(text: string): string {
  return normaliseText(text).toLowerCase();
}

/** True when the text is not what it shows: characters that change the order in which it is read, terminal sequences, hidden tags. */
export function hasMisleadingCharacters(text: string): boolean {
  return /\p{Bidi_Control}|(?![\t\n\r])\p{Cc}|[\u{e0000}-\u{e007f}]/u.test(text);
}

/** Decimal digits come in runs of ten, zero first; runs may touch, so the place within ten is the value. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  if (point >= 0x30 && point <= 0x39) return digit;
  let before = 0;
  while (isDigit(point - before - 1)) before += 1;
  return String(before % 10);
}

function isDigit(point: number): boolean {
  return point >= 0 && /^\p{Nd}$/u.test(String.fromCodePoint(point));
}
