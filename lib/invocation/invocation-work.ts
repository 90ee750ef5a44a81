/** What an Invocation runs, and what the work sees of the invocation that runs it. */
import type { CancelSignal } from "./cancel-signal";
import type { Acceptance, Children } from "./children";
import type { ContextState } from "./context-state";
import type { ExitMoments } from "./exit-record";
import type { Interactions } from "./interactions";
import type { InvocationFailure } from "./invocation-failure";
import type { InvocationResources } from "./invocation-resources";
import type { OperationOutcome } from "./operation-outcome";
import type { Schema } from "./ports";
import type { ProgressChannel } from "./progress-channel";
import type { ResourceBinding, ResourcePort } from "./resource-port";

/** How a call was entered. A resumed call gets its saved checkpoint, not an input. */
export type CallEntry<I> = { readonly kind: "run"; readonly input: I } | { readonly kind: "resume" };

/** Who a call is. A low-level caller may pass an object with more in it. */
export interface InvocationContext<I> {
  /** The context id: one running call per checkpoint store may hold it. */
  readonly id: string;
  readonly entry: CallEntry<I>;
}

/**
 * One piece of work. `execute` and `checkpoint.resume` are awaited exactly once, as they are (no wrapper around the
 * returned promise, so that the seal follows in the same continuation).
 */
export interface InvocationWork<I, O, Context extends InvocationContext<I>> {
  /** Validates what the body returned. */
  readonly output: Schema<O>;
  /** Present: the call takes part in the host's checkpoint store. */
  readonly checkpoint?: WorkCheckpoint<O, Context>;
  execute(context: Context, invocation: RunningInvocation): O | Promise<O>;
  /**
   * Closes what this work opened, synchronously. A throw, a promise or anything that is no outcome is a mechanism
   * failure (EXIT-6). Without it there is no extra close; the call's resources are closed all the same.
   */
  close?(context: Context, invocation: RunningInvocation): OperationOutcome<void>;
}

export interface WorkCheckpoint<O, Context> {
  /** Validates what was loaded: `resume` gets what it returned. What is saved is kept as it is. */
  readonly schema: Schema<unknown>;
  /** Continues from a saved checkpoint; without it the work cannot be resumed. */
  resume?(context: Context, saved: unknown, invocation: RunningInvocation): O | Promise<O>;
}

/** How a child is started. */
export interface InvokeOptions<O> {
  /** `succeeded` is the acceptance of the value: it runs before `invoke` fulfils and may use the caller's Work. */
  readonly result?: { readonly succeeded: Acceptance<O> };
  /** Last part of the child's context id, for a child that is to be resumed. Default: name and ordinal. */
  readonly key?: string;
  /** Cancels this child alone, beside the caller's own signal. */
  readonly cancelledBy?: CancelSignal;
}

/** An invocation as its work sees it. */
export interface RunningInvocation {
  readonly name: string;
  readonly contextId: string;
  readonly signal: CancelSignal;
  readonly resources: InvocationResources;
  readonly children: Children;
  readonly progress: ProgressChannel;
  readonly interactions: Interactions;
  readonly contextState: ContextState;
  readonly failure: InvocationFailure | null;
  readonly exit: ExitMoments;
  /** Cancels this call and all below it. False when it has been cancelled or its result is fixed. */
  cancel(reason: unknown): boolean;
  /** Starts a child call. Rejects with ChildCallFailure, or with the refusal; never unhandled. */
  invoke<CI, CO>(
    name: string,
    work: InvocationWork<CI, CO, InvocationContext<CI>>,
    entry: CallEntry<CI>,
    options?: InvokeOptions<CO>,
  ): Promise<CO>;
  /** Saves a checkpoint. Refused like every endpoint; rejects with what the store threw. */
  saveCheckpoint(value: unknown): Promise<void>;
  /** What the host provides for a port. Throws ResourceNotProvided. */
  provided<E>(port: ResourcePort<E>): ResourceBinding;
}
