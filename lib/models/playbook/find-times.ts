/** Every time a question names, as instants in UTC. A time parameter carries the beginning of a window, so periods give theirs. */
import { findClocks, findDays, type FoundClock, type FoundDay } from "./time-days";
import { DAY_MS, findSpans, HOUR_MS, type FoundTime } from "./time-spans";

const ISO =
  /\b\d{4}-\d{2}-\d{2}[t ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s?z|\s?utc|[+-]\d{2}:?\d{2})?(?![\d:])/g;
const AFTER_DAY = /^(?:\s|,|at|@|around|about|utc|的|大概|大约)*$/;
const AFTER_CLOCK = /^(?:\s|,|on|of|utc)*$/;

function findIso(text: string): FoundTime[] {
  return [...text.matchAll(ISO)].flatMap((match) => {
    const written = match[0]
      .replace(/\s?utc$/, "z")
      .replace(/\s(?=z|[+-]\d)/, "")
      .replace(" ", "t");
    const zoned = /(?:z|[+-]\d{2}:?\d{2})$/.test(written) ? written : `${written}z`;
    const epochMs = Date.parse(zoned.toUpperCase().replace(/([+-]\d{2})(\d{2})$/, "$1:$2"));
    return Number.isNaN(epochMs) ? [] : [{ epochMs, start: match.index, end: match.index + match[0].length }];
  });
}

function overlaps(left: { start: number; end: number }, right: { start: number; end: number }): boolean {
  return left.start < right.end && right.start < left.end;
}

function joins(text: string, day: FoundDay, clock: FoundClock): boolean {
  // 下午 in 昨天下午3点 belongs to both.
  if (clock.start > day.start && clock.start < day.end) return clock.end > day.end;
  if (overlaps(day, clock)) return false;
  if (clock.start >= day.end) return AFTER_DAY.test(text.slice(day.end, clock.start));
  return AFTER_CLOCK.test(text.slice(clock.end, day.start));
}

function dayAt(day: FoundDay, clock: FoundClock | undefined): number {
  if (clock === undefined) return day.dayMs + day.hour * HOUR_MS;
  const later = day.afterNoon && !clock.explicit && clock.offsetMs < 12 * HOUR_MS;
  return day.dayMs + clock.offsetMs + (later ? 12 * HOUR_MS : 0);
}

/** A clock time or part of today that has not come yet was meant a day earlier. */
function notAhead(epochMs: number, now: number): number {
  return epochMs > now && epochMs - DAY_MS <= now ? epochMs - DAY_MS : epochMs;
}

/** Folds a question the way the finders of this room expect it. */
export function foldQuestion(query: string): string {
  return query.slice(0, 4_000).normalize("NFKC").toLowerCase();
}

/**
 * Times in the order of the text, none overlapping another; the longest reading of a place wins.
 * @param text as `foldQuestion` returns it
 * @param now ms since the epoch
 */
export function findTimes(text: string, now: number): readonly FoundTime[] {
  const candidates: FoundTime[] = [...findIso(text), ...findSpans(text, now)];
  const clocks = findClocks(text);
  for (const day of findDays(text, now)) {
    const clock = clocks.find((one) => joins(text, day, one));
    const start = Math.min(day.start, clock?.start ?? day.start);
    const end = Math.max(day.end, clock?.end ?? day.end);
    candidates.push({ epochMs: notAhead(dayAt(day, clock), now), start, end });
  }
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  for (const clock of clocks) {
    candidates.push({ epochMs: notAhead(today + clock.offsetMs, now), start: clock.start, end: clock.end });
  }
  const chosen: FoundTime[] = [];
  for (const one of candidates.sort((left, right) => right.end - right.start - (left.end - left.start))) {
    if (!chosen.some((other) => overlaps(one, other))) chosen.push(one);
  }
  return chosen.sort((left, right) => left.start - right.start);
}
