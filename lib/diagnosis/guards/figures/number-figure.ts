import { parseDecimal, scaledBy, type Decimal } from "./decimal";
import { GROUP_SPACE } from "./normalise-text";
import type { Quantity } from "./quantity";
import { unitAfter, unitBefore, type Unit } from "./unit";
import { WORD } from "./word-characters";

/** A number as written may be readable in more than one way; it is found when all quantities of one reading are found. */
export type Reading = readonly Quantity[];

const EXPONENT = String.raw`(?:[eE][+-]?\d{1,3})?`;
/** Longest first: the grouped forms before the plain ones. */
const BODY = [
  String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?`,
  String.raw`\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?`,
  String.raw`\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?`,
  String.raw`\d{1,3}(?:['’_${GROUP_SPACE}]\d{3})+(?:[.,]\d+)?`,
  String.raw`\d{1,3}(?: \d{3})+(?:[.,]\d+)?(?!\d)`,
  String.raw`\d+,\d{1,2}(?!\d)`,
  String.raw`\d+(?:\.\d+)?${EXPONENT}`,
  String.raw`\.\d+${EXPONENT}`,
].join("|");

const POWERS: Readonly<Record<string, number>> = {
  k: 3,
  M: 6,
  bn: 9,
  hundred: 2,
  thousand: 3,
  million: 6,
  billion: 9,
  trillion: 12,
  十: 1,
  百: 2,
  千: 3,
  万: 4,
  萬: 4,
  亿: 8,
  億: 8,
};
const MULTIPLIER = String.raw` ?(?:hundred|thousand|million|billion|trillion)(?!${WORD})|(?:[kK]|M|bn)(?!${WORD})| ?[十百千万萬亿億]+`;
const UNITS =
  "ns|us|μs|ms|s|sec|secs|m|min|mins|h|hr|hrs|d|w|y|b|B|bytes|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB|rps|qps|tps|x|st|nd|rd|th|EUR|USD|GBP|CNY|JPY";
const UNIT_WORDS = "-(?:second|minute|hour|day|week|month|year)s?";
const END = String.raw`(?!${WORD}|[-.:/@=#+,'’${GROUP_SPACE}]${WORD})`;

/** Matches at `lastIndex` only. Groups: sign, body, multiplier, unit without a space. */
export const NUMBER_PATTERN = new RegExp(
  `([+-]?)(${BODY})(${MULTIPLIER})?((?:${UNITS})(?!${WORD})|${UNIT_WORDS})?${END}`,
  "uy",
);

export interface WrittenNumber {
  readonly readings: readonly Reading[];
  /** Of the number with its unit. */
  readonly length: number;
}

/** What a match of NUMBER_PATTERN in `text` says, its unit included. */
export function readNumber(text: string, match: RegExpExecArray): WrittenNumber {
  const [whole, , , , glued = ""] = match;
  const end = match.index + whole.length - glued.length;
  const behind = unitAfter(text, end);
  const length = Math.max(whole.length, whole.length - glued.length + (behind?.length ?? 0));
  return { readings: readingsOf(match, behind?.unit ?? unitBefore(text, match.index)), length };
}

function readingsOf(match: RegExpExecArray, unit: Unit | null): readonly Reading[] {
  const [, sign = "", body = "", multiplier = ""] = match;
  const power = powerOf(multiplier.trim());
  const single = (text: string): Reading[] => {
    const value = parseDecimal(sign + text);
    return value === null ? [] : [[{ value: scaledBy(value, power), unit }]];
  };
  const grouped = single(withoutGroups(body));
  if (/^\d+,\d{1,2}$/.test(body)) {
    // "1,5": a decimal comma, or two numbers.
    return [...grouped, ...listReading(sign, body.split(","), power, unit)];
  }
  return body.includes(" ") ? [...grouped, ...listReading(sign, body.split(" "), power, unit)] : grouped;
}

/** The unit behind a list is that of all its numbers. */
function listReading(sign: string, parts: readonly string[], power: number, unit: Unit | null): Reading[] {
  const last = parts.length - 1;
  const values = parts.map((part, index) => {
    const value = parseDecimal((index === 0 ? sign : "") + part.replace(",", "."));
    return value === null || index !== last ? value : scaledBy(value, power);
  });
  const complete = values.filter((value): value is Decimal => value !== null);
  return complete.length === values.length ? [complete.map((value) => ({ value, unit }))] : [];
}

function withoutGroups(body: string): string {
  if (/^\d{1,3}(?:,\d{3})+(?:\.|$)/.test(body) || /^\d{1,2}(?:,\d{2})+,\d{3}/.test(body)) {
    return body.replaceAll(",", "");
  }
  if (/^\d{1,3}(?:\.\d{3}){2,}/.test(body)) return body.replaceAll(".", "").replace(",", ".");
  return body
    .replaceAll(/['’_ ]/g, "")
    .replaceAll(GROUP_SPACE, "")
    .replace(",", ".");
}

function powerOf(multiplier: string): number {
  if (multiplier === "") return 0;
  const named = POWERS[multiplier === "K" ? "k" : multiplier];
  if (named !== undefined) return named;
  return [...multiplier].reduce((sum, sign) => sum + (POWERS[sign] ?? 0), 0);
}
