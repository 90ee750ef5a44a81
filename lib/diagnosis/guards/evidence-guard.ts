/**
 * EvidenceGuard: code, not a model, decides whether every claim stands in the evidence it cites (REL-1, TOOL-3, TOOL-4, INFO-2b).
 *
 * It checks references, kinds of evidence and figures. What it cannot see: numbers written as words, and whether a figure is used for what it
 * means; the second is SemanticGuard's question.
 */
import type { Claim } from "../../contracts/answer";
import type { ReadyToolRecord } from "../../contracts/evidence";
import type { CanonicalInvocationStore } from "../../harness/ports";
import type { ConcludedDraft } from "../draft/draft-contract";
import { isHashVerified } from "../evidence/content-hash";
import type { EvidenceViolation } from "../ports";
import { EvidenceCorpus } from "./figures/evidence-corpus";
import { scanClaimFigures } from "./figures/figure-scanner";
import { hasReorderingCharacters } from "./figures/normalise-text";
import { statesScope } from "./figures/phrase";
import { RecordFigures } from "./figures/record-figures";

/** Stable codes of a violation, with what each one means. */
const EVIDENCE_VIOLATION_TABLE = {
  NO_CLAIMS: "A conclusion needs at least one claim.",
  UNKNOWN_INVOCATION: "The cited invocation is not one of this run.",
  NOT_READY: "The cited invocation has no citable result.",
  HASH_MISMATCH: "The stored evidence does not have the hash that was stored with it.",
  PRESENCE_ON_EMPTY: "A presence claim cannot rest on empty results alone.",
  ABSENCE_SCOPE_NOT_STATED: "An absence claim says, in its text, the scope it speaks of.",
  ABSENCE_WITHOUT_EMPTY_SCOPE: "An absence claim cites an empty result of exactly its scope.",
  ABSENCE_ON_CUT_RESULT: "A result that was cut proves no absence.",
  ABSENCE_CONTRADICTED: "Another result of the same scope is not empty.",
  FIGURE_NOT_IN_EVIDENCE: "A figure of the text does not occur in the cited evidence.",
  CONCLUSION_FIGURE_NOT_IN_EVIDENCE:
    "A figure of the conclusion does not occur in the evidence that the claims cite.",
  CONCLUSION_SCOPE_NOT_STATED: "A conclusion that rests on absence alone says the scope of each absence.",
  REORDERING_CHARACTERS: "The text holds characters that change the order in which it is read.",
} as const satisfies Record<string, string>;
type EvidenceViolationCode = keyof typeof EVIDENCE_VIOLATION_TABLE;

/** Every violation of a draft with a conclusion; an empty list means that the evidence carries its figures and references. Pure. */
export function checkEvidence(
  draft: ConcludedDraft,
  invocations: CanonicalInvocationStore,
): readonly EvidenceViolation[] {
  if (draft.claims.length === 0) return [violation(null, "NO_CLAIMS")];
  const ready = invocations.list("READY").filter((record) => record.status === "READY");
  const violations: EvidenceViolation[] = [];
  const cited = new Map<string, RecordFigures>();
  draft.claims.forEach((claim, index) => {
    const references = resolveReferences(claim, index, invocations);
    violations.push(...references.violations);
    const figures = references.records.map((record) => {
      const indexed = cited.get(record.invocationId) ?? RecordFigures.ofRecord(record);
      cited.set(record.invocationId, indexed);
      return indexed;
    });
    violations.push(...checkKind(claim, index, references.records, ready));
    violations.push(...checkText(claim.text, index, new EvidenceCorpus(figures)));
  });
  violations.push(...checkConclusion(draft, new EvidenceCorpus([...cited.values()])));
  return violations;
}

interface References {
  /** The citable ones. */
  readonly records: readonly ReadyToolRecord[];
  readonly violations: readonly EvidenceViolation[];
}

