import type { RunId } from "../contracts/ids";
import { RunJournal, type JournalDependencies } from "./run-journal";

/** The journals of live runs: the harness opens one as it starts a run, the application takes it from here. */
export class RunJournals {
  readonly #journals = new Map<RunId, RunJournal>();
  readonly #deps: JournalDependencies;

  constructor(deps: JournalDependencies) {
    this.#deps = deps;
  }

  open(runId: RunId): RunJournal {
    const journal = new RunJournal(runId, this.#deps);
    this.#journals.set(runId, journal);
    return journal;
  }

  /** Throws when the run was never opened: a bug of the composition. */
  get(runId: RunId): RunJournal {
    const journal = this.#journals.get(runId);
    if (journal === undefined) throw new Error(`run ${runId} has no journal`);
    return journal;
  }

  forget(runId: RunId): void {
    this.#journals.delete(runId);
  }
}
