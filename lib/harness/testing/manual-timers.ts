import type { Timers } from "../ports";
import type { ManualClock } from "./manual-clock";

interface ArmedTimer {
  readonly due: number;
  readonly fire: () => void;
}

/** Timers that fire when a test moves time: earliest first, in the order they were armed where they are due together. */
export class ManualTimers implements Timers {
  private readonly armed = new Set<ArmedTimer>();

  constructor(private readonly clock: ManualClock) {}

  /** Timers that are still armed. */
  get count(): number {
    return this.armed.size;
  }

  after(delayMs: number, fire: () => void): { cancel(): void } {
    const timer = { due: this.clock.now() + Math.max(0, delayMs), fire };
    this.armed.add(timer);
    return {
      cancel: () => {
        this.armed.delete(timer);
      },
    };
  }

  /** Moves the clock by `ms`, stopping at every timer on the way. */
  advance(ms: number): void {
    const until = this.clock.now() + ms;
    for (let next = this.earliest(until); next !== null; next = this.earliest(until)) {
      this.armed.delete(next);
      this.clock.moveTo(Math.max(next.due, this.clock.now()));
      next.fire();
    }
    this.clock.moveTo(Math.max(until, this.clock.now()));
  }

  private earliest(until: number): ArmedTimer | null {
    let found: ArmedTimer | null = null;
    for (const timer of this.armed)
      if (timer.due <= until && (found === null || timer.due < found.due)) found = timer;
    return found;
  }
}
