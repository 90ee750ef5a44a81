/** What every call of one tree shares with its host. */
import type { CheckpointStore } from "./checkpoint-store";
import { Interactions } from "./interactions";
import { IsolatedFaults, type IsolatedFaultSink } from "./isolated-faults";
import type { InvocationObserver } from "./observer";
import type { Clock } from "./ports";
import type { ResourceBinding } from "./resource-port";

export interface HostOptions {
  readonly clock: Clock;
  /** One per port; a later one of the same port replaces an earlier one. */
  readonly resources?: readonly ResourceBinding[];
  readonly checkpoints?: CheckpointStore;
  readonly observers?: readonly InvocationObserver[];
  /** Shared by calls that are to read each other's feedback (EXIT-12). Default: one of its own. */
  readonly interactions?: Interactions;
  /** Told where a passive party failed. */
  readonly onFault?: IsolatedFaultSink;
}

export interface InvocationHost {
  readonly clock: Clock;
  readonly resources: ReadonlyMap<unknown, ResourceBinding>;
  readonly checkpoints: CheckpointStore | null;
  readonly observers: readonly InvocationObserver[];
  readonly interactions: Interactions;
  readonly faults: IsolatedFaults;
  readonly onCancelFault: (error: unknown) => void;
}

export function createInvocationHost(options: HostOptions): InvocationHost {
  const faults = new IsolatedFaults(options.onFault);
  return {
    clock: options.clock,
    resources: new Map((options.resources ?? []).map((binding) => [binding.port, binding])),
    checkpoints: options.checkpoints ?? null,
    observers: options.observers ?? [],
    interactions: options.interactions ?? new Interactions(),
    faults,
    onCancelFault: (error) => faults.report("cancel-listener", error),
  };
}
