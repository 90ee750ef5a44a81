/**
 * The counts beside the list. Axes and time are counted exactly: ended runs by the rollups, hour by hour, the rest of the first and the last hour and
 * the runs that have not ended by the indexes. With any other condition candidates are counted, up to a bound, and the answer says so.
 */
import { z } from "zod";
import type { RunCounts } from "../../contracts/run-stats";
import type { RunFilter } from "../../contracts/run-filter";
import { Prisma, type PrismaClient } from "../generated/client";
import { DAY, dayOf, EVER, HOUR, hourOf, startOfHour } from "../rollups/rollup-bucket";
import { filtersGroups } from "./group-condition";
import { planRuns } from "./plan-runs";
import { axesOf, facetPasses, type FacetAxes, type FacetAxis } from "./run-facet";
import type { FacetCount } from "./run-codes";
import { firstIdAt, rangeOf, timeOfRunId, type RunRange } from "./run-range";

const { sql, join } = Prisma;

/** As many runs are counted one by one, and as many candidates are looked at to count some of them. */
const MOST_COUNTED = 10_000;
const MOST_CHECKED = 2_500;

const FacetRow = z.object({ facet: z.int(), runs: z.coerce.number() });
const FoundRow = FacetRow.extend({ last: z.string() });
const LookedRow = z.object({ candidates: z.coerce.number(), last: z.string().nullable() });

export async function countRuns(db: PrismaClient, filter: RunFilter): Promise<RunCounts> {
  const { session, text } = filter;
  if (session === undefined && text === undefined && !filtersGroups(filter)) {
    return countsOf(await countExactly(db, filter), filter, null);
  }
  // Without its axes, so that every facet can be counted as if it were not chosen.
  const { state: _s, outcome: _o, fallback: _f, intent: _i, stopReason: _r, ...beyondAxes } = filter;
  const range = rangeOf(filter, undefined);
  const plan = await planRuns(db, beyondAxes, range);
  if (plan.kind === "nothing") return countsOf([], filter, null);
  const { stream } = plan;
  if (plan.kind === "exact") {
    const most = Math.floor((4 * MOST_COUNTED) / (stream.branches + 3));
    const rows = await countFacets(db, sql`(${stream.select(most)}) c`);
    const seen = rows.reduce((sum, { runs }) => sum + runs, 0);
    const last = rows.map((row) => row.last).sort()[0];
    return countsOf(rows, filter, seen < most || last === undefined ? null : timeOfRunId(last));
  }
  const most = Math.floor((4 * MOST_CHECKED) / (stream.branches + 3));
  const candidates = sql`(${stream.select(most)}) c`;
  const [rows, [looked]] = await Promise.all([
    countFacets(db, sql`${candidates} ${plan.checks}`),
    db.$queryRaw<unknown[]>`SELECT COUNT(*) AS candidates, MIN(c.run_id) AS last FROM ${candidates}`,
  ]);
  const { candidates: seen, last } = LookedRow.parse(looked);
  return countsOf(rows, filter, seen < most || last === null ? null : timeOfRunId(last));
}

