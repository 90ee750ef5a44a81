import type { TraceLine } from "../contracts/trace";
import type { CallGate } from "./call-gate";
import type { AxisChange, TraceRecorder } from "./ports";

/** What the work of a run tells while it goes on; never what it came to. */
export type StageEvent =
  | { readonly kind: "axes"; readonly change: AxisChange }
  | { readonly kind: "line"; readonly line: TraceLine };

/** A part of a run's work with an end of its own, such as a scene of the invocation runtime. The harness decides all else. */
export interface RunStage {
  readonly call: CallGate;
  /** Takes an event on its way to the run's recorder. False when the stage has ended and takes none. */
  readonly tell: (event: StageEvent) => boolean;
}

/** What work may tell its run. */
export type StageRecorder = Pick<TraceRecorder, "axes" | "record">;

/** Told to the run's own recorder at the end of a stage's way. */
export function recordStageEvent(recorder: StageRecorder, event: StageEvent): void {
  switch (event.kind) {
    case "axes":
      recorder.axes(event.change);
      return;
    case "line":
      recorder.record(event.line);
  }
}
