/** A bound, a limit or a parameter that a text gives out for how many there are: "4711 payments failed" of `… WHERE id < 4711` (TOOL-4). */
import type { ReadyToolRecord } from "../../contracts/evidence";
import { foldText } from "./figures/normalise-text";

const TABLE = /\b(?:from|join)\s+(?:[`\w]+\s*\.\s*)?`?([\p{L}_][\p{L}\p{N}_$]*)/giu;
/** What is counted of any table. */
const ROWS = ["row", "record", "entry"];
/** May stand between a number and what it counts. */
const QUALITY = String.raw`(?:(?:\p{L}+(?:ed|ing)|open|new|late|slow|bad|failed|duplicate|unpaid|lost|broken|different|distinct|other|more|such|of the|of these) )?`;
/** "The last 20 orders", "top 10": how many were looked at. */
const LOOKED_AT = /(?:^|[^\p{L}])(?:top|first|last|latest|recent|next|\p{L}{3,}est) $/u;
/** "Customers with at least 10 orders": what was asked of each. */
const OF_EACH =
  /(?:^|[^\p{L}])(?:with|having|(?:that|which|who|whose) (?:have|has|had|are|is)|per|every|each) (?:(?:at least|at most|more than|fewer than|less than|over|under|up to|>=?|<=?|≥|≤) ?)?$/u;
/** A rule, not a count. */
const RULE = /(?:^|[^\p{L}])(?:limit|limited to|threshold of|batches of|pages of) $/u;
const HAN_COUNTED = /^ ?(?:笔|筆|条|條|单|單|行)/u;
const HAN_ASKED = /(?:前|最近|最后|每|至少|超过|不到|少于|多于|限制) ?$/u;

/** The tables that the statements of these records read, as a text calls what they hold. */
function countedNames(records: readonly ReadyToolRecord[]): readonly string[] {
  const tables = records.flatMap(({ statement }) =>
    [...foldText(statement).matchAll(TABLE)].map(([, table = ""]) => table),
  );
  const names = tables.flatMap((table) => {
    const words = table.split("_").filter((part) => part !== "");
    return [words.join(" "), words.at(-1) ?? ""];
  });
  return [...new Set([...names, ...ROWS])].filter((name) => name.length > 2).flatMap(numbersOf);
}

/** One and many of it. */
function numbersOf(name: string): readonly string[] {
  const one = name
    .replace(/ies$/, "y")
    .replace(/(?<=s|x|ch|sh)es$/, "")
    .replace(/(?<!s)s$/, "");
  return [name, one, one.replace(/y$/, "ie") + "s"];
}

/**
 * Of the figures of a text that were only asked, the first that it uses as a count; null when there is none. A number after a single thing
 * ("payment 4711") names it. A record of as many rows makes the number one that was found.
 */
export function findAskedCount(
  text: string,
  asked: readonly string[],
  records: readonly ReadyToolRecord[],
): string | null {
  const folded = foldText(text);
  const names = countedNames(records);
  const things = names.map((name) => name.replaceAll(/[^\p{L}\p{N} ]/gu, "")).join("|");
  const counted = new RegExp(`^ ${QUALITY}(?:${things})(?![\\p{L}\\p{N}_])`, "iu");
  const rows = new Set(records.map(({ evidence }) => String(evidence.rows.length)));
  for (const figure of asked) {
    const number = foldText(figure);
    if (rows.has(number.replaceAll(/[, ]/g, ""))) continue;
    for (let at = folded.indexOf(number); at >= 0; at = folded.indexOf(number, at + 1)) {
      const before = folded.slice(0, at);
      const after = folded.slice(at + number.length);
      if (/[\p{L}\p{N}_.-]$/u.test(before) && !/\p{Script=Han}$/u.test(before)) continue;
      if (HAN_COUNTED.test(after) && !HAN_ASKED.test(before)) return figure;
      if (!counted.test(after) || isNamed(before, names)) continue;
      if (!LOOKED_AT.test(before) && !OF_EACH.test(before) && !RULE.test(before)) return figure;
    }
  }
  return null;
}

/** "Customer 4711 payments": the word before is one of what the number names. */
function isNamed(before: string, names: readonly string[]): boolean {
  const word = /([\p{L}]+)(?: (?:id|no\.?|number|#))? #?$/u.exec(before)?.[1];
  if (word === undefined) return false;
  const isOne = !/s$/.test(word) && names.includes(word);
  return (
    isOne ||
    /^(?:customer|user|account|order|merchant|tenant|shop|store|connection|thread|id|number|no)$/.test(word)
  );
}
