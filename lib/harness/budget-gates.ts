/**
 * The gates at which a run pays (RUN-4, RUN-11): every one checks that the run is active, and a refusal exhausts it
 * (RUN-5). They change the run only through its control.
 */
import type { ReservableResource } from "../contracts/budget";
import type { ModelCallId } from "../contracts/ids";
import { RunBudgetExceededException } from "./run-budget-exceeded";
import type { RunControl } from "./run-control";

export interface CallName {
  readonly callId: string;
  /** What it is for, in words a reader of the ledger understands. */
  readonly what: string;
}
export interface ModelReservation extends CallName {
  /** Upper estimate of input and output together. */
  readonly estimatedTokens: number;
}
export interface ModelSettlement extends CallName {
  readonly reservedTokens: number;
  readonly actualTokens: number;
}
export interface ByteReservation extends CallName {
  readonly bytes: number;
}

export function beforeModelCall(run: RunControl, call: ModelReservation): void {
  run.checkActive();
  reserveOrExhaust(run, "modelCalls", 1, call);
  try {
    run.budget.reserve("tokens", call.estimatedTokens, call.callId, call.what);
  } catch (error) {
    // The call is not made, so it is not counted either.
    run.budget.reconcile("modelCalls", 1, 0, call.callId, call.what);
    throw exhaustedBy(run, error, call);
  }
}

export function afterModelCall(run: RunControl, call: ModelSettlement): void {
  settleTokens(run, call, call.actualTokens);
  exhaustWhenOver(run, call, call.actualTokens);
  run.checkActive();
}

/** As `afterModelCall`, for an answer whose usage is known in full: it is told to the recorder as well. */
export function acceptModelAnswer(
  run: RunControl,
  call: { readonly callId: ModelCallId; readonly what: string; readonly reservedTokens: number },
  usage: { readonly inputTokens: number; readonly outputTokens: number },
): void {
  const actualTokens = usage.inputTokens + usage.outputTokens;
  if (settleTokens(run, call, actualTokens)) run.trace.modelUsage(call.callId, usage);
  exhaustWhenOver(run, call, actualTokens);
  run.checkActive();
}

export function beforeToolCall(run: RunControl, call: CallName): void {
  run.checkActive();
  reserveOrExhaust(run, "toolCalls", 1, call);
}

export function reserveRunBytes(run: RunControl, call: ByteReservation): void {
  run.checkActive();
  reserveOrExhaust(run, "bytes", call.bytes, call);
}

/** A run that has ended merges nothing any more, usage included (RUN-15). */
function settleTokens(
  run: RunControl,
  call: CallName & { readonly reservedTokens: number },
  actualTokens: number,
): boolean {
  if (run.lifecycle.termination !== null) return false;
  run.budget.reconcile("tokens", call.reservedTokens, actualTokens, call.callId, call.what);
  return true;
}

function exhaustWhenOver(run: RunControl, call: CallName, actualTokens: number): void {
  const balance = run.budget.balance("tokens");
  if (balance >= 0 || run.lifecycle.termination !== null) return;
  run.exhaustBudget("tokens", call, new RunBudgetExceededException("tokens", actualTokens, balance));
}

function reserveOrExhaust(
  run: RunControl,
  resource: ReservableResource,
  amount: number,
  call: CallName,
): void {
  try {
    run.budget.reserve(resource, amount, call.callId, call.what);
  } catch (error) {
    throw exhaustedBy(run, error, call);
  }
}

/** Exhausts the run when a budget refused; any other error is handed back to be thrown. */
function exhaustedBy(run: RunControl, error: unknown, call: CallName): unknown {
  if (error instanceof RunBudgetExceededException) run.exhaustBudget(error.resource, call, error);
  return error;
}
