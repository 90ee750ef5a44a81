import { DEFAULT_BUDGET, type BudgetLimits } from "../../contracts/budget";
import { DiagnosisHarnessCore, type HarnessFault } from "../diagnosis-harness-core";
import type { TraceRecorder } from "../ports";
import type { RunContext } from "../run-context";
import { ManualClock } from "./manual-clock";
import { ManualTimers } from "./manual-timers";
import { MemoryInvocationStore } from "./memory-invocation-store";
import { RecordingTrace } from "./recording-trace";
import { SeededIds } from "./seeded-ids";

/** A core whose time, ids and recorder are the test's. */
export interface HarnessFixture {
  readonly core: DiagnosisHarnessCore;
  readonly clock: ManualClock;
  readonly timers: ManualTimers;
  readonly ids: SeededIds;
  readonly trace: RecordingTrace;
  readonly faults: readonly HarnessFault[];
  /** Starts a run with the default budget, narrowed or widened by `limits`. */
  start(limits?: Partial<BudgetLimits>): RunContext;
}

/** @param inPlaceOf a recorder, e.g. one that throws, or a clock of the test's own */
export function harnessFixture(
  inPlaceOf: { readonly recorder?: TraceRecorder; readonly clock?: ManualClock } = {},
): HarnessFixture {
  const { recorder, clock = new ManualClock() } = inPlaceOf;
  const timers = new ManualTimers(clock);
  const ids = new SeededIds();
  const trace = new RecordingTrace();
  const faults: HarnessFault[] = [];
  const core = new DiagnosisHarnessCore({
    clock,
    timers,
    ids,
    openTrace: () => recorder ?? trace,
    openInvocations: (runId) => new MemoryInvocationStore(runId, clock),
    onFault: (fault) => {
      faults.push(fault);
    },
  });
  return {
    core,
    clock,
    timers,
    ids,
    trace,
    faults,
    start: (limits) =>
      core.startRun({ sessionId: ids.sessionId(), limits: { ...DEFAULT_BUDGET, ...limits } }),
  };
}
