import type { FailureCode } from "../contracts/frames";

/**
 * The run cannot release anything and says why. The application maps it to FAILED (REL-2); a RunAbortedException is never wrapped
 * in it.
 */
export class DiagnosisFailure extends Error {
  override readonly name = "DiagnosisFailure";
  readonly code: FailureCode;
  constructor(code: FailureCode, message: string, options: { cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
  }
}
