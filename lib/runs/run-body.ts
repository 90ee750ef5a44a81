/**
 * Steps 5 and 6 of a run, as one root invocation: the run's cancellation drives the invocation's signal, its deltas are told to the run's recorder,
 * its delivery is what settling works on. Never throws: what was thrown is a value. RunLifecycle stays the only owner of RunState.
 */
import type { ExitRecord } from "../contracts/run";
import type { DiagnosisRuntime } from "../diagnosis/diagnosis-runtime";
import { neverResumed, unreadableCheckpoint } from "../diagnosis/scenes/checkpoints";
import { runScene, type RunAnswer, type RunQuestion } from "../diagnosis/scenes/run-scene";
import { SCENE_CALL_BINDINGS } from "../diagnosis/scenes/scene-calls";
import { recordDelta } from "../diagnosis/scenes/scene-stage";
import type { Clock } from "../harness/ports";
import type { RunContext } from "../harness/run-context";
import {
  ChildCallFailure,
  Runner,
  type CheckpointStore,
  type InvocationObserver,
  type IsolatedFault,
} from "../invocation";
import type { BodyResult } from "./settle-run";

export interface RunBodyDependencies {
  readonly diagnosis: DiagnosisRuntime;
  readonly clock: Clock;
  readonly checkpoints: CheckpointStore;
  /** A passive party of the invocation failed; nothing of the run depends on it. */
  readonly onFault: (fault: IsolatedFault) => void;
  /** The root's checkpoint could not be read: the body begins anew. */
  readonly onUnreadable: (error: unknown) => void;
}

/** `resume`: from its checkpoints; where it has left none, from its question. */
export type BodyEntry = "run" | "resume";

export class RunBody {
  readonly #runner: Runner<RunQuestion, RunAnswer>;
  readonly #ctx: RunContext;
  readonly #onFault: RunBodyDependencies["onFault"];
  readonly #onUnreadable: RunBodyDependencies["onUnreadable"];
  #handedOver = false;

  constructor(deps: RunBodyDependencies, ctx: RunContext) {
    const { diagnosis, clock, checkpoints, onFault } = deps;
    const telling: InvocationObserver = { progress: (delta) => recordDelta(ctx.trace, delta) };
    this.#runner = new Runner(runScene({ runtime: diagnosis, ctx, clock }), {
      clock,
      resources: SCENE_CALL_BINDINGS,
      checkpoints,
      observers: [telling],
      onFault,
    });
    this.#ctx = ctx;
    this.#onFault = onFault;
    this.#onUnreadable = deps.onUnreadable;
  }

  /** Runs to the delivery and the release of the entry. */
  async run(question: RunQuestion, entry: BodyEntry): Promise<BodyResult> {
    const unsubscribe = this.#ctx.cancellation.onCancel((request) => this.#runner.cancel(request));
    try {
      const { outcome, answer } = await this.#enter(question, entry);
      return { kind: "answered", outcome, answer };
    } catch (error) {
      if (this.#handedOver && this.#ctx.lifecycle.termination === null) return { kind: "handed_over" };
      return { kind: "threw", error: this.#bodyError(error) };
    } finally {
      unsubscribe();
    }
  }

  /** RUN-19: nothing new is begun; what has been started is waited for, and `run` fulfils. Its result, if it has none yet, is another process's. */
  handOver(): void {
    this.#handedOver = true;
    this.#runner.cancel("handed over");
  }

  async #enter(question: RunQuestion, entry: BodyEntry): Promise<RunAnswer> {
    const id = this.#ctx.runId;
    if (entry === "resume") {
      try {
        return await this.#runner.resume({ id });
      } catch (error) {
        const failure = this.#runner.call?.failure ?? null;
        if (failure === null || !neverResumed(failure)) throw error;
        const unreadable = unreadableCheckpoint(failure);
        if (unreadable !== null) this.#onUnreadable(unreadable);
      }
    }
    return this.#runner.run(question, { id });
  }

  /**
   * What the body failed with. It stands first among what failed on the way out (EXIT-1); the rest, such as a close that failed as well, is
   * told as faults and changes nothing of what the body came to.
   */
  #bodyError(delivered: unknown): unknown {
    const parts = this.#runner.call?.failure?.parts ?? [];
    for (const { error } of parts.slice(1)) this.#onFault({ where: "late-close", error });
    return causeOf(parts.length === 0 ? delivered : parts[0]?.error);
  }

  /** The seven moments so far; null before the body started. */
  exitRecord(): ExitRecord | null {
    const call = this.#runner.call;
    if (call === null) return null;
    const { failure } = call;
    return {
      ...call.exit,
      context: call.contextState.kind,
      failureOrigin: failure === null ? null : failure.origin,
    };
  }
}

/** A child's failure is its own error to us: the stages throw what settling knows. */
function causeOf(error: unknown): unknown {
  let cause = error;
  while (cause instanceof ChildCallFailure) cause = cause.failure.parts[0]?.error;
  return cause;
}
