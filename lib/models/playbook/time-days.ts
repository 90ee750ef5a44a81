/** Named days and dates ("yesterday", "since Monday", 28 November, 昨天下午) and clock times ("14:00", "2pm", 下午两点半). UTC. */
import { CHINESE_NUMBER, parseChineseNumber } from "./number-words";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./time-spans";

export interface FoundDay {
  /** Midnight. */
  readonly dayMs: number;
  /** Hour it begins at when no clock time is given. */
  readonly hour: number;
  /** True for afternoon and evening: a clock hour below 12 is meant after noon. */
  readonly afterNoon: boolean;
  readonly start: number;
  readonly end: number;
}
export interface FoundClock {
  readonly offsetMs: number;
  /** True when the text itself says morning or afternoon. */
  readonly explicit: boolean;
  readonly start: number;
  readonly end: number;
}

interface PartOfDay {
  readonly pattern: RegExp;
  readonly hour: number;
  readonly afterNoon: boolean;
}
const PARTS: readonly PartOfDay[] = [
  { pattern: /^(?:night|evening|晚上?|傍晚|夜里?)$/, hour: 18, afterNoon: true },
  { pattern: /^(?:afternoon|下午|午后)$/, hour: 12, afterNoon: true },
  { pattern: /^(?:noon|中午)$/, hour: 12, afterNoon: true },
  { pattern: /^(?:morning|早上?|早晨|上午|晨)$/, hour: 6, afterNoon: false },
  { pattern: /^凌晨$/, hour: 0, afterNoon: false },
];
const WHOLE_DAY: PartOfDay = { pattern: /^$/, hour: 0, afterNoon: false };
function partOf(text: string | undefined): PartOfDay {
  return PARTS.find((part) => text !== undefined && part.pattern.test(text)) ?? WHOLE_DAY;
}

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const CHINESE_WEEKDAYS = "日一二三四五六";
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?";
const PART = "(morning|noon|afternoon|evening|night)";
const CHINESE_PART = "(早上|早晨|上午|中午|下午|午后|傍晚|晚上|凌晨|夜里|早|晨|晚)";

const midnight = (epochMs: number): number => Math.floor(epochMs / DAY_MS) * DAY_MS;
const weekdayOf = (epochMs: number): number => new Date(epochMs).getUTCDay();
/** The last such day, today included unless `before` asks for an earlier one. */
function lastWeekday(now: number, weekday: number, before: boolean): number {
  const back = (weekdayOf(now) - weekday + 7) % 7;
  return midnight(now) - (back === 0 && before ? 7 : back) * DAY_MS;
}
function mondayOf(now: number): number {
  return midnight(now) - ((weekdayOf(now) + 6) % 7) * DAY_MS;
}
function dateOf(year: number | null, month: number, day: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const epochMs = Date.UTC(year ?? thisYear, month - 1, day);
  const parsed = new Date(epochMs);
  if (month < 1 || month > 12 || parsed.getUTCDate() !== day) return Number.NaN;
  return year === null && epochMs > now ? Date.UTC(thisYear - 1, month - 1, day) : epochMs;
}

interface DayRule {
  readonly pattern: RegExp;
  /** The midnight it names, and what part of that day. */
  read(
    groups: readonly (string | undefined)[],
    now: number,
  ): readonly [dayMs: number, part?: string | undefined];
}
const number = (text: string | undefined): number => Number(text ?? Number.NaN);
const DAY_RULES: readonly DayRule[] = [
  {
    pattern: /\b(\d{4})-(\d{2})-(\d{2})\b/g,
    read: (g, now) => [dateOf(number(g[1]), number(g[2]), number(g[3]), now)],
  },
  { pattern: /\b(?:the )?day before yesterday\b/g, read: (_g, now) => [midnight(now) - 2 * DAY_MS] },
  {
    pattern: new RegExp(`\\byesterday(?:\\s+${PART})?\\b`, "g"),
    read: (g, now) => [midnight(now) - DAY_MS, g[1]],
  },
  { pattern: /\blast (night|evening)\b/g, read: (g, now) => [midnight(now) - DAY_MS, g[1]] },
  { pattern: new RegExp(`\\bthis ${PART}\\b`, "g"), read: (g, now) => [midnight(now), g[1]] },
  {
    pattern: /\b(?:today|tonight)\b/g,
    read: (g, now) => [midnight(now), g[0] === "tonight" ? "evening" : undefined],
  },
  { pattern: /\bthis week\b/g, read: (_g, now) => [mondayOf(now)] },
  {
    pattern: /\bthis month\b/g,
    read: (_g, now) => [Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth(), 1)],
  },
  {
    pattern: new RegExp(`\\b(last |previous )?(${WEEKDAYS.join("|")})(?:\\s+${PART})?\\b`, "g"),
    read: (g, now) => [lastWeekday(now, WEEKDAYS.indexOf(g[2] ?? ""), g[1] !== undefined), g[3]],
  },
  {
    pattern: new RegExp(`\\b${MONTH}\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?\\b`, "g"),
    read: (g, now) => [
      dateOf(g[3] === undefined ? null : number(g[3]), MONTHS.indexOf(g[1] ?? "") + 1, number(g[2]), now),
    ],
  },
  {
    pattern: new RegExp(
      `\\b(\\d{1,2})(?:st|nd|rd|th)?\\.?\\s+(?:of\\s+)?${MONTH}\\b\\.?(?:\\s+(\\d{4})\\b)?`,
      "g",
    ),
    read: (g, now) => [
      dateOf(g[3] === undefined ? null : number(g[3]), MONTHS.indexOf(g[2] ?? "") + 1, number(g[1]), now),
    ],
  },
  {
    pattern: /(?:(\d{4})年)?(\d{1,2})月(\d{1,2})[日号]/g,
    read: (g, now) => [dateOf(g[1] === undefined ? null : number(g[1]), number(g[2]), number(g[3]), now)],
  },
  {
    pattern: new RegExp(`昨[天日]?的?${CHINESE_PART}|昨[天日]`, "g"),
    read: (g, now) => [midnight(now) - DAY_MS, g[1]],
  },
  {
    pattern: new RegExp(`前[天日]的?${CHINESE_PART}?`, "g"),
    read: (g, now) => [midnight(now) - 2 * DAY_MS, g[1]],
  },
  {
    pattern: new RegExp(`今[天日]?的?${CHINESE_PART}|今[天日]`, "g"),
    read: (g, now) => [midnight(now), g[1]],
  },
  {
    pattern: /上(?:个)?(?:周|星期|礼拜)([一二三四五六日天])/g,
    read: (g, now) => [
      mondayOf(now) - 7 * DAY_MS + ((CHINESE_WEEKDAYS.indexOf(sunday(g[1])) + 6) % 7) * DAY_MS,
    ],
  },
  {
    pattern: /(?<!上|上个)(?:这|本)?(?:周|星期|礼拜)([一二三四五六日天])/g,
    read: (g, now) => [lastWeekday(now, CHINESE_WEEKDAYS.indexOf(sunday(g[1])), false)],
  },
  { pattern: /(?:本|这个?)(?:周|星期|礼拜)(?![一二三四五六日天])/g, read: (_g, now) => [mondayOf(now)] },
  {
    pattern: /(?:本|这个?)月/g,
    read: (_g, now) => [Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth(), 1)],
  },
];
function sunday(character: string | undefined): string {
  return character === undefined || character === "天" ? "日" : character;
}

