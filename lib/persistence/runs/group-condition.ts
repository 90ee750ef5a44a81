/** The filter on triage as SQL: by status, assignee and label of a run's group. */
import { Prisma, type PrismaClient } from "../generated/client";
import type { RunFilter } from "../../contracts/run-filter";
import { z } from "zod";

const { sql, join } = Prisma;

/** So many groups or fewer are read one by one; of more, runs are looked through until a page is full. */
const FEW_GROUPS = 200;

export type GroupFilter = Pick<RunFilter, "triage" | "assignee" | "label">;

export function filtersGroups({ triage, assignee, label }: GroupFilter): boolean {
  return triage !== undefined || assignee !== undefined || label !== undefined;
}

/** Joins a group `g` to `groupId`, and keeps those that pass. */
export function joinGroup(filter: GroupFilter, groupId: Prisma.Sql): Prisma.Sql {
  return sql`JOIN triage_group g ON g.group_id = ${groupId} ${conditions(filter)}`;
}

/** The groups that pass, where they are few; null where they are many. */
export async function fewGroups(db: PrismaClient, filter: GroupFilter): Promise<readonly string[] | null> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT g.group_id AS groupId FROM triage_group g ${indexFor(filter)} WHERE 1 = 1 ${conditions(filter)} LIMIT ${FEW_GROUPS + 1}`;
  const ids = z.array(z.object({ groupId: z.string() })).parse(rows);
  return ids.length > FEW_GROUPS ? null : ids.map((row) => row.groupId);
}

function conditions({ triage, assignee, label }: GroupFilter): Prisma.Sql {
  const parts = [
    triage === undefined ? null : sql`g.status IN (${join(triage)})`,
    assignee === undefined ? null : sql`g.assignee = ${assignee}`,
    label === undefined
      ? null
      : sql`EXISTS (SELECT 1 FROM triage_label l WHERE l.group_id = g.group_id AND l.label = ${label})`,
  ].filter((part) => part !== null);
  return sql`AND ${join(parts, " AND ")}`;
}

function indexFor({ triage, assignee }: GroupFilter): Prisma.Sql {
  if (assignee !== undefined) return sql`FORCE INDEX (triage_group_assignee)`;
  return triage === undefined ? Prisma.empty : sql`FORCE INDEX (triage_group_status)`;
}
