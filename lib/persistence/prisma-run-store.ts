/**
 * PrismaRunStore: the RunStore port on MySQL/MariaDB. Compare-and-set is updateMany + count (MySQL has no RETURNING);
 * losing is a returned value; driver errors become StoreUnavailableError. A run's checkpoints go when it is retired.
 */
import { z } from "zod";
import type { RunTermination, CancellationReceipt } from "../contracts/cancellation";
import type { ProjectingToolRecord, ToolRecord } from "../contracts/evidence";
import { IntentType } from "../contracts/axes";
import { RunId, SessionId } from "../contracts/ids";
import type { RunFilter } from "../contracts/run-filter";
import type { StatsQuery } from "../contracts/run-stats";
import type { RunDetail } from "../contracts/run";
import type { TraceEvent } from "../contracts/trace";
import type {
  CreateRunResult,
  IdempotentRun,
  JournalBatch,
  JournalEvent,
  NewRun,
  Page,
  RunAftermath,
  RunOutcome,
  RunRemains,
  RunStore,
  SessionContext,
  UnfinishedRun,
  UnreadableRun,
} from "../runs/ports";
import { decodeCursor, encodeCursor } from "./cursor";
import { decodeDocument, encodeDocument } from "./documents";
import { Prisma, type PrismaClient } from "./generated/client";
import { readRemains } from "./read-remains";
import { addEndedCalls, type EndedCall } from "./rollups/tool-rollup";
import { keepRollups } from "./rollups/run-rollup";
import {
  budgetColumns,
  countedColumns,
  progressColumns,
  receiptColumns,
  terminationColumns,
  uncountedColumns,
} from "./run-columns";
import { countRuns } from "./runs/count-runs";
import { findRuns } from "./runs/find-runs";
import { readStats } from "./runs/read-stats";
import { termsOfQuestion } from "./runs/search-terms";
import {
  detailOf,
  eventRow,
  journalEventOf,
  ledgerLineOf,
  ledgerRow,
  SUMMARY_COLUMNS,
  summaryOf,
  toolRecordOf,
  toolRow,
} from "./run-rows";
import { storeOperation } from "./store-operation";
import { inTransaction, type StoreTransaction } from "./store-transaction";
import { abandonRun, findUnfinished } from "./unfinished-runs";
import { queueRunEnded } from "./webhook-queue";

/** How many earlier questions of a session the router may see. */
const ROUTING_HISTORY = 8;
const PreviousTurnDocument = z.object({ query: z.string(), conclusion: z.string() });

export class PrismaRunStore implements RunStore {
  readonly #db: PrismaClient;

  constructor(db: PrismaClient) {
    this.#db = db;
  }

