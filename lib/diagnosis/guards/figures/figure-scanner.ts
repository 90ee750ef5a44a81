/**
 * Finds what a text asserts in figures: numbers in digits and in words, dates and times, identifiers, quoted words.
 */
import { BARE_ADDRESS, mayHoldBareAddress } from "./bare-address";
import { composeDuration } from "./composed-duration";
import { foreignZoneAt, MOMENT_PATTERN, readMoment, type Moment } from "./moment";
import { normaliseText } from "./normalise-text";
import { NUMBER_PATTERN, readNumber, type Reading } from "./number-figure";
import { unitAfter, unitBefore, type Unit } from "./unit";
import { mayHoldWordedNumber, readWordedNumber } from "./worded-number";
import { isWordCharacter, WORD } from "./word-characters";
import { readWrittenDate } from "./written-date";

export type Figure =
  | { readonly kind: "number"; readonly text: string; readonly readings: readonly Reading[] }
  | { readonly kind: "moment"; readonly text: string; readonly moment: Moment }
  /** An identifier-like token: it has a digit or an underscore, is long hexadecimal or an address. `unit` is what a range is written with. */
  | { readonly kind: "token"; readonly text: string; readonly unit: Unit | null }
  | { readonly kind: "phrase"; readonly text: string };

const RUN_PATTERN = new RegExp(`${WORD}+(?:[-.:/@#=+,]${WORD}+)*`, "uy");
const QUOTED_PATTERN =
  /"([^"]{1,500})"|“([^”]{1,500})”|„([^“”]{1,500})[“”]|‘([^’]{1,500})’|«([^»]{1,500})»|「([^」]{1,500})」|『([^』]{1,500})』|`([^`]{1,500})`|(?<![\p{L}\p{N}])'([^']{1,500})'(?![\p{L}\p{N}])/uy;
const LONG_HEX = /^[a-f]{8,}$/i;
const ADDRESS_PATTERN = new RegExp(
  `(?:[a-z][a-z0-9+.-]*://|mailto:|www\\.)[^\\s"'<>\`()]*[^\\s"'<>\`().,;:!?]|${WORD}+(?:[-.+]${WORD}+)*@${WORD}+(?:[-.]${WORD}+)*|${BARE_ADDRESS.inText}`,
  "iuy",
);
const BARE_TOKEN = new RegExp(`^(?:${BARE_ADDRESS.alone})$`, "iu");
const MAY_HOLD_DATE = /\d/;
const NUMBER_RANGE = /^\d+(?:\.\d+)?(?:[-/]\d+(?:\.\d+)?)+$/;
const PERCENTILE = new RegExp(`(\\d{1,2})(?:st|nd|rd|th)[ -]percentile(?!${WORD})`, "iuy");

/** The figures of a claim or a conclusion, in order. */
export function scanClaimFigures(text: string): readonly Figure[] {
  return scan(normaliseText(text), true);
}

/** The figures of a stored text; quotation marks mean nothing there. */
export function scanEvidenceFigures(text: string): readonly Figure[] {
  return scan(normaliseText(text), false);
}

/** The text with a gap for each quotation. */
export function withoutQuotations(text: string): string {
  const normal = normaliseText(text);
  let rest = "";
  for (let at = 0; at < normal.length;) {
    const quoted = matchAt(QUOTED_PATTERN, normal, at);
    rest += quoted === null ? normal.charAt(at) : " ";
    at += quoted?.[0].length ?? 1;
  }
  return rest;
}

/** Is the token the address of a place or of a person? */
export function isAddress(token: string): boolean {
  return matchAt(ADDRESS_PATTERN, token, 0) !== null || BARE_TOKEN.test(token);
}

/** Does a piece of text need to be found in the evidence? */
export function isCheckedToken(token: string): boolean {
  return /[\p{N}_]/u.test(token) || LONG_HEX.test(token);
}

