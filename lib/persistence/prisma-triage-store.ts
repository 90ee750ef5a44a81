/**
 * PrismaTriageStore: the TriageStore port on MySQL/MariaDB. Every change locks its group, decides on what stands then, and writes state and
 * history in one transaction; losing is a returned value.
 */
import { z } from "zod";
import { RunId, TriageGroupId } from "../contracts/ids";
import type { RunSummary } from "../contracts/run";
import {
  MAX_BULK,
  TriageStatus,
  type BulkPreview,
  type TriageCounts,
  type TriageFilter,
  type TriageGroup,
  type TriageGroupDetail,
} from "../contracts/triage";
import type {
  BulkSelector,
  ChangeInput,
  ChangeResult,
  FileResult,
  TriagePageOf,
  TriageStore,
} from "../triage/ports";
import { decideChange, type TriageState } from "../triage/triage-transitions";
import { decodeCursor, encodeCursor } from "./cursor";
import type { Prisma, PrismaClient } from "./generated/client";
import { SUMMARY_COLUMNS, summaryOf } from "./run-rows";
import { storeOperation } from "./store-operation";
import { addHistory, fileRun, listUnfiled } from "./triage-filing";
import { groupOf, historyEntryOf, stateColumns, stateOf, triageWhere, WITH_LABELS } from "./triage-rows";
import { inTransaction } from "./store-transaction";
import { queueTriageReopened } from "./webhook-queue";

/** Lines of a history that are shown. */
const HISTORY_SHOWN = 200;
/** Groups that a preview shows. */
const SAMPLE_SIZE = 8;
/** Sorts behind every id of a run. */
const AFTER_EVERY_ID = "zzzz";
/** People and labels that are offered. */
const MOST_SUGGESTIONS = 200;
/** `ms:group id` of the last one seen. */
const SeenKey = z.string().regex(/^\d{1,15}:tri_[0-9a-z]{26}$/);

export class PrismaTriageStore implements TriageStore {
  readonly #db: PrismaClient;

  constructor(db: PrismaClient) {
    this.#db = db;
  }

  listUnfiled(after: RunId | null, limit: number): Promise<readonly RunId[]> {
    return storeOperation("list unfiled runs", () => listUnfiled(this.#db, after, limit));
  }

  fileRun(runId: RunId, newGroupId: TriageGroupId, at: number): Promise<FileResult> {
    return storeOperation("file a run", () => fileRun(this.#db, runId, newGroupId, at));
  }

  listGroups(
    filter: TriageFilter,
    limit: number,
    cursor: string | undefined,
  ): Promise<TriagePageOf<TriageGroup>> {
    const after = cursor === undefined ? null : seenAfter(decodeCursor("triage", SeenKey, cursor));
    return storeOperation("list groups", async () => {
      const rows = await this.#db.triageGroup.findMany({
        where: after === null ? triageWhere(filter) : { AND: [triageWhere(filter), after] },
        orderBy: [{ lastSeenAt: "desc" }, { groupId: "desc" }],
        take: limit + 1,
        include: WITH_LABELS,
      });
      const items = rows.slice(0, limit).map(groupOf);
      const last = items.at(-1);
      return {
        items,
        nextCursor:
          rows.length > limit && last !== undefined
            ? encodeCursor("triage", `${last.lastSeenAt}:${last.groupId}`)
            : null,
      };
    });
  }

  exportGroups(
    filter: TriageFilter,
    after: TriageGroupId | null,
    limit: number,
  ): Promise<readonly TriageGroup[]> {
    return storeOperation("export groups", async () => {
      const rows = await this.#db.triageGroup.findMany({
        where:
          after === null ? triageWhere(filter) : { AND: [triageWhere(filter), { groupId: { gt: after } }] },
        orderBy: { groupId: "asc" },
        take: limit,
        include: WITH_LABELS,
      });
      return rows.map(groupOf);
    });
  }

