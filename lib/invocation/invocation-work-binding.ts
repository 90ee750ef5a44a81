/**
 * InvocationWorkBinding: a scene as the work of one call.
 *
 * Owns: this Work's window, and handing the author a Work made from it. Does not own: any order; it offers the
 * normal body, the resumed body and the close, and is told when.
 *
 * 1. Both bodies return what the author returned, as it is: no wrapper, no extra tick before the seal.
 * 2. The close closes the window, and the child and checkpoint endpoints with it. Nothing is open before a body is.
 */
import { EntryOccupied } from "./refusals";
import type { InvocationContext, InvocationWork, RunningInvocation, WorkCheckpoint } from "./invocation-work";
import { DONE, type OperationOutcome } from "./operation-outcome";
import type { Schema } from "./ports";
import type { ResourceAccess } from "./resource-access";
import type { SceneDefinition, SceneDeps, SceneWork } from "./scene";
import { SceneWorkView } from "./scene-work";

export class InvocationWorkBinding<D extends SceneDeps, I, O, C, Delta> implements InvocationWork<
  I,
  O,
  InvocationContext<I>
> {
  readonly output: Schema<O>;
  readonly checkpoint?: WorkCheckpoint<O, InvocationContext<I>>;
  readonly #scene: SceneDefinition<D, I, O, C, Delta>;
  #window: ResourceAccess | null = null;

  constructor(scene: SceneDefinition<D, I, O, C, Delta>) {
    this.#scene = scene;
    this.output = scene.output;
    if (scene.checkpoint !== undefined) this.checkpoint = this.#checkpointOf(scene.checkpoint);
  }

  execute(context: InvocationContext<I>, invocation: RunningInvocation): O | Promise<O> {
    if (context.entry.kind !== "run") throw new EntryOccupied(`${context.id} was entered to be resumed`);
    return this.#scene.run(this.#open(invocation), context.entry.input);
  }

  close(): OperationOutcome<void> {
    return this.#window === null ? DONE : this.#window.close();
  }

  #open(invocation: RunningInvocation): SceneWork<D, C, Delta> {
    this.#window = invocation.resources.newWindow();
    return new SceneWorkView(this.#scene.deps, invocation, this.#window);
  }

  #checkpointOf(schema: Schema<C>): WorkCheckpoint<O, InvocationContext<I>> {
    const resume = this.#scene.resume?.bind(this.#scene);
    if (resume === undefined) return { schema };
    // The invocation has parsed `saved` with this very schema.
    return { schema, resume: (_context, saved, invocation) => resume(this.#open(invocation), saved as C) };
  }
}
