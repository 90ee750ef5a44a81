/** A page of run ids, newest first, by any filter. */
import { z } from "zod";
import type { RunFilter } from "../../contracts/run-filter";
import { Prisma, type PrismaClient } from "../generated/client";
import { planRuns } from "./plan-runs";
import { rangeOf, timeOfRunId } from "./run-range";
import type { RunStream } from "./run-streams";

const { sql } = Prisma;

/** Candidates that are looked at for one page, over all ranges that they are read from. */
const MOST_CANDIDATES = 2_500;
const FEWEST_CANDIDATES = 1_000;

export interface FoundRuns {
  /** At most `limit`. */
  readonly runIds: readonly string[];
  /** The id to go on below; null at the end of the list. */
  readonly next: string | null;
  /** Where looking stopped before the page was full, ms since the epoch; null: the page is as full as it gets. */
  readonly searchedTo: number | null;
}

const IdRow = z.object({ run_id: z.string() });
const Looked = z.object({ candidates: z.coerce.number(), last: z.string().nullable() });

/** @param before the `next` of the page before */
export async function findRuns(
  db: PrismaClient,
  filter: RunFilter,
  limit: number,
  before: string | undefined,
): Promise<FoundRuns> {
  const plan = await planRuns(db, filter, rangeOf(filter, before));
  switch (plan.kind) {
    case "nothing":
      return { runIds: [], next: null, searchedTo: null };
    case "exact":
      return pageOf(await idsOf(db, plan.stream.select(limit + 1)), limit);
    case "checked": {
      const most = candidatesOf(plan.stream);
      const found = await idsOf(
        db,
        sql`SELECT STRAIGHT_JOIN c.run_id FROM (${plan.stream.select(most)}) c ${plan.checks}
          ORDER BY c.run_id DESC LIMIT ${limit + 1}`,
      );
      if (found.length > limit) return pageOf(found, limit);
      const last = await lastCandidate(db, plan.stream, most);
      return { runIds: found, next: last, searchedTo: last === null ? null : timeOfRunId(last) };
    }
  }
}

/** Many ranges share what may be read. */
function candidatesOf(stream: RunStream): number {
  return Math.max(FEWEST_CANDIDATES, Math.floor((4 * MOST_CANDIDATES) / (stream.branches + 3)));
}

/** The candidate at which looking stopped; null when there were no more. */
async function lastCandidate(db: PrismaClient, stream: RunStream, most: number): Promise<string | null> {
  const rows = await db.$queryRaw<unknown[]>(
    sql`SELECT COUNT(*) AS candidates, MIN(c.run_id) AS last FROM (${stream.select(most)}) c`,
  );
  const { candidates, last } = Looked.parse(rows[0]);
  return candidates < most ? null : last;
}

async function idsOf(db: PrismaClient, query: Prisma.Sql): Promise<readonly string[]> {
  const rows = await db.$queryRaw<unknown[]>(query);
  return z
    .array(IdRow)
    .parse(rows)
    .map((row) => row.run_id);
}

function pageOf(found: readonly string[], limit: number): FoundRuns {
  const runIds = found.slice(0, limit);
  return { runIds, next: found.length > limit ? (runIds.at(-1) ?? null) : null, searchedTo: null };
}
