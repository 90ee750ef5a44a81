/**
 * EvidenceGuard: code, not a model, decides whether every claim stands in the evidence it cites (REL-1, TOOL-3, TOOL-4, INFO-2b).
 *
 * It checks references, kinds of evidence, figures with their units, and denials. What it cannot see: numbers below thirteen written as words, and whether a
 * figure is used for what it means; the second is SemanticGuard's question.
 */
import type { Claim } from "../../contracts/answer";
import type { ReadyToolRecord } from "../../contracts/evidence";
import type { CanonicalInvocationStore } from "../../harness/ports";
import type { ConcludedDraft } from "../draft/draft-contract";
import { isHashVerified } from "../evidence/content-hash";
import type { EvidenceViolation } from "../ports";
import { findAskedCount } from "./asked-count";
import { ClaimEvidence } from "./claim-evidence";
import { FigureIndex } from "./figures/figure-index";
import { scanClaimFigures } from "./figures/figure-scanner";
import { findForeignNumber } from "./figures/foreign-number";
import { foldText, hasMisleadingCharacters } from "./figures/normalise-text";
import { saysSameScope, statesScope, withoutPhrase } from "./figures/phrase";
import { figuresOfRecord, type RecordFigures } from "./figures/record-figures";
import { findGlobalDenial } from "./global-denial";

/** Stable codes of a violation, with what each one means and, where it is not plain, what to do. */
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
  FIGURE_IN_OTHER_UNIT: "The number occurs in the cited evidence, in another unit than it is written with.",
  FIGURE_ONLY_ASKED:
    "The figure is what was asked, not what was found. Say beside it a figure or a value of the rows.",
  FIGURE_WRITTEN_IN_STATEMENT:
    "The figure is what the statement itself wrote into its result, not what was found. Take it from a column of data.",
  FIGURE_IN_TWO_UNITS: "One number of the evidence is written with units that exclude each other.",
  CONCLUSION_FIGURE_WRITTEN_IN_STATEMENT:
    "A figure of the conclusion is what a statement itself wrote into its result, not what was found.",
  CONCLUSION_FIGURE_NOT_IN_EVIDENCE:
    "A figure of the conclusion does not occur in the evidence that the claims cite.",
  CONCLUSION_FIGURE_IN_OTHER_UNIT:
    "A number of the conclusion occurs in the cited evidence, in another unit than it is written with.",
  CONCLUSION_FIGURE_ONLY_ASKED:
    "A figure of the conclusion is what was asked, not what was found, and no claim says it.",
  CONCLUSION_SCOPE_NOT_STATED: "A conclusion that rests on absence alone says the scope of each absence.",
  CONCLUSION_SAYS_NOTHING_FOUND:
    "A conclusion says at least one figure or value of the rows it rests on, or the scope of each absence.",
  WORDED_FIGURE: "A number is written in words that are not read as a figure. Write numbers in digits.",
  GLOBAL_DENIAL: "Nothing may be denied everywhere: an empty result speaks of its scope alone.",
  MISLEADING_CHARACTERS: "The text holds characters that hide or reorder what it says.",
} as const satisfies Record<string, string>;
type EvidenceViolationCode = keyof typeof EVIDENCE_VIOLATION_TABLE;

/**
 * Every violation of a draft with a conclusion; an empty list means that the evidence carries its figures and references. `question` is what
 * the user asked: it proves nothing, but a scope may repeat its figures. Pure.
 */
export function checkEvidence(
  draft: ConcludedDraft,
  invocations: CanonicalInvocationStore,
  question: string,
): readonly EvidenceViolation[] {
  if (draft.claims.length === 0) return [violation(null, "NO_CLAIMS")];
  const ready = invocations.list("READY").filter((record) => record.status === "READY");
  const asked = FigureIndex.ofTexts([question]);
  const violations: EvidenceViolation[] = [];
  const cited = new Map<string, RecordFigures>();
  const denied = new Map<string, RecordFigures>();
  const citedIds = new Set<string>();
  draft.claims.forEach((claim, index) => {
    const references = resolveReferences(claim, index, invocations);
    violations.push(...references.violations);
    const figures = references.records.map((record) => {
      const indexed = cited.get(record.invocationId) ?? figuresOfRecord(record, asked);
      cited.set(record.invocationId, indexed);
      if (claim.kind === "absence") denied.set(record.invocationId, indexed);
      return indexed;
    });
    violations.push(...checkKind(claim, index, references.records, ready));
    const evidence = new ClaimEvidence(figures, claim.kind === "absence" ? figures : []);
    violations.push(...checkClaimText(claim, index, evidence, references.records));
    claim.invocationIds.forEach((id) => citedIds.add(id));
  });
  const evidence = new ClaimEvidence([...cited.values()], [...denied.values()]);
  const records = ready.filter((record) => citedIds.has(record.invocationId));
  violations.push(...checkConclusion(draft, evidence, records));
  const said = [draft.conclusion, ...draft.claims.map((claim) => claim.text)];
  const units = evidence.contradictingUnits(said.flatMap((text) => scanClaimFigures(text)));
  if (units !== null) violations.push(violation(null, "FIGURE_IN_TWO_UNITS", units.join(" / ")));
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
  if (
    ready.some(
      (record) => record.evidenceStatus === "EVIDENCE_FOUND" && saysSameScope(record.scope, claim.scope),
    )
  ) {
    violations.push(violation(index, "ABSENCE_CONTRADICTED", claim.scope));
  }
  if (!statesScope(claim.text, claim.scope)) {
    violations.push(violation(index, "ABSENCE_SCOPE_NOT_STATED", claim.scope));
  }
  return violations;
}

