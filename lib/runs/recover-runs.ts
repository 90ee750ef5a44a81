/**
 * What a new process does with runs that an earlier one left behind (RUN-18): a detached run that is still open goes on here; any other ends with
 * a stored terminal state and a reason that says so. No run stays RUNNING without an owner.
 */
import type { ToolRecord } from "../contracts/evidence";
import { FAILURE_CODE_TABLE, type WatchEventFrame } from "../contracts/frames";
import { RunAxes } from "../contracts/run";
import { storedStatusOf, type ReleaseOutcome } from "../contracts/axes";
import type { CancellationReceipt, RunTermination } from "../contracts/cancellation";
import type { Clock } from "../harness/ports";
import { StoreUnavailableError, type JournalEvent, type RunStore, type UnfinishedRun } from "./ports";
import { RESUME_SEQ_GAP } from "./run-journal";
import { untoldRecords } from "./untold-records";

/** The termination reason of a run whose process died. */
export const OWNER_LOST_REASON = "owner lost: the process that ran it ended before the run did";

export interface RecoveryDependencies {
  readonly store: RunStore;
  readonly clock: Clock;
  readonly currentOwnerId: string;
  /** Takes an open detached run over; false when somebody else has. */
  readonly resume: (run: UnfinishedRun) => Promise<boolean>;
  /** Told why a run that could have gone on was ended instead. */
  readonly onResumeFailed: (run: UnfinishedRun, error: unknown) => void;
}

export interface Recovered {
  readonly resumed: number;
  readonly ended: number;
}

/** Throws StoreUnavailableError. */
export async function recoverRuns(deps: RecoveryDependencies): Promise<Recovered> {
  const { store, clock } = deps;
  const recovered = { resumed: 0, ended: 0 };
  for (const run of await store.findUnfinished(deps.currentOwnerId)) {
    switch (await takeOver(deps, run)) {
      case "resumed":
        recovered.resumed += 1;
        break;
      case "taken":
        break;
      case "not_resumable":
        await endOwnerlessRun(store, clock, run);
        recovered.ended += 1;
    }
  }
  return recovered;
}

async function takeOver(
  { resume, onResumeFailed }: RecoveryDependencies,
  run: UnfinishedRun,
): Promise<"resumed" | "taken" | "not_resumable"> {
  const { mode, termination, releaseOutcome } = run.detail;
  if (mode !== "detached" || termination !== null || releaseOutcome !== null) return "not_resumable";
  try {
    return (await resume(run)) ? "resumed" : "taken";
  } catch (error) {
    if (error instanceof StoreUnavailableError) throw error;
    // One run whose remains cannot be read must not keep the console from starting.
    onResumeFailed(run, error);
    return "not_resumable";
  }
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
  const { events, records } = await store.readRemains(detail.runId);
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
    toolCalls: records.length,
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
    events: closingEvents(run, axes, termination, untoldRecords(events, records), now),
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
  untold: readonly ToolRecord[],
  now: number,
): JournalEvent[] {
  // As for a run that goes on: watchers may have been told events that were never stored.
  let seq = run.lastSeq + RESUME_SEQ_GAP;
  const frames: WatchEventFrame[] = [
    ...untold.map((record) => ({ event: "tool", data: record }) as const),
    { event: "state", data: axes },
    {
      event: "trace",
      data: {
        seq: seq + untold.length + 2,
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