function resolveReferences(claim: Claim, index: number, invocations: CanonicalInvocationStore): References {
  const records: ReadyToolRecord[] = [];
  const violations: EvidenceViolation[] = [];
  for (const id of new Set(claim.invocationIds)) {
    const record = invocations.find(id);
    if (record === undefined) violations.push(violation(index, "UNKNOWN_INVOCATION", id));
    else if (record.status !== "READY") violations.push(violation(index, "NOT_READY", id));
    else if (!isHashVerified(record)) violations.push(violation(index, "HASH_MISMATCH", id));
    else records.push(record);
  }
  return { records, violations };
}

function checkKind(
  claim: Claim,
  index: number,
  records: readonly ReadyToolRecord[],
  ready: readonly ReadyToolRecord[],
): readonly EvidenceViolation[] {
  switch (claim.kind) {
    case "presence":
      return records.some((record) => record.evidenceStatus === "EVIDENCE_FOUND")
        ? []
        : [violation(index, "PRESENCE_ON_EMPTY")];
    case "absence":
      return checkAbsence(claim, index, records, ready);
  }
}

/** TOOL-4: NO_EVIDENCE speaks of its scope alone. */
function checkAbsence(
  claim: Claim,
  index: number,
  records: readonly ReadyToolRecord[],
  ready: readonly ReadyToolRecord[],
): readonly EvidenceViolation[] {
  const violations: EvidenceViolation[] = [];
  const empty = records.filter(
    (record) => record.evidenceStatus === "NO_EVIDENCE" && record.scope === claim.scope,
  );
  if (empty.length === 0) violations.push(violation(index, "ABSENCE_WITHOUT_EMPTY_SCOPE", claim.scope));
  if (empty.some((record) => record.evidence.truncated.rows)) {
    violations.push(violation(index, "ABSENCE_ON_CUT_RESULT"));
  }
  if (ready.some((record) => record.scope === claim.scope && record.evidenceStatus === "EVIDENCE_FOUND")) {
    violations.push(violation(index, "ABSENCE_CONTRADICTED", claim.scope));
  }
  if (!statesScope(claim.text, claim.scope)) {
    violations.push(violation(index, "ABSENCE_SCOPE_NOT_STATED", claim.scope));
  }
  return violations;
}

function checkConclusion(draft: ConcludedDraft, corpus: EvidenceCorpus): readonly EvidenceViolation[] {
  const violations: EvidenceViolation[] = [];
  if (hasReorderingCharacters(draft.conclusion)) violations.push(violation(null, "REORDERING_CHARACTERS"));
  for (const text of missingFigures(draft.conclusion, corpus)) {
    violations.push(violation(null, "CONCLUSION_FIGURE_NOT_IN_EVIDENCE", text));
  }
  if (draft.claims.every((claim) => claim.kind === "absence")) {
    for (const scope of new Set(draft.claims.map((claim) => claim.scope))) {
      if (!statesScope(draft.conclusion, scope)) {
        violations.push(violation(null, "CONCLUSION_SCOPE_NOT_STATED", scope));
      }
    }
  }
  return violations;
}

function checkText(text: string, index: number, corpus: EvidenceCorpus): readonly EvidenceViolation[] {
  const violations = missingFigures(text, corpus).map((figure) =>
    violation(index, "FIGURE_NOT_IN_EVIDENCE", figure),
  );
  return hasReorderingCharacters(text)
    ? [...violations, violation(index, "REORDERING_CHARACTERS")]
    : violations;
}

function missingFigures(text: string, corpus: EvidenceCorpus): readonly string[] {
  const missing = scanClaimFigures(text).filter((figure) => !corpus.has(figure));
  return [...new Set(missing.map((figure) => figure.text))];
}

function violation(claim: number | null, code: EvidenceViolationCode, subject?: string): EvidenceViolation {
  const message = EVIDENCE_VIOLATION_TABLE[code];
  return { claim, code, message: subject === undefined ? message : `${message} (${subject.slice(0, 200)})` };
}
