/**
 * ResourceActivity: one operation of one window, from its call until it settled or its window closed.
 *
 * Owns: the promise its caller holds, the clean-ups and cancel subscriptions of the operation. Does not own:
 * whether it may start (ResourceAccess), and what the implementation does once nobody listens (EXIT-13).
 *
 * 1. It ends once: with the implementation's result while the window is open, or withdrawn by the close.
 * 2. When it has ended, nothing is subscribed for it any more; clean-ups run only if it was withdrawn.
 * 3. A result that comes after that is refused and counted; it is never delivered and never unhandled (EXIT-9).
 */
import type { CallControl } from "./call-control";
import { CancelSignal, type CancelListener, type SignalLink } from "./cancel-signal";
import type { IsolatedFaults } from "./isolated-faults";
import type { Linked } from "./linked-list";
import { callIsolated, markHandled } from "./promises";
import type { EndpointClosed } from "./refusals";
import type { ResourceOperation } from "./resource-port";
import { runCleanups } from "./run-cleanup";

/** What an activity needs of the window it belongs to. */
export interface ActivityWindow {
  readonly control: CallControl;
  readonly faults: IsolatedFaults;
  /** What withdrawn callers are refused with: one error for all of them. */
  closedRefusal(): EndpointClosed;
  ended(activity: ResourceActivity): void;
  refusedLate(): void;
}

export class ResourceActivity implements ResourceOperation, Linked<ResourceActivity> {
  previous: ResourceActivity | null = null;
  next: ResourceActivity | null = null;
  list: object | null = null;
  readonly #window: ActivityWindow;
  readonly #promise: Promise<unknown>;
  #state: "running" | "settled" | "withdrawn" = "running";
  #resolve: (value: unknown) => void = noop;
  #reject: (error: unknown) => void = noop;
  #cleanups: (() => void)[] | null = null;
  #subscriptions: SignalLink[] | null = null;

  constructor(window: ActivityWindow) {
    this.#window = window;
    this.#promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get signal(): CancelSignal {
    return this.#window.control.signal;
  }

  onCancel(stop: CancelListener): void {
    if (this.#state !== "running") return;
    const link = CancelSignal.listen(this.signal, stop);
    if (link === null) return;
    // A first push would reserve room for sixteen more.
    if (this.#subscriptions === null) this.#subscriptions = [link];
    else this.#subscriptions.push(link);
  }

  onClose(cleanup: () => void): void {
    if (this.#state === "running") {
      if (this.#cleanups === null) this.#cleanups = [cleanup];
      else this.#cleanups.push(cleanup);
    } else if (this.#state === "withdrawn") {
      // Too late for the close to report it: what it throws can only be told to the host.
      callIsolated(cleanup, undefined, (error) => this.#window.faults.report("late-close", error));
    }
  }

  /** Calls the implementation. Returns the caller's promise, whose rejection is never unhandled. */
  start(run: (operation: ResourceOperation) => unknown): Promise<unknown> {
    let raw: unknown;
    try {
      raw = run(this);
    } catch (error) {
      this.#fail(error);
      return this.#promise;
    }
    void this.#follow(raw);
    return this.#promise;
  }

  /** The window closes: the caller is refused, and the clean-ups run. Only once (1). */
  withdraw(errors: unknown[]): void {
    if (this.#state !== "running") return;
    this.#state = "withdrawn";
    const cleanups = this.#cleanups;
    this.#unsubscribe();
    void markHandled(this.#promise);
    this.#reject(this.#window.closedRefusal());
    if (cleanups !== null) runCleanups(cleanups, errors);
  }

  /** `await` inside `try` also survives a promise whose `constructor` or `then` throws when read. */
  async #follow(raw: unknown): Promise<void> {
    try {
      const value = await raw;
      if (this.#settle()) this.#resolve(value);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    if (!this.#settle()) return;
    this.#window.control.issue(error, "resource");
    void markHandled(this.#promise);
    this.#reject(error);
  }

  #settle(): boolean {
    if (this.#state !== "running") {
      this.#window.refusedLate();
      return false;
    }
    this.#state = "settled";
    this.#unsubscribe();
    this.#window.ended(this);
    return true;
  }

  #unsubscribe(): void {
    if (this.#subscriptions !== null) {
      for (const link of this.#subscriptions) CancelSignal.unlink(this.signal, link);
    }
    this.#subscriptions = null;
    this.#cleanups = null;
  }
}

const noop = (): void => undefined;