  createRun(run: NewRun): Promise<CreateRunResult> {
    return storeOperation("create a run", async () => {
      try {
        const create = this.#db.diagnosisRun.create({
          data: {
            runId: run.runId,
            sessionId: run.sessionId,
            query: run.query,
            mode: run.mode,
            model: run.model,
            runState: run.axes.runState,
            status: run.axes.status,
            streamState: run.axes.streamState,
            budgetJson: encodeDocument(run.budget),
            createdAt: new Date(run.createdAt),
            deadlineAt: new Date(run.deadlineAt),
            ownerId: run.ownerId,
            idempotencyKey: run.idempotencyKey,
            requestHash: run.requestHash,
            originRunId: run.originRunId,
          },
          select: { runId: true },
        });
        const terms = termsOfQuestion(run.query).map((term) => ({ term, runId: run.runId }));
        await this.#db.$transaction([create, this.#db.runTerm.createMany({ data: terms })]);
        return { kind: "created" };
      } catch (error) {
        if (run.idempotencyKey === null || !isUniqueViolation(error)) throw error;
        const existing = await this.#findByKey(run.idempotencyKey);
        if (existing === null) throw error;
        return { kind: "key_taken", existing };
      }
    });
  }

  findByIdempotencyKey(key: string): Promise<IdempotentRun | null> {
    return storeOperation("look up an idempotency key", () => this.#findByKey(key));
  }

  appendJournal(runId: RunId, batch: JournalBatch): Promise<void> {
    return storeOperation("append to a run's journal", async () => {
      const { progress } = batch;
      const retires = batch.events.some((event) => event.frame.event === "end");
      const events = batch.events.map((event) => eventRow(runId, event));
      const ledger = batch.ledger.map((line) => ledgerRow(runId, line));
      const counted = {
        where: { runId, outcomeStored: null },
        data: { ...countedColumns(progress), ...budgetColumns(progress) },
      };
      const uncounted = {
        where: { runId },
        data: { ...uncountedColumns(progress), ...(retires ? { retiredAt: new Date() } : {}) },
      };
      if (progress.axes.releaseOutcome === null) {
        await this.#db.$transaction([
          this.#db.runEvent.createMany({ data: events }),
          this.#db.budgetLedger.createMany({ data: ledger }),
          this.#db.diagnosisRun.updateMany(counted),
          this.#db.diagnosisRun.updateMany(uncounted),
          // After the run's own row, in the order in which a save locks them.
          ...(retires ? [this.#db.runCheckpoint.deleteMany({ where: { runId } })] : []),
        ]);
        return;
      }
      // The outcome may be stored, and what a late call gives back or costs is in the budget that was counted with it.
      await inTransaction(this.#db, (tx) =>
        keepRollups(tx, runId, async () => {
          await tx.runEvent.createMany({ data: events });
          await tx.budgetLedger.createMany({ data: ledger });
          await tx.diagnosisRun.updateMany(counted);
          await tx.diagnosisRun.updateMany({
            ...uncounted,
            data: { ...uncounted.data, ...budgetColumns(progress) },
          });
          if (retires) await tx.runCheckpoint.deleteMany({ where: { runId } });
        }),
      );
    });
  }

  saveToolRecord(record: ToolRecord): Promise<void> {
    return storeOperation("store a tool record", async () => {
      const row = toolRow(record);
      if (record.status === "PROJECTING") {
        await this.#db.toolInvocation.create({ data: row, select: { invocationId: true } });
        return;
      }
      const { invocationId } = record;
      await inTransaction(this.#db, async (tx) => {
        const ended = await tx.toolInvocation.updateMany({
          where: { invocationId, status: "PROJECTING" },
          data: row,
        });
        if (ended.count === 1) return addEndedCalls(tx, [endedCallOf(record)]);
        // It had ended already: a later verdict, or the same once more.
        await tx.toolInvocation.updateMany({ where: { invocationId }, data: row });
      });
    });
  }

  storeTermination(
    runId: RunId,
    termination: RunTermination,
    receipt: CancellationReceipt | null,
  ): Promise<boolean> {
    return storeOperation("store a termination", async () => {
      const { count } = await this.#db.diagnosisRun.updateMany({
        where: { runId, terminationStored: null },
        data: {
          ...terminationColumns(termination),
          ...receiptColumns(receipt),
          terminationStored: new Date(),
        },
      });
      return count === 1;
    });
  }

  storeOutcome(outcome: RunOutcome, replace: boolean): Promise<boolean> {
    return storeOperation("store an outcome", async () => {
      const { runId } = outcome;
      const now = new Date();
      const write = async (tx: StoreTransaction) => {
        await tx.diagnosisRun.updateMany({
          where: { runId, terminationStored: null },
          data: { ...terminationColumns(outcome.termination), terminationStored: now },
        });
        return tx.diagnosisRun.updateMany({
          where: { runId, ...(replace ? {} : { outcomeStored: null }) },
          data: {
            ...progressColumns(outcome.progress),
            releaseOutcome: outcome.releaseOutcome,
            fallbackType: outcome.fallbackType,
            status: outcome.progress.axes.status,
            answerJson: outcome.answer === null ? null : encodeDocument(outcome.answer),
            conclusion: outcome.conclusion,
            publishedJson: outcome.published === null ? null : encodeDocument(outcome.published),
            failureCode: outcome.failure?.code ?? null,
            failureMessage: outcome.failure?.message ?? null,
            durationMs: outcome.durationMs,
            outcomeStored: now,
          },
        });
      };
      const stored = await inTransaction(this.#db, (tx) =>
        keepRollups(tx, runId, async () => {
          const written = await write(tx);
          if (written.count === 1) await queueRunEnded(tx, runId, replace);
          return written;
        }),
      );
      return stored.count === 1;
    });
  }

  storeAftermath(runId: RunId, aftermath: RunAftermath): Promise<void> {
    return storeOperation("store a receipt", async () => {
      const write = (tx: StoreTransaction) =>
        tx.diagnosisRun.updateMany({
          where: { runId },
          data: {
            ...receiptColumns(aftermath.receipt),
            lateArrivalsJson:
              aftermath.lateArrivals.length === 0 ? null : encodeDocument(aftermath.lateArrivals),
            streamState: aftermath.streamState,
            exitRecordJson: aftermath.exitRecord === null ? null : encodeDocument(aftermath.exitRecord),
          },
        });
      await inTransaction(this.#db, (tx) => keepRollups(tx, runId, () => write(tx)));
    });
  }

  readSession(sessionId: SessionId, before: RunId | null): Promise<SessionContext> {
    return storeOperation("read a session", async () => {
      // Run ids sort by the time at which their runs began.
      const earlier = before === null ? {} : { runId: { lt: before } };
      const [recent, published] = await Promise.all([
        this.#db.diagnosisRun.findMany({
          where: { sessionId, intent: { not: null }, ...earlier },
          orderBy: { runId: "desc" },
          take: ROUTING_HISTORY,
          select: { query: true, intent: true },
        }),
        this.#db.diagnosisRun.findFirst({
          where: { sessionId, publishedJson: { not: null }, ...earlier },
          orderBy: { runId: "desc" },
          select: { publishedJson: true },
        }),
      ]);
      const document = published?.publishedJson ?? null;
      return {
        history: recent.reverse().map((row) => ({ query: row.query, intent: IntentType.parse(row.intent) })),
        previousTurn: document === null ? null : decodeDocument(PreviousTurnDocument, document),
      };
    });
  }

  findRun(runId: RunId): Promise<RunDetail | null> {
    return storeOperation("read a run", async () => {
      const row = await this.#db.diagnosisRun.findUnique({ where: { runId } });
      return row === null ? null : detailOf(row);
    });
  }

  listRuns(filter: RunFilter, limit: number, cursor: string | undefined) {
    const before = cursor === undefined ? undefined : decodeCursor("runs", RunId, cursor);
    return storeOperation("list runs", async () => {
      const found = await findRuns(this.#db, filter, limit, before);
      const rows = await this.#db.diagnosisRun.findMany({
        where: { runId: { in: [...found.runIds] } },
        orderBy: { runId: "desc" },
        select: SUMMARY_COLUMNS,
      });
      return {
        items: rows.map(summaryOf),
        nextCursor: found.next === null ? null : encodeCursor("runs", found.next),
        searchedTo: found.searchedTo,
      };
    });
  }

  countRuns(filter: RunFilter) {
    return storeOperation("count runs", () => countRuns(this.#db, filter));
  }

  readStats(query: StatsQuery) {
    return storeOperation("read statistics", () => readStats(this.#db, query));
  }

  listReruns(originRunId: RunId, limit: number, cursor: string | undefined) {
    const before = cursor === undefined ? undefined : decodeCursor("reruns", RunId, cursor);
    return storeOperation("list the reruns of a run", async () => {
      const rows = await this.#db.diagnosisRun.findMany({
        where: { originRunId, ...(before === undefined ? {} : { runId: { lt: before } }) },
        orderBy: { runId: "desc" },
        take: limit + 1,
        select: SUMMARY_COLUMNS,
      });
      return pageOf("reruns", rows, limit, summaryOf, (row) => row.runId);
    });
  }

  listTrace(runId: RunId, limit: number, cursor: string | undefined): Promise<Page<TraceEvent>> {
    const after = cursor === undefined ? 0 : decodeCursor("trace", z.int(), cursor);
    return storeOperation("list a trace", async () => {
      const rows = await this.#db.runEvent.findMany({
        where: { runId, kind: "trace", seq: { gt: after } },
        orderBy: { seq: "asc" },
        take: limit + 1,
      });
      return pageOf(
        "trace",
        rows,
        limit,
        (row) => traceOf(journalEventOf(row)),
        (row) => row.seq,
      );
    });
  }

  listTools(runId: RunId, limit: number, cursor: string | undefined): Promise<Page<ToolRecord>> {
    const after = cursor === undefined ? 0 : decodeCursor("tools", z.int(), cursor);
    return storeOperation("list tool records", async () => {
      const rows = await this.#db.toolInvocation.findMany({
        where: { runId, ordinal: { gt: after } },
        orderBy: { ordinal: "asc" },
        take: limit + 1,
      });
      return pageOf("tools", rows, limit, toolRecordOf, (row) => row.ordinal);
    });
  }

  listLedger(runId: RunId, limit: number, cursor: string | undefined) {
    const after = cursor === undefined ? 0 : decodeCursor("ledger", z.int(), cursor);
    return storeOperation("list a ledger", async () => {
      const rows = await this.#db.budgetLedger.findMany({
        where: { runId, seq: { gt: after } },
        orderBy: { seq: "asc" },
        take: limit + 1,
      });
      return pageOf("ledger", rows, limit, ledgerLineOf, (row) => row.seq);
    });
  }

  listEvents(runId: RunId, afterSeq: number, limit: number): Promise<readonly JournalEvent[]> {
    return storeOperation("list events", async () => {
      const rows = await this.#db.runEvent.findMany({
        where: { runId, seq: { gt: afterSeq } },
        orderBy: { seq: "asc" },
        take: limit,
      });
      return rows.map(journalEventOf);
    });
  }

  findUnfinished(currentOwnerId: string): Promise<readonly (UnfinishedRun | UnreadableRun)[]> {
    return storeOperation("find runs without an owner", () => findUnfinished(this.#db, currentOwnerId));
  }

  abandonRun(runId: RunId, reason: string, at: number): Promise<void> {
    return storeOperation("abandon a run", async () => {
      await this.failProjectingTools(runId, at);
      await abandonRun(this.#db, runId, reason, at);
    });
  }

  failProjectingTools(runId: RunId, at: number): Promise<number> {
    return storeOperation("end open tool records", async () => {
      const where = { runId, status: "PROJECTING" };
      return inTransaction(this.#db, async (tx) => {
        const open = await tx.toolInvocation.findMany({
          where,
          select: { tool: true, source: true, startedAt: true },
        });
        const { count } = await tx.toolInvocation.updateMany({
          where,
          data: {
            status: "ERROR",
            evidenceStatus: "ERROR",
            errorCode: "PROCESS_LOST",
            errorMessage: "the process that made the call died before it was answered",
            completedAt: new Date(at),
          },
        });
        const calls = open.map(({ tool, source, startedAt }): EndedCall => ({
          tool,
          source,
          evidenceStatus: "ERROR",
          startedAt: startedAt.getTime(),
          completedAt: null,
        }));
        if (count !== calls.length)
          throw new Error("a tool record of a lost process was written to by another");
        await addEndedCalls(tx, calls);
        return count;
      });
    });
  }

  claimRun(runId: RunId, fromOwnerId: string, toOwnerId: string, model?: string): Promise<boolean> {
    return storeOperation("claim a run", async () => {
      const { count } = await this.#db.diagnosisRun.updateMany({
        where: {
          runId,
          ownerId: fromOwnerId,
          terminationStored: null,
          outcomeStored: null,
          retiredAt: null,
        },
        data: {
          ownerId: toOwnerId,
          resumes: { increment: 1 },
          ...(model === undefined ? {} : { model }),
        },
      });
      return count === 1;
    });
  }

  readRemains(runId: RunId): Promise<RunRemains> {
    return storeOperation("read what is left of a run", () => readRemains(this.#db, runId));
  }

  ping(): Promise<void> {
    return storeOperation("answer", async () => {
      await this.#db.$queryRaw`SELECT 1`;
    });
  }

  async close(): Promise<void> {
    await this.#db.$disconnect();
  }

  async #findByKey(key: string): Promise<IdempotentRun | null> {
    const row = await this.#db.diagnosisRun.findUnique({
      where: { idempotencyKey: key },
      select: { runId: true, sessionId: true, requestHash: true },
    });
    if (row === null) return null;
    return {
      runId: RunId.parse(row.runId),
      sessionId: SessionId.parse(row.sessionId),
      requestHash: row.requestHash,
    };
  }
}

function endedCallOf(record: Exclude<ToolRecord, ProjectingToolRecord>): EndedCall {
  return record.errorCode === "PROCESS_LOST" ? { ...record, completedAt: null } : record;
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}

function pageOf<Row, Item>(
  list: string,
  rows: readonly Row[],
  limit: number,
  itemOf: (row: Row) => Item,
  keyOf: (row: Row) => string | number,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(itemOf),
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor(list, keyOf(last)) : null,
  };
}

function traceOf(event: JournalEvent): TraceEvent {
  if (event.frame.event !== "trace") throw new Error("a trace list holds trace events only");
  return event.frame.data;
}
