/** What the console says of deliveries, and how soon it asks again. Pure: "now" is always an argument. */
import { DELIVERY_FAILURE_TABLE, type DeliveryAttempt, type WebhookDelivery } from "../contracts/webhooks";
import { formatDuration } from "./format-time";

const SOON_MS = 1_000;
const RARELY_MS = 15_000;

type Scheduled = Pick<WebhookDelivery, "nextAttemptAt">;

/** When to ask again, ms: soon while something is about to be sent. */
export function deliveryPauseMs(deliveries: readonly Scheduled[], now: number): number {
  const isSoon = deliveries.some(
    ({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt - now < RARELY_MS,
  );
  return isSoon ? SOON_MS : RARELY_MS;
}

/** "204 after 12 ms", "500 after 8 ms", "no answer after 15.0 s". */
export function attemptAnswer({ status, durationMs }: DeliveryAttempt): string {
  return `${status ?? "no answer"} after ${formatDuration(durationMs)}`;
}

/** Why it did not deliver, in a sentence; null where it did. */
export function attemptFailure({ failure }: DeliveryAttempt): string | null {
  return failure === null ? null : DELIVERY_FAILURE_TABLE[failure];
}

/** "sent again in 4 min 12 s", "sent now"; null where it is not sent any more. */
export function nextAttempt({ nextAttemptAt, attempts }: WebhookDelivery, now: number): string | null {
  if (nextAttemptAt === null) return null;
  const words = attempts.length === 0 ? "sent" : "sent again";
  const waitMs = Math.ceil((nextAttemptAt - now) / 1_000) * 1_000;
  return waitMs <= 0 ? `${words} now` : `${words} in ${formatDuration(waitMs)}`;
}
