/**
 * Payment card numbers in a folded text. A long number is one only if a card scheme issues numbers that begin so and are so long, its check digit is
 * right, and nothing says that it is an id.
 */
import type { Place } from "./text-automaton";

/** Which long numbers of a text may be a card's: any, those that a card's word or the groups of a card say to be one, or none. */
export type CardReading = "any" | "named" | "none";

const CANDIDATE =
  /(?<![0-9A-Za-z_])(?:[0-9]{13,19}|[0-9]{4}( {1,2}|[./_-])[0-9]{4}\1[0-9]{4}\1[0-9]{4}(?:\1[0-9]{3})?|[0-9]{4}( {1,2}|[./_-])[0-9]{6}\2[0-9]{4,5})(?![0-9A-Za-z_])/g;
/** What stands right before a number of an id: `"order_id": "`, `id=`, `IN (`. */
const NAMED_ID =
  /(?:(?<![A-Za-z])(?:id|ID|Id|nr|no|ref|seq|ts|time|timestamp)|[a-z](?:Id|ID|Ref|Ts|Time)|[_-](?:number|num|code)|[a-z]Number)["'`]?\s{0,3}(?:[:=#]|<>|!=|\bin\s?\()\s{0,3}["'`]?$/i;
/** What a number is called that is no card's: `order 12`, `Invoice No. 12`, `#12`, `订单号：12`. */
const CALLED_ID =
  /(?:(?<![A-Za-z])(?:orders?|invoices?|tracking|shipments?|parcels?|tickets?|bookings?|transactions?|barcodes?|ean|gtin|upc|imei|serial|references?|ref)(?:[\s_-]{0,2}(?:numbers?|num|nos?|nr|ids?|codes?))?|(?<![A-Za-z])(?:no|nr)\.|[#№]|订单|单号|运单|快递|物流|发票|流水|编号|条码|序号|追踪)[号码]{0,2}\.?["'`]?\s{0,3}(?:[:：=#-]|<>|!=|\bin\s?\()?\s{0,3}["'`]?$/i;
/** The same numbers before it in a list. */
const LISTED = /(?:[0-9]{6,19}["'`]?\s{0,2}(?:[,、&]|and|or|和|及)?\s{0,2}(?:and\s|or\s)?\s?["'`]?){1,3}$/i;
const CARD_NAME = /card|(?:^|[^A-Za-z])(?:pan|cc)(?![A-Za-z])|卡/i;
/** The word that a mere "no." or "#" belongs to. */
const LAST_WORD = /[\p{L}'_-]{0,24}[\s_-]{0,3}$/u;
const CARD_WORD =
  /card|visa|amex|american express|maestro|discover|diners|jcb|union\s?pay|\bpan\b|cv[vc]|卡|银联|銀聯|カード|tarjeta|carte|karte|cart[ãa]o|карт/i;
/** So much of the text before a number says what it is. */
const LOOK_BACK = 60;
/** A card's word stands no farther from its number than this. */
const CARD_WORD_REACH = 40;

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

export function findCardNumbers(text: string, reading: Exclude<CardReading, "none">): Place[] {
  const places: Place[] = [];
  for (const match of text.matchAll(CANDIDATE)) {
    const [found] = match;
    const [start, end] = [match.index, match.index + found.length];
    if (!isCardNumber(found.replace(/[^0-9]/g, "")) || isPartOfMore(text, start, end)) continue;
    if (reading === "any" || /[^0-9]/.test(found) || hasCardWord(text, start, end))
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
  const before = text.slice(Math.max(0, start - LOOK_BACK), start).replace(LISTED, "");
  const id = NAMED_ID.exec(before) ?? CALLED_ID.exec(before);
  if (id === null) return false;
  const word = LAST_WORD.exec(before.slice(0, id.index))?.[0] ?? "";
  return !CARD_NAME.test(word + id[0]);
}

function hasCardWord(text: string, start: number, end: number): boolean {
  return (
    CARD_WORD.test(text.slice(Math.max(0, start - CARD_WORD_REACH), start)) ||
    CARD_WORD.test(text.slice(end, end + CARD_WORD_REACH))
  );
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
