/**
 * Model and tool calls as resource operations of a scene. The harness holds each call and stops it on cancel (RUN-7, RUN-9). The operation
 * subscribes to the scene's cancel with the same stop, and repeats it when the window closes on a call that nobody awaited (EXIT-9).
 */
import { defineResource, type ResourceBinding, type ResourceOperation } from "../../invocation";

/** Makes one held call; is given where to leave the way to withdraw it. */
type HeldBySceneCall = (onHeld: (withdraw: () => void) => void) => Promise<void>;
export interface CallEndpoints {
  hold(call: HeldBySceneCall): Promise<void>;
}

export const modelCalls = defineResource<{ hold: CallEndpoints["hold"] }>("model calls");
export const toolCalls = defineResource<{ hold: CallEndpoints["hold"] }>("tool calls");

function hold(operation: ResourceOperation, call: HeldBySceneCall): Promise<void> {
  return call((withdraw) => {
    operation.onCancel(withdraw);
    operation.onClose(withdraw);
  });
}

/** What a host provides for the scenes of a run. */
export const SCENE_CALL_BINDINGS: readonly ResourceBinding[] = [
  modelCalls.provide(() => ({ hold })),
  toolCalls.provide(() => ({ hold })),
];
