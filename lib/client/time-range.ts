/** The time range of a filter as people choose and read it: local minutes, with their zone. Pure: "now" is always an argument. */
import { formatExact } from "./format-time";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export const RANGE_PRESETS = [
  { name: "1 h", ms: HOUR_MS },
  { name: "24 h", ms: 24 * HOUR_MS },
  { name: "7 d", ms: 7 * 24 * HOUR_MS },
  { name: "30 d", ms: 30 * 24 * HOUR_MS },
] as const;

/** Where a range that reaches so far back begins, ms since the epoch, on a whole minute: what is shown is what is asked for. */
export function presetFrom(lengthMs: number, now: number): number {
  return Math.floor((now - lengthMs) / MINUTE_MS) * MINUTE_MS;
}

/** "2026-11-30 14:31 UTC+01:00"; "… UTC" where that is the reader's zone. */
export function formatMinute(at: number): string {
  const exact = formatExact(at);
  return `${exact.slice(0, 16)}${exact.slice(23).replace("+00:00", "")}`;
}

/** "since 2026-11-29 14:31 UTC+01:00", "before …", or both ends; null where there is no end at all. */
export function describeRange(from: number | undefined, to: number | undefined): string | null {
  if (from !== undefined && to !== undefined) return `${formatMinute(from)} – ${formatMinute(to)}`;
  if (from !== undefined) return `since ${formatMinute(from)}`;
  return to === undefined ? null : `before ${formatMinute(to)}`;
}

/** What a field of type datetime-local shows for an instant: local time, "2026-11-30T14:31". */
export function localInputOf(at: number): string {
  return formatExact(at).slice(0, 16).replace(" ", "T");
}

/** The instant of such a field, ms since the epoch; null where it is empty or half written. */
export function instantOfLocalInput(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return null;
  const at = new Date(text).getTime();
  return Number.isNaN(at) || at < 0 ? null : at;
}
