/**
 * From an execution to what may be said in public (REL-1 … REL-4).
 *
 * Invariants: 1 the result is SUCCESS or FALLBACK; everything else is a DiagnosisFailure or a RunAbortedException. 2 the full guard chain
 * runs exactly when the draft has a conclusion. 3 a stop reason decides nothing here but a sentence. 4 what a fallback says comes from verified
 * facts. 5 a line that no claim carries is released only where code let it through and, in a report, the semantic guard did, too.
 */
import type { DiagnosisReport, SafeFallback, VerifiedFact } from "../../contracts/answer";
import type { ReadyToolRecord } from "../../contracts/evidence";
import { FAILURE_CODE_TABLE, type FailureCode } from "../../contracts/frames";
import type { TraceDetail, TraceName } from "../../contracts/trace";
import type { ProgressSnapshot } from "../agent/progress-snapshot";
import { DiagnosisFailure } from "../diagnosis-failure";
import { isConcluded, type ConcludedDraft, type DiagnosisDraft } from "../draft/draft-contract";
import { isHashVerified } from "../evidence/content-hash";
import { checkActs } from "../guards/act-guard";
import { checkEvidence } from "../guards/evidence-guard";
import { repairDraft } from "../guards/evidence-repair";
import type { GuardEnvironment } from "../guards/guard-environment";
import type { InvestigationOutcome } from "../investigation";
import { askSemanticGuard } from "../guards/semantic-guard";
import type { EvidenceViolation } from "../ports";
import { traceLine } from "../trace-line";
import { askableLines, repeatableLines, type LineSources, type RepeatableLines } from "./repeatable-lines";
import { UncitedLines, type JudgedLines } from "./uncited-lines";
import { fallbackOf, insufficientEvidence } from "./safe-fallback";
import { verifiedFacts } from "./verified-facts";

/** REL-2. */
export type DiagnosisReleaseResult =
  | { readonly outcome: "SUCCESS"; readonly report: DiagnosisReport }
  | { readonly outcome: "FALLBACK"; readonly fallback: SafeFallback };

type GuardChain =
  | { readonly kind: "valid"; readonly draft: ConcludedDraft }
  | { readonly kind: "invalid"; readonly reason: string };

const TRACED_VIOLATIONS = 20;

/** By its place and why, never by its words. */
function tracedDrops({ dropped }: Pick<RepeatableLines, "dropped">): { index: number; problem: string }[] {
  return dropped.map(({ index, problem }) => ({ index, problem }));
}

export class ReleasePipeline {
  constructor(
    private readonly environment: GuardEnvironment,
    private readonly query: string,
  ) {}

  /**
   * REL-1 for the two lawful executions. An unlawful end with verified facts is a progress fallback, without them a failure of its own code
   * (AGENT-2, APP-7). Throws DiagnosisFailure or RunAbortedException.
   */
  async release(outcome: InvestigationOutcome): Promise<DiagnosisReleaseResult> {
    this.enter();
    switch (outcome.kind) {
      case "completed":
        return isConcluded(outcome.draft)
          ? this.releaseConclusion(outcome.draft)
          : this.releaseWithoutConclusion(outcome.draft);
      case "controlled_stop":
        return this.releaseProgress(outcome.snapshot, outcome.stopReason, "NO_SAFE_CONTENT");
      case "failed": {
        const cause = outcome.code === "DRAFT_REJECTED" ? "draft_rejected" : "model_failed";
        return this.releaseProgress(outcome.snapshot, cause, outcome.code);
      }
    }
  }

  private enter(): void {
    const { core, ctx } = this.environment;
    core.checkActive(ctx);
    core.recorder(ctx).axes({ phase: "SAFETY_VALIDATING" });
  }

