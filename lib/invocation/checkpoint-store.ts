/** The port behind which checkpoints are kept, and what a store is told at the end. */

/** What really happened: the work's result, and whether it could be delivered as it was. */
export interface CheckpointEnding {
  readonly context: "succeeded" | "failed" | "cancelled";
  readonly delivery: "ok" | "failed";
}

/**
 * A store of checkpoints by context id. All four may be asynchronous and may throw: then the call's delivery fails
 * (`begin`, `finish`) or the author's `save` rejects. Saved checkpoints are never rolled back (EXIT-15).
 *
 * Exclusion inside this process is the Invocation's own and needs nothing from the store.
 */
export interface CheckpointStore {
  begin(contextId: string): void | Promise<void>;
  /** Replaces what was saved before. */
  save(contextId: string, value: unknown): void | Promise<void>;
  /** Null when nothing was saved. */
  load(contextId: string): SavedCheckpoint | null | Promise<SavedCheckpoint | null>;
  /** After the last save of the call. What is kept for a resume is the store's choice. */
  finish(contextId: string, ending: CheckpointEnding): void | Promise<void>;
}

/** A box, so that any value can be a checkpoint, `null` included. */
export interface SavedCheckpoint {
  readonly value: unknown;
}
