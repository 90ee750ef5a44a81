/** Runs and batches of a journal, as a store is given them. */
import { DEFAULT_BUDGET, type BudgetResource, type LedgerLine } from "../../contracts/budget";
import type { RunId } from "../../contracts/ids";
import type { SeededIds } from "../../harness/testing/seeded-ids";
import type { JournalBatch, JournalEvent, NewRun, RunProgress } from "../../runs/ports";

export const CREATED_AT = 1_764_511_200_123;

/** The figures of a run that has done nothing yet. */
export function blankProgress(): RunProgress {
  return {
    axes: {
      runState: "RUNNING",
      releaseOutcome: null,
      fallbackType: null,
      phase: null,
      intent: null,
      collectionState: null,
      stopReason: null,
      semanticVerdict: null,
      streamState: null,
      status: "RUNNING",
    },
    budget: {
      modelCalls: gaugeOf("modelCalls"),
      toolCalls: gaugeOf("toolCalls"),
      tokens: gaugeOf("tokens"),
      bytes: gaugeOf("bytes"),
      wallTimeMs: gaugeOf("wallTimeMs"),
    },
    budgetShare: 0,
    tokens: { input: 0, output: 0 },
    agentSteps: 0,
    toolCalls: 0,
  };
}

export function newRun(ids: SeededIds, overrides: Partial<NewRun> = {}): NewRun {
  const { axes, budget } = blankProgress();
  return {
    runId: ids.runId(),
    sessionId: ids.sessionId(),
    query: "Why are payments failing? 为什么 😀",
    mode: "detached",
    model: "playbook",
    axes,
    budget,
    createdAt: CREATED_AT,
    deadlineAt: CREATED_AT + 120_000,
    ownerId: "owner-1",
    idempotencyKey: null,
    requestHash: "a".repeat(64),
    originRunId: null,
    ...overrides,
  };
}

export function batchWith(events: readonly JournalEvent[], ledger: readonly LedgerLine[] = []): JournalBatch {
  return { events, ledger, progress: blankProgress() };
}

/** The event that retires a run. */
export function endEvent(runId: RunId, seq: number): JournalEvent {
  return { seq, at: CREATED_AT + seq, frame: { event: "end", data: { runId } } };
}

function gaugeOf(resource: BudgetResource) {
  return { used: 0, limit: DEFAULT_BUDGET[resource] };
}
