/** A scene as a stage of its run: its calls are operations of its window, its events are deltas of its output. */
import {
  recordStageEvent,
  type RunStage,
  type StageEvent,
  type StageRecorder,
} from "../../harness/run-stage";
import { RunAbortedException } from "../../harness/run-aborted-exception";
import { progressOf, type CancelSignal } from "../../invocation";
import type { CallEndpoints } from "./scene-calls";

/** A status or watch event on its way through the ProgressChannel of a scene; never content. */
export class StageDelta {
  constructor(readonly event: StageEvent) {}
}
export const stageDeltas = progressOf<StageDelta>();

type OnHeld = (withdraw: () => void) => void;

interface StageWork {
  readonly resources: { readonly model?: CallEndpoints; readonly tools?: CallEndpoints };
  emit(delta: StageDelta): boolean;
}

/** The stage that a scene's work is. A call of a kind that the scene has no port for is a bug of the house. */
export function stageOf({ resources, emit }: StageWork): RunStage {
  return {
    tell: (event) => emit(new StageDelta(event)),
    call: async <T>(kind: "model" | "tool", call: (onHeld: OnHeld) => Promise<T>): Promise<T> => {
      const endpoint = kind === "model" ? resources.model : resources.tools;
      if (endpoint === undefined) throw new Error(`this scene makes no ${kind} calls`);
      // A port's endpoints carry no type of their own, so the value comes back beside them.
      const answers: T[] = [];
      await endpoint.hold(async (onHeld) => {
        answers.push(await call(onHeld));
      });
      for (const answer of answers) return answer;
      throw new Error("an operation that fulfilled has an answer");
    },
  };
}

/** The end of a delta's way: the host's observer tells it to the run. Anything but a stage's delta is a bug of the house. */
export function recordDelta(recorder: StageRecorder, delta: unknown): void {
  if (!(delta instanceof StageDelta)) throw new TypeError("a stage of a run emits stage deltas only");
  recordStageEvent(recorder, delta.event);
}

/** Work that the run's end has woken was cancelled, by the very cancellation of its call; it did not fail. */
export async function inStage<T>(signal: CancelSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RunAbortedException ? (signal.cancellation ?? error) : error;
  }
}
