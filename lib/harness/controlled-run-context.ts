import type { RunId, SessionId } from "../contracts/ids";
import type { CanonicalInvocationStore, TraceRecorder } from "./ports";
import type { RunBudget } from "./run-budget";
import type { RunCancellation } from "./run-cancellation";
import type { RunContext } from "./run-context";
import type { RunControl } from "./run-control";
import type { RunLifecycle } from "./run-lifecycle";

/** The nine members, and, out of everyone's sight but the core's, the run's control. */
export class ControlledRunContext implements RunContext {
  readonly runId: RunId;
  readonly sessionId: SessionId;
  readonly startedAt: number;
  readonly deadline: number;
  readonly budget: RunBudget;
  readonly cancellation: RunCancellation;
  readonly lifecycle: RunLifecycle;
  readonly invocations: CanonicalInvocationStore;
  readonly trace: TraceRecorder;
  readonly #control: RunControl;

  constructor(
    control: RunControl,
    run: { sessionId: SessionId; startedAt: number; invocations: CanonicalInvocationStore },
  ) {
    this.runId = control.runId;
    this.sessionId = run.sessionId;
    this.startedAt = run.startedAt;
    this.deadline = control.deadline;
    this.budget = control.budget;
    this.cancellation = control.cancellation;
    this.lifecycle = control.lifecycle;
    this.invocations = run.invocations;
    this.trace = control.trace;
    this.#control = control;
  }

  /** @throws TypeError on a context that no core has started, a spread copy included */
  static controlOf(context: RunContext): RunControl {
    if (!(#control in context)) throw new TypeError("this run context was not started by a harness core");
    return context.#control;
  }
}
