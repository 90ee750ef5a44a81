/**
 * Payment card numbers in a folded text. A long number is one only if a card scheme issues numbers that begin so and are so long, its check digit is
 * right, and nothing says that it is an id.
 */
import type { Place } from "./text-automaton";

const CANDIDATE =
  /(?<![0-9A-Za-z_])(?:[0-9]{13,19}|[0-9]{4}([ .-])[0-9]{4}\1[0-9]{4}\1[0-9]{4}(?:\1[0-9]{3})?|[0-9]{4}([ .-])[0-9]{6}\2[0-9]{4,5})(?![0-9A-Za-z_])/g;
/** What stands right before a number of an id: `"order_id": "`, `id=`. */
const NAMED_ID =
  /(?:(?<![A-Za-z])(?:id|ID|Id|nr|no|ref|seq|ts|time|timestamp)|[a-z](?:Id|ID|Ref|Ts|Time))["'`]?\s{0,3}[:=#]\s{0,3}["'`]?$/;
const CARD_NAME = /card|pan/i;
/** So much of the text before a number says what it is. */
const LOOK_BACK = 60;

/** The lengths that a scheme issues, by how its numbers begin. */
const SCHEMES: readonly { readonly begin: RegExp; readonly lengths: readonly number[] }[] = [
  { begin: /^4/, lengths: [13, 16, 19] },
  { begin: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { begin: /^3[47]/, lengths: [15] },
  { begin: /^(?:6011|65|64[4-9])/, lengths: [16, 19] },
  { begin: /^35(?:2[89]|[3-8])/, lengths: [16, 19] },
  { begin: /^3(?:0[0-5]|[689])/, lengths: [14, 16] },
  { begin: /^62/, lengths: [16, 17, 18, 19] },
  { begin: /^(?:5018|5020|5038|5893|6304|6759|676[1-3])/, lengths: [16, 18, 19] },
];

export function findCardNumbers(text: string): Place[] {
  const places: Place[] = [];
  for (const match of text.matchAll(CANDIDATE)) {
    const [found] = match;
    const [start, end] = [match.index, match.index + found.length];
    if (isCardNumber(found.replace(/[ .-]/g, "")) && !isPartOfMore(text, start, end))
      places.push({ start, end });
  }
  return places;
}

function isCardNumber(digits: string): boolean {
  const known = SCHEMES.some(({ begin, lengths }) => begin.test(digits) && lengths.includes(digits.length));
  return known && hasCheckDigit(digits);
}

/** A fraction, a longer row of groups, or an id. */
function isPartOfMore(text: string, start: number, end: number): boolean {
  if (/[0-9][.-]$/.test(text.slice(Math.max(0, start - 2), start))) return true;
  if (/^[.-][0-9]/.test(text.slice(end, end + 2))) return true;
  const before = text.slice(Math.max(0, start - LOOK_BACK), start);
  return NAMED_ID.test(before) && !CARD_NAME.test(before);
}

/** Luhn. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const weighed = index % 2 === 0 ? digit : digit * 2;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}