  countGroups({ status: _status, ...filter }: TriageFilter): Promise<TriageCounts> {
    return storeOperation("count groups", async () => {
      const [status, people, labels] = await Promise.all([
        this.#countByStatus(triageWhere(filter)),
        this.#db.triageGroup.findMany({
          where: { assignee: { not: null } },
          distinct: ["assignee"],
          orderBy: { assignee: "asc" },
          select: { assignee: true },
          take: MOST_SUGGESTIONS,
        }),
        this.#db.triageLabel.findMany({
          distinct: ["label"],
          orderBy: { label: "asc" },
          select: { label: true },
          take: MOST_SUGGESTIONS,
        }),
      ]);
      return {
        status,
        people: people.flatMap(({ assignee }) => (assignee === null ? [] : [assignee])),
        labels: labels.map(({ label }) => label),
      };
    });
  }

  findGroup(groupId: TriageGroupId): Promise<TriageGroupDetail | null> {
    return storeOperation("read a group", async () => {
      const [row, history] = await Promise.all([
        this.#db.triageGroup.findUnique({ where: { groupId }, include: WITH_LABELS }),
        this.#db.triageHistory.findMany({
          where: { groupId },
          orderBy: { seq: "desc" },
          take: HISTORY_SHOWN,
        }),
      ]);
      return row === null ? null : { group: groupOf(row), history: history.map(historyEntryOf) };
    });
  }

  listGroupRuns(
    group: Pick<TriageGroup, "groupId" | "releaseOutcome">,
    limit: number,
    cursor: string | undefined,
  ): Promise<TriagePageOf<RunSummary>> {
    const before = cursor === undefined ? AFTER_EVERY_ID : decodeCursor("triage-runs", RunId, cursor);
    return storeOperation("list the runs of a group", async () => {
      // By plain ids first, in the order of the index.
      const ids = await this.#db.$queryRaw<{ run_id: string }[]>`
        SELECT run_id FROM diagnosis_run
        WHERE triage_group_id = ${group.groupId} AND release_outcome = ${group.releaseOutcome} AND run_id < ${before}
        ORDER BY run_id DESC LIMIT ${limit + 1}`;
      const shown = ids.slice(0, limit).map((row) => row.run_id);
      const rows = await this.#db.diagnosisRun.findMany({
        where: { runId: { in: shown } },
        orderBy: { runId: "desc" },
        select: SUMMARY_COLUMNS,
      });
      const last = shown.at(-1);
      return {
        items: rows.map(summaryOf),
        nextCursor: ids.length > limit && last !== undefined ? encodeCursor("triage-runs", last) : null,
      };
    });
  }

  changeGroup(input: ChangeInput): Promise<ChangeResult> {
    return storeOperation("change a group", () => inTransaction(this.#db, (tx) => this.#change(tx, input)));
  }

  previewBulk(selector: BulkSelector): Promise<BulkPreview> {
    const where: Prisma.TriageGroupWhereInput =
      "groupIds" in selector ? { groupId: { in: [...selector.groupIds] } } : triageWhere(selector.filter);
    return storeOperation("preview a bulk change", async () => {
      const [selection, sample] = await Promise.all([
        this.#db.triageGroup.findMany({
          where,
          orderBy: [{ lastSeenAt: "desc" }, { groupId: "desc" }],
          select: { groupId: true, version: true, status: true },
          take: MAX_BULK + 1,
        }),
        this.#db.triageGroup.findMany({
          where,
          orderBy: [{ lastSeenAt: "desc" }, { groupId: "desc" }],
          include: WITH_LABELS,
          take: SAMPLE_SIZE,
        }),
      ]);
      const tooMany = selection.length > MAX_BULK;
      const byStatus = tooMany ? await this.#countByStatus(where) : statusesOf(selection);
      return {
        count: Object.values(byStatus).reduce((sum, count) => sum + count, 0),
        byStatus,
        sample: sample.map(groupOf),
        selection: tooMany
          ? null
          : selection.map(({ groupId, version }) => ({ groupId: TriageGroupId.parse(groupId), version })),
      };
    });
  }

  async #change(tx: Prisma.TransactionClient, input: ChangeInput): Promise<ChangeResult> {
    const { groupId, version, change, actor, at } = input;
    // Locked before it is read: what is read then is what stands.
    await tx.$queryRaw`SELECT group_id FROM triage_group WHERE group_id = ${groupId} FOR UPDATE`;
    const row = await tx.triageGroup.findUnique({ where: { groupId }, include: WITH_LABELS });
    if (row === null) return { kind: "not_found" };
    const group = groupOf(row);
    // Nothing that a note says depends on what the group has become.
    if (change.action !== "note" && row.version !== version) return { kind: "conflict", group };
    const before = stateOf(row);
    const decision = decideChange(before, change, actor, at);
    switch (decision.kind) {
      case "unchanged":
        return { kind: "unchanged", group };
      case "refused":
        return { kind: "refused", why: decision.why, group };
      case "changed": {
        const isState = change.action !== "note";
        await tx.triageGroup.update({
          where: { groupId },
          data: {
            historySeq: { increment: 1 },
            ...(isState
              ? {
                  ...stateColumns(decision.state),
                  version: { increment: 1 },
                  changedBy: actor,
                  changedAt: new Date(at),
                }
              : {}),
          },
          select: { groupId: true },
        });
        await writeLabels(tx, groupId, before, decision.state);
        await addHistory(tx, groupId, row.historySeq + 1, actor, at, decision.event);
        if (decision.event.kind === "reopened") {
          // An acknowledged group keeps its last resolution; what it is opened from is not that.
          const resolution = row.status === "RESOLVED" ? (before.resolution?.reason ?? null) : null;
          await queueTriageReopened(tx, {
            groupId,
            version: row.version + 1,
            runId: null,
            by: actor,
            resolution,
            at,
          });
        }
        const after = await tx.triageGroup.findUniqueOrThrow({ where: { groupId }, include: WITH_LABELS });
        return { kind: "changed", group: groupOf(after) };
      }
    }
  }

  async #countByStatus(where: Prisma.TriageGroupWhereInput): Promise<Record<TriageStatus, number>> {
    const rows = await this.#db.triageGroup.groupBy({ by: ["status"], where, _count: { _all: true } });
    const counts: Record<TriageStatus, number> = { NEW: 0, ACKNOWLEDGED: 0, RESOLVED: 0 };
    for (const row of rows) counts[TriageStatus.parse(row.status)] = row._count._all;
    return counts;
  }
}

function statusesOf(rows: readonly { readonly status: string }[]): Record<TriageStatus, number> {
  const counts: Record<TriageStatus, number> = { NEW: 0, ACKNOWLEDGED: 0, RESOLVED: 0 };
  for (const row of rows) counts[TriageStatus.parse(row.status)] += 1;
  return counts;
}

/** Only what differs is touched. */
async function writeLabels(
  tx: Prisma.TransactionClient,
  groupId: string,
  before: TriageState,
  after: TriageState,
): Promise<void> {
  const removed = before.labels.filter((label) => !after.labels.includes(label));
  const added = after.labels.filter((label) => !before.labels.includes(label));
  if (removed.length > 0) await tx.triageLabel.deleteMany({ where: { groupId, label: { in: removed } } });
  if (added.length > 0) await tx.triageLabel.createMany({ data: added.map((label) => ({ groupId, label })) });
}

function seenAfter(key: string): Prisma.TriageGroupWhereInput {
  const [ms = "", groupId = ""] = key.split(":");
  const lastSeenAt = new Date(Number(ms));
  return { OR: [{ lastSeenAt: { lt: lastSeenAt } }, { lastSeenAt, groupId: { lt: groupId } }] };
}
