/**
 * InvocationResources: all windows of one call.
 *
 * Owns: the list of windows, and closing every one of them. Does not own: what a window closes (ResourceAccess).
 *
 * 1. No window is skipped because another one's close failed (EXIT-2). Last opened, first closed.
 * 2. After the close no window can be opened.
 */
import type { CallControl } from "./call-control";
import type { IsolatedFaults } from "./isolated-faults";
import { DONE, outcomeOf, type OperationOutcome } from "./operation-outcome";
import { EndpointClosed } from "./refusals";
import { ResourceAccess, type Bindings, type EndpointsOfBindings } from "./resource-access";

/** A window that was opened, and the way to close it early. */
export interface OpenWindow<B extends Bindings> {
  readonly endpoints: EndpointsOfBindings<B>;
  readonly access: ResourceAccess;
}

export class InvocationResources {
  readonly #control: CallControl;
  readonly #faults: IsolatedFaults;
  #windows: ResourceAccess[] | null = null;
  #closed = false;

  constructor(control: CallControl, faults: IsolatedFaults) {
    this.#control = control;
    this.#faults = faults;
  }

  /** A window without ports yet; its owner opens it. Throws EndpointClosed after the close. */
  newWindow(): ResourceAccess {
    if (this.#closed) {
      const closed = new EndpointClosed("the call's resources");
      this.#control.issue(closed, "resource");
      throw closed;
    }
    const access = new ResourceAccess(this.#control, this.#faults);
    if (this.#windows === null) this.#windows = [access];
    else this.#windows.push(access);
    return access;
  }

  /** Opens a window on these ports. Throws what building or exposing a port threw (EXIT-11). */
  openWindow<B extends Bindings>(bindings: B): OpenWindow<B> {
    const access = this.newWindow();
    return { endpoints: access.open(bindings), access };
  }

  /** Results that came after their window had closed. */
  get lateResults(): number {
    return (this.#windows ?? []).reduce((sum, window) => sum + window.lateResults, 0);
  }

  /** Closes what is left, all of it, then throws what failed: a lone error itself, several as AggregateError. */
  closeAll(): void {
    const outcome = this.closeAllResult();
    if (!outcome.ok) throw outcome.error;
  }

  /** The same as a value. Never throws. */
  closeAllResult(): OperationOutcome<void> {
    this.#closed = true;
    const windows = this.#windows;
    if (windows === null) return DONE;
    let errors: unknown[] | null = null;
    for (let i = windows.length - 1; i >= 0; i -= 1) {
      const outcome = windows[i]?.close() ?? DONE;
      if (outcome.ok) continue;
      errors ??= [];
      errors.push(outcome.error);
    }
    return errors === null ? DONE : outcomeOf(errors, "several windows failed to close");
  }
}
