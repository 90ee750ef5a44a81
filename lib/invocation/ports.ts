/** What the runtime needs from outside. Time is injected; schemas are met structurally (by zod, for one). */

/** Milliseconds since the epoch, or since anything else: the runtime only records what it is told. */
export interface Clock {
  now(): number;
}

/** Turns an unknown value into a `T` or throws. Synchronous. */
export interface Schema<T> {
  parse(value: unknown): T;
}
