import type { SafeFallback } from "../../contracts/answer";
import type { ToolRecord } from "../../contracts/evidence";
import { insufficientEvidence } from "./safe-fallback";
import { verifiedFacts } from "./verified-facts";

/**
 * What may still be said after a budget stop: pure code over the run's stored records, with no gate, model or tool (APP-5, RUN-17). Null
 * when nothing is verified.
 */
export function budgetFallback(records: readonly ToolRecord[]): SafeFallback | null {
  const facts = verifiedFacts(records);
  return facts.length === 0 ? null : insufficientEvidence("BUDGET_LIMIT_REACHED", facts);
}
