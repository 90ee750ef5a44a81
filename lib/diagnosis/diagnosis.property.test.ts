/** Invariants 3–10 of a run over random interleavings of a whole diagnosis, with the real harness around it. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { RunAbortedException } from "../harness/run-aborted-exception";
import { DiagnosisFailure } from "./diagnosis-failure";
import { isHashVerified } from "./evidence/content-hash";
import { axesOf, linesOf } from "./testing/diagnosis-fixture";
import { diagnosisPlan, INVENTED, playDiagnosis, type Played } from "./testing/interleaved-diagnosis";
import type { TraceName } from "../contracts/trace";

const seen = new Map<string, number>();

it("holds its invariants whatever the model does and whenever it is interrupted", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), diagnosisPlan, async (s, plan) => {
      const played = await playDiagnosis(s, plan);
      assertEnd(played);
      assertRecords(played);
      assertCollection(played);
      assertGuardChain(played);
      assertReleased(played);
    }),
    { numRuns: 2_000 },
  );
  // The plans reach every way of ending; a generator that has gone stale would prove nothing.
  expect([...seen.keys()].sort()).toEqual([
    "BUDGET_EXHAUSTED",
    "CANCELLED",
    "DRAFT_REJECTED",
    "EVIDENCE_VALIDATION_FAILED",
    "INSUFFICIENT_EVIDENCE",
    "MISSING_REQUIRED_CONTEXT",
    "MODEL_FAILED",
    "NO_SAFE_CONTENT",
    "SEMANTIC_UNAVAILABLE",
    "SEMANTIC_UNSUPPORTED",
    "SUCCESS",
    "TIMED_OUT",
  ]);
}, 60_000);

const count = ({ fixture }: Played, name: TraceName) => linesOf(fixture, name).length;

/** Invariants 7, 9, 10: every end went through release or through the run's termination, and release ends no run. */
function assertEnd(played: Played): void {
  const { end, fixture, termination } = played;
  const decisions = linesOf(fixture, "RELEASE_DECISION").map(({ detail }) => detail["outcome"]);
  if (end.kind === "released") {
    expect(termination).toBeNull();
    expect(decisions).toEqual([end.result.outcome]);
    expect(axesOf(fixture).phase).toBe("SAFETY_VALIDATING");
    note(end.result.outcome === "SUCCESS" ? "SUCCESS" : end.result.fallback.fallbackType);
  } else if (end.error instanceof DiagnosisFailure) {
    expect(decisions).toEqual(["FAILED"]);
    note(end.error.code);
  } else {
    expect(end.error).toBeInstanceOf(RunAbortedException);
    expect(termination).not.toBeNull();
    expect(decisions).toEqual([]);
    note(String(termination?.state));
  }
  const budget = termination?.state === "BUDGET_EXHAUSTED";
  expect(axesOf(fixture).stopReason === "BUDGET_LIMIT_REACHED").toBe(budget);
  expect(fixture.ctx.cancellation.subscriberCount).toBeLessThanOrEqual(played.subscribersBefore);
}

/** Invariant 4, TOOL-2: every record is closed, and its evidence status is that of its state. */
function assertRecords({ fixture }: Played): void {
  const history = new Map<string, string[]>();
  for (const { record } of fixture.trace.of("tool")) {
    history.set(record.invocationId, [...(history.get(record.invocationId) ?? []), record.status]);
    if (record.status === "READY") expect(["EVIDENCE_FOUND", "NO_EVIDENCE"]).toContain(record.evidenceStatus);
  }
  for (const states of history.values()) expect(states.join()).toMatch(/^PROJECTING,(READY(,READY)?|ERROR)$/);
  for (const record of fixture.ctx.invocations.list()) expect(record.status).not.toBe("PROJECTING");
}

