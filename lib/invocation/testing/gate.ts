import { setImmediate as nextTask } from "node:timers/promises";

/** A promise that a test settles by hand. */
export interface Gate<T = void> {
  readonly promise: Promise<T>;
  open(value: T): void;
  fail(error: unknown): void;
}

export function gate<T = void>(): Gate<T> {
  let open: (value: T) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  promise.catch(() => undefined);
  return { promise, open, fail };
}

/** Lets everything run that needs no help from outside. */
export function quiet(): Promise<void> {
  return nextTask();
}
