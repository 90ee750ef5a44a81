/** Dates and hours as people write them: "30 November 2026", "Nov 30", 30.11.2026, 2026年11月30日下午3点, "10 AM", "10 Uhr". */
import type { Moment } from "./moment";
import { WORD } from "./word-characters";

/** Without accents: English, German, Spanish, French, Portuguese, Italian. */
const MONTHS: readonly (readonly string[])[] = [
  ["january", "januar", "janner", "enero", "janvier", "janeiro", "gennaio"],
  ["february", "februar", "febrero", "fevrier", "fevereiro", "febbraio"],
  ["march", "marz", "marzo", "mars", "marco"],
  ["april", "abril", "avril", "aprile"],
  ["may", "mai", "mayo", "maio", "maggio"],
  ["june", "juni", "junio", "juin", "junho", "giugno"],
  ["july", "juli", "julio", "juillet", "julho", "luglio"],
  ["august", "agosto", "aout"],
  ["september", "septiembre", "septembre", "setembro", "settembre"],
  ["october", "oktober", "octubre", "octobre", "outubro", "ottobre"],
  ["november", "noviembre", "novembre", "novembro"],
  ["december", "dezember", "diciembre", "decembre", "dezembro", "dicembre"],
];
const SHORT = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const OTHER_SHORT: readonly (readonly [string, number])[] = [
  ["sept", 9],
  ["okt", 10],
  ["dez", 12],
];
const MONTH_OF: ReadonlyMap<string, number> = new Map([
  ...MONTHS.flatMap((names, index) => names.map((name): readonly [string, number] => [name, index + 1])),
  ...SHORT.map((name, index): readonly [string, number] => [name, index + 1]),
  ...OTHER_SHORT,
]);

