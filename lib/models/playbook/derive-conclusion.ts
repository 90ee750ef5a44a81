/**
 * The one derivation of a conclusion from check results. Drafting, repairing and verifying all call it, so that a verdict compares a
 * draft with what the evidence yields and never with the draft itself.
 */
import type { Claim } from "../../contracts/answer";
import type { ReadyToolRecord } from "../../contracts/evidence";
import type { CompiledClaim, CompiledConclusion, CompiledPlaybook } from "../../knowledge/compiled-playbook";
import type { ExpressionContext } from "../../knowledge/expression-context";
import type { CheckStates } from "./check-states";

export type Derivation =
  | {
      readonly kind: "concluded";
      readonly rule: CompiledConclusion;
      readonly conclusion: string;
      readonly claims: readonly Claim[];
    }
  /** No condition holds. */
  | { readonly kind: "unsettled" }
  /** A condition or a text could not be evaluated, so nothing after it may be concluded either. */
  | { readonly kind: "undecidable"; readonly message: string };

function readyRecords(ids: readonly string[], states: CheckStates): readonly ReadyToolRecord[] | null {
  const records: ReadyToolRecord[] = [];
  for (const id of ids) {
    const state = states.get(id);
    if (state?.kind !== "ready") return null;
    records.push(state.record);
  }
  return records;
}

function deriveClaim(
  claim: CompiledClaim,
  states: CheckStates,
  context: ExpressionContext,
): { readonly ok: true; readonly claim: Claim } | { readonly ok: false; readonly message: string } {
  const records = readyRecords(claim.checks, states);
  const text = claim.text.render(context);
  if (!text.ok) return text;
  const first = records?.[0];
  if (records === null || first === undefined) return { ok: false, message: "a cited check has no result" };
  if (text.value === "") return { ok: false, message: `"${claim.text.source}" renders to nothing` };
  return {
    ok: true,
    claim: {
      text: text.value,
      kind: claim.kind,
      invocationIds: [...new Set(records.map((record) => record.invocationId))],
      scope: first.scope,
    },
  };
}

/** The first conclusion whose cited checks all have results and whose condition is true. */
export function deriveConclusion(
  playbook: CompiledPlaybook,
  states: CheckStates,
  context: ExpressionContext,
): Derivation {
  for (const rule of playbook.conclusions) {
    const undecidable = (message: string): Derivation => ({
      kind: "undecidable",
      message: `${playbook.playbook.file}, conclusion ${rule.id}: ${message}`,
    });
    if (readyRecords(rule.cited, states) === null) continue;
    const holds = rule.when.evaluate(context);
    if (!holds.ok) return undecidable(holds.message);
    if (!holds.value) continue;
    const conclusion = rule.conclusion.render(context);
    if (!conclusion.ok) return undecidable(conclusion.message);
    if (conclusion.value === "") return undecidable("the conclusion renders to nothing");
    const claims: Claim[] = [];
    for (const compiled of rule.claims) {
      const derived = deriveClaim(compiled, states, context);
      if (!derived.ok) return undecidable(derived.message);
      claims.push(derived.claim);
    }
    return { kind: "concluded", rule, conclusion: conclusion.value, claims };
  }
  return { kind: "unsettled" };
}
