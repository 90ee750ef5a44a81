import type { Clock } from "../ports";

/** One tick per question, so that every moment has a time of its own and order can be read from times. */
export class TickingClock implements Clock {
  #tick = 0;
  now(): number {
    this.#tick += 1;
    return this.#tick;
  }
}
