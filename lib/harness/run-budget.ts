/**
 * The budgets of one run and their ledger (RUN-11).
 *
 * Owns: four counters (model calls, tool calls, tokens, bytes) and every line of the ledger. Does not own: wall
 * time (the deadline holds it, RUN-10) and what a refusal means for the run (RUN-5 is the core's).
 *
 * 1. A refused reservation takes nothing and leaves one `refuse` line.
 * 2. Per resource, the limit minus the sum of all lines but the refusals is the balance of its last line.
 * 3. `seq` counts from 1 without gaps, over every life of the run. A movement of nothing is no movement and leaves no line.
 */
import type {
  BudgetGauge,
  BudgetLimits,
  BudgetSnapshot,
  LedgerLine,
  LedgerMovement,
  ReservableResource,
} from "../contracts/budget";
import type { Clock, TraceRecorder } from "./ports";
import { RunBudgetExceededException } from "./run-budget-exceeded";
import { RunCapacityCounter } from "./run-capacity-counter";

/** What the ledger of an earlier life of the run says. */
export interface EarlierLedger {
  /** The number of its last line; 0 when it has none. */
  readonly lastSeq: number;
  /** What was used of each resource, whole numbers ≥ 0; may be more than the limit. */
  readonly spent: Readonly<Record<ReservableResource, number>>;
}

const NO_EARLIER: EarlierLedger = {
  lastSeq: 0,
  spent: { modelCalls: 0, toolCalls: 0, tokens: 0, bytes: 0 },
};

export class RunBudget {
  private readonly counters: Readonly<Record<ReservableResource, RunCapacityCounter>>;
  /** As of the last movement. Never changed in place: snapshots share them. */
  private readonly gauges: Record<ReservableResource, BudgetGauge>;
  private readonly ledger: LedgerLine[] = [];

  constructor(
    private readonly limits: BudgetLimits,
    private readonly startedAt: number,
    private readonly clock: Clock,
    private readonly recorder: Pick<TraceRecorder, "ledger">,
    private readonly earlier: EarlierLedger = NO_EARLIER,
  ) {
    const { spent } = earlier;
    this.counters = {
      modelCalls: new RunCapacityCounter(limits.modelCalls, spent.modelCalls),
      toolCalls: new RunCapacityCounter(limits.toolCalls, spent.toolCalls),
      tokens: new RunCapacityCounter(limits.tokens, spent.tokens),
      bytes: new RunCapacityCounter(limits.bytes, spent.bytes),
    };
    this.gauges = {
      modelCalls: { used: spent.modelCalls, limit: limits.modelCalls },
      toolCalls: { used: spent.toolCalls, limit: limits.toolCalls },
      tokens: { used: spent.tokens, limit: limits.tokens },
      bytes: { used: spent.bytes, limit: limits.bytes },
    };
  }

  /** Those of this life of the run. */
  get lines(): readonly LedgerLine[] {
    return this.ledger;
  }

  /** What is left of one resource; negative after a charge beyond the limit. */
  balance(resource: ReservableResource): number {
    return this.counters[resource].balance;
  }

  /**
   * Takes `amount` before the call is made.
   * @param what what it is for, in words a reader of the ledger understands
   * @throws RunBudgetExceededException when less than that is left; RangeError when the amount is not a whole number ≥ 0
   */
  reserve(resource: ReservableResource, amount: number, callId: string, what: string): void {
    const answer = this.counters[resource].tryReserve(amount);
    if (!answer.ok) {
      this.write(resource, "refuse", amount, callId, what, answer.balance);
      throw new RunBudgetExceededException(resource, amount, answer.balance);
    }
    if (amount > 0) this.write(resource, "reserve", amount, callId, what, answer.balance);
  }

  /**
   * Corrects an earlier reservation to what was really used: a refund line, a charge line, or none. Never refuses; the
   * balance may go below zero, and the caller then exhausts the run.
   * @throws RangeError when an amount is not a whole number ≥ 0
   */
  reconcile(
    resource: ReservableResource,
    reserved: number,
    actual: number,
    callId: string,
    what: string,
  ): void {
    if (!Number.isSafeInteger(actual) || actual < 0)
      throw new RangeError(`actual usage is a whole number ≥ 0, not ${actual}`);
    const delta = actual - reserved;
    const balance = this.counters[resource].settle(delta);
    if (delta !== 0) this.write(resource, delta < 0 ? "refund" : "charge", delta, callId, what, balance);
  }

  /** Usage and limits at `nowMs` (ms since the epoch), for gauges. */
  snapshot(nowMs: number): BudgetSnapshot {
    const { modelCalls, toolCalls, tokens, bytes } = this.gauges;
    const wallTimeMs = { used: Math.max(0, nowMs - this.startedAt), limit: this.limits.wallTimeMs };
    return { modelCalls, toolCalls, tokens, bytes, wallTimeMs };
  }

  private write(
    resource: ReservableResource,
    movement: LedgerMovement,
    amount: number,
    callId: string,
    what: string,
    balance: number,
  ): void {
    const at = this.clock.now();
    const seq = this.earlier.lastSeq + this.ledger.length + 1;
    const line = { seq, at, resource, movement, amount, callId, what, balance };
    this.ledger.push(line);
    this.gauges[resource] = { used: this.counters[resource].used, limit: this.limits[resource] };
    this.recorder.ledger(line, this.snapshot(at));
  }
}
