/** Who a host lets watch its calls. */
import type { ContextTerminal } from "./context-state";
import type { ExitMoments } from "./exit-record";
import type { InvocationFailure } from "./invocation-failure";

export interface ObservedCall {
  readonly name: string;
  readonly contextId: string;
}

export interface CallEnding extends ObservedCall {
  readonly context: ContextTerminal;
  /** What makes the delivery fail, as far as it is known at this moment; null when nothing has failed. */
  readonly failure: InvocationFailure | null;
  readonly exit: ExitMoments;
}

/**
 * Methods are called synchronously. A passive observer is isolated: what it throws goes to the host's `onFault`.
 * What a strict one throws fails the delivery and nothing else: the context stays, every release is done (EXIT-3a).
 */
export interface InvocationObserver {
  readonly strict?: boolean;
  /** A delta of any call of the tree. */
  progress?(delta: unknown, call: ObservedCall): unknown;
  /** The context is terminal and the resources are closed; checkpoint and delivery are still to come. */
  ended?(ending: CallEnding): unknown;
  /** A host entry delivered and is about to be released. Always isolated: nothing is left to fail. */
  delivered?(ending: CallEnding): unknown;
}
