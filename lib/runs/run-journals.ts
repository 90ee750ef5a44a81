import type { RunId } from "../contracts/ids";
import { RunJournal, type EarlierJournal, type JournalDependencies } from "./run-journal";

/**
 * The journals of live runs: the harness opens one as it starts a run, the application takes it from here. That of a resumed run is reopened
 * before the harness starts it.
 */
export class RunJournals {
  readonly #journals = new Map<RunId, RunJournal>();
  readonly #deps: JournalDependencies;

  constructor(deps: JournalDependencies) {
    this.#deps = deps;
  }

  open(runId: RunId): RunJournal {
    return this.#journals.get(runId) ?? this.#add(new RunJournal(runId, this.#deps));
  }

  reopen(runId: RunId, earlier: EarlierJournal): RunJournal {
    return this.#add(new RunJournal(runId, this.#deps, earlier));
  }

  /** Throws when the run was never opened: a bug of the composition. */
  get(runId: RunId): RunJournal {
    const journal = this.#journals.get(runId);
    if (journal === undefined) throw new Error(`run ${runId} has no journal`);
    return journal;
  }

  #add(journal: RunJournal): RunJournal {
    this.#journals.set(journal.runId, journal);
    return journal;
  }

  forget(runId: RunId): void {
    this.#journals.delete(runId);
  }
}