const MONTH = String.raw`([\p{L}\p{M}]{3,10})\.?`;
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?\.?`;
const YEAR = String.raw`(?:,? (?:de |of )?(\d{4}))?`;
const CLOCK = String.raw`(?:(?:,| at| um| a las?| à)? (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AaPp])\.?[Mm]\b\.?)?(?: ?(?:Z|UTC|GMT|Uhr)(?!${WORD}))?)?`;
const AFTER = String.raw`(?!${WORD}|[-/.:]\d)`;
const DAY_FIRST = new RegExp(`${DAY} (?:of |de )?${MONTH}${YEAR}${CLOCK}${AFTER}`, "iuy");
const MONTH_FIRST = new RegExp(`${MONTH} ${DAY}${YEAR}${CLOCK}${AFTER}`, "iuy");
const DOTTED = new RegExp(String.raw`(\d{1,2})([./])(\d{1,2})\2(\d{4})${CLOCK}${AFTER}`, "iuy");
const PART_OF_DAY = String.raw`(凌晨|早上|上午|中午|下午|晚上|午後|午前)?`;
const HAN_CLOCK = String.raw`${PART_OF_DAY} ?(\d{1,2})(?:[点點时時](?:(\d{1,2})分?|(半)|整)?|:(\d{2})(?::(\d{2}))?)`;
const HAN_DATE = new RegExp(
  String.raw`(?:(\d{4}) ?年 ?)?(\d{1,2}) ?月 ?(\d{1,2}) ?[日号號](?:的? ?${HAN_CLOCK})?(?![\d间間])`,
  "uy",
);
const HAN_HOUR = new RegExp(String.raw`${HAN_CLOCK}(?![\d间間])`, "uy");
const HOUR = new RegExp(String.raw`(\d{1,2}) ?(?:([AaPp])\.?[Mm]\b\.?|Uhr(?!${WORD}))${AFTER}`, "uy");

export interface WrittenDate {
  readonly moment: Moment;
  readonly length: number;
}

/** The date or hour that is written at `at`, a place where no word runs on from before, in a text with a digit; null where there is none. */
export function readWrittenDate(text: string, at: number): WrittenDate | null {
  return readNamedMonth(text, at) ?? readDotted(text, at) ?? readHan(text, at) ?? readHour(text, at);
}

function readNamedMonth(text: string, at: number): WrittenDate | null {
  const dayFirst = matchAt(DAY_FIRST, text, at);
  const match = dayFirst ?? matchAt(MONTH_FIRST, text, at);
  if (match === null) return null;
  const [day, name] = dayFirst === null ? [match[2], match[1]] : [match[1], match[2]];
  const month = monthNamed(name ?? "");
  if (month === null) return null;
  return written(
    match,
    [dateOf(match[3], month, day)],
    clockOf(match[4], match[5], match[6], halfOf(match[7])),
  );
}

function readDotted(text: string, at: number): WrittenDate | null {
  const match = matchAt(DOTTED, text, at);
  if (match === null) return null;
  const [, first, joint, second, year] = match;
  const dates = [dateOf(year, Number(second), first)];
  // Between slashes the month stands first in some countries, so it may be either.
  if (joint === "/" && first !== second) dates.push(dateOf(year, Number(first), second));
  return written(match, dates, clockOf(match[5], match[6], match[7], halfOf(match[8])));
}

function readHan(text: string, at: number): WrittenDate | null {
  const date = matchAt(HAN_DATE, text, at);
  if (date !== null) {
    const clock = clockOf(date[5], hanMinute(date[6], date[7]) ?? date[8], date[9], partOfDay(date[4]));
    return written(date, [dateOf(date[1], Number(date[2]), date[3])], date[5] === undefined ? null : clock);
  }
  const hour = matchAt(HAN_HOUR, text, at);
  // A bare "10:05" is read elsewhere.
  if (hour === null || (hour[1] === undefined && hour[5] !== undefined)) return null;
  const clock = clockOf(hour[2], hanMinute(hour[3], hour[4]) ?? hour[5], hour[6], partOfDay(hour[1]));
  return clock === null ? null : { moment: { date: null, time: clock }, length: hour[0].length };
}

function readHour(text: string, at: number): WrittenDate | null {
  const match = matchAt(HOUR, text, at);
  if (match === null) return null;
  const clock = clockOf(match[1], undefined, undefined, halfOf(match[2]));
  return clock === null ? null : { moment: { date: null, time: clock }, length: match[0].length };
}

function written(
  match: RegExpExecArray,
  dates: readonly (string | null)[],
  clock: string | null,
): WrittenDate | null {
  const [date, other] = dates.filter((one) => one !== null);
  if (date === undefined) return null;
  const moment = { date, time: clock, ...(other === undefined ? {} : { otherDate: other }) };
  return { moment, length: match[0].length };
}

function monthNamed(written: string): number | null {
  const name = written.normalize("NFD").replace(/\p{M}/gu, "");
  // "5 may fail": small, it is a verb.
  return name === "may" ? null : (MONTH_OF.get(name.toLowerCase()) ?? null);
}

/** Without a year "11-30": it covers every year's. */
function dateOf(year: string | undefined, month: number, day: string | undefined): string | null {
  const number = Number(day);
  if (!(month >= 1 && month <= 12 && number >= 1 && number <= 31)) return null;
  const monthAndDay = `${String(month).padStart(2, "0")}-${String(number).padStart(2, "0")}`;
  return year === undefined ? monthAndDay : `${year}-${monthAndDay}`;
}

type HalfDay = "a" | "p" | null;
function halfOf(letter: string | undefined): HalfDay {
  if (letter === undefined) return null;
  return letter.toLowerCase() === "p" ? "p" : "a";
}
function partOfDay(word: string | undefined): HalfDay {
  if (word === undefined) return null;
  return /^(?:中午|下午|晚上|午後)$/.test(word) ? "p" : "a";
}
function hanMinute(minute: string | undefined, half: string | undefined): string | undefined {
  return half === undefined ? minute?.padStart(2, "0") : "30";
}

/** An hour alone is its beginning: "10 AM" is 10:00. */
function clockOf(
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
  half: HalfDay,
): string | null {
  if (hour === undefined) return null;
  let hours = Number(hour);
  if (hours > 24 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 60) return null;
  if (half === "p" && hours < 12) hours += 12;
  if (half === "a" && hours === 12) hours = 0;
  const head = `${String(hours).padStart(2, "0")}:${minute ?? "00"}`;
  return second === undefined ? head : `${head}:${second}`;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
