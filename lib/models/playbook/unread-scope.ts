/** What narrows a question and no parameter of its playbook takes: a bare year, a place. Silence about it would answer another question. */
import type { CompiledPlaybook } from "../../knowledge/compiled-playbook";
import { tokenize } from "../../knowledge/tokenize";
import { findTimes, foldQuestion } from "./find-times";

export interface UnreadScope {
  /** Years that stand alone ("in 1850"): no instant can be taken from them. */
  readonly years: readonly string[];
  /** Names behind "in", "on", "at" … that the playbook does not know ("on Mars"). */
  readonly places: readonly string[];
}

const YEAR =
  /\b(?:in|during|since|until|before|after|year|anno|im jahr|en)\s+([1-9]\d{3})(?![\p{L}\d]|[:.-]\d|\s*(?:%|ms\b))|(?<!\d)([1-9]\d{3})年/gu;
const PLACE =
  /(?<![\p{L}\d])(?:in|on|at|near|within|across)\s+((?:the\s+)?\p{Lu}[\p{L}\d'’-]*(?:\s+\p{Lu}[\p{L}\d'’-]*){0,2})/gu;

/** @param now ms since the epoch */
export function findUnreadScope(
  playbook: CompiledPlaybook,
  parameters: ReadonlyMap<string, unknown>,
  query: string,
  now: number,
): UnreadScope {
  const folded = foldQuestion(query);
  const times = findTimes(folded, now);
  const inTime = (at: number): boolean => times.some((time) => at >= time.start && at < time.end);
  const taken = new Set([...parameters.values()].map((value) => String(value).toLowerCase()));
  const years = [...folded.matchAll(YEAR)].flatMap((match) => {
    const year = match[1] ?? match[2] ?? "";
    return inTime(match.index + match[0].indexOf(year)) ? [] : [year];
  });
  const known = new Set(
    [playbook.title, ...playbook.playbook.answers, ...playbook.playbook.keywords, ...taken].flatMap(tokenize),
  );
  const places = [...query.slice(0, 4_000).normalize("NFKC").matchAll(PLACE)].flatMap((match) => {
    const name = match[1] ?? "";
    const at = match.index + match[0].length - name.length;
    const words = tokenize(name);
    return words.length === 0 || words.some((word) => known.has(word)) || inTime(at) ? [] : [name];
  });
  return { years: [...new Set(years)], places: [...new Set(places)] };
}
