/**
 * From what the body of a run delivered to what is stored and published (step 7 of a run, APP-5, APP-7).
 * The one place where RunState, ReleaseOutcome and FallbackType meet; none is derived from another.
 */
import type { SafeAnswer } from "../contracts/answer";
import type {
  CancellationReason,
  FallbackType,
  IntentType,
  ReleaseOutcome,
  TerminalRunState,
} from "../contracts/axes";
import type { RunTermination } from "../contracts/cancellation";
import { FAILURE_CODE_TABLE, type FailureCode } from "../contracts/frames";
import { DiagnosisFailure } from "../diagnosis/diagnosis-failure";
import type { DiagnosisRuntime } from "../diagnosis/diagnosis-runtime";
import type { DiagnosisHarnessCore } from "../harness/diagnosis-harness-core";
import { RunAbortedException } from "../harness/run-aborted-exception";
import type { RunContext } from "../harness/run-context";
import { InvocationCancelled } from "../invocation";
import { StoreUnavailableError } from "./ports";

/** What the body came to. */
export type BodyResult =
  | { readonly kind: "answered"; readonly outcome: "SUCCESS" | "FALLBACK"; readonly answer: SafeAnswer }
  | { readonly kind: "threw"; readonly error: unknown }
  /** RUN-19: nothing came of it here; another process goes on. */
  | { readonly kind: "handed_over" };
/** What can be settled. */
export type SettledBody = Exclude<BodyResult, { readonly kind: "handed_over" }>;

/** Termination and release, side by side. */
export interface Settlement {
  readonly termination: RunTermination;
  readonly outcome: ReleaseOutcome;
  readonly fallbackType: FallbackType | null;
  readonly answer: SafeAnswer | null;
  readonly failure: { readonly code: FailureCode; readonly message: string } | null;
  /** A bug in the body: to be logged with its stack. */
  readonly bug: unknown;
}

export interface SettleDependencies {
  readonly core: DiagnosisHarnessCore;
  readonly diagnosis: Pick<DiagnosisRuntime, "budgetFallback">;
}

/** Completes the lifecycle; where completion loses, follows the termination that is there. */
export function settleRun(
  deps: SettleDependencies,
  ctx: RunContext,
  body: SettledBody,
  intent: IntentType | null,
): Settlement {
  if (body.kind === "answered") {
    const completion = deps.core.completeSuccess(ctx);
    if (completion.won) return released(completion.termination, body.outcome, body.answer);
    // The core has counted the refused completion as a late arrival (RUN-15).
    return follow(deps, ctx, completion.termination, intent);
  }
  const { error } = body;
  // The invocation's own refusals after a cancel say the same as the harness's.
  if (error instanceof RunAbortedException || error instanceof InvocationCancelled) {
    const standing = ctx.lifecycle.termination;
    if (standing !== null) return follow(deps, ctx, standing, intent);
    return failed(
      deps,
      ctx,
      "INTERNAL_FAILURE",
      "the run was aborted without a terminal state",
      intent,
      error,
    );
  }
  if (error instanceof StoreUnavailableError)
    return failed(deps, ctx, "STORE_UNAVAILABLE", FAILURE_CODE_TABLE.STORE_UNAVAILABLE, intent, error);
  if (error instanceof DiagnosisFailure) return failed(deps, ctx, error.code, error.message, intent, null);
  return failed(deps, ctx, "INTERNAL_FAILURE", FAILURE_CODE_TABLE.INTERNAL_FAILURE, intent, error);
}

function failed(
  deps: SettleDependencies,
  ctx: RunContext,
  code: FailureCode,
  reason: string,
  intent: IntentType | null,
  bug: unknown,
): Settlement {
  const completion = deps.core.completeFailure(ctx, reason);
  if (!completion.won) return { ...follow(deps, ctx, completion.termination, intent), bug };
  return { ...withoutAnswer(completion.termination, "FAILED", code), bug };
}

/** The termination that already stands decides what may still be said. */
function follow(
  deps: SettleDependencies,
  ctx: RunContext,
  termination: RunTermination,
  intent: IntentType | null,
): Settlement {
  if (termination.state === "SUCCESS") throw new Error(`run ${ctx.runId} was completed twice`);
  const code = failureCodeOf(termination, ctx.cancellation.reason);
  if (termination.state === "CANCELLED") return withoutAnswer(termination, "CANCELLED", code);
  if (termination.state === "BUDGET_EXHAUSTED" && intent === "DIAGNOSIS") {
    // Pure code over stored records: no model, no tool, no gate (the budget fallback of step 7).
    const fallback = deps.diagnosis.budgetFallback(ctx.invocations.list());
    if (fallback !== null) return released(termination, "FALLBACK", fallback);
  }
  return withoutAnswer(termination, "FAILED", code);
}

/** Why a run that ended this way has nothing to say in public. */
export function failureCodeOf(
  termination: RunTermination,
  cancelled: CancellationReason | null,
): FailureCode {
  // Of all that fail a run, only the server's own stop goes through cancel (RUN-19).
  if (termination.state === "FAILED" && cancelled === "INTERNAL_FAILURE") return "SERVER_STOPPED";
  return FAILURE_CODE_OF[termination.state];
}

const FAILURE_CODE_OF = {
  SUCCESS: "INTERNAL_FAILURE",
  FAILED: "INTERNAL_FAILURE",
  CANCELLED: "RUN_CANCELLED",
  TIMED_OUT: "RUN_TIMED_OUT",
  BUDGET_EXHAUSTED: "BUDGET_EXHAUSTED",
} as const satisfies Record<TerminalRunState, FailureCode>;

function released(
  termination: RunTermination,
  outcome: "SUCCESS" | "FALLBACK",
  answer: SafeAnswer,
): Settlement {
  const fallbackType = answer.contentType === "fallback" ? answer.fallbackType : null;
  if ((outcome === "FALLBACK") !== (fallbackType !== null)) {
    throw new Error(`outcome ${outcome} cannot carry a ${answer.contentType}`);
  }
  return { termination, outcome, fallbackType, answer, failure: null, bug: null };
}

function withoutAnswer(
  termination: RunTermination,
  outcome: "FAILED" | "CANCELLED",
  code: FailureCode,
): Settlement {
  return {
    termination,
    outcome,
    fallbackType: null,
    answer: null,
    failure: { code, message: FAILURE_CODE_TABLE[code] },
    bug: null,
  };
}
