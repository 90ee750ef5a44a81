import type { CanonicalEvidence, ToolErrorCode } from "../../contracts/evidence";
import type { RunStage } from "../../harness/run-stage";
import type { EvidenceDigest } from "../evidence/content-hash";

/** What a query came to, before anything of it is stored: a projection (TOOL-5), or how it failed. */
export class ToolAnswer {
  constructor(
    readonly outcome:
      | {
          readonly ok: true;
          readonly evidence: CanonicalEvidence;
          readonly digest: EvidenceDigest;
          /** How many places of the answer are masked (TOOL-8). */
          readonly masked: number;
        }
      | { readonly ok: false; readonly code: ToolErrorCode; readonly message: string },
  ) {}
}

/**
 * Carries one tool call whose record has begun: makes the query, in a stage of its own where there is one, and hands the answer on to be accepted,
 * which stores it. Fulfils when it was accepted; rejects when the query or the acceptance threw.
 */
export type ToolCallCarrier = (
  query: (stage: RunStage | null) => Promise<ToolAnswer>,
  accept: (answer: ToolAnswer) => Promise<void>,
) => Promise<void>;

/** No stage: one after the other. */
export const carryDirectly: ToolCallCarrier = async (query, accept) => accept(await query(null));
