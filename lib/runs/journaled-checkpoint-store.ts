/**
 * The checkpoints of detached runs (RUN-18). Whatever a checkpoint stands on is stored before it: the run's journal with its ledger is written first,
 * so a run that goes on from a checkpoint knows what it had spent by then.
 */
import { RunId } from "../contracts/ids";
import type { CheckpointEnding, CheckpointStore, SavedCheckpoint } from "../invocation";
import type { RunJournals } from "./run-journals";

export interface JournaledCheckpointDependencies {
  readonly store: CheckpointStore;
  readonly journals: RunJournals;
  /** Told of every save that failed; the run goes on. */
  readonly onError: (contextId: string, error: unknown) => void;
}

export class JournaledCheckpointStore implements CheckpointStore {
  readonly #deps: JournaledCheckpointDependencies;

  constructor(deps: JournaledCheckpointDependencies) {
    this.#deps = deps;
  }

  begin(contextId: string): void | Promise<void> {
    return this.#deps.store.begin(contextId);
  }

  async save(contextId: string, value: unknown): Promise<void> {
    try {
      await this.#deps.journals.get(runIdOf(contextId)).flush();
      await this.#deps.store.save(contextId, value);
    } catch (error) {
      this.#deps.onError(contextId, error);
      throw error;
    }
  }

  load(contextId: string): SavedCheckpoint | null | Promise<SavedCheckpoint | null> {
    return this.#deps.store.load(contextId);
  }

  finish(contextId: string, ending: CheckpointEnding): void | Promise<void> {
    return this.#deps.store.finish(contextId, ending);
  }
}

/** A root's context id is its run's id, a child's begins with it. */
function runIdOf(contextId: string): RunId {
  return RunId.parse(contextId.split("/", 1)[0]);
}
