import type { RunId, SessionId } from "../contracts/ids";
import type { CanonicalInvocationStore, TraceRecorder } from "./ports";
import type { RunBudget } from "./run-budget";
import type { RunCancellation } from "./run-cancellation";
import type { RunLifecycle } from "./run-lifecycle";

/**
 * One run, as everything that works for it sees it: exactly nine members. Made by
 * `DiagnosisHarnessCore.startRun` alone; a look-alike object is refused by the core.
 */
export interface RunContext {
  readonly runId: RunId;
  readonly sessionId: SessionId;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Milliseconds since the epoch; `startedAt` plus the wall time budget (RUN-10). */
  readonly deadline: number;
  /** May it consume more? A gate (RUN-11). */
  readonly budget: RunBudget;
  /** Has anyone asked it to stop? A signal (RUN-2). */
  readonly cancellation: RunCancellation;
  /** Which terminal state holds? A fact (RUN-1). */
  readonly lifecycle: RunLifecycle;
  readonly invocations: CanonicalInvocationStore;
  /** Never throws, whatever the recorder behind it does. */
  readonly trace: TraceRecorder;
}
