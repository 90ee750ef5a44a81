/** Promises that nobody may be waiting for, and calls into code that must not be able to disturb us. */
const ignore = (): void => undefined;

/** A rejection of `promise` that nobody awaits is no unhandled rejection; whoever awaits it still gets it. */
export function markHandled<T>(promise: Promise<T>): Promise<T> {
  promise.then(undefined, ignore);
  return promise;
}

/** A promise that rejects with `error`, already marked handled. */
export function refusedWith(error: unknown): Promise<never> {
  return markHandled(Promise.reject(error));
}

/** Consumes a late rejection of something that should not have been a promise. Awaits nothing (EXIT-6). */
export function consumeLateRejection(value: unknown): void {
  new Promise((resolve) => resolve(value)).then(ignore, ignore);
}

/** Reads `then`, which may run foreign code and throw. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  return "then" in value && typeof value.then === "function";
}

/** Calls a passive party: what it throws, now or by a promise it returns, goes to `onFault` and nowhere else. */
export function callIsolated<A>(
  passive: (argument: A) => unknown,
  argument: A,
  onFault: (error: unknown) => void,
): void {
  try {
    const returned = passive(argument);
    if (isThenable(returned)) new Promise((resolve) => resolve(returned)).then(ignore, onFault);
  } catch (error) {
    onFault(error);
  }
}