  private async releaseConclusion(draft: ConcludedDraft): Promise<DiagnosisReleaseResult> {
    const chain = await this.passEvidenceGuard(draft);
    if (chain.kind === "invalid") {
      return this.fallback(fallbackOf("EVIDENCE_VALIDATION_FAILED", this.facts()), chain.reason);
    }
    this.environment.core.checkActive(this.environment.ctx);
    const lines = this.uncitedLines(chain.draft);
    const verdict = await askSemanticGuard(this.environment, chain.draft, lines.kept);
    this.environment.core.checkActive(this.environment.ctx);
    switch (verdict.kind) {
      case "supported":
        return this.success(chain.draft, lines.judged(verdict.failingLines));
      case "unsupported":
        return this.fallback(fallbackOf("SEMANTIC_UNSUPPORTED", this.facts()), verdict.reason);
      case "unavailable":
        return this.fallback(fallbackOf("SEMANTIC_UNAVAILABLE", this.facts()), verdict.reason);
    }
  }

  /** Initial check, one repair at most, one recheck. */
  private async passEvidenceGuard(draft: ConcludedDraft): Promise<GuardChain> {
    const violations = this.guard("EVIDENCE_GUARD_INITIAL", draft);
    if (violations.length === 0) return { kind: "valid", draft };
    const repair = await repairDraft(this.environment, this.query, draft, violations);
    this.environment.core.checkActive(this.environment.ctx);
    if (repair.kind === "not_repaired") return { kind: "invalid", reason: repair.reason };
    const repaired = repair.draft;
    if (!isConcluded(repaired)) {
      return { kind: "invalid", reason: "the repair gave up the conclusion" };
    }
    const left = this.guard("EVIDENCE_GUARD_RECHECK", repaired);
    return left.length === 0
      ? { kind: "valid", draft: repaired }
      : { kind: "invalid", reason: left.map((violation) => violation.code).join(", ") };
  }

  private guard(
    name: "EVIDENCE_GUARD_INITIAL" | "EVIDENCE_GUARD_RECHECK",
    draft: ConcludedDraft,
  ): readonly EvidenceViolation[] {
    const { core, ctx, clock } = this.environment;
    core.checkActive(ctx);
    const startedAt = clock.now();
    const violations = [
      ...checkEvidence(draft, ctx.invocations, this.query),
      ...checkActs(draft, ctx.invocations),
    ];
    this.traceGuard(name, startedAt, violations.length === 0, {
      claims: draft.claims.length,
      violationCount: violations.length,
      violations: violations
        .slice(0, TRACED_VIOLATIONS)
        .map(({ claim, code, message }) => ({ claim, code, message })),
    });
    core.checkActive(ctx);
    return violations;
  }

  /**
   * REL-1: without a conclusion the draft's references are checked. Verified ones are progress; with none, what the draft misses decides; a
   * draft that says neither still stands on what the run itself has verified.
   */
  private releaseWithoutConclusion(draft: DiagnosisDraft): DiagnosisReleaseResult {
    const startedAt = this.environment.clock.now();
    const facts = this.facts();
    const verified = new Set<string>(facts.map((fact) => fact.invocationId));
    const cited = [...new Set<string>(draft.claims.flatMap((claim) => claim.invocationIds))];
    const isProgress = cited.some((id) => verified.has(id));
    this.traceGuard("EVIDENCE_GUARD_INITIAL", startedAt, true, {
      referencesOnly: true,
      verifiedFacts: facts.length,
      citedButNotVerified: cited.filter((id) => !verified.has(id)).slice(0, TRACED_VIOLATIONS),
    });
    const { kept: missing, dropped } = this.repeatableMissing(draft);
    // Whether something is missing is the draft's word where nothing was found; beside facts only what may be said counts.
    const isMissing = (facts.length === 0 ? draft.missing_info : missing).length > 0;
    if (!isProgress && isMissing) {
      return this.fallback(
        fallbackOf("MISSING_REQUIRED_CONTEXT", facts, missing),
        "no progress, and something required is missing",
        dropped,
      );
    }
    if (facts.length > 0) {
      const fallback = insufficientEvidence("no_conclusion", facts, missing);
      return this.fallback(fallback, "no conclusion was drawn", dropped);
    }
    throw this.failure("NO_SAFE_CONTENT", "a draft with no conclusion, no progress and nothing missing");
  }

