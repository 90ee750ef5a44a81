/** The result of an operation as a value. The discriminant alone says failure, so `throw undefined` is a failure. */
export type OperationOutcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

export function succeeded<T>(value: T): OperationOutcome<T> {
  return { ok: true, value };
}

export function failed(error: unknown): OperationOutcome<never> {
  return { ok: false, error };
}

/** The outcome of something that has nothing to say but that it worked. */
export const DONE: OperationOutcome<void> = Object.freeze({ ok: true, value: undefined });

/** A lone error is itself, the same object; only several become an AggregateError, in order (EXIT-14). */
export function combineErrors(errors: readonly unknown[], message: string): unknown {
  return errors.length === 1 ? errors[0] : new AggregateError(errors, message);
}

/** `DONE` when nothing was collected, else the failure that holds all of it. */
export function outcomeOf(errors: readonly unknown[], message: string): OperationOutcome<void> {
  return errors.length === 0 ? DONE : failed(combineErrors(errors, message));
}
