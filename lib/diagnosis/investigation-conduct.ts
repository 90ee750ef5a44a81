import { z } from "zod";
import { SavedMemory } from "./agent/agent-memory";
import { CollectionMemory } from "./collection/information-collection";
import type { ToolCallCarrier } from "./tools/tool-call-carrier";

/** Where an investigation stands after an accepted tool record; another process goes on from it (RUN-18). */
export const InvestigationState = z.object({
  question: z.object({
    query: z.string(),
    previousTurn: z.object({ query: z.string(), conclusion: z.string() }).nullable(),
  }),
  memory: SavedMemory,
  collection: CollectionMemory,
});
export type InvestigationState = Readonly<z.infer<typeof InvestigationState>>;

/** How an investigation is carried out by the stage that it is. */
export interface InvestigationConduct {
  /** Where it stood; null for a new one. Stored records that it does not know of are taken in. */
  readonly saved: InvestigationState | null;
  readonly carryTool: ToolCallCarrier;
  /** Called after each accepted tool record. */
  save(state: InvestigationState): Promise<void>;
}
