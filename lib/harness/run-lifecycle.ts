/**
 * Which terminal state holds: a fact (RUN-1).
 *
 * Owns: the termination of one run. Does not own: why it was asked to stop (RunCancellation), what is released.
 *
 * 1. The first `finish` wins; every later one returns false and changes nothing.
 * 2. The termination is immutable. Null means RUNNING.
 * 3. Callbacks run synchronously, in order, after the state is set; one that throws disturbs nobody.
 */
import type { RunState, TerminalRunState } from "../contracts/axes";
import type { RunTermination } from "../contracts/cancellation";
import type { Clock } from "./ports";
import { createRunTermination } from "./run-termination";

export class RunLifecycle {
  private fact: RunTermination | null = null;
  private callbacks: Set<{ readonly call: (termination: RunTermination) => void }> | null = null;

  /** @param callbackFailed told about a callback that threw; must not throw itself */
  constructor(
    private readonly clock: Clock,
    private readonly observer: { callbackFailed(error: unknown): void },
  ) {}

  /** Null while RUNNING. */
  get termination(): RunTermination | null {
    return this.fact;
  }

  get state(): RunState {
    return this.fact === null ? "RUNNING" : this.fact.state;
  }

  /**
   * First terminal wins (RUN-1).
   * @returns whether this call set the state
   * @throws TypeError when it would win with an empty reason
   */
  finish(state: TerminalRunState, reason: string): boolean {
    // The clock is asked first: nothing foreign may run between the check and the set.
    const now = this.clock.now();
    if (this.fact !== null) return false;
    const termination = createRunTermination(state, reason, now);
    this.fact = termination;
    const callbacks = this.callbacks;
    if (callbacks !== null) {
      for (const entry of callbacks) this.tell(entry.call, termination);
      this.callbacks = null;
    }
    return true;
  }

  /**
   * Calls back once the run has ended, at once when it already has. Returns the function that takes it back. Where a
   * deadline or a budget ends the run, its cancel follows the callbacks (RUN-5): the receipt is not there yet.
   */
  onTerminated(call: (termination: RunTermination) => void): () => void {
    if (this.fact !== null) {
      this.tell(call, this.fact);
      return () => undefined;
    }
    const entry = { call };
    this.callbacks ??= new Set();
    this.callbacks.add(entry);
    return () => {
      this.callbacks?.delete(entry);
    };
  }

  private tell(call: (termination: RunTermination) => void, termination: RunTermination): void {
    try {
      const outcome: unknown = call(termination);
      if (outcome instanceof Promise)
        outcome.catch((error: unknown) => {
          this.observer.callbackFailed(error);
        });
    } catch (error) {
      this.observer.callbackFailed(error);
    }
  }
}
