/** Something that is missing or wrong on this machine: what it is, and how to put it right. Shown without a stack. */
export class SetupProblem extends Error {
  override readonly name = "SetupProblem";

  constructor(
    message: string,
    /** What the person can do about it, in a sentence or a few lines. */
    readonly remedy: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Turns what the operating system says about a full or read-only disk into a SetupProblem; else returns it as it is. */
export function explainFileError(error: unknown, place: string): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return new SetupProblem(`The disk of ${place} is full.`, "Free some space and start again.", {
        cause: error,
      });
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new SetupProblem(
        `${place} cannot be written to.`,
        "Make it writable for this user, or set INTERLOCK_DATA_DIR to a folder that is.",
        { cause: error },
      );
    default:
      return error;
  }
}
