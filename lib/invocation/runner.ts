/**
 * Runner: a host's entry for one scene.
 *
 * Owns: the entry's occupancy, the right to cancel what runs in it, the real release, `settled`. Does not own: the
 * lifecycle of any resource (that is the call's), independent interactions, and where the output goes.
 *
 * 1. One call at a time. A second one is refused and does not disturb the first.
 * 2. The entry is released after the delivery and whatever it was, and after passive observers were told.
 * 3. `settled` always fulfils, and only then; by then a new call may enter.
 */
import type { ContextState } from "./context-state";
import type { ExitMoments } from "./exit-record";
import { Invocation } from "./invocation";
import type { InvocationFailure } from "./invocation-failure";
import { createInvocationHost, type HostOptions, type InvocationHost } from "./invocation-host";
import type { CallEntry, InvocationContext } from "./invocation-work";
import { notice, wake, type Notice } from "./notice";
import { callIsolated } from "./promises";
import { EntryOccupied, ResourceNotProvided } from "./refusals";
import type { Scene } from "./scene";

export interface RunOptions<Delta> {
  /** The context id of the call: one running call per checkpoint store may hold it. */
  readonly id: string;
  /** Passive consumer of the root call's own deltas. Those of the whole tree go to the host's observers. */
  readonly onDelta?: (delta: Delta) => void;
}

/** What a host may read of the call that is or was last in the entry. */
export interface RunnerCall {
  readonly contextState: ContextState;
  readonly failure: InvocationFailure | null;
  readonly exit: ExitMoments;
}

export class Runner<I, O, Delta = unknown> {
  readonly #scene: Scene<I, O, Delta>;
  readonly #host: InvocationHost;
  #call: Invocation<I, O, InvocationContext<I>> | null = null;
  #occupied = false;
  #settled: Notice | null = null;

  /** Throws ResourceNotProvided when a port that the scene or one below it needs is missing. */
  constructor(scene: Scene<I, O, Delta>, options: HostOptions) {
    this.#scene = scene;
    this.#host = createInvocationHost(options);
    for (const port of scene.requires) {
      if (!this.#host.resources.has(port)) throw new ResourceNotProvided(port.name);
    }
  }

  /** The call in the entry, or the last one; null before the first. */
  get call(): RunnerCall | null {
    return this.#call;
  }

  /** Fulfils when the entry is free: at once when it is. */
  get settled(): Promise<void> {
    if (!this.#occupied) return Promise.resolve();
    this.#settled ??= notice();
    return this.#settled.promise;
  }

  /** How many passive parties failed so far. */
  get isolatedFaults(): number {
    return this.#host.faults.count;
  }

  /** Runs the scene to its delivery. Rejects with `call.failure.error`, or with EntryOccupied. */
  run(input: I, options: RunOptions<Delta>): Promise<O> {
    return this.#enter({ kind: "run", input }, options);
  }

  /** Continues the call of that id from its checkpoint; the same exit, the same delivery. */
  resume(options: RunOptions<Delta>): Promise<O> {
    return this.#enter({ kind: "resume" }, options);
  }

  /**
   * Cancels the call in the entry and all below it: their next endpoint access is refused at once, and what has
   * been started is still waited for (EXIT-8). False when there is none, it was cancelled, or its result is fixed.
   */
  cancel(reason: unknown): boolean {
    return this.#occupied && this.#call !== null ? this.#call.cancel(reason) : false;
  }

  async #enter(entry: CallEntry<I>, options: RunOptions<Delta>): Promise<O> {
    if (this.#occupied) throw new EntryOccupied(`the entry of ${this.#scene.name} is occupied`);
    this.#occupied = true;
    let call: Invocation<I, O, InvocationContext<I>> | null = null;
    try {
      call = this.#makeCall(entry, options);
      this.#call = call;
      return await call.run();
    } finally {
      if (call !== null) this.#tellDelivered(call);
      this.#occupied = false;
      call?.markRunnerSettled();
      this.#settled = wake(this.#settled);
    }
  }

  /** Throws what binding the scene threw: then there is no call, and the entry is free again. */
  #makeCall(entry: CallEntry<I>, { id, onDelta }: RunOptions<Delta>): Invocation<I, O, InvocationContext<I>> {
    return new Invocation<I, O, InvocationContext<I>>({
      host: this.#host,
      name: this.#scene.name,
      work: this.#scene.bind(),
      context: { id, entry },
      ...(onDelta === undefined ? {} : { onDelta: (delta: unknown) => onDelta(delta as Delta) }),
    });
  }

  #tellDelivered(call: Invocation<I, O, InvocationContext<I>>): void {
    const { name, contextId, contextState, failure, exit } = call;
    if (contextState.kind === "running" || this.#host.observers.length === 0) return;
    const ending = { name, contextId, context: contextState, failure, exit };
    for (const observer of this.#host.observers) {
      callIsolated(
        () => observer.delivered?.(ending),
        undefined,
        (error) => this.#host.faults.report("observer", error),
      );
    }
  }
}
