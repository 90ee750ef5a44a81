/** SemanticGuard's question answered without trusting the draft: everything is derived again from canonical records (REL-3). */
import { ModelFailure, type VerdictInput, type VerdictReply } from "../../diagnosis/ports";
import type { Claim } from "../../contracts/answer";
import type { Knowledge } from "../../knowledge/load-knowledge";
import type { CompiledTemplate } from "../../knowledge/expression";
import { createExpressionContext, type ExpressionContext } from "../../knowledge/expression-context";
import { statesFromRecords } from "./check-states";
import { deriveConclusion } from "./derive-conclusion";

/** Advice that does not come out again. Notes on what could not be read rest on no row; code alone has judged them. */
function failingLines(
  lines: VerdictInput["lines"],
  advice: readonly CompiledTemplate[],
  context: ExpressionContext,
): number[] {
  const derived = new Set(
    advice.flatMap((template) => {
      const rendered = template.render(context);
      return rendered.ok ? [rendered.value.trim()] : [];
    }),
  );
  return lines.flatMap(({ kind, text }, index) =>
    kind === "recommended_action" && !derived.has(text) ? [index] : [],
  );
}

function unsupported(reason: string, failingClaim: number | null = null): VerdictReply {
  return { verdict: "UNSUPPORTED", reason, failingClaim };
}

export function sameClaim(left: Claim, right: Claim): boolean {
  return (
    left.text === right.text &&
    left.kind === right.kind &&
    left.scope === right.scope &&
    left.invocationIds.length === right.invocationIds.length &&
    left.invocationIds.every((id) => right.invocationIds.includes(id))
  );
}

/**
 * SUPPORTED only when the conclusion and every claim come out again, word for word; advice that does not is a failing line. Throws ModelFailure when a condition cannot be
 * evaluated: then nothing is known either way.
 */
export function verifyClaims(knowledge: Knowledge, input: VerdictInput): VerdictReply {
  if (input.claims.length === 0) return unsupported("a conclusion without claims rests on nothing");
  for (const [index, { claim, evidence }] of input.claims.entries()) {
    const given = new Set(evidence.map((record) => record.invocationId));
    if (!claim.invocationIds.every((id) => given.has(id))) {
      return unsupported("a cited result is not among the evidence", index);
    }
  }
  const records = input.claims.flatMap(({ evidence }) => evidence);
  const recovered = statesFromRecords((id) => knowledge.findPlaybook(id), records);
  if (!recovered.ok) {
    const { record } = recovered;
    const index = input.claims.findIndex(({ evidence }) => record !== null && evidence.includes(record));
    return unsupported(recovered.reason, index === -1 ? null : index);
  }
  const { playbook, states, params, now } = recovered;
  const context = createExpressionContext({ params, checks: states, now });
  const derived = deriveConclusion(playbook, states, context);
  switch (derived.kind) {
    case "undecidable":
      throw new ModelFailure(`the evidence could not be judged: ${derived.message}`);
    case "unsettled":
      return unsupported(`no conclusion of ${playbook.id} holds for the cited evidence`);
    case "concluded": {
      if (derived.conclusion !== input.conclusion) {
        return unsupported(`the cited evidence yields another conclusion (${derived.rule.id})`);
      }
      const failing = input.claims.findIndex(
        ({ claim }) => !derived.claims.some((one) => sameClaim(one, claim)),
      );
      if (failing !== -1) return unsupported("the cited evidence does not yield this claim", failing);
      return {
        verdict: "SUPPORTED",
        reason: `${playbook.id}/${derived.rule.id}: the conclusion and ${input.claims.length} claims were derived again from the stored rows`,
        failingClaim: null,
        failingLines: failingLines(input.lines, derived.rule.actions, context),
      };
    }
  }
}
