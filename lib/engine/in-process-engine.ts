import type { RunId } from "../contracts/ids";
import type { Admission, LiveRun, RunEngine, RunSlot } from "../runs/engine-port";

export interface InProcessEngineOptions {
  /** Runs that may be in progress at once, asked for each admission; beyond it admission is refused with `retryAfterMs`. */
  readonly maxRuns: number | (() => number);
  readonly retryAfterMs: number;
}

/** RunEngine in one process: a bounded table of live runs. */
export class InProcessEngine implements RunEngine {
  readonly #live = new Map<RunId, LiveRun>();
  readonly #options: InProcessEngineOptions;
  #occupied = 0;
  #closed = false;

  constructor(options: InProcessEngineOptions) {
    this.#options = options;
  }

  admit(): Admission {
    const { retryAfterMs } = this.#options;
    if (this.#closed) return { kind: "refused", code: "SHUTTING_DOWN", retryAfterMs };
    if (this.#occupied >= this.#maxRuns()) return { kind: "refused", code: "TOO_MANY_RUNS", retryAfterMs };
    return { kind: "admitted", slot: this.#occupy() };
  }

  #maxRuns(): number {
    const { maxRuns } = this.#options;
    return typeof maxRuns === "number" ? maxRuns : maxRuns();
  }

  readmit(): RunSlot {
    return this.#occupy();
  }

  #occupy(): RunSlot {
    this.#occupied += 1;
    let held = true;
    return {
      release: () => {
        if (held) this.#occupied -= 1;
        held = false;
      },
    };
  }

  add(run: LiveRun): void {
    this.#live.set(run.context.runId, run);
  }

  remove(runId: RunId): void {
    this.#live.delete(runId);
  }

  find(runId: RunId): LiveRun | undefined {
    return this.#live.get(runId);
  }

  list(): readonly LiveRun[] {
    return [...this.#live.values()];
  }

  close(): void {
    this.#closed = true;
  }

  /** Places that are taken, and all there are. */
  occupancy(): { readonly used: number; readonly limit: number } {
    return { used: this.#occupied, limit: this.#maxRuns() };
  }

  status(): { ok: boolean; detail: string } {
    const detail = `${this.#occupied} of ${this.#maxRuns()} runs in progress`;
    return this.#closed ? { ok: false, detail: `stopping; ${detail}` } : { ok: true, detail };
  }
}
