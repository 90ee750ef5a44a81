/** Saving a scene's checkpoint, and going on from one: what the scenes of a run have in common. */
import type { Clock } from "../../harness/ports";
import {
  CheckpointUnavailable,
  ChildCallFailure,
  EndpointClosed,
  InvocationCancelled,
  type ChildEndpoint,
  type CheckpointEndpoint,
  type InvocationFailure,
  type InvokeOptions,
} from "../../invocation";
import { StageDelta } from "./scene-stage";

interface SavingWork<C> {
  readonly contextId: string;
  readonly checkpoint: CheckpointEndpoint<C>;
  emit(delta: StageDelta): boolean;
}

/**
 * Saves a checkpoint. A store that fails does not fail the run: the last checkpoint stands, stored records fill the gap, and the trace says so. A
 * refusal of the endpoint (a cancel, a closed window) is thrown on.
 */
export async function keepCheckpoint<C>(work: SavingWork<C>, clock: Clock, value: C): Promise<void> {
  try {
    await work.checkpoint.save(value);
  } catch (error) {
    if (isRefusal(error)) throw error;
    work.emit(checkpointFailed(clock, "save", work.contextId, error));
  }
}

function checkpointFailed(
  clock: Clock,
  what: "save" | "read",
  contextId: string,
  error: unknown,
): StageDelta {
  const detail = { what, checkpoint: contextId, error: error instanceof Error ? error.name : "unknown" };
  const line = { name: "CHECKPOINT_FAILED", phase: "control", status: "failed", detail } as const;
  return new StageDelta({ kind: "line", line: { ...line, at: clock.now(), durationMs: null, callId: null } });
}

/** Goes on from the child's checkpoint; where there is none that it can go on from, the child begins anew, and the trace says why. */
export async function resumeOrInvoke<I, O>(
  work: Pick<SavingWork<unknown>, "emit">,
  clock: Clock,
  child: ChildEndpoint<I, O>,
  input: I,
  options: InvokeOptions<O> & { readonly key: string },
): Promise<O> {
  try {
    return await child.resume(options);
  } catch (error) {
    if (!(error instanceof ChildCallFailure) || !neverResumed(error.failure)) throw error;
    const unreadable = unreadableCheckpoint(error.failure);
    if (unreadable !== null) work.emit(checkpointFailed(clock, "read", error.contextId, unreadable));
  }
  return child.invoke(input, options);
}

/** Why a checkpoint that is there could not be read; null where there was none. */
export function unreadableCheckpoint(failure: InvocationFailure): { readonly name: string } | null {
  const error = failure.parts[0]?.error;
  if (error instanceof CheckpointUnavailable && error.reason === "missing") return null;
  return error instanceof Error ? error : { name: "unknown" };
}

/** The call failed before its body was entered: it has no checkpoint, or none that can be read. */
export function neverResumed(failure: InvocationFailure): boolean {
  const [first, ...others] = failure.parts;
  return others.length === 0 && first?.origin === "checkpoint" && first.stage === "execution";
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof InvocationCancelled ||
    error instanceof EndpointClosed ||
    error instanceof ChildCallFailure
  );
}
