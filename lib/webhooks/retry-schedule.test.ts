import { describe, expect, it } from "vitest";
import { RETRY_PAUSES_MS, retryPauseMs } from "./retry-schedule";

describe("retryPauseMs", () => {
  it("waits longer each time, then gives up", () => {
    const pauses = RETRY_PAUSES_MS.map((_, step) => retryPauseMs(step, null, () => 0));
    expect(pauses).toEqual([...RETRY_PAUSES_MS]);
    expect(retryPauseMs(RETRY_PAUSES_MS.length, null, () => 0)).toBeNull();
  });

  it("spreads a pause by at most a fifth", () => {
    expect(retryPauseMs(0, null, () => 0)).toBe(5_000);
    expect(retryPauseMs(0, null, () => 0.5)).toBe(5_500);
    expect(retryPauseMs(0, null, () => 0.999_999)).toBeLessThanOrEqual(6_000);
  });

  it("waits as long as the receiver asks, up to a day, and never shorter than planned", () => {
    expect(retryPauseMs(0, 60_000, () => 0)).toBe(60_000);
    expect(retryPauseMs(3, 1_000, () => 0)).toBe(RETRY_PAUSES_MS[3]);
    expect(retryPauseMs(0, 365 * 86_400_000, () => 0)).toBe(86_400_000);
  });
});
