/**
 * RunJournal: everything observable about one live run, in one place and in order.
 *
 * Owns: the dense event sequence, the run's axes as last told, the pending batch for the store.
 * Does not own: any decision. It is told facts (TraceRecorder) and never calls back into the run.
 *
 * Invariants: 1 sequence numbers are strictly increasing, and dense within one life of the run; 2 telling never throws into the run;
 * 3 at most one flush is under way, and events are stored in sequence order; 4 nothing is dropped when a flush fails:
 * the batch stays first in line.
 */
import { storedStatusOf } from "../contracts/axes";
import type { BudgetSnapshot, LedgerLine } from "../contracts/budget";
import type { CancelRequest, HandleStop, LateArrival, RunTermination } from "../contracts/cancellation";
import type { ToolRecord } from "../contracts/evidence";
import type { WatchEventFrame } from "../contracts/frames";
import type { RunId } from "../contracts/ids";
import type { RunAxes } from "../contracts/run";
import type { TraceLine } from "../contracts/trace";
import type { AxisChange, Clock, Timers, TraceRecorder } from "../harness/ports";
import { budgetShareOf } from "./budget-share";
import type { JournalBatch, JournalEvent, RunProgress, RunStore } from "./ports";

/** How long events may wait for company before they are stored, ms. */
export const JOURNAL_FLUSH_MS = 100;
/** How long to wait before a failed flush is tried again, ms. */
const RETRY_MS = 1_000;

export interface JournalDependencies {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly store: Pick<RunStore, "appendJournal">;
  /** Told of every failed flush; the journal goes on and tries again. */
  readonly onStoreError: (runId: RunId, error: unknown) => void;
}

/** What is stored of a run that goes on in this process. */
export interface EarlierJournal {
  readonly events: readonly JournalEvent[];
  readonly tools: readonly ToolRecord[];
  readonly progress: RunProgress;
}

/**
 * A resumed run leaves out so many numbers: those that its lost process may have told watchers without storing them. Else a watcher that
 * knows one of them would take a new event for the one it has.
 */
export const RESUME_SEQ_GAP = 10_000;

export type JournalListener = (event: JournalEvent) => void;

/** The axes of a run that has just started. */
const INITIAL_AXES: RunAxes = {
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
};

/** Gauges before anything was used; replaced by the run's own as soon as its budget exists. */
const EMPTY_BUDGET: BudgetSnapshot = {
  modelCalls: { used: 0, limit: 0 },
  toolCalls: { used: 0, limit: 0 },
  tokens: { used: 0, limit: 0 },
  bytes: { used: 0, limit: 0 },
  wallTimeMs: { used: 0, limit: 0 },
};

const INITIAL_PROGRESS: Omit<RunProgress, "budgetShare"> = {
  axes: INITIAL_AXES,
  budget: EMPTY_BUDGET,
  tokens: { input: 0, output: 0 },
  agentSteps: 0,
  toolCalls: 0,
};

export class RunJournal implements TraceRecorder {
  readonly runId: RunId;
  #axes: RunAxes;
  #budget: BudgetSnapshot;
  #budgetDirty = false;
  #tokens: RunProgress["tokens"];
  #agentSteps: number;
  #toolCalls: number;
  #lastSeq: number;
  readonly #events: JournalEvent[];
  readonly #tools = new Map<string, ToolRecord>();
  readonly #lateArrivals: LateArrival[] = [];
  readonly #listeners = new Set<JournalListener>();
  #terminationListener: ((termination: RunTermination) => void) | null = null;
  #storedEvents: number;
  #pendingLedger: LedgerLine[] = [];
  #persisted = false;
  #flushTimer: { cancel(): void } | null = null;
  #flushing: Promise<boolean> | null = null;
  #progressDirty = false;
  #closed = false;
  readonly #deps: JournalDependencies;

  constructor(runId: RunId, deps: JournalDependencies, earlier: EarlierJournal | null = null) {
    this.runId = runId;
    this.#deps = deps;
    const { axes, budget, tokens, agentSteps, toolCalls } = earlier?.progress ?? INITIAL_PROGRESS;
    this.#axes = axes;
    this.#budget = budget;
    this.#tokens = tokens;
    this.#agentSteps = agentSteps;
    this.#toolCalls = toolCalls;
    this.#events = [...(earlier?.events ?? [])];
    this.#storedEvents = this.#events.length;
    this.#lastSeq = earlier === null ? 0 : (this.#events.at(-1)?.seq ?? 0) + RESUME_SEQ_GAP;
    for (const tool of earlier?.tools ?? []) this.#tools.set(tool.invocationId, tool);
  }

  // --- reading -------------------------------------------------------------------------------------------------

