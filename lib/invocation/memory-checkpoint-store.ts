import type { CheckpointEnding, CheckpointStore, SavedCheckpoint } from "./checkpoint-store";

/**
 * Checkpoints in memory: lost with the process. Values are kept as they are, not copied.
 *
 * A checkpoint is dropped when its call succeeded and was delivered; it stays for a resume otherwise.
 */
export class MemoryCheckpointStore implements CheckpointStore {
  readonly #saved = new Map<string, SavedCheckpoint>();
  readonly #endings = new Map<string, CheckpointEnding>();

  begin(contextId: string): void {
    this.#endings.delete(contextId);
  }

  save(contextId: string, value: unknown): void {
    this.#saved.set(contextId, { value });
  }

  load(contextId: string): SavedCheckpoint | null {
    return this.#saved.get(contextId) ?? null;
  }

  finish(contextId: string, ending: CheckpointEnding): void {
    if (ending.context === "succeeded" && ending.delivery === "ok") this.#saved.delete(contextId);
    else this.#endings.set(contextId, ending);
  }

  /** How the last call of that id ended, when it did not end well. */
  endingOf(contextId: string): CheckpointEnding | null {
    return this.#endings.get(contextId) ?? null;
  }
}
