/** Times, rates and differences as Insights writes them; all times in UTC, as the buckets are. Pure. */
import { formatShare } from "./format-quantity";
import type { SpreadBar } from "./insights-series";
import type { TimeSpan } from "./insights-range";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const UTC = { timeZone: "UTC" } as const;
const DAY = new Intl.DateTimeFormat("en-GB", { ...UTC, day: "numeric", month: "short" });
const WEEKDAY = new Intl.DateTimeFormat("en-GB", { ...UTC, weekday: "short" });
const DAY_OF_YEAR = new Intl.DateTimeFormat("en-GB", {
  ...UTC,
  day: "numeric",
  month: "short",
  year: "numeric",
});

/** "1,204". */
export function formatWhole(count: number): string {
  return count.toLocaleString("en");
}

/** "41 %", or "–" where there is no whole. */
export function formatRate(share: number | null): string {
  return share === null ? "–" : formatShare(share);
}

/** A difference of two shares in points of percent, "+2.4 pp"; null where either is not known. */
export function formatPoints(share: number | null, before: number | null): string | null {
  if (share === null || before === null) return null;
  const points = Math.round((share - before) * 1_000) / 10;
  if (points === 0) return "±0 pp";
  return `${points > 0 ? "+" : "−"}${Math.abs(points)} pp`;
}

/** What stands below a bar: "24 Nov", or the hour within a day, "14:00". */
export function barLabel(at: number): string {
  return at % DAY_MS === 0 ? DAY.format(at) : clockOf(at);
}

/** "Tue 24 Nov (UTC)" for a day, "24 Nov – 30 Nov (UTC)" for several, "24 Nov, 14:00–15:00 UTC" for less. */
export function barTitle({ from, to }: TimeSpan): string {
  const isWholeDays = from % DAY_MS === 0 && to % DAY_MS === 0;
  if (isWholeDays && to - from === DAY_MS) return `${WEEKDAY.format(from)} ${DAY.format(from)} (UTC)`;
  if (isWholeDays) return `${DAY.format(from)} – ${DAY.format(to - 1)} (UTC)`;
  return `${DAY.format(from)}, ${clockOf(from)}–${to % DAY_MS === 0 ? "24:00" : clockOf(to)} UTC`;
}

/** "1 Nov – 30 Nov 2026, days of UTC", or with hours. */
export function spanTitle({ from, to }: TimeSpan): string {
  if (from % DAY_MS === 0 && to % DAY_MS === 0) {
    const [first, last] = [DAY_OF_YEAR.format(from), DAY_OF_YEAR.format(to - 1)];
    return first === last ? `${first} UTC` : `${first} – ${last} UTC`;
  }
  const [first, last] = [DAY_OF_YEAR.format(from), DAY_OF_YEAR.format(to)];
  return first === last
    ? `${first}, ${clockOf(from)} – ${clockOf(to)} UTC`
    : `${first}, ${clockOf(from)} – ${last}, ${clockOf(to)} UTC`;
}

/** "50–75 ms" in a unit of the caller's: `≤ 1 ms` for the first bin, `> 5 min` for the last. */
export function binTitle({ above, upTo }: SpreadBar, write: (value: number) => string): string {
  if (upTo === null) return `> ${write(above)}`;
  if (above === 0) return `≤ ${write(upTo)}`;
  return `${write(above)} – ${write(upTo)}`;
}

/** A bound of a bin, as short as can be: "50 ms", "1.5 s", "2 min". */
export function formatBound(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 60_000 || ms % 60_000 !== 0) return `${ms / 1_000} s`;
  return `${ms / 60_000} min`;
}

function clockOf(at: number): string {
  return new Date(at).toISOString().slice(11, 16);
}
