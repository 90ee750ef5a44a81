/** Reading an interaction through a window: leaving, a cancel or the window's close end this reader only (EXIT-12). */
import type { GiveFeedback, Interaction, InteractionPort, Interactions } from "./interactions";
import { markHandled } from "./promises";
import { EndpointClosed } from "./refusals";
import type { ResourceAccess } from "./resource-access";

export type FeedbackStep<F> =
  | { readonly kind: "entry"; readonly entry: F }
  | { readonly kind: "ended" }
  | { readonly kind: "failed"; readonly error: unknown };

/** Starts at the first entry. Each reader has a place of its own. */
export class InteractionReader<F> {
  readonly #interaction: Interaction<F>;
  readonly #access: ResourceAccess;
  #next = 0;
  #leave: (() => void) | null = null;
  #left = false;

  constructor(interaction: Interaction<F>, access: ResourceAccess) {
    this.#interaction = interaction;
    this.#access = access;
  }

  /** The next entry, or how the send ended. Rejects when this reader may not read any more. One at a time. */
  next(): Promise<FeedbackStep<F>> {
    return markHandled(this.#read());
  }

  async #read(): Promise<FeedbackStep<F>> {
    for (;;) {
      const refusal = this.#left ? new EndpointClosed("the reader") : this.#access.refusal("the reader");
      if (refusal !== null) throw refusal;
      const step = this.#ready();
      if (step !== null) return step;
      await this.#access.operate("the reader", (operation) => {
        const change = new Promise<void>((resolve, reject) => {
          const stopWaiting = this.#interaction.onChange(resolve);
          operation.onClose(stopWaiting);
          operation.onCancel((cancellation) => {
            stopWaiting();
            reject(cancellation);
          });
          this.#leave = () => {
            stopWaiting();
            resolve();
          };
        });
        return change;
      });
    }
  }

  /** This reader reads no more; the send and other readers are not touched. */
  leave(): void {
    this.#left = true;
    this.#leave?.();
    this.#leave = null;
  }

  #ready(): FeedbackStep<F> | null {
    const { feedback, state } = this.#interaction;
    if (this.#next < feedback.length) {
      const entry = feedback[this.#next] as F;
      this.#next += 1;
      return { kind: "entry", entry };
    }
    return state.kind === "sending" ? null : state;
  }
}

/** A work's way to interactions. */
export class InteractionAccess {
  readonly #interactions: Interactions;
  readonly #access: ResourceAccess;

  constructor(interactions: Interactions, access: ResourceAccess) {
    this.#interactions = interactions;
    this.#access = access;
  }

  /** Starts a send of its own life, or finds the one of that key, and reads it. Throws the refusal of the window. */
  send<F>(
    port: InteractionPort<F>,
    key: string,
    start: (give: GiveFeedback<F>) => unknown,
  ): InteractionReader<F> {
    this.#check(port);
    return new InteractionReader(this.#interactions.send(port, key, start), this.#access);
  }

  /** Reads what was sent under the key, by whomever; null when nothing was. */
  read<F>(port: InteractionPort<F>, key: string): InteractionReader<F> | null {
    this.#check(port);
    const found = this.#interactions.find(port, key);
    return found === null ? null : new InteractionReader(found, this.#access);
  }

  #check(port: InteractionPort<unknown>): void {
    const refusal = this.#access.refusal(`interaction ${port.name}`);
    if (refusal !== null) throw refusal;
  }
}
