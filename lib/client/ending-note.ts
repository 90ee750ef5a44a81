/** Who ended a run and what they noted about it, from its cancellation receipt (RUN-12). Pure. */
import type { RunDetail } from "../contracts/run";

export interface EndingNote {
  readonly requestedBy: string;
  readonly note: string;
}

/** Null when the run goes on, nobody asked it to stop, or whoever did left no note. */
export function endingNote({ runState, cancellation }: RunDetail): EndingNote | null {
  if (runState === "RUNNING" || cancellation === null) return null;
  const note = cancellation.note?.trim() ?? "";
  return note === "" ? null : { requestedBy: cancellation.requestedBy, note };
}

/** The same as a sentence that follows another; empty where there is no note. */
export function endingSentence(run: RunDetail): string {
  const ending = endingNote(run);
  return ending === null ? "" : ` It was ended by ${ending.requestedBy}: “${ending.note}”.`;
}
