/** Scenes: what an author writes. Everything inside `run` is typed by what the scene declares. */
import type { CancelSignal } from "./cancel-signal";
import type { InteractionAccess } from "./interaction-reader";
import type { InvocationContext, InvocationWork, InvokeOptions } from "./invocation-work";
import type { Schema } from "./ports";
import type { EndpointsOf, ResourcePort } from "./resource-port";

/** A piece of work that can be run by a Runner or invoked as a child. */
export interface Scene<I, O, Delta = unknown> {
  readonly name: string;
  /** Every port that it or a scene below it needs. */
  readonly requires: ReadonlySet<ResourcePort<unknown>>;
  /** One call's work. */
  bind(): InvocationWork<I, O, InvocationContext<I>>;
  /** For inference only; never present. */
  readonly delta?: Delta;
}

export interface SceneDeps {
  readonly children?: Readonly<Record<string, Scene<never, unknown>>>;
  readonly resources?: Readonly<Record<string, ResourcePort<unknown>>>;
}

type None = Record<never, never>;
type ChildrenOf<D> = D extends { readonly children: infer C } ? C : None;
type ResourcesOf<D> = D extends { readonly resources: infer R } ? R : None;

export interface ChildEndpoint<I, O> {
  /** Starts the child. Rejects with ChildCallFailure or with a refusal; an unawaited one is waited for. */
  invoke(input: I, options?: InvokeOptions<O>): Promise<O>;
  /** Continues the child of that key from its checkpoint. */
  resume(options: InvokeOptions<O> & { readonly key: string }): Promise<O>;
}

export interface CheckpointEndpoint<C> {
  /** Fulfils when the store has it. Refused after a cancel, like every endpoint. */
  save(value: C): Promise<void>;
}

/** What an author has in hand while a stage runs. Dead once the Work is closed (step 6). */
export interface SceneWork<D, C, Delta> {
  readonly contextId: string;
  readonly signal: CancelSignal;
  readonly children: {
    readonly [K in keyof ChildrenOf<D>]: ChildrenOf<D>[K] extends Scene<infer I, infer O>
      ? ChildEndpoint<I, O>
      : never;
  };
  readonly resources: { readonly [K in keyof ResourcesOf<D>]: EndpointsOf<ResourcesOf<D>[K]> };
  readonly checkpoint: CheckpointEndpoint<C>;
  readonly interactions: InteractionAccess;
  /** A delta. False when the output is sealed: it was refused (EXIT-10). Never throws. */
  emit(delta: Delta): boolean;
}

/** Carries a type of deltas, nothing else. */
export interface ProgressType<Delta> {
  readonly delta?: Delta;
}

export interface SceneDefinition<D extends SceneDeps, I, O, C, Delta> {
  readonly name: string;
  readonly deps: D;
  readonly output: Schema<O>;
  /** Present: calls take part in the host's checkpoint store. */
  readonly checkpoint?: Schema<C>;
  readonly progress?: ProgressType<Delta>;
  run(work: SceneWork<D, C, Delta>, input: I): NoInfer<O> | Promise<NoInfer<O>>;
  /** Continues from a saved checkpoint. The exit is the same as `run`'s. */
  resume?(work: SceneWork<D, C, Delta>, saved: NoInfer<C>): NoInfer<O> | Promise<NoInfer<O>>;
}