/** @param text folded to lower case */
export function findDays(text: string, now: number): FoundDay[] {
  const found: FoundDay[] = [];
  for (const rule of DAY_RULES) {
    for (const match of text.matchAll(rule.pattern)) {
      const [dayMs, name] = rule.read(match, now);
      if (Number.isNaN(dayMs)) continue;
      const { hour, afterNoon } = partOf(name);
      found.push({ dayMs, hour, afterNoon, start: match.index, end: match.index + match[0].length });
    }
  }
  return found;
}

const CLOCK_24 =
  /(?<![\d:.-])([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?:\s*(am|pm|a\.m\.|p\.m\.)(?![a-z]))?(?![\d:])/g;
const CLOCK_12 = /(?<![\d:.])(1[0-2]|0?[1-9])\s*(am|pm|a\.m\.|p\.m\.)(?![a-z])/g;
const CLOCK_HOUR = /\b(?:since|from|after|at|around|about)\s+([01]?\d|2[0-3])(?:\s*(?:h|hrs|o'?clock)\b)/g;
const CLOCK_WORD = /\b(noon|midday|midnight)\b/g;
const CLOCK_CHINESE = new RegExp(
  `(凌晨|早上|早晨|上午|中午|下午|傍晚|晚上)?(${CHINESE_NUMBER})(?:点钟?|时(?!间|候|段))(?:(半)|(一刻)|(${CHINESE_NUMBER})分?)?整?`,
  "g",
);

function halfDay(hour: number, mark: string | undefined): number {
  if (mark === undefined) return hour;
  const base = hour % 12;
  return mark.startsWith("p") ? base + 12 : base;
}

/** @param text folded to lower case */
export function findClocks(text: string): FoundClock[] {
  const found: FoundClock[] = [];
  const add = (
    match: RegExpExecArray,
    hour: number,
    minute: number,
    second: number,
    explicit: boolean,
  ): void => {
    if (hour > 23 || minute > 59 || Number.isNaN(hour + minute)) return;
    const offsetMs = hour * HOUR_MS + minute * MINUTE_MS + second * 1_000;
    found.push({ offsetMs, explicit, start: match.index, end: match.index + match[0].length });
  };
  for (const match of text.matchAll(CLOCK_24)) {
    add(
      match,
      halfDay(Number(match[1]), match[4]),
      Number(match[2]),
      Number(match[3] ?? 0),
      match[4] !== undefined,
    );
  }
  for (const match of text.matchAll(CLOCK_12)) add(match, halfDay(Number(match[1]), match[2]), 0, 0, true);
  for (const match of text.matchAll(CLOCK_HOUR)) add(match, Number(match[1]), 0, 0, false);
  for (const match of text.matchAll(CLOCK_WORD)) add(match, match[1] === "midnight" ? 0 : 12, 0, 0, true);
  for (const match of text.matchAll(CLOCK_CHINESE)) {
    const hour = parseChineseNumber(match[2] ?? "") ?? Number.NaN;
    const minute =
      match[3] !== undefined
        ? 30
        : match[4] !== undefined
          ? 15
          : (parseChineseNumber(match[5] ?? "0") ?? Number.NaN);
    const later = match[1] !== undefined && partOf(match[1]).afterNoon && hour < 12;
    if (Number.isInteger(hour)) add(match, later ? hour + 12 : hour, minute, 0, match[1] !== undefined);
  }
  return found;
}