/** @param found a table `c` of run ids, and what drops some of them */
async function countFacets(
  db: PrismaClient,
  found: Prisma.Sql,
): Promise<readonly z.infer<typeof FoundRow>[]> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT STRAIGHT_JOIN f.facet, COUNT(*) AS runs, MIN(c.run_id) AS last FROM ${found}
      JOIN diagnosis_run f FORCE INDEX (diagnosis_run_narrow) ON f.run_id = c.run_id GROUP BY f.facet`;
  return z.array(FoundRow).parse(rows);
}

function countsOf(counts: readonly FacetCount[], filter: RunFilter, countedTo: number | null): RunCounts {
  const facetsOf = <A extends FacetAxis>(axis: A) => {
    const sums: Partial<Record<NonNullable<FacetAxes[A]>, number>> = {};
    for (const { facet, runs } of counts) {
      const value: NonNullable<FacetAxes[A]> | null = axesOf(facet)[axis] ?? null;
      if (value !== null && facetPasses(facet, filter, axis)) sums[value] = (sums[value] ?? 0) + runs;
    }
    return sums;
  };
  return {
    total: counts.filter(({ facet }) => facetPasses(facet, filter)).reduce((sum, { runs }) => sum + runs, 0),
    isExact: countedTo === null,
    countedTo,
    facets: {
      state: facetsOf("state"),
      outcome: facetsOf("outcome"),
      fallback: facetsOf("fallback"),
      intent: facetsOf("intent"),
      stopReason: facetsOf("stopReason"),
    },
  };
}

type Span = Pick<RunFilter, "from" | "to">;

async function countExactly(db: PrismaClient, span: Span): Promise<readonly FacetCount[]> {
  const range = rangeOf(span, undefined);
  if (range.before <= range.least) return [];
  const [ended, edges, open] = await Promise.all([
    countWholeHours(db, span),
    Promise.all(edgesOf(span).map((edge) => countEnded(db, edge))),
    countOpen(db, range),
  ]);
  const sums = new Map<number, number>();
  for (const { facet, runs } of [...ended, ...edges.flat(), ...open])
    sums.set(facet, (sums.get(facet) ?? 0) + runs);
  return [...sums].map(([facet, runs]) => ({ facet, runs }));
}

/** The hours that lie wholly in the span; null where it has no such bound. */
function wholeHours({ from, to }: Span): { first: number | null; after: number | null } {
  return {
    first: from === undefined ? null : Math.ceil(from / startOfHour(1)),
    after: to === undefined ? null : hourOf(to),
  };
}

/** What of the span lies outside its whole hours. */
function edgesOf(span: Span): readonly RunRange[] {
  const { first, after } = wholeHours(span);
  if (first !== null && after !== null && first >= after) return [rangeOf(span, undefined)];
  const edges: RunRange[] = [];
  if (span.from !== undefined && first !== null && span.from < startOfHour(first))
    edges.push({ least: firstIdAt(span.from), before: firstIdAt(startOfHour(first)) });
  if (span.to !== undefined && after !== null && span.to > startOfHour(after))
    edges.push({ least: firstIdAt(startOfHour(after)), before: firstIdAt(span.to) });
  return edges;
}

async function countWholeHours(db: PrismaClient, span: Span): Promise<readonly FacetCount[]> {
  const { first, after } = wholeHours(span);
  if (first !== null && after !== null && first >= after) return [];
  const where = bucketRanges(first, after).map(
    ({ hours, least, before }) => sql`(SELECT facet, runs FROM run_rollup
      WHERE bucket_hours = ${hours} ${least === null ? Prisma.empty : sql`AND bucket >= ${least}`}
        ${before === null ? Prisma.empty : sql`AND bucket < ${before}`})`,
  );
  const rows = await db.$queryRaw<unknown[]>`
    SELECT facet, SUM(runs) AS runs FROM (${join(where, " UNION ALL ")}) parts GROUP BY facet HAVING SUM(runs) > 0`;
  return z.array(FacetRow).parse(rows);
}

interface BucketRange {
  readonly hours: number;
  readonly least: number | null;
  readonly before: number | null;
}

/** Days in the middle, hours around them; one row per facet when there are no bounds at all. */
function bucketRanges(first: number | null, after: number | null): readonly BucketRange[] {
  if (first === null && after === null) return [{ hours: EVER, least: null, before: null }];
  const firstDay = first === null ? null : dayOf(first + DAY - 1);
  const afterDay = after === null ? null : dayOf(after);
  if (firstDay !== null && afterDay !== null && firstDay >= afterDay)
    return [{ hours: HOUR, least: first, before: after }];
  return [
    { hours: DAY, least: firstDay, before: afterDay },
    ...(first !== firstDay ? [{ hours: HOUR, least: first, before: firstDay }] : []),
    ...(after !== afterDay ? [{ hours: HOUR, least: afterDay, before: after }] : []),
  ];
}

async function countEnded(db: PrismaClient, range: RunRange): Promise<readonly FacetCount[]> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT facet, COUNT(*) AS runs FROM diagnosis_run FORCE INDEX (diagnosis_run_narrow)
    WHERE run_id >= ${range.least} AND run_id < ${range.before} AND facet DIV 1000 MOD 10 <> 0 GROUP BY facet`;
  return z.array(FacetRow).parse(rows);
}

async function countOpen(db: PrismaClient, range: RunRange): Promise<readonly FacetCount[]> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT facet, COUNT(*) AS runs FROM diagnosis_run FORCE INDEX (diagnosis_run_retired)
    WHERE retired_at IS NULL AND facet DIV 1000 MOD 10 = 0 AND run_id >= ${range.least} AND run_id < ${range.before}
    GROUP BY facet`;
  return z.array(FacetRow).parse(rows);
}
