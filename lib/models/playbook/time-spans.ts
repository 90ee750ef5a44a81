/** Stretches of time counted back from now: "last 2 hours", "30 minutes ago", 最近两小时, 三天前. */
import { CHINESE_NUMBER, ENGLISH_NUMBER, parseChineseNumber, parseEnglishNumber } from "./number-words";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A time found in a question: the instant and where it stood. */
export interface FoundTime {
  readonly epochMs: number;
  readonly start: number;
  readonly end: number;
}

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:s|secs?|seconds?|秒钟?)$/, 1_000],
  [/^(?:m|mins?|minutes?|分钟?)$/, MINUTE_MS],
  [/^(?:h|hrs?|hours?|小时|钟头)$/, HOUR_MS],
  [/^(?:d|days?|天|日)$/, DAY_MS],
  [/^(?:w|wks?|weeks?|周|星期|礼拜)$/, 7 * DAY_MS],
  // A month or a year back is a window, not a calendar date.
  [/^(?:months?|月)$/, 30 * DAY_MS],
  [/^(?:years?|年)$/, 365 * DAY_MS],
];
const ENGLISH_UNIT = "seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|wks?|months?|years?|[smhdw]";
const CHINESE_UNIT = "秒钟?|分钟|分|小时|钟头|天|日|周|星期|礼拜|月|年";

function unitMs(text: string): number {
  return UNITS.find(([pattern]) => pattern.test(text))?.[1] ?? Number.NaN;
}

const LAST = new RegExp(
  `\\b(?:last|past|previous|preceding)\\s+(?:(${ENGLISH_NUMBER})\\s*)?(?:of\\s+)?(?:an?\\s+)?(${ENGLISH_UNIT})\\b`,
  "g",
);
const AGO = new RegExp(
  `\\b(${ENGLISH_NUMBER})\\s*(?:an?\\s+)?(${ENGLISH_UNIT})\\s+(?:ago|back|earlier)\\b`,
  "g",
);
const CHINESE_LAST = new RegExp(
  `(?:最近|过去|近|前)的?这?(?:\\s*(${CHINESE_NUMBER})\\s*)?(?:个|個)?(半)?(?:个)?(${CHINESE_UNIT})(?!前)`,
  "g",
);
const CHINESE_AGO = new RegExp(`(${CHINESE_NUMBER})\\s*个?(半)?个?(${CHINESE_UNIT})(?:之前|以前|前)`, "g");
const CHINESE_PERIOD = /上(?:个|一个)?(周|星期|礼拜|月)(?![一二三四五六日天末])/g;

function push(
  found: FoundTime[],
  match: RegExpExecArray,
  now: number,
  count: number | null,
  unit: string,
): void {
  const span = count === null ? Number.NaN : count * unitMs(unit);
  // Beyond ten years it is no window but a misreading.
  if (!Number.isFinite(span) || span <= 0 || span > 3650 * DAY_MS) return;
  found.push({ epochMs: now - span, start: match.index, end: match.index + match[0].length });
}

/** @param text folded to lower case */
export function findSpans(text: string, now: number): FoundTime[] {
  const found: FoundTime[] = [];
  for (const pattern of [LAST, AGO]) {
    for (const match of text.matchAll(pattern)) {
      push(found, match, now, match[1] === undefined ? 1 : parseEnglishNumber(match[1]), match[2] ?? "");
    }
  }
  for (const pattern of [CHINESE_LAST, CHINESE_AGO]) {
    for (const match of text.matchAll(pattern)) {
      // 前天 is a day with a name, not a span of one day.
      if (/^前[天日]$/.test(match[0])) continue;
      const count = match[1] === undefined ? 1 : parseChineseNumber(match[1]);
      const half = match[2] === undefined ? 0 : 0.5;
      const whole = match[1] === undefined && half > 0 ? 0 : count;
      push(found, match, now, whole === null ? null : whole + half, match[3] ?? "");
    }
  }
  for (const match of text.matchAll(CHINESE_PERIOD)) push(found, match, now, 1, match[1] ?? "");
  return found;
}
