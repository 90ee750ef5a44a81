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
import type { CancelListener, CancelSignal } from "./cancel-signal";
import type { IsolatedFaults } from "./isolated-faults";
import { callIsolated, markHandled } from "./promises";
import { EndpointClosed } from "./refusals";
import type { ResourceOperation } from "./resource-port";
import { runCleanups } from "./run-cleanup";

/** What an activity needs of the window it belongs to. */
export interface ActivityWindow {
  readonly control: CallControl;
  readonly faults: IsolatedFaults;
  ended(activity: ResourceActivity): void;
  refusedLate(): void;
}

export class ResourceActivity implements ResourceOperation {
  readonly #window: ActivityWindow;
  readonly #endpoint: string;
  readonly #promise: Promise<unknown>;
  #state: "running" | "settled" | "withdrawn" = "running";
  #resolve: (value: unknown) => void = noop;
  #reject: (error: unknown) => void = noop;
  #cleanups: (() => void)[] | null = null;
  #subscriptions: (() => void)[] | null = null;

  constructor(window: ActivityWindow, endpoint: string) {
    this.#window = window;
    this.#endpoint = endpoint;
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
    const unsubscribe = this.signal.onCancel(stop);
    this.#subscriptions ??= [];
    this.#subscriptions.push(unsubscribe);
  }

  onClose(cleanup: () => void): void {
    if (this.#state === "running") {
      this.#cleanups ??= [];
      this.#cleanups.push(cleanup);
    } else if (this.#state === "withdrawn") {
      // Too late for the close to report it: what it throws can only be told to the host.
      callIsolated(cleanup, undefined, (error) => this.#window.faults.report("late-close", error));
    }
  }

  /** Calls the implementation. Returns the caller's promise, whose rejection is never unhandled. */
  start(run: () => unknown): Promise<unknown> {
    let raw: unknown;
    try {
      raw = run();
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
    const refusal = new EndpointClosed(this.#endpoint);
    this.#window.control.issue(refusal, "resource");
    markHandled(this.#promise);
    this.#reject(refusal);
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
    markHandled(this.#promise);
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
    if (this.#subscriptions !== null) for (const unsubscribe of this.#subscriptions) unsubscribe();
    this.#subscriptions = null;
    this.#cleanups = null;
  }
}

const noop = (): void => undefined;