  get currentAxes(): RunAxes {
    return this.#axes;
  }
  get events(): readonly JournalEvent[] {
    return this.#events;
  }
  /** Where in `events` the first one after that sequence number is, or will be. */
  indexAfter(seq: number): number {
    let from = 0;
    let to = this.#events.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#events[middle]?.seq ?? 0) <= seq) from = middle + 1;
      else to = middle;
    }
    return from;
  }
  get lateArrivals(): readonly LateArrival[] {
    return this.#lateArrivals;
  }
  get tools(): readonly ToolRecord[] {
    return [...this.#tools.values()];
  }
  get isClosed(): boolean {
    return this.#closed;
  }
  get progress(): RunProgress {
    return {
      axes: this.#axes,
      budget: this.#budget,
      budgetShare: budgetShareOf(this.#budget),
      tokens: this.#tokens,
      agentSteps: this.#agentSteps,
      toolCalls: this.#toolCalls,
    };
  }

  /** Calls back for every later event, in order. Returns an unsubscribe function. */
  subscribe(listener: JournalListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  onTerminated(listener: (termination: RunTermination) => void): void {
    this.#terminationListener = listener;
  }

  // --- being told (TraceRecorder) -------------------------------------------------------------------------------

  record(line: TraceLine): void {
    if (line.name === "AGENT_MODEL_STEP" && line.status !== "started") this.#agentSteps += 1;
    this.#append(line.at, (seq) => ({ event: "trace", data: { ...line, seq } }));
  }

  axes(change: AxisChange): void {
    this.#changeAxes(change);
  }

  ledger(line: LedgerLine, snapshot: BudgetSnapshot): void {
    this.#pendingLedger.push(line);
    this.#budget = snapshot;
    if (this.#budgetDirty) return;
    // Several movements of one turn are one gauge change for a watcher; the ledger keeps them all.
    this.#budgetDirty = true;
    queueMicrotask(() => this.#emitBudget());
  }

  tool(record: ToolRecord): void {
    if (!this.#tools.has(record.invocationId)) this.#toolCalls += 1;
    this.#tools.set(record.invocationId, record);
    this.#append(this.#deps.clock.now(), () => ({ event: "tool", data: record }));
  }

  modelUsage(_callId: string, usage: { readonly inputTokens: number; readonly outputTokens: number }): void {
    this.#tokens = {
      input: this.#tokens.input + usage.inputTokens,
      output: this.#tokens.output + usage.outputTokens,
    };
  }

  terminated(termination: RunTermination): void {
    this.#changeAxes({ runState: termination.state });
    this.#terminationListener?.(termination);
  }

  cancelRequested(_request: CancelRequest, _won: boolean): void {
    this.#progressDirty = true;
  }

  handle(_stop: HandleStop): void {
    this.#progressDirty = true;
  }

  lateArrival(arrival: LateArrival): void {
    this.#lateArrivals.push(arrival);
  }

  // --- told by the application ------------------------------------------------------------------------------------

  stream(state: NonNullable<RunAxes["streamState"]>): void {
    this.#changeAxes({ streamState: state });
  }
  released(outcome: NonNullable<RunAxes["releaseOutcome"]>, fallbackType: RunAxes["fallbackType"]): void {
    this.#changeAxes({ releaseOutcome: outcome, fallbackType, status: storedStatusOf(outcome) });
  }
  budgetNow(snapshot: BudgetSnapshot): void {
    this.#budget = snapshot;
    this.#progressDirty = true;
  }
  /** The row exists now: what was gathered so far may be stored. */
  persisted(): void {
    this.#persisted = true;
    this.#scheduleFlush(JOURNAL_FLUSH_MS);
  }
  /** The last event. Later tellings are ignored but for late arrivals, which the application stores itself. */
  close(): void {
    if (this.#closed) return;
    this.#emitBudget();
    this.#append(this.#deps.clock.now(), () => ({ event: "end", data: { runId: this.runId } }));
    this.#closed = true;
  }

  /** Stores everything told so far. Returns false when the store failed; the batch is kept and tried again later. */
  async flush(): Promise<boolean> {
    this.#emitBudget();
    while (this.#flushing !== null) await this.#flushing;
    if (!this.#persisted || !this.#hasPending()) return true;
    this.#flushing = this.#writeBatch();
    try {
      return await this.#flushing;
    } finally {
      this.#flushing = null;
    }
  }

  // --- inside -----------------------------------------------------------------------------------------------------

  #changeAxes(change: Partial<RunAxes>): void {
    this.#axes = { ...this.#axes, ...change };
    const axes = this.#axes;
    this.#append(this.#deps.clock.now(), () => ({ event: "state", data: axes }));
  }

  #emitBudget(): void {
    if (!this.#budgetDirty) return;
    this.#budgetDirty = false;
    const budget = this.#budget;
    this.#append(this.#deps.clock.now(), () => ({ event: "budget", data: budget }));
  }

  #append(at: number, frame: (seq: number) => WatchEventFrame): void {
    if (this.#closed) return;
    this.#lastSeq += 1;
    const seq = this.#lastSeq;
    const event: JournalEvent = { seq, at, frame: frame(seq) };
    this.#events.push(event);
    for (const listener of this.#listeners) listener(event);
    this.#scheduleFlush(JOURNAL_FLUSH_MS);
  }

  #hasPending(): boolean {
    return this.#storedEvents < this.#events.length || this.#pendingLedger.length > 0 || this.#progressDirty;
  }

  #scheduleFlush(delayMs: number): void {
    if (!this.#persisted || this.#flushTimer !== null) return;
    this.#flushTimer = this.#deps.timers.after(delayMs, () => {
      this.#flushTimer = null;
      void this.flush();
    });
  }

  async #writeBatch(): Promise<boolean> {
    const upTo = this.#events.length;
    const ledger = this.#pendingLedger;
    const batch: JournalBatch = {
      events: this.#events.slice(this.#storedEvents, upTo),
      ledger,
      progress: this.progress,
    };
    this.#pendingLedger = [];
    this.#progressDirty = false;
    try {
      await this.#deps.store.appendJournal(this.runId, batch);
      this.#storedEvents = upTo;
      return true;
    } catch (error) {
      this.#pendingLedger = [...ledger, ...this.#pendingLedger];
      this.#progressDirty = true;
      this.#deps.onStoreError(this.runId, error);
      this.#scheduleFlush(RETRY_MS);
      return false;
    }
  }
}
