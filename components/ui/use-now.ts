import { useSyncExternalStore } from "react";

/** A clock that ticks only while someone looks at it. */
class Clock {
  readonly #periodMs: number;
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #now = 0;

  constructor(periodMs: number) {
    this.#periodMs = periodMs;
  }

  readonly read = (): number => {
    if (this.#timer === undefined) {
      // Nobody holds the clock: give whole periods, so that two reads in one rendering agree.
      return Math.floor(Date.now() / this.#periodMs) * this.#periodMs;
    }
    return this.#now;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#timer === undefined) {
      this.#now = Date.now();
      this.#timer = setInterval(() => {
        this.#now = Date.now();
        for (const each of this.#listeners) each();
      }, this.#periodMs);
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  };
}

const SECOND = new Clock(1_000);
const FRAME = new Clock(200);
const never = () => () => undefined;

/** Milliseconds since the epoch, refreshed every second, or every 200 ms where `fine`. Stands still when not `ticking`. */
export function useNow(ticking: boolean, fine = false): number {
  const clock = fine ? FRAME : SECOND;
  return useSyncExternalStore(ticking ? clock.subscribe : never, ticking ? clock.read : zero, zero);
}

function zero(): number {
  return 0;
}
