import { z } from "zod";
import { SemanticVerdict } from "../../contracts/axes";
import type { TraceStatus } from "../../contracts/trace";
import type { ModelCallId } from "../../contracts/ids";
import { CallTimeoutException } from "../../harness/call-timeout";
import type { ConcludedDraft } from "../draft/draft-contract";
import { callModelUnderControl } from "../model/controlled-model-call";
import { describeModelFailure } from "../model/describe-model-failure";
import { ModelFailure, type UncitedLine, type VerdictInput } from "../ports";
import { traceLine } from "../trace-line";
import type { GuardEnvironment } from "./guard-environment";

/** REL-3. `unavailable` is no verdict: nothing may be concluded from it. */
export type SemanticResult =
  /** `failingLines`: indexes of the lines that are not to be released; null when the reply judged none. */
  | { readonly kind: "supported"; readonly reason: string; readonly failingLines: readonly number[] | null }
  | { readonly kind: "unsupported"; readonly reason: string; readonly failingClaim: number | null }
  | { readonly kind: "unavailable"; readonly reason: string };

const TRACE_STATUS = {
  supported: "ok",
  unsupported: "refused",
  unavailable: "failed",
} as const satisfies Record<SemanticResult["kind"], TraceStatus>;

const Reply = z.object({
  verdict: SemanticVerdict,
  reason: z.string(),
  failingClaim: z.int().min(0).nullable(),
  failingLines: z.array(z.int().min(0)).optional(),
});

/**
 * Asks a separate model call whether the evidence carries the claims, and which of the lines that no claim carries say more than they may (REL-3):
 * bounded by its own timeout, interruptible (RUN-7). Sets the axis semanticVerdict, which is about the claims, when there is a verdict. Throws RunAbortedException when the run ended; every technical failure is `unavailable`.
 */
export async function askSemanticGuard(
  environment: GuardEnvironment,
  draft: ConcludedDraft,
  lines: readonly UncitedLine[],
): Promise<SemanticResult> {
  const { core, ctx, clock, ids } = environment;
  const callId = ids.modelCallId();
  const startedAt = clock.now();
  traceLine(core.recorder(ctx), clock, {
    name: "SEMANTIC_GUARD_ATTEMPT",
    phase: "guard",
    status: "started",
    callId,
    detail: { claims: draft.claims.length, lines: lines.length },
  });
  const result = await verdictOf(environment, draft, lines, callId);
  if (result.kind !== "unavailable") {
    core.recorder(ctx).axes({ semanticVerdict: result.kind === "supported" ? "SUPPORTED" : "UNSUPPORTED" });
  }
  traceLine(core.recorder(ctx), clock, {
    name: "SEMANTIC_GUARD_DECISION",
    phase: "guard",
    status: TRACE_STATUS[result.kind],
    startedAt,
    callId,
    detail: {
      decision: result.kind,
      reason: result.reason.slice(0, 1_000),
      failingClaim: result.kind === "unsupported" ? result.failingClaim : null,
      failingLines:
        result.kind === "supported" && result.failingLines !== null ? [...result.failingLines] : null,
    },
  });
  return result;
}

async function verdictOf(
  environment: GuardEnvironment,
  draft: ConcludedDraft,
  lines: readonly UncitedLine[],
  callId: ModelCallId,
): Promise<SemanticResult> {
  const { ctx, model } = environment;
  const input = questionOf(environment, draft, lines);
  let raw: unknown;
  try {
    raw = await callModelUnderControl(environment, ctx, {
      callId,
      kind: "guard",
      what: "semantic guard",
      input,
      timeoutMs: environment.semanticTimeoutMs,
      invoke: (call) => model.verify(input, call),
    });
  } catch (error) {
    if (error instanceof ModelFailure || error instanceof CallTimeoutException) {
      return { kind: "unavailable", reason: `the check could not be made: ${describeModelFailure(error)}` };
    }
    throw error;
  }
  return readReply(raw, draft.claims.length, lines.length);
}

function questionOf(
  environment: GuardEnvironment,
  draft: ConcludedDraft,
  lines: readonly UncitedLine[],
): VerdictInput {
  const { invocations } = environment.ctx;
  return {
    conclusion: draft.conclusion,
    lines: lines.map(({ kind, text }) => ({ kind, text })),
    claims: draft.claims.map((claim) => ({
      claim,
      evidence: claim.invocationIds.flatMap((id) => {
        const record = invocations.find(id);
        return record?.status === "READY" ? [record] : [];
      }),
    })),
  };
}

/** A reply that contradicts itself is no verdict. */
function readReply(raw: unknown, claims: number, lines: number): SemanticResult {
  const parsed = Reply.safeParse(raw);
  if (!parsed.success) return { kind: "unavailable", reason: "the reply is no verdict" };
  const { verdict, reason, failingClaim, failingLines = null } = parsed.data;
  if (failingClaim !== null && failingClaim >= claims) {
    return { kind: "unavailable", reason: "the reply names a claim that does not exist" };
  }
  if (failingLines?.some((line) => line >= lines) === true) {
    return { kind: "unavailable", reason: "the reply names a line that does not exist" };
  }
  switch (verdict) {
    case "SUPPORTED":
      return failingClaim === null
        ? { kind: "supported", reason, failingLines }
        : { kind: "unavailable", reason: "the reply supports the conclusion and names a failing claim" };
    case "UNSUPPORTED":
      return { kind: "unsupported", reason, failingClaim };
  }
}
