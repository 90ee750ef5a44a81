/**
 * ProgressChannel: the deltas of one call, until its output is sealed.
 *
 * Owns: whether a delta is still taken, and telling the consumers. Does not own: the final value, or when to seal.
 *
 * 1. Sealed means refused: `emit` returns false and nobody is told. There is no way to open it again.
 * 2. A consumer that throws, or returns a promise that rejects, disturbs neither the author nor the others.
 * 3. What a strict consumer threw is kept for the delivery and changes nothing else.
 */
import type { IsolatedFaults } from "./isolated-faults";
import { callIsolated } from "./promises";
import { runCleanup } from "./run-cleanup";

export interface ProgressConsumer {
  readonly strict: boolean;
  readonly consume: (delta: unknown) => unknown;
}

export class ProgressChannel {
  readonly #consumers: readonly ProgressConsumer[];
  readonly #faults: IsolatedFaults;
  #state: "open" | "sealed" | "terminal" = "open";
  #refused = 0;
  #strictFailures: unknown[] | null = null;

  constructor(consumers: readonly ProgressConsumer[], faults: IsolatedFaults) {
    this.#consumers = consumers;
    this.#faults = faults;
  }

  /** `terminal`: the output is fixed, be it a value or none. */
  get state(): "open" | "sealed" | "terminal" {
    return this.#state;
  }

  /** Deltas that came after the seal. */
  get refused(): number {
    return this.#refused;
  }

  /** What strict consumers threw, in order. */
  get strictFailures(): readonly unknown[] {
    return this.#strictFailures ?? [];
  }

  /** False when the output is sealed. Never throws. */
  emit(delta: unknown): boolean {
    if (this.#state !== "open") {
      this.#refused += 1;
      return false;
    }
    for (const { strict, consume } of this.#consumers) {
      if (strict) {
        this.#strictFailures ??= [];
        runCleanup(() => consume(delta), this.#strictFailures);
      } else {
        callIsolated(consume, delta, (error) => this.#faults.report("progress", error));
      }
    }
    return true;
  }

  seal(): void {
    if (this.#state === "open") this.#state = "sealed";
  }

  end(): void {
    this.#state = "terminal";
  }
}
