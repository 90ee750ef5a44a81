/** The range of Insights as it stands in the address, where anyone may have written anything. Pure. */
import { StatsQuery } from "../contracts/run-stats";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Ranges that end now. */
export const RANGE_PRESETS = {
  "24h": { label: "24 h", ms: DAY_MS },
  "7d": { label: "7 d", ms: 7 * DAY_MS },
  "30d": { label: "30 d", ms: 30 * DAY_MS },
  "90d": { label: "90 d", ms: 90 * DAY_MS },
} as const;
export type RangePreset = keyof typeof RANGE_PRESETS;
export const RANGE_PRESET_NAMES = Object.keys(RANGE_PRESETS) as RangePreset[];
const STANDARD_PRESET: RangePreset = "30d";

/** From then on, and before `to`, ms since the epoch. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}
export type InsightsRange =
  { readonly kind: "preset"; readonly preset: RangePreset } | ({ readonly kind: "custom" } & TimeSpan);

/** As written; null where the address does not name it. */
export interface RangeAddress {
  readonly range: string | null;
  readonly from: string | null;
  readonly to: string | null;
}
export interface ReadRange {
  readonly range: InsightsRange;
  /** What stands in the address and says nothing, as "range=BOGUS". */
  readonly ignored: readonly string[];
}

/** What is asked for: two times that the API takes, or else a preset; without either the last thirty days. */
export function readRange(address: RangeAddress): ReadRange {
  const preset = RANGE_PRESET_NAMES.find((name) => name === address.range);
  const fallback: InsightsRange = { kind: "preset", preset: preset ?? STANDARD_PRESET };
  const unknownPreset = address.range !== null && preset === undefined ? [`range=${address.range}`] : [];
  if (address.from === null && address.to === null) return { range: fallback, ignored: unknownPreset };
  const times = StatsQuery.safeParse({ from: address.from ?? undefined, to: address.to ?? undefined });
  if (times.success) {
    const { from, to } = times.data;
    return { range: { kind: "custom", from, to }, ignored: unknownPreset };
  }
  const written = [
    ...(address.from === null ? [] : [`from=${address.from}`]),
    ...(address.to === null ? [] : [`to=${address.to}`]),
  ];
  return { range: fallback, ignored: [...unknownPreset, ...written] };
}

/** A range in the address; what it does not need is taken out. */
export function writeRange(range: InsightsRange): RangeAddress {
  switch (range.kind) {
    case "preset":
      return { range: range.preset === STANDARD_PRESET ? null : range.preset, from: null, to: null };
    case "custom":
      return { range: null, from: String(range.from), to: String(range.to) };
  }
}

export function spanOfRange(range: InsightsRange, now: number): TimeSpan {
  switch (range.kind) {
    case "preset":
      return { from: now - RANGE_PRESETS[range.preset].ms, to: now };
    case "custom":
      return { from: range.from, to: range.to };
  }
}

/** The span of the same length that ended where this one began; null where that would be before 1970. */
export function spanBefore({ from, to }: TimeSpan): TimeSpan | null {
  const before = { from: from - (to - from), to: from };
  return before.from < 0 ? null : before;
}

/** "2026-11-24", the day of UTC that a time is in. */
export function utcDayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Whole days of UTC, the last one included; a sentence where they are no range. */
export function rangeOfUtcDays(
  first: string,
  last: string,
): { readonly range: InsightsRange } | { readonly problem: string } {
  const from = Date.parse(`${first}T00:00:00Z`);
  const lastDay = Date.parse(`${last}T00:00:00Z`);
  if (Number.isNaN(from) || Number.isNaN(lastDay)) return { problem: "Choose a first and a last day." };
  if (lastDay < from) return { problem: "The last day is before the first." };
  const to = lastDay + DAY_MS;
  const asked = StatsQuery.safeParse({ from: String(from), to: String(to) });
  if (!asked.success) return { problem: asked.error.issues[0]?.message ?? "No such range." };
  return { range: { kind: "custom", from, to } };
}
