/** Which facets occur, and how many runs each has had: what a filter on axes is turned into. */
import { z } from "zod";
import type { PrismaClient } from "../generated/client";
import { EVER } from "../rollups/rollup-bucket";

const CodeRow = z.object({ facet: z.int(), runs: z.coerce.number() });
export type FacetCount = z.infer<typeof CodeRow>;

/** Every facet that some run has; those of ended runs with their number, those of others with how many there are now. */
export async function facetsThatOccur(db: PrismaClient): Promise<readonly FacetCount[]> {
  const [ended, open] = await Promise.all([
    db.$queryRaw<unknown[]>`
      SELECT facet, SUM(runs) AS runs FROM run_rollup WHERE bucket_hours = ${EVER} AND bucket = 0 AND runs > 0 GROUP BY facet`,
    // A run is retired after its outcome was stored, so this index has all that have none.
    db.$queryRaw<unknown[]>`
      SELECT facet, COUNT(*) AS runs FROM diagnosis_run FORCE INDEX (diagnosis_run_retired)
      WHERE retired_at IS NULL AND outcome_stored_at IS NULL GROUP BY facet`,
  ]);
  return z.array(CodeRow).parse([...ended, ...open]);
}
