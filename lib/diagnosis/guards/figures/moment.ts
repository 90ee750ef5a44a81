import { WORD } from "./word-characters";

/** A date, a clock time or both, as a text gives it. */
export interface Moment {
  /** "2026-07-29", "07-29" where no year is written, or null. */
  readonly date: string | null;
  /** The other date that a text may mean ("07/08/2026"). */
  readonly otherDate?: string;
  /** "10:05", "10:05:33" or "10:05:33.12" (no trailing zeros), or null. */
  readonly time: string | null;
}

const DATE = String.raw`(\d{4})[-/](\d{2})[-/](\d{2})`;
const CLOCK = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?`;
/** An offset is one only behind "T", or with a plus: "10:05-10:20" is a range. */
const ZONE = String.raw`( ?(?:Z|UTC|GMT)(?!${WORD})|(?<=[Tt][\d:.,]{5,20})[+-]\d{2}:?\d{2}|\+\d{2}:?\d{2})?`;
const HALF_DAY = String.raw`(?: ?([AaPp])\.?[Mm]\b\.?)?`;
const AFTER = String.raw`(?!${WORD}|[:.]\d|-(?!\d{1,2}:\d{2}|\d{4}-\d{2}-\d{2})${WORD})`;

/** Matches at `lastIndex` only. Groups: date 1–3, clock of a dated time 4–7, zone 8, bare clock 9–12, half day 13, zone 14. */
export const MOMENT_PATTERN = new RegExp(
  `(?:${DATE}(?:[Tt ]${CLOCK}${ZONE})?|${CLOCK}${HALF_DAY}${ZONE})${AFTER}`,
  "uy",
);

/** What a match of MOMENT_PATTERN says, or null when it is no date or time after all (month 13, minute 61, another time zone). */
export function readMoment(match: RegExpExecArray): Moment | null {
  const group = (index: number): string | undefined => match[index];
  const zone = (group(8) ?? group(14) ?? "").trim();
  if (/^[+-]/.test(zone) && !/^[+-]00:?00$/.test(zone)) return null;
  const year = group(1);
  if (year === undefined) {
    const time = readClock(group(9), group(10), group(11), group(12), group(13));
    return time === null ? null : { date: null, time };
  }
  const month = group(2) ?? "";
  const day = group(3) ?? "";
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return null;
  const date = `${year}-${month}-${day}`;
  if (group(4) === undefined) return { date, time: null };
  const time = readClock(group(4), group(5), group(6), group(7), undefined);
  return time === null ? null : { date, time };
}

/** Does the evidence moment say what the claimed one says? The claim may be less precise, never more. */
export function momentCovers(evidence: Moment, claimed: Moment): boolean {
  if (claimed.date !== null && !datesOf(claimed).some((date) => isDateOf(evidence, date))) return false;
  if (claimed.time === null) return true;
  if (evidence.time === null) return false;
  const rest = evidence.time.slice(claimed.time.length);
  if (!evidence.time.startsWith(claimed.time)) return false;
  // "10:05" is the minute of "10:05:33"; "10:05:33.1" is a cut of "10:05:33.12".
  return rest === "" || rest.startsWith(":") || rest.startsWith(".") || claimed.time.includes(".");
}

function datesOf({ date, otherDate }: Moment): readonly string[] {
  return [date, otherDate].filter((one) => typeof one === "string");
}

/** A day without a year is that of any year. */
function isDateOf(evidence: Moment, date: string): boolean {
  return datesOf(evidence).some((one) => one === date || (date.length === 5 && one.endsWith(`-${date}`)));
}

/** Behind a time: it is not in UTC, and can be compared with nothing. */
const FOREIGN_ZONE = new RegExp(
  ` ?(?:CES?T|MES?Z|EES?T|WES?T|[ECMP][SD]T|BST|IST|JST|KST|MSK|HKT|SGT|AE[SD]T|(?:Beijing|Berlin|Paris|London|local) time|北京时间)(?!${WORD})`,
  "uy",
);

/** Length of another time zone's name at that place, 0 where there is none. */
export function foreignZoneAt(text: string, at: number): number {
  FOREIGN_ZONE.lastIndex = at;
  return FOREIGN_ZONE.exec(text)?.[0].length ?? 0;
}

function readClock(
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
  fraction: string | undefined,
  halfDay: string | undefined,
): string | null {
  if (hour === undefined || minute === undefined) return null;
  const hours = hoursOf(Number(hour), halfDay);
  if (hours === null || Number(minute) > 59 || Number(second ?? "0") > 60) return null;
  const head = `${String(hours).padStart(2, "0")}:${minute}`;
  if (second === undefined) return head;
  const digits = (fraction ?? "").replace(/0+$/, "");
  return digits === "" ? `${head}:${second}` : `${head}:${second}.${digits}`;
}

function hoursOf(hour: number, halfDay: string | undefined): number | null {
  if (halfDay === undefined) return hour <= 24 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (halfDay.toLowerCase() === "p" ? 12 : 0);
}
