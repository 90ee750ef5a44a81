/**
 * Streams of run ids, newest first: each is a handful of ranges of one index that ends in the run id, so what a page costs depends on its length and
 * not on how deep it lies. All are SQL with parameters; names of tables and indexes are constants of this file.
 */
import { Prisma } from "../generated/client";
import type { RunRange } from "./run-range";

export type Sql = Prisma.Sql;
const { sql, join } = Prisma;

/** A SELECT of `run_id`, newest first, at most `limit`. */
export interface RunStream {
  readonly select: (limit: number) => Sql;
  /** How many ranges are read for it, each up to the limit. */
  readonly branches: number;
}

export function allRuns(range: RunRange): RunStream {
  return single(
    (limit) => sql`
    SELECT run_id FROM diagnosis_run FORCE INDEX (diagnosis_run_narrow) WHERE ${within(range)} ORDER BY run_id DESC LIMIT ${limit}`,
  );
}

/** Runs of any of these facets. */
export function runsOfFacets(facets: readonly number[], range: RunRange): RunStream {
  return merged(
    facets.map(
      (facet) => (limit) => sql`
      SELECT run_id FROM diagnosis_run FORCE INDEX (diagnosis_run_facet)
      WHERE facet = ${facet} AND ${within(range)} ORDER BY run_id DESC LIMIT ${limit}`,
    ),
  );
}

/** The same for facets that are met often, without a branch for each: others are passed over on the way. */
export function runsOfCommonFacets(facets: readonly number[], range: RunRange): RunStream {
  return single(
    (limit) => sql`
    SELECT run_id FROM diagnosis_run FORCE INDEX (diagnosis_run_narrow)
    WHERE ${within(range)} AND facet IN (${join([...facets])}) ORDER BY run_id DESC LIMIT ${limit}`,
  );
}

export function runsOfSession(sessionId: string, range: RunRange): RunStream {
  return single(
    (limit) => sql`
    SELECT run_id FROM diagnosis_run FORCE INDEX (diagnosis_run_session)
    WHERE session_id = ${sessionId} AND ${within(range)} ORDER BY run_id DESC LIMIT ${limit}`,
  );
}

/** Runs of a session that are of any of these facets. */
export function runsOfSessionFacets(
  sessionId: string,
  facets: readonly number[],
  range: RunRange,
): RunStream {
  return merged(
    facets.map(
      (facet) => (limit) => sql`
      SELECT run_id FROM diagnosis_run FORCE INDEX (diagnosis_run_session_facet)
      WHERE session_id = ${sessionId} AND facet = ${facet} AND ${within(range)} ORDER BY run_id DESC LIMIT ${limit}`,
    ),
  );
}

/** Runs of these triage groups; of any of these facets, where some are named. */
export function runsOfGroups(
  groupIds: readonly string[],
  facets: readonly number[] | null,
  range: RunRange,
): RunStream {
  const ofFacets = facets === null ? Prisma.empty : sql`AND facet IN (${join([...facets])})`;
  return merged(
    groupIds.map(
      (groupId) => (limit) => sql`
      SELECT run_id FROM diagnosis_run FORCE INDEX (diagnosis_run_triage_runs)
      WHERE triage_group_id = ${groupId} AND ${within(range)} ${ofFacets} ORDER BY run_id DESC LIMIT ${limit}`,
    ),
  );
}

/** Runs whose question has a term. */
export function runsOfTerm(term: string, range: RunRange): RunStream {
  return single(
    (limit) => sql`
    SELECT run_id FROM run_term WHERE term = ${term} AND ${within(range)} ORDER BY run_id DESC LIMIT ${limit}`,
  );
}

function within(range: RunRange): Sql {
  return sql`run_id >= ${range.least} AND run_id < ${range.before}`;
}

function single(select: (limit: number) => Sql): RunStream {
  return { select, branches: 1 };
}

/** Each branch gives its own newest; the newest of all are among them. */
function merged(branches: readonly ((limit: number) => Sql)[]): RunStream {
  const [only] = branches;
  if (only !== undefined && branches.length === 1) return single(only);
  return {
    branches: branches.length,
    select: (limit) => sql`
      SELECT run_id FROM (${join(
        branches.map((branch) => sql`(${branch(limit)})`),
        " UNION ALL ",
      )}) merged ORDER BY run_id DESC LIMIT ${limit}`,
  };
}