function scan(text: string, quotes: boolean): readonly Figure[] {
  const figures: Figure[] = [];
  let at = 0;
  let numberEnd = -1;
  const mayHoldWords = mayHoldWordedNumber(text);
  const mayHoldDate = MAY_HOLD_DATE.test(text);
  const mayHoldAddress = /@|:\/\/|www\.|mailto:/i.test(text) || mayHoldBareAddress(text);
  while (at < text.length) {
    const quoted = quotes ? matchAt(QUOTED_PATTERN, text, at) : null;
    if (quoted !== null) {
      figures.push(...quotedFigures(quoted.slice(1).find((group) => group !== undefined) ?? ""));
      at += quoted[0].length;
      numberEnd = -1;
      continue;
    }
    const found = scanOne(text, at, { mayHoldAddress, mayHoldWords, mayHoldDate });
    if (found === null) {
      at += 1;
      continue;
    }
    const { figure } = found;
    const last = figures.at(-1);
    const composed =
      figure?.kind === "number" && last?.kind === "number" && numberEnd >= 0
        ? composeDuration(last.readings, text.slice(numberEnd, at), figure.readings)
        : null;
    if (composed !== null && figure !== null && last !== undefined) {
      const written = `${last.text}${text.slice(numberEnd, at)}${figure.text}`;
      figures.splice(-1, 1, { kind: "number", text: written, readings: composed });
    } else if (figure !== null) figures.push(figure);
    at += found.length;
    // Words are looked at between two numbers; another figure is no part of a duration.
    if (figure !== null) numberEnd = figure.kind === "number" ? at : -1;
  }
  return figures;
}

/** What is worth looking for in a text. */
interface Worth {
  readonly mayHoldAddress: boolean;
  readonly mayHoldWords: boolean;
  readonly mayHoldDate: boolean;
}

function scanOne(
  text: string,
  at: number,
  { mayHoldAddress, mayHoldWords, mayHoldDate }: Worth,
): { readonly figure: Figure | null; readonly length: number } | null {
  const match = matchAt(MOMENT_PATTERN, text, at);
  const read = match === null ? null : readMoment(match);
  if (match !== null && read !== null) return momentFound(text, at, read, match[0].length);
  const date = mayHoldDate ? readWrittenDate(text, at) : null;
  if (date !== null) return momentFound(text, at, date.moment, date.length);
  const percentile = matchAt(PERCENTILE, text, at);
  if (percentile !== null) {
    const text = `p${percentile[1] ?? ""}`;
    return { figure: { kind: "token", text, unit: null }, length: percentile[0].length };
  }
  const address = mayHoldAddress ? matchAt(ADDRESS_PATTERN, text, at) : null;
  if (address !== null) return tokenFound(address[0], null, 0);
  const number = matchAt(NUMBER_PATTERN, text, at);
  if (number !== null && (number[1] === "" || maySignStandAt(text, at))) {
    const { readings, length } = readNumber(text, number);
    return { figure: { kind: "number", text: text.slice(at, at + length), readings }, length };
  }
  const worded = mayHoldWords ? readWordedNumber(text, at) : null;
  if (worded !== null) {
    const behind = unitAfter(text, at + worded.length);
    const length = worded.length + (behind?.length ?? 0);
    const quantity = { value: worded.value, unit: behind?.unit ?? unitBefore(text, at) };
    return { figure: { kind: "number", text: text.slice(at, at + length), readings: [[quantity]] }, length };
  }
  const run = matchAt(RUN_PATTERN, text, at);
  if (run === null) return null;
  if (!isCheckedToken(run[0])) return { figure: null, length: run[0].length };
  const behind = NUMBER_RANGE.test(run[0]) ? unitAfter(text, at + run[0].length) : null;
  return tokenFound(run[0], behind?.unit ?? null, behind?.length ?? 0);
}

/** In another time zone it is a name, found as it is written or not at all. */
function momentFound(
  text: string,
  at: number,
  moment: Moment,
  length: number,
): { readonly figure: Figure; readonly length: number } {
  const zone = moment.time === null ? 0 : foreignZoneAt(text, at + length);
  if (zone > 0) return tokenFound(text.slice(at, at + length + zone), null, 0);
  return { figure: { kind: "moment", text: text.slice(at, at + length), moment }, length };
}

function tokenFound(
  token: string,
  unit: Unit | null,
  unitLength: number,
): { readonly figure: Figure; readonly length: number } {
  return { figure: { kind: "token", text: token.toLowerCase(), unit }, length: token.length + unitLength };
}

/** A quotation that is one figure is that figure; otherwise its words have to occur as they are. */
function quotedFigures(inner: string): readonly Figure[] {
  const text = inner.trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const [only, ...others] = scan(text, false);
  if (only !== undefined && others.length === 0 && only.text.length === text.length) return [only];
  return [{ kind: "phrase", text: text.toLowerCase() }];
}

/** "-5" has a sign, "order-5", "10-5" and ")-5" have a hyphen. */
function maySignStandAt(text: string, at: number): boolean {
  const before = text.slice(0, at).at(-1);
  return before === undefined || !(isWordCharacter(before) || ")]%.".includes(before));
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
