import type { CancellationReason } from "../contracts/axes";
import type { RunTermination } from "../contracts/cancellation";

/**
 * The one exception in which interrupted work ends (RUN-4, RUN-8). It says what the run already is; it decides
 * nothing. `cause` is what the interrupted call itself failed with, or the refused reservation, where there was one.
 */
export class RunAbortedException extends Error {
  override readonly name = "RunAbortedException";
  /** Null only while a cancel is being broadcast and the terminal state is not set yet. */
  readonly termination: RunTermination | null;
  /** Null when the run ended without a cancel. */
  readonly reason: CancellationReason | null;

  constructor(
    termination: RunTermination | null,
    reason: CancellationReason | null,
    options: { cause?: unknown } = {},
  ) {
    super(
      termination === null
        ? `the run was asked to stop: ${reason ?? "no reason given"}`
        : `the run is over: ${termination.state} (${termination.reason})`,
      options,
    );
    this.termination = termination;
    this.reason = reason;
  }
}
