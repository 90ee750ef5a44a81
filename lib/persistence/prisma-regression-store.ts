/** PrismaRegressionStore: regression cases and their replays on MySQL/MariaDB. */
import { BudgetOverride } from "../contracts/budget";
import { ToolRecord } from "../contracts/evidence";
import { RegressionCaseId, ReplayId, RunId, SessionId, TriageGroupId } from "../contracts/ids";
import {
  CaseAxes,
  MAX_CASES,
  ReplayItemState,
  ReplayState,
  type RegressionCase,
  type RegressionCaseDetail,
  type Replay,
  type ReplayItem,
  type ReplaySummary,
} from "../contracts/triage-regression";
import { areSameAxes, judgeCase } from "../triage/judge-case";
import type { MakeCaseResult, NewReplay, RegressionStore, ReplayWork } from "../triage/ports";
import { decodeDocument, decodeOptional, encodeDocument } from "./documents";
import { Prisma, type PrismaClient } from "./generated/client";
import type { RegressionReplayItemModel, RegressionReplayModel } from "./generated/models";
import { detailOf, toolRecordOf } from "./run-rows";
import { storeOperation } from "./store-operation";
import { addHistory } from "./triage-filing";
import { inTransaction } from "./store-transaction";

/** Replays that are listed. */
const REPLAYS_SHOWN = 50;
const PROBLEM_LENGTH = 191;
/** Unique, so that of two replays that begin at once one is refused by the server. */
const RUNNING_SLOT = 1;

/** What a list shows of a case; evidence stays where it is. */
const CASE_COLUMNS = {
  caseId: true,
  runId: true,
  groupId: true,
  query: true,
  expectedJson: true,
  observedJson: true,
  evidenceCount: true,
  createdBy: true,
  createdAt: true,
} as const;
type CaseRow = Prisma.RegressionCaseGetPayload<{ select: typeof CASE_COLUMNS }>;

export class PrismaRegressionStore implements RegressionStore {
  readonly #db: PrismaClient;

  constructor(db: PrismaClient) {
    this.#db = db;
  }

