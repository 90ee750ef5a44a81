/** Where texts come from that are put together: pieces of data side by side, and times in a pattern (TOOL-4). */
import { isCountNature } from "./arithmetic-values";
import { isLiteral } from "./expression-nodes";
import {
  altered,
  ANY_PARAMETER,
  built,
  combine,
  holdsWords,
  saysSomething,
  type Provenance,
} from "./provenance";

/** Read together with digits on both sides of them, they make one number. */
const JOINS_DIGITS = /^[\s.,'’_]*$/u;
const DIGIT = /\p{N}/u;
const LETTER = /\p{L}/u;
/** What a pattern puts a part of a time in place of. */
const TIME_PART = /%[A-Za-z]/g;
/** How a time is cut off: "%H:00", "%Y-%m-01", "%i:00.000". */
const CUT_OFF = /:00|-01|\.0{1,6}(?!\d)/g;
/** Parts of a time that nothing separates. */
const RUN_TOGETHER = /%[A-Za-z](?=%[A-Za-z])/;
const COMPACT = /^%Y%m(?:%d(?:T?%H(?:%i(?:%[sS])?)?)?)?$|^%H%i(?:%[sS])?$/;

/** One part of a text. */
export interface TextPart {
  readonly node: unknown;
  readonly value: Provenance;
}

/**
 * Parts one behind the other with `separator` in between. Literals may hold no digit, and one of them letters; what could run together into a
 * number that nobody stored is built.
 */
export function joinedText(parts: readonly TextPart[], separator: readonly string[]): Provenance {
  const all = { ...combine(parts.map(({ value }) => value)), nature: "plain" as const };
  if (all.built || all.listed || !all.data) return built(all);
  const literals = [
    ...parts.filter(({ value }) => !value.data).flatMap(({ value }) => [...value.written]),
    ...separator,
  ];
  const computes = parts.some(
    ({ node, value }) => !value.data && value.nature !== "none" && !isLiteral(node),
  );
  const texts = new Set([...all.written, ...separator]);
  const hasFigure = [...texts].some(
    (text) => text === ANY_PARAMETER || (DIGIT.test(text) && saysSomething(text)),
  );
  const hasDigit = literals.some((text) => DIGIT.test(text));
  const worded = new Set(literals.filter((text) => LETTER.test(text)));
  if (computes || hasFigure || hasDigit || worded.size > 1) return built(all);
  if (runsTogether(parts, separator)) return built(all);
  return { ...all, written: texts, piece: parts.some(({ value }) => isFragment(value)) };
}

/** Do two parts touch, one of which is a number or a piece that is no whole value? */
function runsTogether(parts: readonly TextPart[], separator: readonly string[]): boolean {
  let before: Provenance | null = null;
  const joins = separator.length === 0 || separator.every((text) => JOINS_DIGITS.test(text));
  let touches = false;
  for (const { value } of parts) {
    if (!value.data) {
      touches &&= [...value.written].every((text) => JOINS_DIGITS.test(text));
      continue;
    }
    if (before !== null && touches && (isFragment(before) || isFragment(value))) return true;
    before = value;
    touches = joins;
  }
  return false;
}

function isFragment({ piece, nature }: Provenance): boolean {
  return piece || isCountNature(nature) || nature === "flag";
}

/** Values of many rows one behind the other. */
export function joinedRows(part: TextPart, separator: readonly string[]): Provenance {
  const joined = joinedText([part], separator);
  const runsOn = separator.every((text) => JOINS_DIGITS.test(text));
  const isGlued = separator.every((text) => text === "");
  return (isFragment(part.value) && runsOn) || (holdsWords(part.value) && isGlued) ? built(joined) : joined;
}

/** A time in the form of a pattern. */
export function formattedTime(time: Provenance, patterns: readonly TextPart[]): Provenance {
  const all = { ...altered(time), nature: "plain" as const };
  const texts = [...combine(patterns.map(({ value }) => value)).written];
  const isFree = patterns.every(({ node }) => isLiteral(node)) && texts.every(isFreePattern);
  if (!time.data || !isFree) return built(all);
  return {
    ...all,
    written: new Set(texts.filter((text) => LETTER.test(text.replaceAll(TIME_PART, "")))),
    piece: false,
  };
}

function isFreePattern(pattern: string): boolean {
  if (pattern === ANY_PARAMETER) return false;
  if (DIGIT.test(pattern.replaceAll(TIME_PART, "").replaceAll(CUT_OFF, ""))) return false;
  return !RUN_TOGETHER.test(pattern) || COMPACT.test(pattern);
}