function checkClaimText(
  claim: Claim,
  index: number,
  evidence: ClaimEvidence,
  records: readonly ReadyToolRecord[],
): readonly EvidenceViolation[] {
  // What a released claim calls its scope is read like its text.
  const said = `${claim.text} | ${claim.scope}`;
  const violations = figureViolations(index, said, evidence, {
    absent: "FIGURE_NOT_IN_EVIDENCE",
    written: "FIGURE_WRITTEN_IN_STATEMENT",
    other_unit: "FIGURE_IN_OTHER_UNIT",
  });
  if (claim.kind === "presence") {
    const asked = askedFigures(claim.text, evidence);
    const onlyAsked = evidence.isGrounded(claim.text) ? findAskedCount(claim.text, asked, records) : asked[0];
    if (onlyAsked != null) violations.push(violation(index, "FIGURE_ONLY_ASKED", onlyAsked));
  }
  violations.push(...wordedFigures(index, said, evidence));
  if (hasMisleadingCharacters(said)) violations.push(violation(index, "MISLEADING_CHARACTERS"));
  const denial = findGlobalDenial(claim.text, claim.kind === "absence" ? [claim.scope] : []);
  if (denial !== null) violations.push(violation(index, "GLOBAL_DENIAL", denial));
  return violations;
}

function checkConclusion(
  draft: ConcludedDraft,
  evidence: ClaimEvidence,
  records: readonly ReadyToolRecord[],
): readonly EvidenceViolation[] {
  const { conclusion, claims } = draft;
  const violations = figureViolations(null, conclusion, evidence, {
    absent: "CONCLUSION_FIGURE_NOT_IN_EVIDENCE",
    written: "CONCLUSION_FIGURE_WRITTEN_IN_STATEMENT",
    other_unit: "CONCLUSION_FIGURE_IN_OTHER_UNIT",
  });
  if (hasMisleadingCharacters(conclusion)) violations.push(violation(null, "MISLEADING_CHARACTERS"));
  const grounded = evidence.isGrounded(conclusion);
  const claimed = new Set(claims.flatMap((claim) => scanClaimFigures(claim.text)).map(({ text }) => text));
  const asked = askedFigures(conclusion, evidence);
  const onlyAsked =
    findAskedCount(withoutScopes(draft), asked, records) ??
    (grounded ? null : asked.find((text) => !claimed.has(text)));
  if (onlyAsked != null) violations.push(violation(null, "CONCLUSION_FIGURE_ONLY_ASKED", onlyAsked));
  violations.push(...wordedFigures(null, conclusion, evidence));
  violations.push(...checkWhatIsConcluded(draft, grounded));
  const scopes = claims.flatMap((claim) => (claim.kind === "absence" ? [claim.scope] : []));
  const denial = findGlobalDenial(conclusion, scopes);
  if (denial !== null) violations.push(violation(null, "GLOBAL_DENIAL", denial));
  return violations;
}

/** The scope of an absence is repeated as it is. */
function withoutScopes({ conclusion, claims }: ConcludedDraft): string {
  const scopes = claims.flatMap((claim) => (claim.kind === "absence" ? [foldText(claim.scope)] : []));
  return scopes.filter((scope) => scope !== "").reduce(withoutPhrase, foldText(conclusion));
}

/** A conclusion that names nothing of what was found denies or guesses, whatever claim stands beside it. */
function checkWhatIsConcluded(draft: ConcludedDraft, grounded: boolean): readonly EvidenceViolation[] {
  const absences = draft.claims.filter((claim) => claim.kind === "absence");
  const unsaid = [...new Set(absences.map((claim) => claim.scope))].filter(
    (scope) => !statesScope(draft.conclusion, scope),
  );
  if (absences.length === draft.claims.length) {
    return unsaid.map((scope) => violation(null, "CONCLUSION_SCOPE_NOT_STATED", scope));
  }
  return grounded || (absences.length > 0 && unsaid.length === 0)
    ? []
    : [violation(null, "CONCLUSION_SAYS_NOTHING_FOUND")];
}

function figureViolations(
  claim: number | null,
  text: string,
  evidence: ClaimEvidence,
  codes: Readonly<Record<"absent" | "written" | "other_unit", EvidenceViolationCode>>,
): EvidenceViolation[] {
  const seen = new Set<string>();
  return scanClaimFigures(text).flatMap((figure) => {
    const standing = evidence.standingOf(figure);
    if (standing === "found" || standing === "asked" || seen.has(figure.text)) return [];
    seen.add(figure.text);
    return [violation(claim, codes[standing], figure.text)];
  });
}

/** A number in words of a row may be repeated. */
function wordedFigures(
  claim: number | null,
  text: string,
  evidence: ClaimEvidence,
): readonly EvidenceViolation[] {
  const worded = findForeignNumber(text);
  return worded === null || evidence.standingOf({ kind: "phrase", text: worded }) === "found"
    ? []
    : [violation(claim, "WORDED_FIGURE", worded)];
}

/** The figures that stand in what was asked alone. */
function askedFigures(text: string, evidence: ClaimEvidence): readonly string[] {
  return scanClaimFigures(text).flatMap((figure) =>
    evidence.standingOf(figure) === "asked" ? [figure.text] : [],
  );
}

function violation(claim: number | null, code: EvidenceViolationCode, subject?: string): EvidenceViolation {
  const message = EVIDENCE_VIOLATION_TABLE[code];
  return { claim, code, message: subject === undefined ? message : `${message} (${subject.slice(0, 200)})` };
}
