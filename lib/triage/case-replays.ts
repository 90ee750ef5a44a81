/**
 * CaseReplays: asks the questions of regression cases again, as detached runs, a few at a time.
 *
 * What is stored of a replay is enough to go on with it: each item has its session and, through its key, at most one run, whichever process
 * drives it. One replay at a time.
 */
import type { RegressionCaseId, ReplayId, SessionId } from "../contracts/ids";
import type { RegressionStore, ReplayRuns, ReplayWork } from "./ports";

/** Runs of a replay at a time; the rest of the engine's places stay with operators. */
const REPLAY_CONCURRENCY = 2;
/** Between two attempts at a store that fails, ms. */
const STORE_RETRY_MS = 1_000;

export interface CaseReplaysDependencies {
  readonly store: RegressionStore;
  readonly runs: ReplayRuns;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly after: (delayMs: number, fire: () => void) => { cancel(): void };
  readonly newReplayId: () => ReplayId;
  readonly newSessionId: () => SessionId;
  /** Told of a replay that meets a fault; it goes on where it can. */
  readonly onProblem: (replayId: ReplayId | null, error: unknown) => void;
}

export type StartReplayResult =
  | { readonly kind: "started"; readonly replayId: ReplayId }
  | { readonly kind: "busy"; readonly replayId: ReplayId }
  | { readonly kind: "no_such_case"; readonly caseId: RegressionCaseId };

interface Drive {
  /** Fulfils when nothing of the replay is driven any more. */
  readonly done: Promise<void>;
  readonly cancel: AbortController;
}

export class CaseReplays {
  readonly #deps: CaseReplaysDependencies;
  readonly #drives = new Map<ReplayId, Drive>();
  readonly #stopping = new AbortController();

  constructor(deps: CaseReplaysDependencies) {
    this.#deps = deps;
  }

  async start(caseIds: readonly RegressionCaseId[], actor: string): Promise<StartReplayResult> {
    const { store, newReplayId, newSessionId, now } = this.#deps;
    const replayId = newReplayId();
    const items = [...new Set(caseIds)].map((caseId) => ({ caseId, sessionId: newSessionId() }));
    const created = await store.createReplay({ replayId, actor, at: now(), items });
    if (created.kind !== "created") return created;
    this.#drive(replayId);
    return { kind: "started", replayId };
  }

  /** Starts nothing more of it and cancels what runs. False when it had ended before. */
  async cancel(replayId: ReplayId, actor: string): Promise<boolean> {
    const { store, runs, now, onProblem } = this.#deps;
    if (!(await store.cancelReplay(replayId, actor, now()))) return false;
    this.#drives.get(replayId)?.cancel.abort();
    const work = await store.listWork(replayId);
    await Promise.all(
      work.map(async ({ runId }) => {
        if (runId === null) return;
        await runs.cancel(runId, actor).catch((error: unknown) => onProblem(replayId, error));
      }),
    );
    return true;
  }

  /** Goes on with what an earlier process left; one that was cancelled meanwhile gets the ends of its runs. */
  async resume(): Promise<void> {
    for (const replayId of await this.#deps.store.listRunningReplays()) this.#drive(replayId);
  }

  /** Starts nothing more; its runs go on as any other, and the next process goes on with the replay. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#drives.values()].map(({ done }) => done));
  }

  #drive(replayId: ReplayId): void {
    if (this.#drives.has(replayId) || this.#stopping.signal.aborted) return;
    const cancel = new AbortController();
    const done = this.#run(replayId, cancel.signal)
      .catch((error: unknown) => this.#deps.onProblem(replayId, error))
      .finally(() => this.#drives.delete(replayId));
    this.#drives.set(replayId, { done, cancel });
  }

  async #run(replayId: ReplayId, cancelled: AbortSignal): Promise<void> {
    const { store, now } = this.#deps;
    const left = [...(await this.#persist(replayId, () => store.listWork(replayId)))];
    const lane = async (): Promise<void> => {
      for (let work = left.shift(); work !== undefined; work = left.shift()) {
        if (this.#stopping.signal.aborted) return;
        // A cancelled item has its end already; one whose run began still gets what that came to.
        if (cancelled.aborted && work.runId === null) continue;
        await this.#runItem(replayId, work, cancelled);
      }
    };
    await Promise.all(Array.from({ length: REPLAY_CONCURRENCY }, lane));
    if (this.#stopping.signal.aborted) return;
    await this.#persist(replayId, () => store.finishReplay(replayId, now()));
  }

  async #runItem(replayId: ReplayId, work: ReplayWork, cancelled: AbortSignal): Promise<void> {
    const { store, runs, onProblem } = this.#deps;
    const { ordinal, query, budget, sessionId, originRunId } = work;
    const either = AbortSignal.any([cancelled, this.#stopping.signal]);
    for (;;) {
      const started = await runs.start({
        query,
        budget,
        sessionId,
        originRunId,
        key: `replay:${replayId}:${ordinal}`,
      });
      switch (started.kind) {
        case "started": {
          const { runId } = started;
          await this.#persist(replayId, () => store.noteItemRun(replayId, ordinal, runId));
          // A cancel that came while the run was starting did not know of it.
          if (cancelled.aborted) {
            await runs.cancel(runId, "replay").catch((error: unknown) => onProblem(replayId, error));
          }
          await this.#untilEnded(started.ended);
          if (this.#stopping.signal.aborted) return;
          const after = await this.#persist(replayId, () => runs.axesOf(runId));
          await this.#persist(replayId, () =>
            store.endItem(
              replayId,
              ordinal,
              after === null ? { problem: "its run has no stored end" } : { after },
            ),
          );
          return;
        }
        case "busy":
          await this.#pause(started.retryAfterMs, either);
          if (either.aborted) return;
          continue;
        case "stopping":
          return;
        case "failed":
          await this.#persist(replayId, () => store.endItem(replayId, ordinal, { problem: started.why }));
          return;
      }
    }
  }

  /** A process that stops does not wait for runs: they are handed over. */
  #untilEnded(ended: Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    return new Promise((resolve) => {
      const leave = () => resolve();
      signal.addEventListener("abort", leave, { once: true });
      void ended.then(() => {
        signal.removeEventListener("abort", leave);
        resolve();
      });
    });
  }

  /** Until the store takes it, or the process stops. */
  async #persist<T>(replayId: ReplayId, work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (this.#stopping.signal.aborted) throw error;
        this.#deps.onProblem(replayId, error);
        await this.#pause(STORE_RETRY_MS, this.#stopping.signal);
      }
    }
  }

  #pause(ms: number, wake: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (wake.aborted) return resolve();
      const end = () => {
        timer.cancel();
        wake.removeEventListener("abort", end);
        resolve();
      };
      const timer = this.#deps.after(ms, end);
      wake.addEventListener("abort", end, { once: true });
    });
  }
}
