/** When a message is sent again: soon at first, for some days in all. */
import type { WebhookRandom } from "./ports";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses before the second attempt, the third, and so on. */
export const RETRY_PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;
/** At most this share is added to a pause, so that what failed at once does not come back at once. */
const JITTER = 0.2;
/** A receiver may ask for at most this much, ms. */
const MOST_ASKED_MS = 24 * HOUR_MS;

/**
 * The pause after a failed attempt, ms; null when it is given up.
 * @param step attempts of this schedule that failed before, from 0
 * @param askedMs what the receiver asked for in Retry-After; null where it did not
 */
export function retryPauseMs(step: number, askedMs: number | null, random: WebhookRandom): number | null {
  const pause = RETRY_PAUSES_MS[step];
  if (pause === undefined) return null;
  const asked = Math.min(askedMs ?? 0, MOST_ASKED_MS);
  return Math.round(Math.max(pause, asked) * (1 + JITTER * random()));
}
