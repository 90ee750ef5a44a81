/**
 * PrismaRunStore: the RunStore port on MySQL/MariaDB. Compare-and-set is updateMany + count (MySQL has no RETURNING);
 * losing is a returned value; driver errors become StoreUnavailableError. A run's checkpoints go when it is retired.
 */
import { z } from "zod";
import type { RunTermination, CancellationReceipt } from "../contracts/cancellation";
import type { ToolRecord } from "../contracts/evidence";
import { IntentType } from "../contracts/axes";
import { RunId, SessionId } from "../contracts/ids";
import type { RunFilter } from "../contracts/requests";
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
import { progressColumns, receiptColumns, terminationColumns, whereOf } from "./run-columns";
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
import { abandonRun, findUnfinished } from "./unfinished-runs";

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
        await this.#db.diagnosisRun.create({
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
          },
          select: { runId: true },
        });
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
      const retires = batch.events.some((event) => event.frame.event === "end");
      await this.#db.$transaction([
        this.#db.runEvent.createMany({ data: batch.events.map((event) => eventRow(runId, event)) }),
        this.#db.budgetLedger.createMany({ data: batch.ledger.map((line) => ledgerRow(runId, line)) }),
        this.#db.diagnosisRun.updateMany({
          where: { runId },
          data: {
            ...progressColumns(batch.progress),
            ...(retires ? { retiredAt: new Date() } : {}),
          },
        }),
        // After the run's own row, in the order in which a save locks them.
        ...(retires ? [this.#db.runCheckpoint.deleteMany({ where: { runId } })] : []),
      ]);
    });
  }

  saveToolRecord(record: ToolRecord): Promise<void> {
    return storeOperation("store a tool record", async () => {
      const row = toolRow(record);
      if (record.status === "PROJECTING") {
        await this.#db.toolInvocation.create({ data: row, select: { invocationId: true } });
        return;
      }
      await this.#db.toolInvocation.updateMany({ where: { invocationId: record.invocationId }, data: row });
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
      const [, stored] = await this.#db.$transaction([
        this.#db.diagnosisRun.updateMany({
          where: { runId, terminationStored: null },
          data: { ...terminationColumns(outcome.termination), terminationStored: now },
        }),
        this.#db.diagnosisRun.updateMany({
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
        }),
      ]);
      return stored.count === 1;
    });
  }

  storeAftermath(runId: RunId, aftermath: RunAftermath): Promise<void> {
    return storeOperation("store a receipt", async () => {
      await this.#db.diagnosisRun.updateMany({
        where: { runId },
        data: {
          ...receiptColumns(aftermath.receipt),
          lateArrivalsJson:
            aftermath.lateArrivals.length === 0 ? null : encodeDocument(aftermath.lateArrivals),
          streamState: aftermath.streamState,
          exitRecordJson: aftermath.exitRecord === null ? null : encodeDocument(aftermath.exitRecord),
        },
      });
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
      const rows = await this.#db.diagnosisRun.findMany({
        where: whereOf(filter, before),
        orderBy: { runId: "desc" },
        take: limit + 1,
        select: SUMMARY_COLUMNS,
      });
      return pageOf("runs", rows, limit, summaryOf, (row) => row.runId);
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
      const { count } = await this.#db.toolInvocation.updateMany({
        where: { runId, status: "PROJECTING" },
        data: {
          status: "ERROR",
          evidenceStatus: "ERROR",
          errorCode: "PROCESS_LOST",
          errorMessage: "the process that made the call died before it was answered",
          completedAt: new Date(at),
        },
      });
      return count;
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