/** Invariant 6, INFO-4. */
function assertCollection({ fixture, inputs }: Played): void {
  const { told } = fixture.trace;
  const saturatedAt = told.findIndex(
    (entry) => entry.kind === "axes" && entry.change.collectionState === "SATURATED",
  );
  const begunAfter = told.filter(
    (entry, index) => entry.kind === "tool" && entry.record.status === "PROJECTING" && index > saturatedAt,
  );
  if (saturatedAt >= 0) expect(begunAfter).toEqual([]);
  const stops = inputs.map((input) => input.stopRequired);
  expect(stops.filter(Boolean).length).toBeLessThanOrEqual(1);
  if (stops.includes(true)) {
    expect(saturatedAt).toBeGreaterThanOrEqual(0);
    // The stop order is the last step there is.
    expect(stops.indexOf(true)).toBe(stops.length - 1);
  }
}

/** Invariant 8. */
function assertGuardChain(played: Played): void {
  const { fixture, end } = played;
  const [received] = linesOf(fixture, "DRAFT_RECEIVED");
  const concluded = received?.detail["hasConclusion"] === true;
  expect(count(played, "EVIDENCE_REPAIR")).toBeLessThanOrEqual(concluded ? 1 : 0);
  expect(count(played, "EVIDENCE_GUARD_RECHECK")).toBeLessThanOrEqual(count(played, "EVIDENCE_REPAIR"));
  expect(count(played, "SEMANTIC_GUARD_ATTEMPT")).toBeLessThanOrEqual(concluded ? 1 : 0);
  if (end.kind !== "released" || !concluded) return;
  const passed = [
    ...linesOf(fixture, "EVIDENCE_GUARD_INITIAL"),
    ...linesOf(fixture, "EVIDENCE_GUARD_RECHECK"),
  ].some((line) => line.status === "ok");
  expect(count(played, "EVIDENCE_GUARD_INITIAL")).toBe(1);
  expect(count(played, "SEMANTIC_GUARD_ATTEMPT")).toBe(passed ? 1 : 0);
  const verdict = axesOf(fixture).semanticVerdict;
  expect(end.result.outcome === "SUCCESS").toBe(verdict === "SUPPORTED");
}

/** Invariants 3 and 5, REL-4. */
function assertReleased({ fixture, end }: Played): void {
  if (end.kind !== "released") return;
  const records = fixture.ctx.invocations.list("READY").filter((record) => record.status === "READY");
  const find = (id: string) => records.find((record) => record.invocationId === id);
  if (end.result.outcome === "FALLBACK") {
    const { fallback } = end.result;
    expect(JSON.stringify(fallback)).not.toContain(INVENTED);
    for (const fact of fallback.checked) {
      const record = find(fact.invocationId);
      expect(record?.evidenceStatus).toBe(fact.evidenceStatus);
      expect(record !== undefined && isHashVerified(record)).toBe(true);
      expect(fact.scope).toBe(record?.scope);
      expect(fact.statement).toContain(fact.scope);
    }
    if (fallback.fallbackType === "INSUFFICIENT_EVIDENCE") expect(fallback.checked.length).toBeGreaterThan(0);
    return;
  }
  const { report } = end.result;
  expect(JSON.stringify(report)).not.toContain("987654");
  expect(report.claims.length).toBeGreaterThan(0);
  for (const claim of report.claims) {
    const cited = claim.invocationIds.map(find);
    for (const record of cited) expect(record !== undefined && isHashVerified(record)).toBe(true);
    if (claim.kind === "absence") {
      expect(cited.some((r) => r?.evidenceStatus === "NO_EVIDENCE" && r.scope === claim.scope)).toBe(true);
      expect(claim.text).toContain(claim.scope);
      expect(report.conclusion).toContain(claim.scope);
    } else {
      expect(cited.some((record) => record?.evidenceStatus === "EVIDENCE_FOUND")).toBe(true);
    }
  }
}

function note(end: string): void {
  seen.set(end, (seen.get(end) ?? 0) + 1);
}
