/**
 * Messages to webhooks, queued by the transaction that stores what they tell of: either both are stored, or neither. The id of a message is made of
 * what it tells of, so the same thing is queued once, however often its transaction is made.
 */
import { z } from "zod";
import { ReleaseOutcome, TerminalRunState, FallbackType } from "../contracts/axes";
import { RunId, SessionId, type TriageGroupId } from "../contracts/ids";
import type { ResolutionReason } from "../contracts/triage";
import type { WebhookEvent, WebhookMessage } from "../contracts/webhooks";
import type { StoreTransaction } from "./store-transaction";

const EndedRow = z.object({
  runId: RunId,
  sessionId: SessionId,
  runState: TerminalRunState,
  releaseOutcome: ReleaseOutcome,
  fallbackType: FallbackType.nullable(),
  failureCode: z.string().nullable(),
  createdAt: z.date(),
  completedAt: z.date(),
  durationMs: z.int().nullable(),
});

/**
 * The run's outcome has just been stored. Where it replaces one of which nobody could tell whether it was stored, what was queued of that one and
 * has not been sent is replaced with it.
 */
export async function queueRunEnded(tx: StoreTransaction, runId: RunId, replaces = false): Promise<void> {
  const listeners = await listenersOf(tx, ["run.finished", "run.fallback"]);
  if (listeners.length === 0) return;
  const row = await tx.diagnosisRun.findUnique({
    where: { runId },
    select: {
      runId: true,
      sessionId: true,
      runState: true,
      releaseOutcome: true,
      fallbackType: true,
      failureCode: true,
      createdAt: true,
      completedAt: true,
      durationMs: true,
    },
  });
  const ended = EndedRow.safeParse(row);
  // What is damaged is told to nobody; the run ends all the same.
  if (!ended.success) return;
  const { createdAt, completedAt, durationMs } = ended.data;
  const timestamp = completedAt.toISOString();
  const data = {
    ...ended.data,
    createdAt: createdAt.toISOString(),
    completedAt: timestamp,
    durationMs: durationMs ?? Math.max(0, completedAt.getTime() - createdAt.getTime()),
  };
  const finishedId = `run_finished-${runId}`;
  const fallbackId = `run_fallback-${runId}`;
  if (replaces)
    await tx.webhookDelivery.deleteMany({
      where: { messageId: { in: [finishedId, fallbackId] }, status: "PENDING", attempts: 0 },
    });
  const at = new Date();
  await queue(tx, listeners, finishedId, { type: "run.finished", timestamp, data }, at);
  if (data.releaseOutcome === "FALLBACK")
    await queue(tx, listeners, fallbackId, { type: "run.fallback", timestamp, data }, at);
}

/** @param version of the group after it was opened again: each opening has one of its own */
export async function queueTriageReopened(
  tx: StoreTransaction,
  reopened: {
    readonly groupId: TriageGroupId;
    readonly version: number;
    readonly runId: RunId | null;
    readonly by: string;
    readonly resolution: ResolutionReason | null;
    readonly at: number;
  },
): Promise<void> {
  const { groupId, version, runId, by, resolution, at } = reopened;
  const listeners = await listenersOf(tx, ["triage.reopened"]);
  await queue(
    tx,
    listeners,
    `triage_reopened-${groupId}-${version}`,
    {
      type: "triage.reopened",
      timestamp: new Date(at).toISOString(),
      data: { groupId, runId, by, resolution },
    },
    new Date(),
  );
}

interface Listener {
  readonly webhookId: string;
  readonly events: readonly string[];
}

async function listenersOf(tx: StoreTransaction, events: readonly WebhookEvent[]): Promise<Listener[]> {
  const rows = await tx.webhookEndpoint.findMany({
    where: { enabled: true },
    select: { webhookId: true, events: true },
  });
  return rows
    .map(({ webhookId, events: names }) => ({ webhookId, events: names.split(",") }))
    .filter((listener) => events.some((event) => listener.events.includes(event)));
}

async function queue(
  tx: StoreTransaction,
  listeners: readonly Listener[],
  messageId: string,
  message: WebhookMessage,
  at: Date,
): Promise<void> {
  const body = JSON.stringify(message);
  const data = listeners
    .filter(({ events }) => events.includes(message.type))
    .map(({ webhookId }) => ({
      ...newDelivery(webhookId, messageId, message.type, body),
      createdAt: at,
      nextAttemptAt: at,
    }));
  if (data.length > 0) await tx.webhookDelivery.createMany({ data, skipDuplicates: true });
}

/** As it is before its first attempt. */
export function newDelivery(webhookId: string, messageId: string, type: string, body: string) {
  return { webhookId, messageId, type, body, status: "PENDING", attempts: 0, step: 0 };
}
