/**
 * Steps 5 and 6 of a run, as one root invocation: the run's cancellation drives the invocation's signal, its delivery is what settling
 * works on. Never throws: what was thrown is a value. RunLifecycle stays the only owner of RunState.
 */
import type { ExitRecord } from "../contracts/run";
import type { DiagnosisRuntime } from "../diagnosis/diagnosis-runtime";
import { runScene, type RunAnswer, type RunQuestion } from "../diagnosis/scenes/run-scene";
import { SCENE_CALL_BINDINGS } from "../diagnosis/scenes/scene-calls";
import type { Clock } from "../harness/ports";
import type { RunContext } from "../harness/run-context";
import { ChildCallFailure, Runner, type IsolatedFault } from "../invocation";
import type { SessionContext } from "./ports";
import type { BodyResult } from "./settle-run";

export interface RunBodyDependencies {
  readonly diagnosis: DiagnosisRuntime;
  readonly clock: Clock;
  /** A passive party of the invocation failed; nothing of the run depends on it. */
  readonly onFault: (fault: IsolatedFault) => void;
}

export class RunBody {
  readonly #runner: Runner<RunQuestion, RunAnswer>;
  readonly #question: RunQuestion;
  readonly #onFault: RunBodyDependencies["onFault"];

  constructor(deps: RunBodyDependencies, ctx: RunContext, query: string, session: SessionContext) {
    this.#runner = new Runner<RunQuestion, RunAnswer>(runScene, {
      clock: deps.clock,
      resources: SCENE_CALL_BINDINGS,
      onFault: deps.onFault,
    });
    this.#onFault = deps.onFault;
    this.#question = {
      runtime: deps.diagnosis,
      ctx,
      query,
      history: session.history,
      previousTurn: session.previousTurn,
    };
  }

  /** Runs to the delivery and the release of the entry. */
  async run(): Promise<BodyResult> {
    const { ctx } = this.#question;
    const unsubscribe = ctx.cancellation.onCancel((request) => this.#runner.cancel(request));
    try {
      const { outcome, answer } = await this.#runner.run(this.#question, { id: ctx.runId });
      return { kind: "answered", outcome, answer };
    } catch (error) {
      return { kind: "threw", error: this.#bodyError(error) };
    } finally {
      unsubscribe();
    }
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