  /** REL-4: once a source has answered anything, a line that reads like another fact is left out. */
  private repeatableMissing(draft: DiagnosisDraft): RepeatableLines {
    const { invocations } = this.environment.ctx;
    if (invocations.list().length === 0) return askableLines(draft.missing_info, this.query);
    return repeatableLines(
      draft.missing_info,
      this.lineSources(() => true),
      "missing_info",
    );
  }

  /** What code lets through of the lines that no claim carries; figures are those of the cited evidence. */
  private uncitedLines(draft: ConcludedDraft): UncitedLines {
    const cited = new Set<string>(draft.claims.flatMap((claim) => claim.invocationIds));
    return new UncitedLines(
      draft,
      this.lineSources((record) => cited.has(record.invocationId)),
    );
  }

  private lineSources(mayUse: (record: ReadyToolRecord) => boolean): LineSources {
    const records = this.environment.ctx.invocations.list();
    const evidence = records
      .filter((record) => record.status === "READY")
      .filter((record) => isHashVerified(record) && mayUse(record));
    return { evidence, records, question: this.query };
  }

  private releaseProgress(
    snapshot: ProgressSnapshot,
    cause: Parameters<typeof insufficientEvidence>[0],
    code: FailureCode,
  ): DiagnosisReleaseResult {
    const referenced = new Set<string>(snapshot.invocationIds);
    const facts = this.facts().filter((fact) => referenced.has(fact.invocationId));
    if (facts.length === 0) throw this.failure(code, `no verified fact (${cause})`);
    return this.fallback(insufficientEvidence(cause, facts), cause);
  }

  private facts(): readonly VerifiedFact[] {
    return verifiedFacts(this.environment.ctx.invocations.list(), this.query);
  }

  private success(draft: ConcludedDraft, { actions, missing }: JudgedLines): DiagnosisReleaseResult {
    this.decide("ok", {
      outcome: "SUCCESS",
      fallbackType: null,
      reason: "the guards passed",
      droppedActions: tracedDrops(actions),
      droppedMissingInfo: tracedDrops(missing),
    });
    return {
      outcome: "SUCCESS",
      report: {
        contentType: "diagnosis_report",
        conclusion: draft.conclusion,
        claims: draft.claims,
        missingInfo: [...missing.kept],
        recommendedActions: [...actions.kept],
      },
    };
  }

  private fallback(
    fallback: SafeFallback,
    reason: string,
    dropped: RepeatableLines["dropped"] = [],
  ): DiagnosisReleaseResult {
    this.decide("ok", {
      outcome: "FALLBACK",
      fallbackType: fallback.fallbackType,
      reason: reason.slice(0, 1_000),
      verifiedFacts: fallback.checked.length,
      ...(dropped.length === 0 ? {} : { droppedMissingInfo: tracedDrops({ dropped }) }),
    });
    return { outcome: "FALLBACK", fallback };
  }

  private failure(code: FailureCode, reason: string): DiagnosisFailure {
    this.decide("failed", { outcome: "FAILED", fallbackType: null, code, reason });
    return new DiagnosisFailure(code, FAILURE_CODE_TABLE[code]);
  }

  private decide(status: "ok" | "failed", detail: TraceDetail): void {
    const { core, ctx, clock } = this.environment;
    // A run that ended while release was deciding has nothing to release.
    core.checkActive(ctx);
    traceLine(core.recorder(ctx), clock, { name: "RELEASE_DECISION", phase: "release", status, detail });
  }

  private traceGuard(name: TraceName, startedAt: number, passed: boolean, detail: TraceDetail): void {
    const { core, ctx, clock } = this.environment;
    traceLine(core.recorder(ctx), clock, {
      name,
      phase: "guard",
      status: passed ? "ok" : "refused",
      startedAt,
      detail,
    });
  }
}
