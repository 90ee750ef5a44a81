/**
 * Model and tool calls as resource operations of a scene. The harness holds each call and stops it on cancel (RUN-7, RUN-9); the scene's
 * window repeats the same stop for a call that nobody awaited (EXIT-9), and refuses the next one after a cancel or its close.
 */
import type { CallGate } from "../../harness/call-gate";
import { defineResource, type ResourceBinding, type ResourceOperation } from "../../invocation";

/** Makes one held call; is given where to leave the way to withdraw it. */
type HeldBySceneCall = (onHeld: (withdraw: () => void) => void) => Promise<void>;
interface CallEndpoints {
  hold(call: HeldBySceneCall): Promise<void>;
}

export const modelCalls = defineResource<{ hold: CallEndpoints["hold"] }>("model calls");
export const toolCalls = defineResource<{ hold: CallEndpoints["hold"] }>("tool calls");

function hold(operation: ResourceOperation, call: HeldBySceneCall): Promise<void> {
  return call((withdraw) => operation.onClose(withdraw));
}

/** What a host provides for the scenes of a run. */
export const SCENE_CALL_BINDINGS: readonly ResourceBinding[] = [
  modelCalls.provide(() => ({ hold })),
  toolCalls.provide(() => ({ hold })),
];

/** The gate through which a scene's calls go. A scene without tools refuses a tool call: a bug of the house. */
export function gateOf(resources: {
  readonly model: CallEndpoints;
  readonly tools?: CallEndpoints;
}): CallGate {
  return async <T>(
    kind: "model" | "tool",
    call: (onHeld: (withdraw: () => void) => void) => Promise<T>,
  ): Promise<T> => {
    const endpoint = kind === "model" ? resources.model : resources.tools;
    if (endpoint === undefined) throw new Error("this scene has no tools");
    // A port's endpoints carry no type of their own, so the value comes back beside them.
    const answers: T[] = [];
    await endpoint.hold(async (onHeld) => {
      answers.push(await call(onHeld));
    });
    for (const answer of answers) return answer;
    throw new Error("an operation that fulfilled has an answer");
  };
}
