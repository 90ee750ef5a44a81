/** What the application needs from outside: a store (this file), an engine (engine-port), a clock and timers. */
import type { SafeAnswer } from "../contracts/answer";
import type { FallbackType, ReleaseOutcome } from "../contracts/axes";
import type { BudgetSnapshot, LedgerLine, ReservableResource } from "../contracts/budget";
import type { CancellationReceipt, LateArrival, RunTermination } from "../contracts/cancellation";
import type { ToolRecord } from "../contracts/evidence";
import type { FailureCode, WatchEventFrame } from "../contracts/frames";
import type { RunId, SessionId } from "../contracts/ids";
import type { RunFilter } from "../contracts/requests";
import type { RunAxes, RunDetail, RunMode, RunSummary } from "../contracts/run";
import type { RunCounts, StatsQuery, StatsReply } from "../contracts/run-stats";
import type { TraceEvent } from "../contracts/trace";
import type { PreviousTurn, RoutingTurn } from "../diagnosis/ports";

export type { Timers } from "../harness/ports";

/** A watch event with its dense per-run sequence number. */
export interface JournalEvent {
  readonly seq: number;
  readonly at: number;
  readonly frame: WatchEventFrame;
}

export interface NewRun {
  readonly runId: RunId;
  readonly sessionId: SessionId;
  readonly query: string;
  readonly mode: RunMode;
  readonly model: string;
  readonly axes: RunAxes;
  readonly budget: BudgetSnapshot;
  readonly createdAt: number;
  readonly deadlineAt: number;
  readonly ownerId: string;
  readonly idempotencyKey: string | null;
  readonly requestHash: string;
  readonly originRunId: RunId | null;
}

/** A run that an idempotency key already started. */
export interface IdempotentRun {
  readonly runId: RunId;
  readonly sessionId: SessionId;
  readonly requestHash: string;
}
export type CreateRunResult =
  { readonly kind: "created" } | { readonly kind: "key_taken"; readonly existing: IdempotentRun };

/** Figures that move while a run goes on. */
export interface RunProgress {
  readonly axes: RunAxes;
  readonly budget: BudgetSnapshot;
  readonly budgetShare: number;
  readonly tokens: { readonly input: number; readonly output: number };
  readonly agentSteps: number;
  readonly toolCalls: number;
}

/** APP-3: what is stored when the root of a run has settled. */
export interface RunOutcome {
  readonly runId: RunId;
  readonly releaseOutcome: ReleaseOutcome;
  readonly fallbackType: FallbackType | null;
  readonly answer: SafeAnswer | null;
  readonly conclusion: string | null;
  /** APP-4: set only for DIAGNOSIS + SUCCESS. */
  readonly published: PreviousTurn | null;
  readonly failure: { readonly code: FailureCode; readonly message: string } | null;
  readonly termination: RunTermination;
  readonly progress: RunProgress;
  readonly durationMs: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}
/** A page whose search may have stopped before the page was full: `searchedTo`, ms since the epoch. */
export interface RunListPage extends Page<RunSummary> {
  readonly searchedTo: number | null;
}
/** A cursor that does not decode, or belongs to another list. */
export class InvalidCursorError extends Error {
  override readonly name = "InvalidCursorError";
}
/** The store cannot be reached or refused the operation; driver detail stays in `cause`. */
export class StoreUnavailableError extends Error {
  override readonly name = "StoreUnavailableError";
  constructor(operation: string, cause: unknown) {
    super(`the store could not ${operation}`, { cause });
  }
}

export interface SessionContext {
  readonly history: readonly RoutingTurn[];
  readonly previousTurn: PreviousTurn | null;
}