  makeCase(
    input: { readonly caseId: RegressionCaseId; readonly runId: RunId; readonly expected: CaseAxes | null },
    actor: string,
    at: number,
  ): Promise<MakeCaseResult> {
    const { caseId, runId } = input;
    return storeOperation("make a regression case", async () => {
      const row = await this.#db.diagnosisRun.findUnique({ where: { runId } });
      if (row === null) return { kind: "no_such_run" };
      const run = detailOf(row);
      const observed = CaseAxes.safeParse({
        runState: run.runState,
        releaseOutcome: run.releaseOutcome,
        fallbackType: run.fallbackType,
      });
      // Only a retired run cannot change any more.
      if (!observed.success || row.retiredAt === null) return { kind: "not_ended" };
      const records = await this.#db.toolInvocation.findMany({
        where: { runId },
        orderBy: { ordinal: "asc" },
      });
      const evidence = records.map(toolRecordOf);
      const { modelCalls, toolCalls, tokens, bytes, wallTimeMs } = run.budget;
      const budget: BudgetOverride = {
        modelCalls: modelCalls.limit,
        toolCalls: toolCalls.limit,
        tokens: tokens.limit,
        bytes: bytes.limit,
        wallTimeMs: wallTimeMs.limit,
      };
      const expected = input.expected ?? observed.data;
      return inTransaction(this.#db, async (tx): Promise<MakeCaseResult> => {
        const groups = await tx.$queryRaw<{ group_id: string | null }[]>`
          SELECT triage_group_id AS group_id FROM diagnosis_run WHERE run_id = ${runId} FOR UPDATE`;
        const known = await tx.regressionCase.findUnique({
          where: { runId },
          select: { ...CASE_COLUMNS, removedAt: true },
        });
        if (known !== null && known.removedAt === null) {
          if (areSameAxes(decodeDocument(CaseAxes, known.expectedJson), expected)) {
            return { kind: "unchanged", case: caseOf(known) };
          }
          const updated = await tx.regressionCase.update({
            where: { runId },
            data: { expectedJson: encodeDocument(expected) },
            select: CASE_COLUMNS,
          });
          return { kind: "updated", case: caseOf(updated) };
        }
        if ((await tx.regressionCase.count({ where: { removedAt: null } })) >= MAX_CASES)
          return { kind: "full" };
        const groupId = groups[0]?.group_id ?? null;
        const data = {
          groupId,
          query: run.query,
          budgetJson: encodeDocument(budget),
          expectedJson: encodeDocument(expected),
          observedJson: encodeDocument(observed.data),
          evidenceJson: encodeDocument(evidence),
          evidenceCount: evidence.length,
          createdBy: actor,
          createdAt: new Date(at),
          removedBy: null,
          removedAt: null,
        };
        const made =
          known === null
            ? await tx.regressionCase.create({ data: { ...data, caseId, runId }, select: CASE_COLUMNS })
            : await tx.regressionCase.update({ where: { runId }, data, select: CASE_COLUMNS });
        if (groupId !== null) await this.#noteInGroup(tx, groupId, caseOf(made), actor, at);
        return { kind: "made", case: caseOf(made) };
      });
    });
  }

  listCases(): Promise<readonly RegressionCase[]> {
    return storeOperation("list regression cases", async () => {
      const rows = await this.#db.regressionCase.findMany({
        where: { removedAt: null },
        orderBy: { caseId: "desc" },
        select: CASE_COLUMNS,
        take: MAX_CASES,
      });
      return rows.map(caseOf);
    });
  }

  findCase(caseId: RegressionCaseId): Promise<RegressionCaseDetail | null> {
    return storeOperation("read a regression case", async () => {
      const row = await this.#db.regressionCase.findUnique({ where: { caseId, removedAt: null } });
      if (row === null) return null;
      return { ...caseOf(row), evidence: decodeDocument(ToolRecord.array(), row.evidenceJson) };
    });
  }

  removeCase(caseId: RegressionCaseId, actor: string, at: number): Promise<boolean> {
    return storeOperation("remove a regression case", async () => {
      const { count } = await this.#db.regressionCase.updateMany({
        where: { caseId, removedAt: null },
        data: { removedBy: actor, removedAt: new Date(at) },
      });
      return count === 1;
    });
  }

  createReplay(replay: NewReplay): ReturnType<RegressionStore["createReplay"]> {
    return storeOperation("create a replay", async () => {
      try {
        return await this.#create(replay);
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        const other = await this.#db.regressionReplay.findUnique({ where: { runningSlot: RUNNING_SLOT } });
        if (other === null) throw error;
        return { kind: "busy", replayId: ReplayId.parse(other.replayId) };
      }
    });
  }
  listReplays(): Promise<readonly ReplaySummary[]> {
    return storeOperation("list replays", async () => {
      const rows = await this.#db.regressionReplay.findMany({
        orderBy: { replayId: "desc" },
        take: REPLAYS_SHOWN,
      });
      return rows.map(replaySummaryOf);
    });
  }

  findReplay(replayId: ReplayId): Promise<Replay | null> {
    return storeOperation("read a replay", async () => {
      const [row, items] = await Promise.all([
        this.#db.regressionReplay.findUnique({ where: { replayId } }),
        this.#db.regressionReplayItem.findMany({ where: { replayId }, orderBy: { ordinal: "asc" } }),
      ]);
      if (row === null) return null;
      const queries = await this.#queriesOf(items);
      return {
        ...replaySummaryOf(row),
        items: items.map((item) => itemOf(item, queries.get(item.caseId) ?? "")),
      };
    });
  }

  listRunningReplays(): Promise<readonly ReplayId[]> {
    return storeOperation("list running replays", async () => {
      const [running, open] = await Promise.all([
        this.#db.regressionReplay.findMany({ where: { state: "RUNNING" }, select: { replayId: true } }),
        this.#db.regressionReplayItem.findMany({
          where: { state: "RUNNING" },
          distinct: ["replayId"],
          select: { replayId: true },
        }),
      ]);
      return [...new Set([...running, ...open].map((row) => ReplayId.parse(row.replayId)))].sort();
    });
  }

  listWork(replayId: ReplayId): Promise<readonly ReplayWork[]> {
    return storeOperation("list the work of a replay", async () => {
      const items = await this.#db.regressionReplayItem.findMany({
        where: { replayId, state: { in: ["WAITING", "RUNNING"] } },
        orderBy: { ordinal: "asc" },
      });
      const cases = await this.#db.regressionCase.findMany({
        where: { caseId: { in: items.map((item) => item.caseId) } },
        select: { caseId: true, runId: true, query: true, budgetJson: true },
      });
      const byId = new Map(cases.map((row) => [row.caseId, row]));
      return items.map((item): ReplayWork => {
        const kept = byId.get(item.caseId);
        if (kept === undefined) throw new Error(`a replay names ${item.caseId}, which is not stored`);
        return {
          ordinal: item.ordinal,
          sessionId: SessionId.parse(item.sessionId),
          query: kept.query,
          budget: decodeDocument(BudgetOverride, kept.budgetJson),
          originRunId: RunId.parse(kept.runId),
          runId: RunId.nullable().parse(item.runId),
        };
      });
    });
  }

  noteItemRun(replayId: ReplayId, ordinal: number, runId: RunId): Promise<void> {
    return storeOperation("note the run of a case", async () => {
      await this.#db.regressionReplayItem.updateMany({
        where: { replayId, ordinal, state: { not: "ENDED" } },
        data: { runId, state: "RUNNING" },
      });
    });
  }

  endItem(
    replayId: ReplayId,
    ordinal: number,
    end: { readonly after: CaseAxes } | { readonly problem: string },
  ): Promise<void> {
    return storeOperation("store the end of a case", async () => {
      await this.#db.regressionReplayItem.updateMany({
        where: { replayId, ordinal, state: { in: ["WAITING", "RUNNING"] } },
        data:
          "after" in end
            ? { state: "ENDED", afterJson: encodeDocument(end.after) }
            : { state: "NOT_RUN", problem: end.problem.slice(0, PROBLEM_LENGTH) },
      });
    });
  }

  finishReplay(replayId: ReplayId, at: number): Promise<void> {
    return storeOperation("finish a replay", async () => {
      await this.#db.regressionReplay.updateMany({
        where: { replayId, state: "RUNNING" },
        data: { state: "FINISHED", runningSlot: null, endedAt: new Date(at) },
      });
    });
  }

  cancelReplay(replayId: ReplayId, actor: string, at: number): Promise<boolean> {
    return storeOperation("cancel a replay", () =>
      inTransaction(this.#db, async (tx) => {
        const { count } = await tx.regressionReplay.updateMany({
          where: { replayId, state: "RUNNING" },
          data: { state: "CANCELLED", runningSlot: null, endedAt: new Date(at), cancelledBy: actor },
        });
        if (count === 0) return false;
        await tx.regressionReplayItem.updateMany({
          where: { replayId, state: "WAITING" },
          data: { state: "NOT_RUN", problem: "the replay was cancelled" },
        });
        return true;
      }),
    );
  }

  #create({ replayId, actor, at, items }: NewReplay): ReturnType<RegressionStore["createReplay"]> {
    return inTransaction(this.#db, async (tx) => {
      const other = await tx.regressionReplay.findUnique({ where: { runningSlot: RUNNING_SLOT } });
      if (other !== null) return { kind: "busy", replayId: ReplayId.parse(other.replayId) } as const;
      const cases = await tx.regressionCase.findMany({
        where: { caseId: { in: items.map(({ caseId }) => caseId) }, removedAt: null },
        select: CASE_COLUMNS,
      });
      const byId = new Map(cases.map((row) => [row.caseId, caseOf(row)]));
      const missing = items.find(({ caseId }) => !byId.has(caseId));
      if (missing !== undefined) return { kind: "no_such_case", caseId: missing.caseId } as const;
      const earlier = await tx.regressionReplayItem.findMany({
        where: { caseId: { in: [...byId.keys()] }, state: "ENDED" },
        orderBy: { replayId: "desc" },
        distinct: ["caseId"],
        select: { caseId: true, runId: true, afterJson: true },
      });
      const lastEnd = new Map(earlier.map((row) => [row.caseId, row]));
      await tx.regressionReplay.create({
        data: {
          replayId,
          state: "RUNNING",
          runningSlot: RUNNING_SLOT,
          startedBy: actor,
          startedAt: new Date(at),
        },
        select: { replayId: true },
      });
      await tx.regressionReplayItem.createMany({
        data: items.map(({ caseId, sessionId }, at) => {
          const kept = byId.get(caseId);
          if (kept === undefined) throw new Error(`case ${caseId} was read a moment ago`);
          const last = lastEnd.get(caseId);
          return {
            replayId,
            ordinal: at + 1,
            caseId,
            sessionId,
            state: "WAITING",
            expectedJson: encodeDocument(kept.expected),
            beforeRunId: last?.runId ?? kept.runId,
            beforeJson: last?.afterJson ?? encodeDocument(kept.observed),
          };
        }),
      });
      return { kind: "created" } as const;
    });
  }

  async #noteInGroup(
    tx: Prisma.TransactionClient,
    groupId: string,
    made: RegressionCase,
    actor: string,
    at: number,
  ): Promise<void> {
    const group = await tx.triageGroup.update({
      where: { groupId },
      data: { historySeq: { increment: 1 } },
      select: { historySeq: true },
    });
    await addHistory(tx, groupId, group.historySeq, actor, at, {
      kind: "case_made",
      caseId: made.caseId,
      runId: made.runId,
    });
  }

  async #queriesOf(items: readonly RegressionReplayItemModel[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#db.regressionCase.findMany({
      where: { caseId: { in: items.map((item) => item.caseId) } },
      select: { caseId: true, query: true },
    });
    return new Map(rows.map((row) => [row.caseId, row.query]));
  }
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}

