/**
 * ResourceAccess: one window on resources: the endpoints an author holds, and every operation begun through them.
 *
 * Owns: opening the ports of the window, the check before every access, the operations in flight, the close.
 * Does not own: when the window closes (the exit's order), other windows (InvocationResources).
 *
 * 1. Closing is irreversible and synchronous; afterwards every endpoint refuses.
 * 2. A close exhausts the window's own clean-up, last begun first, and only then reports what failed (EXIT-2).
 * 3. The first close reports; later ones have nothing left to do and are fine (idempotent).
 * 4. A port that cannot be built or exposed keeps its error; what was open already is closed at once, and a
 *    failure of that is reported by the next close, so that both are delivered (EXIT-11).
 */
import type { CallControl } from "./call-control";
import type { CancelSignal } from "./cancel-signal";
import type { IsolatedFaults } from "./isolated-faults";
import { LinkedList } from "./linked-list";
import { DONE, outcomeOf, type OperationOutcome } from "./operation-outcome";
import { refusedWith } from "./promises";
import { EndpointClosed } from "./refusals";
import { ResourceActivity, type ActivityWindow } from "./resource-activity";
import type { ResourceBinding, ResourceOperation, ResourceWindow } from "./resource-port";
import { runCleanups } from "./run-cleanup";

export type Bindings = Readonly<Record<string, ResourceBinding>>;
export type EndpointsOfBindings<B extends Bindings> = {
  readonly [K in keyof B]: B[K] extends ResourceBinding<infer E> ? E : never;
};

type Operation = (operation: ResourceOperation, ...args: readonly unknown[]) => unknown;
type Endpoint = (...args: readonly unknown[]) => Promise<unknown>;

export class ResourceAccess implements ActivityWindow, ResourceWindow {
  readonly control: CallControl;
  readonly faults: IsolatedFaults;
  #activities: LinkedList<ResourceActivity> | null = null;
  #cleanups: (() => void)[] | null = null;
  #closed = false;
  #unreported: OperationOutcome<void> = DONE;
  #closedRefusal: EndpointClosed | null = null;
  #lateResults = 0;

  constructor(control: CallControl, faults: IsolatedFaults) {
    this.control = control;
    this.faults = faults;
  }

  get signal(): CancelSignal {
    return this.control.signal;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Results that came after the window had closed, and were refused (EXIT-9). */
  get lateResults(): number {
    return this.#lateResults;
  }

  /** Operations begun and neither settled nor withdrawn. */
  get running(): number {
    return this.#activities?.size ?? 0;
  }

  /**
   * Builds and exposes the ports, in order. Throws what a port threw, the same object (EXIT-11).
   * @returns one object of endpoints per key, each function gated by this window.
   */
  open<B extends Bindings>(bindings: B): EndpointsOfBindings<B> {
    const exposed: Record<string, Readonly<Record<string, Endpoint>>> = {};
    try {
      for (const key of Object.keys(bindings)) {
        const binding = bindings[key];
        if (binding !== undefined) exposed[key] = this.#expose(key, binding.open(this));
      }
    } catch (error) {
      this.control.issue(error, "resource");
      this.#unreported = this.close();
      throw error;
    }
    return exposed as EndpointsOfBindings<B>;
  }

  /** Null when the endpoint may be used now. */
  refusal(port: string, operation?: string): Error | null {
    const refusal = this.control.refusal();
    if (refusal !== null || !this.#closed) return refusal;
    return this.#issueClosed(operation === undefined ? port : `${port}.${operation}`);
  }

  /** One operation through this window; refused at once when the window may not be used (EXIT-8). */
  operate(endpoint: string, run: (operation: ResourceOperation) => unknown): Promise<unknown> {
    const refusal = this.refusal(endpoint);
    if (refusal !== null) return refusedWith(refusal);
    return this.#begin(run);
  }

  onClose(cleanup: () => void): void {
    if (this.#closed) throw new EndpointClosed("the window");
    if (this.#cleanups === null) this.#cleanups = [cleanup];
    else this.#cleanups.push(cleanup);
  }

  close(): OperationOutcome<void> {
    if (this.#closed) {
      const outcome = this.#unreported;
      this.#unreported = DONE;
      return outcome;
    }
    this.#closed = true;
    const activities = this.#activities;
    const cleanups = this.#cleanups;
    this.#activities = null;
    this.#cleanups = null;
    if (activities === null && cleanups === null) return DONE;
    const errors: unknown[] = [];
    for (let last = activities?.pop(); last; last = activities?.pop()) last.withdraw(errors);
    if (cleanups !== null) runCleanups(cleanups, errors);
    return outcomeOf(errors, "several clean-ups of a window failed");
  }

  ended(activity: ResourceActivity): void {
    this.#activities?.remove(activity);
  }

  refusedLate(): void {
    this.#lateResults += 1;
  }

  closedRefusal(): EndpointClosed {
    this.#closedRefusal ??= this.#issueClosed("the window");
    return this.#closedRefusal;
  }

  #issueClosed(endpoint: string): EndpointClosed {
    const closed = new EndpointClosed(endpoint);
    this.control.issue(closed, "resource");
    return closed;
  }

  #begin(run: (operation: ResourceOperation) => unknown): Promise<unknown> {
    const activity = new ResourceActivity(this);
    this.#activities ??= new LinkedList();
    this.#activities.push(activity);
    return activity.start(run);
  }

  #expose(port: string, implementation: object): Readonly<Record<string, Endpoint>> {
    const endpoints: Record<string, Endpoint> = {};
    const operations: Readonly<Record<string, unknown>> = { ...implementation };
    for (const operation in operations) {
      const run = operations[operation];
      if (isOperation(run)) endpoints[operation] = this.#endpoint(port, operation, run);
    }
    return endpoints;
  }

  #endpoint(port: string, operation: string, run: Operation): Endpoint {
    return (...args) => {
      const refusal = this.refusal(port, operation);
      return refusal === null ? this.#begin((activity) => run(activity, ...args)) : refusedWith(refusal);
    };
  }
}

function isOperation(value: unknown): value is Operation {
  return typeof value === "function";
}