/** Every method throws StoreUnavailableError when the store fails. */
export interface RunStore {
  createRun(run: NewRun): Promise<CreateRunResult>;
  findByIdempotencyKey(key: string): Promise<IdempotentRun | null>;
  /**
   * Appends events and ledger lines and writes the moving figures, in one transaction. The batch with the run's `end`
   * also marks it retired: everything about it is stored.
   */
  appendJournal(runId: RunId, batch: JournalBatch): Promise<void>;
  saveToolRecord(record: ToolRecord): Promise<void>;
  /** RUN-13: as soon as the lifecycle finishes. Returns false when a termination was stored already. */
  storeTermination(
    runId: RunId,
    termination: RunTermination,
    receipt: CancellationReceipt | null,
  ): Promise<boolean>;
  /**
   * Returns false when an outcome was stored already: the first one stands, unless `replace` is set, which only the failed
   * final write of APP-8 does (its first attempt may have been committed without our hearing of it).
   */
  storeOutcome(outcome: RunOutcome, replace: boolean): Promise<boolean>;
  /** The receipt and late arrivals as they stand (they may grow after the outcome). */
  storeAftermath(runId: RunId, aftermath: RunAftermath): Promise<void>;
  /** As it was before that run; null: as it is. */
  readSession(sessionId: SessionId, before: RunId | null): Promise<SessionContext>;
  findRun(runId: RunId): Promise<RunDetail | null>;
  listRuns(filter: RunFilter, limit: number, cursor: string | undefined): Promise<RunListPage>;
  countRuns(filter: RunFilter): Promise<RunCounts>;
  readStats(query: StatsQuery): Promise<StatsReply>;
  /** Newest first. */
  listReruns(originRunId: RunId, limit: number, cursor: string | undefined): Promise<Page<RunSummary>>;
  listTrace(runId: RunId, limit: number, cursor: string | undefined): Promise<Page<TraceEvent>>;
  listTools(runId: RunId, limit: number, cursor: string | undefined): Promise<Page<ToolRecord>>;
  listLedger(runId: RunId, limit: number, cursor: string | undefined): Promise<Page<LedgerLine>>;
  /** Events after `afterSeq`, in order. */
  listEvents(runId: RunId, afterSeq: number, limit: number): Promise<readonly JournalEvent[]>;
  /** Runs that were never retired and belong to another process than the current one, oldest first. One that cannot be read is said to be so. */
  findUnfinished(currentOwnerId: string): Promise<readonly (UnfinishedRun | UnreadableRun)[]>;
  /**
   * Ends and retires a run of which something stored cannot be read, by plain columns alone: what is stored stands, what is missing becomes FAILED
   * for that reason.
   */
  abandonRun(runId: RunId, reason: string, at: number): Promise<void>;
  /** Ends the PROJECTING tool records of a run as ERROR(PROCESS_LOST). Returns how many there were. */
  failProjectingTools(runId: RunId, at: number): Promise<number>;
  /**
   * Gives a run that is still open to a new owner, and counts it (`RunDetail.resumes`). False when another came first: the run has another
   * owner by now, a stored termination or outcome, or was retired. `model`: what drives it by then, where that has changed.
   */
  claimRun(runId: RunId, fromOwnerId: string, toOwnerId: string, model?: string): Promise<boolean>;
  /** What is stored of an open run: all that a new owner goes on from. */
  readRemains(runId: RunId): Promise<RunRemains>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface JournalBatch {
  readonly events: readonly JournalEvent[];
  readonly ledger: readonly LedgerLine[];
  readonly progress: RunProgress;
}
export interface RunAftermath {
  readonly receipt: CancellationReceipt | null;
  readonly lateArrivals: readonly LateArrival[];
  readonly streamState: RunAxes["streamState"];
  readonly exitRecord: RunDetail["exitRecord"];
}
export interface UnfinishedRun {
  readonly kind: "open";
  readonly detail: RunDetail;
  readonly ownerId: string;
  readonly lastSeq: number;
}
export interface UnreadableRun {
  readonly kind: "unreadable";
  readonly runId: RunId;
  readonly error: unknown;
}
/** Complete and in order: events by sequence number, records by ordinal. */
export interface RunRemains {
  readonly events: readonly JournalEvent[];
  readonly records: readonly ToolRecord[];
  readonly ledger: {
    /** 0 when there is no line. */
    readonly lastSeq: number;
    /** The sum of all lines but the refusals. */
    readonly spent: Readonly<Record<ReservableResource, number>>;
  };
}
