/**
 * Interactions: something sent on its own, and the feedback that comes back, kept for whoever reads it (EXIT-12).
 *
 * Owns: what was sent under which key, its feedback in order, how it ended. Does not own: readers' windows
 * (ResourceAccess ends those), and any call: an interaction is nobody's child and nobody waits for it.
 *
 * 1. A send runs to its own end, whoever leaves, is cancelled or closes meanwhile.
 * 2. Feedback is kept from the first entry on; every reader starts there, a later call's too.
 * 3. An entry is forgotten only when its host says so.
 */
import { isThenable } from "./promises";

/** What the sender gets: appends one entry of feedback. Nothing is taken once the send has ended. */
export type GiveFeedback<F> = (entry: F) => void;

export type InteractionState =
  | { readonly kind: "sending" }
  | { readonly kind: "ended" }
  | { readonly kind: "failed"; readonly error: unknown };

export class Interaction<F> {
  readonly key: string;
  readonly #feedback: F[] = [];
  #state: InteractionState = { kind: "sending" };
  #waiting: Set<() => void> | null = null;

  constructor(key: string) {
    this.key = key;
  }

  get state(): InteractionState {
    return this.#state;
  }

  get feedback(): readonly F[] {
    return this.#feedback;
  }

  /** Calls back once, at the next entry or the end. Returns the way to leave. */
  onChange(wake: () => void): () => void {
    this.#waiting ??= new Set();
    this.#waiting.add(wake);
    return () => this.#waiting?.delete(wake);
  }

  /** @internal */
  async send(start: (give: GiveFeedback<F>) => unknown): Promise<void> {
    try {
      const sent = start((entry) => {
        if (this.#state.kind !== "sending") return;
        this.#feedback.push(entry);
        this.#wake();
      });
      if (isThenable(sent)) await sent;
      this.#state = { kind: "ended" };
    } catch (error) {
      this.#state = { kind: "failed", error };
    }
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting !== null) for (const wake of waiting) wake();
  }
}

/** A kind of interaction: names it, and types its feedback. */
export interface InteractionPort<F> {
  readonly name: string;
  /** For inference only; never present. */
  readonly feedback?: F;
}

export function defineInteraction<F>(name: string): InteractionPort<F> {
  return { name };
}

export class Interactions {
  readonly #byPort = new WeakMap<object, Map<string, unknown>>();

  /** Starts a send under a key, unless there is one already: then that one is returned. Never throws. */
  send<F>(port: InteractionPort<F>, key: string, start: (give: GiveFeedback<F>) => unknown): Interaction<F> {
    const existing = this.find(port, key);
    if (existing !== null) return existing;
    const interaction = new Interaction<F>(key);
    this.#of(port).set(key, interaction);
    void interaction.send(start);
    return interaction;
  }

  find<F>(port: InteractionPort<F>, key: string): Interaction<F> | null {
    const found = this.#byPort.get(port)?.get(key);
    return found === undefined ? null : (found as Interaction<F>);
  }

  /** Drops what is known under the key. A send that still runs goes on unheard. */
  forget(port: InteractionPort<unknown>, key: string): void {
    this.#byPort.get(port)?.delete(key);
  }

  #of(port: object): Map<string, unknown> {
    let interactions = this.#byPort.get(port);
    if (interactions === undefined) {
      interactions = new Map();
      this.#byPort.set(port, interactions);
    }
    return interactions;
  }
}
