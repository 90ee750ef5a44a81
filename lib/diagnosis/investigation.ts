/** What the agent came to, as data: it is stored, and release goes on from it in another process as well as in this one. */
import { z } from "zod";
import { AgentFailureCode } from "./agent/agent-failure";
import { ProgressSnapshot } from "./agent/progress-snapshot";
import { CollectionMemory, SaturationReason } from "./collection/information-collection";
import { DiagnosisDraft } from "./draft/draft-contract";

/** AGENT-1: a draft and no stop reason, or a stop reason and no draft; and the failure whose progress may still be said (AGENT-2). */
export const InvestigationOutcome = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("completed"), draft: DiagnosisDraft }),
  z.object({
    kind: z.literal("controlled_stop"),
    stopReason: SaturationReason,
    snapshot: ProgressSnapshot,
  }),
  z.object({ kind: z.literal("failed"), code: AgentFailureCode, snapshot: ProgressSnapshot }),
]);
export type InvestigationOutcome = Readonly<z.infer<typeof InvestigationOutcome>>;

export const Investigation = z.object({ outcome: InvestigationOutcome, collection: CollectionMemory });
export type Investigation = Readonly<z.infer<typeof Investigation>>;
