/** Time as this room needs it; injected so that tests own it. */
export interface Time {
  /** Milliseconds; only differences are used. */
  now(): number;
  after(delayMs: number, fire: () => void): { cancel(): void };
}

export const systemTime: Time = {
  now: () => performance.now(),
  after(delayMs, fire) {
    const timer = setTimeout(fire, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
};
