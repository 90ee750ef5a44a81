import type { Clock } from "../ports";

/** A clock that a test moves by hand. */
export class ManualClock implements Clock {
  /** @param at milliseconds since the epoch */
  constructor(private at = 1_700_000_000_000) {}

  now(): number {
    return this.at;
  }

  /** @throws RangeError when time would run backwards */
  moveTo(at: number): void {
    if (at < this.at) throw new RangeError("time does not run backwards");
    this.at = at;
  }
}
