/**
 * CallCheckpoint: one call's part in a checkpoint store.
 *
 * Owns: the occupancy of (store, context id), the order of saves, begin and finish. Does not own: what a store keeps.
 *
 * 1. At most one call of this process is between `occupy` and `release` for a context id. `release` is local.
 * 2. Saves reach the store one after another, in the order in which they were asked for.
 * 3. `finish` comes after the last save has settled, so no late save undoes it; a failed save is the author's.
 */
import type { CheckpointEnding, CheckpointStore } from "./checkpoint-store";
import { occupyCheckpoint, releaseCheckpoint } from "./checkpoint-occupancy";
import { CheckpointUnavailable } from "./refusals";

export class CallCheckpoint {
  readonly #store: CheckpointStore;
  readonly #contextId: string;
  #state: "idle" | "occupied" | "begun" | "released" = "idle";
  #saving: Promise<void> | null = null;

  constructor(store: CheckpointStore, contextId: string) {
    this.#store = store;
    this.#contextId = contextId;
  }

  /** Throws CheckpointUnavailable when another call holds the context id, or what the store threw. */
  async begin(): Promise<void> {
    if (!occupyCheckpoint(this.#store, this.#contextId)) {
      throw new CheckpointUnavailable("busy", this.#contextId);
    }
    this.#state = "occupied";
    await this.#store.begin(this.#contextId);
    this.#state = "begun";
  }

  async load(): Promise<unknown> {
    const saved = await this.#store.load(this.#contextId);
    if (saved === null) throw new CheckpointUnavailable("missing", this.#contextId);
    return saved.value;
  }

  async save(value: unknown): Promise<void> {
    const before = this.#saving;
    const saving = this.#saveAfter(before, value);
    const settled = saving.then(noop, noop);
    this.#saving = settled;
    try {
      await saving;
    } finally {
      if (this.#saving === settled) this.#saving = null;
    }
  }

  /** Does nothing when the call never began. */
  async finish(ending: CheckpointEnding): Promise<void> {
    if (this.#state !== "begun") return;
    while (this.#saving !== null) await this.#saving;
    await this.#store.finish(this.#contextId, ending);
  }

  /** Never throws, calls nobody (step 13). */
  release(): void {
    const held = this.#state === "occupied" || this.#state === "begun";
    this.#state = "released";
    if (held) releaseCheckpoint(this.#store, this.#contextId);
  }

  async #saveAfter(before: Promise<void> | null, value: unknown): Promise<void> {
    if (before !== null) await before;
    await this.#store.save(this.#contextId, value);
  }
}

const noop = (): void => undefined;
