/**
 * What a new process does with runs that an earlier one left behind (RUN-18): a detached run that is still open goes on here; any other ends with
 * a stored terminal state and a reason that says so. No run stays RUNNING without an owner.
 */
import type { ToolRecord } from "../contracts/evidence";
import { FAILURE_CODE_TABLE, type FailureCode, type WatchEventFrame } from "../contracts/frames";
import { RunAxes, type RunDetail } from "../contracts/run";
import { storedStatusOf, type ReleaseOutcome } from "../contracts/axes";
import type { CancellationReceipt, RunTermination } from "../contracts/cancellation";
import type { RunId } from "../contracts/ids";
import type { Clock, Timers } from "../harness/ports";
import {
  StoreUnavailableError,
  type JournalEvent,
  type RunStore,
  type UnfinishedRun,
  type UnreadableRun,
} from "./ports";
import { RESUME_SEQ_GAP } from "./run-journal";
import type { LostCalls } from "./lost-calls";
import { failureCodeOf } from "./settle-run";
import { untoldRecords } from "./untold-records";

/** The termination reason of a run whose process died. */
export const OWNER_LOST_REASON = "owner lost: the process that ran it ended before the run did";

/** The termination reason of a run of which something stored cannot be read. */
const UNREADABLE_REASON =
  "owner lost: what is stored of the run cannot be read, so nothing can go on from it";
/** When runs are tried again at which the store failed, ms. */
const RETRY_MS = 30_000;

export interface RecoveryDependencies {
  readonly store: RunStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly currentOwnerId: string;
  readonly lostCalls: LostCalls;
  /** Takes an open detached run over; false when somebody else has. */
  readonly resume: (run: UnfinishedRun) => Promise<boolean>;
  /** Told of each run that could not be recovered as it should, and what is done instead. */
  readonly onProblem: (runId: RunId, error: unknown, instead: "ended" | "tried again later") => void;
  /** Told when a round is over in which something was recovered. */
  readonly onRecovered: (recovered: Recovered) => void;
}

interface Recovered {
  readonly resumed: number;
  readonly ended: number;
}

export class RunRecovery {
  readonly #deps: RecoveryDependencies;
  #retry: { cancel(): void } | null = null;
  #stopped = false;

  constructor(deps: RecoveryDependencies) {
    this.#deps = deps;
  }

  /**
   * Takes over or ends every run that an earlier process left. Fulfils after the first round; a run at which the store failed is tried again
   * later, and no run keeps the others waiting. Throws StoreUnavailableError when the store does not even say which there are.
   */
  async start(): Promise<void> {
    const { store, currentOwnerId } = this.#deps;
    await this.#recover(await store.findUnfinished(currentOwnerId));
  }

  stop(): void {
    this.#stopped = true;
    this.#retry?.cancel();
  }

  async #recover(runs: readonly (UnfinishedRun | UnreadableRun)[]): Promise<void> {
    const { onProblem, onRecovered, timers } = this.#deps;
    const recovered = { resumed: 0, ended: 0 };
    const left: (UnfinishedRun | UnreadableRun)[] = [];
    for (const run of runs) {
      try {
        const did = await this.#recoverOne(run);
        if (did !== "taken") recovered[did] += 1;
      } catch (error) {
        // Whatever it is, the next run has nothing to do with it.
        onProblem(idOf(run), error, "tried again later");
        left.push(run);
      }
    }
    if (recovered.resumed + recovered.ended > 0) onRecovered(recovered);
    if (left.length === 0 || this.#stopped) return;
    this.#retry = timers.after(RETRY_MS, () => void this.#recover(left));
  }

  /** The first of these that can be done with what is stored: go on, end it as what it was, end it unread. */
  async #recoverOne(run: UnfinishedRun | UnreadableRun): Promise<"resumed" | "ended" | "taken"> {
    const { resume } = this.#deps;
    if (run.kind === "unreadable") return this.#abandon(run.runId, run.error);
    const { runId } = run.detail;
    try {
      if (isResumable(run)) return (await resume(run)) ? "resumed" : "taken";
    } catch (error) {
      this.#endInstead(runId, error);
    }
    try {
      await endOwnerlessRun(this.#deps, run);
      return "ended";
    } catch (error) {
      return this.#abandon(runId, error);
    }
  }

  async #abandon(runId: RunId, error: unknown): Promise<"ended"> {
    this.#endInstead(runId, error);
    await this.#deps.store.abandonRun(runId, UNREADABLE_REASON, this.#deps.clock.now());
    return "ended";
  }

  /** A store that fails says nothing of the run: that is thrown on. */
  #endInstead(runId: RunId, error: unknown): void {
    if (error instanceof StoreUnavailableError) throw error;
    this.#deps.onProblem(runId, error, "ended");
  }
}

function idOf(run: UnfinishedRun | UnreadableRun): RunId {
  return run.kind === "open" ? run.detail.runId : run.runId;
}

function isResumable({ detail }: UnfinishedRun): boolean {
  return detail.mode === "detached" && detail.termination === null && detail.releaseOutcome === null;
}

async function endOwnerlessRun(
  { store, clock, lostCalls }: Pick<RecoveryDependencies, "store" | "clock" | "lostCalls">,
  run: UnfinishedRun,
): Promise<void> {
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
  const code = codeOf(detail);
  await store.failProjectingTools(detail.runId, now);
  const { events, records } = await store.readRemains(detail.runId);
  await lostCalls.stop(records);
  await store.storeTermination(detail.runId, termination, detail.cancellation);
  await store.storeAftermath(detail.runId, {
    receipt:
      detail.cancellation === null ? null : settledReceipt(detail.cancellation, detail.storedAt.termination),
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
      failure: { code, message: FAILURE_CODE_TABLE[code] },
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

/** A run that had been stopped before its process died says so; any other was lost with it. */
function codeOf({ termination, cancellation }: RunDetail): FailureCode {
  const cancelled = cancellation?.reason ?? null;
  if (termination === null || (cancelled === null && termination.state === "FAILED")) return "OWNER_LOST";
  return termination.state === "SUCCESS" ? "OWNER_LOST" : failureCodeOf(termination, cancelled);
}

/** Nobody will hear of these calls any more; whether they stopped is not known. */
function settledReceipt(receipt: CancellationReceipt, storedAt: number | null): CancellationReceipt {
  return {
    ...receipt,
    storedAt: receipt.storedAt ?? storedAt,
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
        durationMs: Math.max(0, termination.completedAt - run.detail.createdAt),
        callId: null,
        detail: { runState: axes.runState, releaseOutcome: axes.releaseOutcome, reason: termination.reason },
      },
    },
    { event: "end", data: { runId: run.detail.runId } },
  ];
  return frames.map((frame) => ({ seq: ++seq, at: now, frame }));
}
