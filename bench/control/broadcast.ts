/** One cancel reaching 10,000 subscribers, beside a loop that calls as many functions of an array. */
import { RunCancellation } from "../../lib/harness/run-cancellation";
import { lowerQuartile, rowOverFloor, type BenchRow } from "./row";

const SUBSCRIBERS = 10_000;
const ROUNDS = 51;

const request = { reason: "USER_REQUESTED", requestedBy: "bench", requestedAt: 0, note: null } as const;
const observer = { lost: () => undefined, subscriberFailed: () => undefined };

export function broadcastRows(): Promise<readonly BenchRow[]> {
  const subscribe: number[] = [];
  const broadcast: number[] = [];
  const bare: number[] = [];
  let reached = 0;
  const reach = (): void => {
    reached += 1;
  };
  for (let i = -5; i < ROUNDS; i++) {
    const cancellation = new RunCancellation(observer);
    const before = performance.now();
    for (let n = 0; n < SUBSCRIBERS; n++)
      cancellation.onCancel(() => {
        reach();
      });
    const subscribed = performance.now();
    cancellation.cancel(request);
    const told = performance.now();
    const plain: (() => void)[] = [];
    for (let n = 0; n < SUBSCRIBERS; n++)
      plain.push(() => {
        reach();
      });
    const filled = performance.now();
    for (const call of plain) call();
    const called = performance.now();
    if (i < 0) continue;
    subscribe.push(((subscribed - before) * 1_000_000) / SUBSCRIBERS);
    broadcast.push(told - subscribed);
    bare.push(called - filled);
  }
  if (reached !== (ROUNDS + 5) * SUBSCRIBERS * 2) throw new Error("a subscriber was not reached");
  return Promise.resolve([
    rowOverFloor(
      "cancel broadcast to 10,000 subscribers",
      lowerQuartile(broadcast),
      "ms",
      lowerQuartile(bare),
      "≤ 5 ms",
    ),
    { name: "subscribe to cancel", value: lowerQuartile(subscribe), unit: "ns" },
  ]);
}
