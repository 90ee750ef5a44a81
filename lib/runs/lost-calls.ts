import type { ToolRecord } from "../contracts/evidence";
import type { LostCall } from "../diagnosis/ports";
import type { Timers } from "../harness/ports";

/** How long a run waits for the calls of its lost process to be stopped, ms. */
const PATIENCE_MS = 3_000;

export interface LostCallsDependencies {
  readonly timers: Timers;
  readonly stopLost: (calls: readonly LostCall[]) => Promise<number>;
  /** A server could not be asked; its own time limit ends what is left there (KILL-4). */
  readonly onError: (error: unknown) => void;
}

/** Calls that a lost process had sent: nobody awaits them, and their servers may still be at them. */
export class LostCalls {
  readonly #deps: LostCallsDependencies;

  constructor(deps: LostCallsDependencies) {
    this.#deps = deps;
  }

  /** Stops those of these records. Returns how many were found and are gone for sure; null when that was not known in time. Never rejects. */
  async stop(records: readonly ToolRecord[]): Promise<number | null> {
    const calls = records
      .filter((record) => record.errorCode === "PROCESS_LOST")
      .map(({ source, invocationId }) => ({ source, callId: invocationId }));
    if (calls.length === 0) return 0;
    const { timers, stopLost, onError } = this.#deps;
    return new Promise((resolve) => {
      const timer = timers.after(PATIENCE_MS, () => resolve(null));
      void stopLost(calls)
        .catch((error: unknown) => {
          onError(error);
          return null;
        })
        .then((stopped) => {
          timer.cancel();
          resolve(stopped);
        });
    });
  }
}
