import { DEFAULT_BUDGET } from "../../lib/contracts/budget";
import type { TraceLine } from "../../lib/contracts/trace";
import { DiagnosisHarnessCore } from "../../lib/harness/diagnosis-harness-core";
import type { Clock, Timers, TraceRecorder } from "../../lib/harness/ports";
import type { RunContext } from "../../lib/harness/run-context";
import { MemoryInvocationStore } from "../../lib/harness/testing/memory-invocation-store";
import { SeededIds } from "../../lib/harness/testing/seeded-ids";

/** Appends what it is told to one array, as a recorder with batched storage does. */
class AppendingTrace implements TraceRecorder {
  readonly told: unknown[] = [];

  record(line: TraceLine): void {
    this.told.push(line);
  }
  axes(change: unknown): void {
    this.told.push(change);
  }
  ledger(line: unknown, snapshot: unknown): void {
    this.told.push(line, snapshot);
  }
  tool(record: unknown): void {
    this.told.push(record);
  }
  modelUsage(_callId: unknown, usage: unknown): void {
    this.told.push(usage);
  }
  terminated(termination: unknown): void {
    this.told.push(termination);
  }
  cancelRequested(request: unknown): void {
    this.told.push(request);
  }
  handle(stop: unknown): void {
    this.told.push(stop);
  }
  lateArrival(arrival: unknown): void {
    this.told.push(arrival);
  }
}

const systemClock: Clock = { now: () => Date.now() };
const systemTimers: Timers = {
  after(delayMs, fire) {
    const timer = setTimeout(fire, delayMs);
    return {
      cancel: () => {
        clearTimeout(timer);
      },
    };
  },
};

/** A core on the real clock and real timers, so that what is measured is what runs. */
export interface BenchHarness {
  readonly core: DiagnosisHarnessCore;
  readonly ids: SeededIds;
  start(): RunContext;
}

export function benchHarness(): BenchHarness {
  const ids = new SeededIds();
  const core = new DiagnosisHarnessCore({
    clock: systemClock,
    timers: systemTimers,
    ids,
    openTrace: () => new AppendingTrace(),
    openInvocations: (runId) => new MemoryInvocationStore(runId, systemClock),
  });
  const limits = {
    ...DEFAULT_BUDGET,
    modelCalls: 200,
    toolCalls: 200,
    tokens: 2_000_000,
    wallTimeMs: 3_600_000,
  };
  const sessionId = ids.sessionId();
  // One id for all: making and checking ids is not what is measured here.
  const runId = ids.runId();
  return { core, ids, start: () => core.startRun({ sessionId, limits, runId }) };
}
