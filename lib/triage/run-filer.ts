/**
 * RunFiler: every run that ends as a fallback or a failure gets its group, once.
 *
 * It is told of each run that ends; what it was not told of, or could not file, is found by what is stored: at the start and from time to time
 * after that. Filing is one transaction, so a process that dies leaves a run filed or not filed, and the next one files the latter.
 */
import type { RunId, TriageGroupId } from "../contracts/ids";
import type { TriageStore } from "./ports";

/** Between two searches for what was left, ms. */
const SWEEP_MS = 15_000;
/** Runs of one search page. */
const PAGE = 100;

export interface RunFilerDependencies {
  readonly store: Pick<TriageStore, "listUnfiled" | "fileRun">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly after: (delayMs: number, fire: () => void) => { cancel(): void };
  readonly newGroupId: () => TriageGroupId;
  /** Told of each run that could not be filed yet; null: the search itself failed. It is tried again. */
  readonly onProblem: (runId: RunId | null, error: unknown) => void;
}

export class RunFiler {
  readonly #deps: RunFilerDependencies;
  /** One after the other: two runs of one kind never wait for each other's locks. */
  #work: Promise<void> = Promise.resolve();
  #timer: { cancel(): void } | null = null;
  #stopping = false;

  constructor(deps: RunFilerDependencies) {
    this.#deps = deps;
  }

  /** Begins to file what an earlier process left; does not wait for it. */
  start(): void {
    if (this.#stopping) return;
    this.#add(() => this.#sweep());
    this.#timer = this.#deps.after(SWEEP_MS, () => this.start());
  }

  /** The run is stored completely; one that is not to be filed is passed over. */
  runEnded(runId: RunId): void {
    this.#add(() => this.#file(runId));
  }

  /** Searches no more; fulfils when what it was told of is filed, or could not be. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#timer?.cancel();
    await this.#work;
  }

  #add(work: () => Promise<void>): void {
    this.#work = this.#work.then(work);
  }

  async #sweep(): Promise<void> {
    let after: RunId | null = null;
    while (!this.#stopping) {
      let page: readonly RunId[];
      try {
        page = await this.#deps.store.listUnfiled(after, PAGE);
      } catch (error) {
        return this.#deps.onProblem(null, error);
      }
      for (const runId of page) {
        if (this.#stopping) return;
        await this.#file(runId);
      }
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      after = last;
    }
  }

  async #file(runId: RunId): Promise<void> {
    const { store, newGroupId, now, onProblem } = this.#deps;
    try {
      await store.fileRun(runId, newGroupId(), now());
    } catch (error) {
      onProblem(runId, error);
    }
  }
}
