/** Buckets of the rollups: hours, days of UTC, and all time. Counted in hours since 1970. */

const HOUR_MS = 3_600_000;
export const HOUR = 1;
export const DAY = 24;
/** `bucket_hours` of the one bucket that everything is in. */
export const EVER = 0;

/** The hour that a time belongs to. */
export function hourOf(timeMs: number): number {
  return Math.floor(timeMs / HOUR_MS);
}

/** When an hour begins, ms since the epoch. */
export function startOfHour(hour: number): number {
  return hour * HOUR_MS;
}

/** The first hour of the day that an hour belongs to. */
export function dayOf(hour: number): number {
  return Math.floor(hour / DAY) * DAY;
}

/** The buckets in which something that began then is counted: `[bucket_hours, bucket]`. */
export function bucketsOf(timeMs: number): readonly (readonly [bucketHours: number, bucket: number])[] {
  const hour = hourOf(timeMs);
  return [
    [HOUR, hour],
    [DAY, dayOf(hour)],
    [EVER, 0],
  ];
}
