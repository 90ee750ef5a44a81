/**
 * What a new process does with runs that an earlier one left behind: nobody owns them, so they end with a stored terminal state and
 * a reason that says so. No run stays RUNNING without an owner.
 */
import { FAILURE_CODE_TABLE, type WatchEventFrame } from "../contracts/frames";
import { RunAxes } from "../contracts/run";
import { storedStatusOf, type ReleaseOutcome } from "../contracts/axes";
import type { CancellationReceipt, RunTermination } from "../contracts/cancellation";
import type { Clock } from "../harness/ports";
import type { JournalEvent, RunStore, UnfinishedRun } from "./ports";

/** The termination reason of a run whose process died. */
export const OWNER_LOST_REASON = "owner lost: the process that ran it ended before the run did";

/** Returns how many runs were ended. Throws StoreUnavailableError. */
export async function recoverRuns(store: RunStore, clock: Clock, currentOwnerId: string): Promise<number> {
  const unfinished = await store.findUnfinished(currentOwnerId);
  for (const run of unfinished) await endOwnerlessRun(store, clock, run);
  return unfinished.length;
}

async function endOwnerlessRun(store: RunStore, clock: Clock, run: UnfinishedRun): Promise<void> {
  const now = clock.now();
  const { detail } = run;
  // A termination that was stored before the crash stands (RUN-1); only what it lacks is added.
  const termination: RunTermination = detail.termination ?? {
    state: "FAILED",
    reason: OWNER_LOST_REASON,
    completedAt: now,
  };
  // So does an outcome: such a run only lacks the end of its journal.
  const outcome: ReleaseOutcome =
    detail.releaseOutcome ?? (termination.state === "CANCELLED" ? "CANCELLED" : "FAILED");
  const axes: RunAxes = {
    ...RunAxes.parse(detail),
    runState: termination.state,
    releaseOutcome: outcome,
    fallbackType: detail.fallbackType,
    status: storedStatusOf(outcome),
    streamState:
      detail.streamState === null || detail.streamState === "TERMINAL" ? detail.streamState : "DISCONNECTED",
  };
  await store.failProjectingTools(detail.runId, now);
  await store.storeTermination(detail.runId, termination, detail.cancellation);
  await store.storeAftermath(detail.runId, {
    receipt: detail.cancellation === null ? null : withoutPending(detail.cancellation),
    lateArrivals: detail.lateArrivals,
    streamState: axes.streamState,
    exitRecord: detail.exitRecord,
  });
  const progress = {
    axes,
    budget: {
      ...detail.budget,
      wallTimeMs: {
        ...detail.budget.wallTimeMs,
        used: Math.max(0, termination.completedAt - detail.createdAt),
      },
    },
    budgetShare: detail.budgetShare,
    tokens: detail.tokens,
    agentSteps: detail.agentSteps,
    toolCalls: detail.toolCalls,
  };
  await store.storeOutcome(
    {
      runId: detail.runId,
      releaseOutcome: outcome,
      fallbackType: null,
      answer: null,
      conclusion: null,
      published: null,
      failure: { code: "OWNER_LOST", message: FAILURE_CODE_TABLE.OWNER_LOST },
      termination,
      progress,
      durationMs: Math.max(0, termination.completedAt - detail.createdAt),
    },
    false,
  );
  await store.appendJournal(detail.runId, {
    events: closingEvents(run, axes, termination, now),
    ledger: [],
    progress,
  });
}

/** Nobody will hear of these calls any more; whether they stopped is not known. */
function withoutPending(receipt: CancellationReceipt): CancellationReceipt {
  return {
    ...receipt,
    handles: receipt.handles.map((handle) =>
      handle.stop === "pending"
        ? { ...handle, stop: "unconfirmed", detail: "the process that was stopping it ended first" }
        : handle,
    ),
  };
}

function closingEvents(
  run: UnfinishedRun,
  axes: RunAxes,
  termination: RunTermination,
  now: number,
): JournalEvent[] {
  let seq = run.lastSeq;
  const frames: WatchEventFrame[] = [
    { event: "state", data: axes },
    {
      event: "trace",
      data: {
        seq: seq + 2,
        name: "RUN_FINISHED",
        phase: "run",
        status: axes.releaseOutcome === "FAILED" ? "failed" : "ok",
        at: now,
        durationMs: Math.max(0, now - run.detail.createdAt),
        callId: null,
        detail: { runState: axes.runState, releaseOutcome: axes.releaseOutcome, reason: termination.reason },
      },
    },
    { event: "end", data: { runId: run.detail.runId } },
  ];
  return frames.map((frame) => ({ seq: ++seq, at: now, frame }));
}
