export type MigrationFailureKind =
  | "statement-failed"
  | "unfinished-before"
  | "edited-after-application"
  | "lock-not-obtained"
  | "unknown-applied"
  | "rights-missing"
  | "server-refused"
  | "connection-lost";

interface MigrationFailureOptions extends ErrorOptions {
  /** What to do, where the message does not say it. */
  readonly remedy?: string;
}

/** Why migrations could not be applied: fit to be shown as it is. The kind is for callers and tests. */
export class MigrationFailure extends Error {
  override readonly name = "MigrationFailure";
  readonly remedy: string | undefined;

  constructor(
    readonly kind: MigrationFailureKind,
    message: string,
    options: MigrationFailureOptions = {},
  ) {
    super(message, options);
    this.remedy = options.remedy;
  }
}
