/**
 * SceneWorkView: the Work that an author holds: endpoints of one window, of the call's children and its checkpoint.
 *
 * Owns nothing: every endpoint asks the window first, so all of them are dead when the window is closed. What an
 * author does not touch is not made; only the window's ports are opened up front, so that a port that cannot be
 * built fails the body before it has done anything (EXIT-11).
 */
import type { CancelSignal } from "./cancel-signal";
import { InteractionAccess } from "./interaction-reader";
import type { RunningInvocation } from "./invocation-work";
import { refusedWith } from "./promises";
import type { ResourceAccess } from "./resource-access";
import type { ResourceBinding } from "./resource-port";
import type { CheckpointEndpoint, ChildEndpoint, Scene, SceneDeps, SceneWork } from "./scene";

type Children<D> = SceneWork<D, never, never>["children"];
type Resources<D> = SceneWork<D, never, never>["resources"];

export class SceneWorkView<D extends SceneDeps, C, Delta> implements SceneWork<D, C, Delta> {
  readonly resources: Resources<D>;
  readonly #deps: D;
  readonly #invocation: RunningInvocation;
  readonly #window: ResourceAccess;
  #children: Children<D> | null = null;
  #checkpoint: CheckpointEndpoint<C> | null = null;
  #interactions: InteractionAccess | null = null;
  #emit: ((delta: Delta) => boolean) | null = null;

  /** Throws what a port threw while it was built or exposed. */
  constructor(deps: D, invocation: RunningInvocation, window: ResourceAccess) {
    this.#deps = deps;
    this.#invocation = invocation;
    this.#window = window;
    const bindings: Record<string, ResourceBinding> = {};
    for (const key in deps.resources) {
      const port = deps.resources[key];
      if (port !== undefined) bindings[key] = invocation.provided(port);
    }
    this.resources = window.open(bindings) as Resources<D>;
  }

  get contextId(): string {
    return this.#invocation.contextId;
  }

  get signal(): CancelSignal {
    return this.#invocation.signal;
  }

  get children(): Children<D> {
    this.#children ??= this.#openChildren();
    return this.#children;
  }

  get checkpoint(): CheckpointEndpoint<C> {
    this.#checkpoint ??= {
      save: (value) => {
        const refusal = this.#window.refusal("checkpoint");
        return refusal === null ? this.#invocation.saveCheckpoint(value) : refusedWith(refusal);
      },
    };
    return this.#checkpoint;
  }

  get interactions(): InteractionAccess {
    this.#interactions ??= new InteractionAccess(this.#invocation.interactions, this.#window);
    return this.#interactions;
  }

  get emit(): (delta: Delta) => boolean {
    this.#emit ??= (delta) => this.#invocation.progress.emit(delta);
    return this.#emit;
  }

  #openChildren(): Children<D> {
    const children: Record<string, ChildEndpoint<never, unknown>> = {};
    for (const key in this.#deps.children) {
      const scene = this.#deps.children[key];
      if (scene !== undefined) children[key] = childEndpoint(key, scene, this.#invocation, this.#window);
    }
    return children as Children<D>;
  }
}

function childEndpoint<I, O>(
  name: string,
  scene: Scene<I, O>,
  invocation: RunningInvocation,
  window: ResourceAccess,
): ChildEndpoint<I, O> {
  return {
    invoke(input, options) {
      const refusal = window.refusal("child", name);
      if (refusal !== null) return refusedWith(refusal);
      return invocation.invoke(name, scene.bind(), { kind: "run", input }, options);
    },
    resume(options) {
      const refusal = window.refusal("child", name);
      if (refusal !== null) return refusedWith(refusal);
      return invocation.invoke(name, scene.bind(), { kind: "resume" }, options);
    },
  };
}
