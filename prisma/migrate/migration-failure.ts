export type MigrationFailureKind =
  | "statement-failed"
  | "unfinished-before"
  | "edited-after-application"
  | "lock-not-obtained"
  | "unknown-applied";

/** Why migrations could not be applied. The message says what to do; the kind is for callers and tests. */
export class MigrationFailure extends Error {
  override readonly name = "MigrationFailure";

  constructor(
    readonly kind: MigrationFailureKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
