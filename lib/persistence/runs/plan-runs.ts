/**
 * How the runs of a filter are found: one stream of ids, newest first, and what is still to be checked of each. Axes, session, time and a few triage
 * groups are ranges of an index, so nothing is left to check and a page is exact. Text, and many groups at once, leave something: then candidates
 * are looked through, a bounded number for a page.
 */
import { z } from "zod";
import type { RunFilter } from "../../contracts/run-filter";
import { Prisma, type PrismaClient } from "../generated/client";
import { fewGroups, filtersGroups, joinGroup } from "./group-condition";
import { facetPasses, filtersAxes, axesOf } from "./run-facet";
import { facetsThatOccur, type FacetCount } from "./run-codes";
import type { RunRange } from "./run-range";
import {
  allRuns,
  runsOfCommonFacets,
  runsOfFacets,
  runsOfGroups,
  runsOfSession,
  runsOfSessionFacets,
  runsOfTerm,
  type RunStream,
  type Sql,
} from "./run-streams";
import { termsOfSearch } from "./search-terms";

const { sql, join, empty } = Prisma;

/** Postings of a term are counted so far, to learn which term is the rarest. */
const TELLING_POSTINGS = 300;
/** Facets that so large a share of all runs have are met soon by whoever reads runs of every kind, newest first. */
const COMMON_SHARE = 0.05;

export type RunPlan =
  | { readonly kind: "nothing" }
  /** The stream gives the runs themselves. */
  | { readonly kind: "exact"; readonly stream: RunStream }
  /** Joins that follow `candidate c`, each of which drops those that do not pass. */
  | { readonly kind: "checked"; readonly stream: RunStream; readonly checks: Sql };

export async function planRuns(db: PrismaClient, filter: RunFilter, range: RunRange): Promise<RunPlan> {
  const wantsFacets = filtersAxes(filter);
  const wantsGroups = filtersGroups(filter);
  const terms = filter.text === undefined ? [] : termsOfSearch(filter.text);
  if (range.before <= range.least || (filter.text !== undefined && terms.length === 0))
    return { kind: "nothing" };
  const [occurring, groups, byRarity] = await Promise.all([
    wantsFacets || wantsGroups ? facetsThatOccur(db) : [],
    wantsGroups ? fewGroups(db, filter) : null,
    rarestFirst(db, terms, range),
  ]);
  const passing = occurring.filter(({ facet }) => facetPasses(facet, filter));
  const facets = wantsFacets ? passing.map(({ facet }) => facet) : null;
  const hasRareTerm = byRarity[0] !== undefined && byRarity[0].postings < TELLING_POSTINGS;
  if (facets?.length === 0 || groups?.length === 0 || byRarity[0]?.postings === 0) return { kind: "nothing" };

  const checksOf = (left: { terms: readonly Term[]; facets: boolean; groups: boolean }) =>
    checks(left.terms, left.facets ? facets : null, left.groups && wantsGroups ? filter : null);
  if (filter.session !== undefined) {
    const stream =
      facets === null
        ? runsOfSession(filter.session, range)
        : runsOfSessionFacets(filter.session, facets, range);
    return planOf(stream, checksOf({ terms: byRarity, facets: false, groups: true }));
  }
  const [rarest, ...others] = byRarity;
  if (groups !== null && !hasRareTerm) {
    const stream = runsOfGroups(groups, facets, range);
    return planOf(stream, checksOf({ terms: byRarity, facets: false, groups: false }));
  }
  const runsOfAxes = facets === null ? Number.POSITIVE_INFINITY : runsOf(passing);
  if (rarest !== undefined && (hasRareTerm || runsOfAxes > TELLING_POSTINGS)) {
    return planOf(runsOfTerm(rarest.term, range), checksOf({ terms: others, facets: true, groups: true }));
  }
  if (wantsGroups || facets !== null) {
    // Only fallbacks and failures are filed in groups.
    const filed = facets ?? passing.map(({ facet }) => facet);
    const read = wantsGroups ? filed.filter(mayBeFiled) : filed;
    if (read.length === 0) return { kind: "nothing" };
    const share = runsOf(occurring.filter(({ facet }) => read.includes(facet))) / runsOf(occurring);
    const stream =
      wantsGroups && share >= COMMON_SHARE ? runsOfCommonFacets(read, range) : runsOfFacets(read, range);
    return planOf(stream, checksOf({ terms: byRarity, facets: false, groups: true }));
  }
  return planOf(allRuns(range), null);
}

function planOf(stream: RunStream, left: Sql | null): RunPlan {
  return left === null ? { kind: "exact", stream } : { kind: "checked", stream, checks: left };
}

function mayBeFiled(facet: number): boolean {
  const { outcome } = axesOf(facet);
  return outcome === "FALLBACK" || outcome === "FAILED";
}

const Term = z.object({ term: z.string(), postings: z.coerce.number() });
type Term = z.infer<typeof Term>;

async function rarestFirst(
  db: PrismaClient,
  terms: readonly string[],
  range: RunRange,
): Promise<readonly Term[]> {
  if (terms.length === 0) return [];
  const counts = terms.map(
    (term) =>
      sql`SELECT ${term} AS term, COUNT(*) AS postings FROM (${runsOfTerm(term, range).select(TELLING_POSTINGS)}) p`,
  );
  const rows = z.array(Term).parse(await db.$queryRaw<unknown[]>(join(counts, " UNION ALL ")));
  return rows.sort((left, right) => left.postings - right.postings);
}

function checks(
  terms: readonly Term[],
  facets: readonly number[] | null,
  groups: RunFilter | null,
): Sql | null {
  const joins = terms.map(({ term }, at) => {
    const alias = Prisma.raw(`t${at}`);
    return sql`JOIN run_term ${alias} ON ${alias}.term = ${term} AND ${alias}.run_id = c.run_id`;
  });
  if (facets !== null || groups !== null) {
    const ofFacets = facets === null ? empty : sql`AND r.facet IN (${join([...facets])})`;
    joins.push(
      sql`JOIN diagnosis_run r FORCE INDEX (diagnosis_run_narrow) ON r.run_id = c.run_id ${ofFacets}`,
    );
  }
  if (groups !== null) joins.push(joinGroup(groups, sql`r.triage_group_id`));
  return joins.length === 0 ? null : join(joins, " ");
}

function runsOf(counts: readonly FacetCount[]): number {
  return counts.reduce((total, { runs }) => total + runs, 0);
}
