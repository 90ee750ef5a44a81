/**
 * ExitRecord: the seven moments of one exit, each with its time. They are facts of one exit and never stand in
 * for each other; null means that the moment was not reached.
 */
import type { IsolatedFaults } from "./isolated-faults";
import type { Clock } from "./ports";

export interface ExitMoments {
  /** The body returned or threw, and the runner saw it. Acceptances and children may still run. */
  readonly bodySettled: number | null;
  /** No delta is taken any more. Says nothing about the final value. */
  readonly outputSealed: number | null;
  /** Every registered acceptance activity has left. */
  readonly acceptancesDrained: number | null;
  /** The endpoints of this stage are dead. Outside operations may still be running (EXIT-13). */
  readonly workClosed: number | null;
  /** The result of this work is fixed. Closing, checkpoint, observers and delivery may still fail (EXIT-3). */
  readonly contextTerminal: number | null;
  /** `Invocation.run()` settled. */
  readonly delivered: number | null;
  /** The host's entry is free again. Null for a call that was not a Runner's. */
  readonly runnerSettled: number | null;
}

export type ExitMoment = keyof ExitMoments;

export class ExitRecord implements ExitMoments {
  bodySettled: number | null = null;
  outputSealed: number | null = null;
  acceptancesDrained: number | null = null;
  workClosed: number | null = null;
  contextTerminal: number | null = null;
  delivered: number | null = null;
  runnerSettled: number | null = null;
  readonly #clock: Clock;
  readonly #faults: IsolatedFaults;
  #latest = 0;

  constructor(clock: Clock, faults: IsolatedFaults) {
    this.#clock = clock;
    this.#faults = faults;
  }

  /** Never throws: a broken clock must not keep a window open, so the moment gets the time before it. */
  mark(moment: ExitMoment): void {
    try {
      this.#latest = this.#clock.now();
    } catch (error) {
      this.#faults.report("clock", error);
    }
    this[moment] = this.#latest;
  }
}
