/** One repair of a draft that EvidenceGuard refused (REL-1): claims are re-derived from the evidence or dropped, never reworded. */
import type { Claim } from "../../contracts/answer";
import { ModelFailure, type RepairInput } from "../../diagnosis/ports";
import type { Knowledge } from "../../knowledge/load-knowledge";
import { createExpressionContext } from "../../knowledge/expression-context";
import { statesFromRecords } from "./check-states";
import { deriveConclusion, type Derivation } from "./derive-conclusion";
import { readDraft, writeDraft } from "./draft-text";
import { sameClaim } from "./verify-claims";

function deriveAgain(knowledge: Knowledge, input: RepairInput): Derivation {
  const recovered = statesFromRecords((id) => knowledge.findPlaybook(id), input.evidence);
  if (!recovered.ok) return { kind: "unsettled" };
  const { playbook, states, params, now } = recovered;
  return deriveConclusion(playbook, states, createExpressionContext({ params, checks: states, now }));
}

/**
 * Keeps what was not objected to, replaces what the evidence derives otherwise, drops the rest. A conclusion that was objected to, or
 * that has no claim left, is taken from the evidence or dropped. Throws ModelFailure when the text is no draft.
 */
export function repairDraft(knowledge: Knowledge, input: RepairInput): string {
  const draft = readDraft(input.draft);
  if (draft === null) throw new ModelFailure("the text to repair is no draft");
  const derived = deriveAgain(knowledge, input);
  const refused = new Set(input.violations.flatMap(({ claim }) => (claim === null ? [] : [claim])));
  const refusedClaims = draft.claims.filter((_, index) => refused.has(index));
  const isRefused = (claim: Claim): boolean => refusedClaims.some((one) => sameClaim(one, claim));
  const kept = draft.claims.filter((_, index) => !refused.has(index));
  const conclusionRefused = input.violations.some(({ claim }) => claim === null);
  if (derived.kind === "concluded") {
    const claims = derived.claims.filter((claim) => !isRefused(claim));
    // A claim that comes out of the evidence again exactly as it was refused cannot be repaired, nor what rests on it.
    const sound =
      claims.length === derived.claims.length &&
      !(conclusionRefused && derived.conclusion === draft.conclusion);
    if (sound) return writeDraft({ ...draft, conclusion: derived.conclusion, claims: [...claims] });
  }
  const { conclusion, ...rest } = draft;
  const keepsConclusion = conclusion !== undefined && !conclusionRefused && kept.length > 0;
  const missing = keepsConclusion ? [] : ["The evidence does not carry a conclusion."];
  return writeDraft({
    ...rest,
    ...(keepsConclusion ? { conclusion } : {}),
    claims: kept,
    missing_info: [...rest.missing_info, ...missing],
  });
}