function caseOf(row: CaseRow): RegressionCase {
  return {
    caseId: RegressionCaseId.parse(row.caseId),
    runId: RunId.parse(row.runId),
    groupId: TriageGroupId.nullable().parse(row.groupId),
    query: row.query,
    expected: decodeDocument(CaseAxes, row.expectedJson),
    observed: decodeDocument(CaseAxes, row.observedJson),
    evidenceCount: row.evidenceCount,
    createdBy: row.createdBy,
    createdAt: row.createdAt.getTime(),
  };
}

function replaySummaryOf(row: RegressionReplayModel): ReplaySummary {
  return {
    replayId: ReplayId.parse(row.replayId),
    state: ReplayState.parse(row.state),
    startedBy: row.startedBy,
    startedAt: row.startedAt.getTime(),
    endedAt: row.endedAt?.getTime() ?? null,
    cancelledBy: row.cancelledBy,
  };
}

function itemOf(row: RegressionReplayItemModel, query: string): ReplayItem {
  const expected = decodeDocument(CaseAxes, row.expectedJson);
  const before = decodeDocument(CaseAxes, row.beforeJson);
  const after = decodeOptional(CaseAxes, row.afterJson);
  return {
    ordinal: row.ordinal,
    caseId: RegressionCaseId.parse(row.caseId),
    query,
    state: ReplayItemState.parse(row.state),
    expected,
    before,
    beforeRunId: RunId.parse(row.beforeRunId),
    after,
    runId: RunId.nullable().parse(row.runId),
    change: after === null ? null : judgeCase(expected, before, after),
    problem: row.problem,
  };
}
