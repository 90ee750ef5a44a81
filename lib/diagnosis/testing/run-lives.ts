/** A run that lives in several processes: what is stored outlives a crash, everything else is lost with it. For tests alone. */
import type { LedgerLine } from "../../contracts/budget";
import { ToolRecord } from "../../contracts/evidence";
import type { RunId } from "../../contracts/ids";
import { SeededIds } from "../../harness/testing/seeded-ids";
import { Runner, type CheckpointStore, type SavedCheckpoint } from "../../invocation";
import { neverResumed, unreadableCheckpoint } from "../scenes/checkpoints";
import { runScene, type RunAnswer, type RunQuestion } from "../scenes/run-scene";
import { SCENE_CALL_BINDINGS } from "../scenes/scene-calls";
import { recordDelta } from "../scenes/scene-stage";
import { diagnosisFixture, type DiagnosisFixture, type FixtureOptions } from "./diagnosis-fixture";

const QUESTION: RunQuestion = { query: "why?", history: [], previousTurn: null, intent: null };

export interface LifeOptions extends Pick<FixtureOptions, "model" | "sources" | "limits" | "settings"> {
  /** Every write passes here first; one that never fulfils was not made. */
  readonly beforeWrite?: (what: string) => Promise<void>;
}

export class RunLives {
  /** As JSON, so that nothing is handed on that a database would not. */
  readonly checkpoints = new Map<string, string>();
  readonly lives: DiagnosisFixture[] = [];
  /** Whose checkpoint was there and could not be read. */
  readonly unreadable: string[] = [];
  /** Of the lives that are over: what a dead one does in its grave is not of this world. */
  readonly #ledger: LedgerLine[] = [];
  readonly #records = new Map<string, string>();
  #runId: RunId | undefined;

  /** By ordinal. */
  get records(): readonly ToolRecord[] {
    return [...this.#records.values()]
      .map((json) => ToolRecord.parse(JSON.parse(json)))
      .sort((left, right) => left.ordinal - right.ordinal);
  }

  /** Of all lives, in order. */
  get ledger(): readonly LedgerLine[] {
    return [...this.#ledger, ...(this.lives.at(-1)?.ctx.budget.lines ?? [])];
  }

  /** One life, from the question or from what the lives before have left. The promise never settles if the life is cut short. */
  live(options: LifeOptions): Promise<RunAnswer> {
    const before = this.lives.at(-1);
    const beforeWrite = options.beforeWrite ?? (() => Promise.resolve());
    const fixture = diagnosisFixture({
      ...options,
      save: async (record) => {
        await beforeWrite(`record ${record.status}`);
        this.#records.set(record.invocationId, JSON.stringify(record));
      },
      ids: new SeededIds(this.lives.length + 1),
      ...(before === undefined ? {} : this.#goOn(before)),
    });
    this.#runId = fixture.ctx.runId;
    this.lives.push(fixture);
    return this.#run(fixture, before !== undefined, beforeWrite);
  }

  #goOn(before: DiagnosisFixture): Pick<FixtureOptions, "runId" | "earlier"> {
    if (this.#runId === undefined) throw new Error("a run goes on after its first life");
    const { modelCalls, toolCalls, tokens, bytes } = before.ctx.budget.snapshot(0);
    this.#ledger.push(...before.ctx.budget.lines);
    for (const record of this.records) {
      if (record.status !== "PROJECTING") continue;
      const lost = { status: "ERROR", evidenceStatus: "ERROR", completedAt: 1 };
      const error = { errorCode: "PROCESS_LOST", errorMessage: "lost" };
      this.#records.set(record.invocationId, JSON.stringify({ ...record, ...lost, ...error }));
    }
    return {
      runId: this.#runId,
      earlier: {
        startedAt: before.ctx.startedAt,
        records: this.records,
        ledger: {
          lastSeq: this.#ledger.at(-1)?.seq ?? 0,
          spent: {
            modelCalls: modelCalls.used,
            toolCalls: toolCalls.used,
            tokens: tokens.used,
            bytes: bytes.used,
          },
        },
      },
    };
  }

  async #run(
    fixture: DiagnosisFixture,
    resumed: boolean,
    beforeWrite: (what: string) => Promise<void>,
  ): Promise<RunAnswer> {
    const { runtime, ctx, clock } = fixture;
    const runner = new Runner(runScene({ runtime, ctx, clock }), {
      clock,
      resources: SCENE_CALL_BINDINGS,
      checkpoints: this.#store(beforeWrite),
      observers: [{ progress: (delta) => recordDelta(ctx.trace, delta) }],
    });
    ctx.cancellation.onCancel((request) => runner.cancel(request));
    const id = ctx.runId;
    if (resumed) {
      try {
        return await runner.resume({ id });
      } catch (error) {
        const failure = runner.call?.failure ?? null;
        if (failure === null || !neverResumed(failure)) throw error;
        if (unreadableCheckpoint(failure) !== null) this.unreadable.push("root");
      }
    }
    return runner.run(QUESTION, { id });
  }

  #store(beforeWrite: (what: string) => Promise<void>): CheckpointStore {
    return {
      begin: () => undefined,
      save: async (contextId, value) => {
        await beforeWrite(`checkpoint ${contextId}`);
        this.checkpoints.set(contextId, JSON.stringify(value));
      },
      load: (contextId): SavedCheckpoint | null => {
        const json = this.checkpoints.get(contextId);
        return json === undefined ? null : { value: JSON.parse(json) };
      },
      finish: () => undefined,
    };
  }
}
