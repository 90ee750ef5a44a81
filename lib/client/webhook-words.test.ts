import { describe, expect, it } from "vitest";
import type { DeliveryAttempt, WebhookDelivery } from "../contracts/webhooks";
import { attemptAnswer, attemptFailure, deliveryPauseMs, nextAttempt } from "./webhook-words";

const NOW = 1_000_000;
const attempt = (changes: Partial<DeliveryAttempt> = {}): DeliveryAttempt => ({
  number: 1,
  at: NOW,
  durationMs: 12,
  status: 204,
  failure: null,
  ...changes,
});
const delivery = (nextAttemptAt: number | null, attempts: DeliveryAttempt[] = []): WebhookDelivery => ({
  messageId: "m1",
  type: "webhook.test",
  status: "PENDING",
  createdAt: NOW,
  nextAttemptAt,
  attempts,
});

describe("the words of deliveries", () => {
  it("say what was answered, and why that did not deliver", () => {
    expect(attemptAnswer(attempt())).toBe("204 after 12 ms");
    expect(attemptFailure(attempt())).toBeNull();
    const silent = attempt({ status: null, failure: "TIMED_OUT", durationMs: 15_000 });
    expect(attemptAnswer(silent)).toBe("no answer after 15.0 s");
    expect(attemptFailure(silent)).toBe("The receiver did not answer in time.");
  });

  it("say when it is sent", () => {
    expect(nextAttempt(delivery(null), NOW)).toBeNull();
    expect(nextAttempt(delivery(NOW - 1), NOW)).toBe("sent now");
    expect(nextAttempt(delivery(NOW + 251_001, [attempt()]), NOW)).toBe("sent again in 4 min 12 s");
  });
});

describe("deliveryPauseMs", () => {
  it("is short only while something is about to be sent", () => {
    const waits = (...at: (number | null)[]) =>
      deliveryPauseMs(
        at.map((next) => delivery(next)),
        NOW,
      );
    expect(waits()).toBe(15_000);
    expect(waits(null, NOW + 3_600_000)).toBe(15_000);
    expect(waits(null, NOW + 5_000)).toBe(1_000);
    expect(waits(NOW - 5_000)).toBe(1_000);
  });
});
