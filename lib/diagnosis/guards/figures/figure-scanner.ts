/**
 * Finds what a text asserts in figures: numbers, dates and times, identifiers, quoted words. Numbers written as words are out of scope.
 */
import { MOMENT_PATTERN, readMoment, type Moment } from "./moment";
import { normaliseText } from "./normalise-text";
import { NUMBER_PATTERN, readingsOf, type Reading } from "./number-figure";
import { isWordCharacter, WORD } from "./word-characters";

export type Figure =
  | { readonly kind: "number"; readonly text: string; readonly readings: readonly Reading[] }
  | { readonly kind: "moment"; readonly text: string; readonly moment: Moment }
  /** An identifier-like token: it has a digit or an underscore, or is long hexadecimal. */
  | { readonly kind: "token"; readonly text: string }
  | { readonly kind: "phrase"; readonly text: string };

const RUN_PATTERN = new RegExp(`${WORD}+(?:[-.:/@#=+,]${WORD}+)*`, "uy");
const QUOTED_PATTERN =
  /"([^"]{1,500})"|“([^”]{1,500})”|„([^“”]{1,500})[“”]|‘([^’]{1,500})’|«([^»]{1,500})»|「([^」]{1,500})」|『([^』]{1,500})』|`([^`]{1,500})`|(?<![\p{L}\p{N}])'([^']{1,500})'(?![\p{L}\p{N}])/uy;
const LONG_HEX = /^[a-f]{8,}$/i;

/** The figures of a claim or a conclusion, in order. */
export function scanClaimFigures(text: string): readonly Figure[] {
  return scan(normaliseText(text), true);
}

/** The figures of a stored text; quotation marks mean nothing there. */
export function scanEvidenceFigures(text: string): readonly Figure[] {
  return scan(normaliseText(text), false);
}

/** Does a piece of text need to be found in the evidence? */
export function isCheckedToken(token: string): boolean {
  return /[\p{N}_]/u.test(token) || LONG_HEX.test(token);
}

function scan(text: string, quotes: boolean): readonly Figure[] {
  const figures: Figure[] = [];
  let at = 0;
  while (at < text.length) {
    const quoted = quotes ? matchAt(QUOTED_PATTERN, text, at) : null;
    if (quoted !== null) {
      figures.push(...quotedFigures(quoted.slice(1).find((group) => group !== undefined) ?? ""));
      at += quoted[0].length;
      continue;
    }
    const found = scanOne(text, at);
    if (found === null) {
      at += 1;
      continue;
    }
    if (found.figure !== null) figures.push(found.figure);
    at += found.length;
  }
  return figures;
}

function scanOne(
  text: string,
  at: number,
): { readonly figure: Figure | null; readonly length: number } | null {
  const moment = matchAt(MOMENT_PATTERN, text, at);
  const read = moment === null ? null : readMoment(moment);
  if (moment !== null && read !== null) {
    return { figure: { kind: "moment", text: moment[0], moment: read }, length: moment[0].length };
  }
  const number = matchAt(NUMBER_PATTERN, text, at);
  if (number !== null && (number[1] === "" || maySignStandAt(text, at))) {
    const readings = readingsOf(number);
    return { figure: { kind: "number", text: number[0], readings }, length: number[0].length };
  }
  const run = matchAt(RUN_PATTERN, text, at);
  if (run === null) return null;
  const figure: Figure | null = isCheckedToken(run[0]) ? { kind: "token", text: run[0].toLowerCase() } : null;
  return { figure, length: run[0].length };
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
