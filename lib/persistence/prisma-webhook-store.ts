/** PrismaWebhookStore: the WebhookStore port on MySQL/MariaDB. */
import { z } from "zod";
import {
  DeliveryFailure,
  DeliveryStatus,
  MAX_WEBHOOKS,
  WebhookEvent,
  WebhookId,
  WebhookMessage,
  type DeliveryPage,
  type Webhook,
  type WebhookDelivery,
} from "../contracts/webhooks";
import type {
  AttemptRecord,
  ChangeWebhookResult,
  DueDelivery,
  NewWebhook,
  QueuedMessage,
  RedeliverResult,
  WebhookChange,
  WebhookStore,
} from "../webhooks/ports";
import { decodeCursor, encodeCursor } from "./cursor";
import type { PrismaClient } from "./generated/client";
import type { WebhookAttemptModel, WebhookDeliveryModel, WebhookEndpointModel } from "./generated/models";
import { storeOperation } from "./store-operation";
import { inTransaction } from "./store-transaction";
import { newDelivery } from "./webhook-queue";

/** Attempts of one delivery that are shown. */
const ATTEMPTS_SHOWN = 20;
/** Old deliveries that are removed at a time. */
const PRUNED_AT_ONCE = 500;
/** `ms:message id` of the last one of a page. */
const DeliveryKey = z.string().regex(/^\d{1,15}:.{1,120}$/);

export class PrismaWebhookStore implements WebhookStore {
  readonly #db: PrismaClient;

  constructor(db: PrismaClient) {
    this.#db = db;
  }

  list(): Promise<readonly Webhook[]> {
    return storeOperation("list webhooks", async () => {
      const rows = await this.#db.webhookEndpoint.findMany({
        orderBy: { webhookId: "asc" },
        take: MAX_WEBHOOKS,
      });
      return rows.map(webhookOf);
    });
  }

  create({ at, events, ...webhook }: NewWebhook): Promise<boolean> {
    return storeOperation("create a webhook", () =>
      inTransaction(this.#db, async (tx) => {
        if ((await tx.webhookEndpoint.count()) >= MAX_WEBHOOKS) return false;
        const moment = new Date(at);
        await tx.webhookEndpoint.create({
          data: { ...webhook, events: events.join(","), enabled: true, createdAt: moment, changedAt: moment },
          select: { webhookId: true },
        });
        return true;
      }),
    );
  }

  find(webhookId: WebhookId): Promise<Webhook | null> {
    return storeOperation("read a webhook", async () => {
      const row = await this.#db.webhookEndpoint.findUnique({ where: { webhookId } });
      return row === null ? null : webhookOf(row);
    });
  }

  change(webhookId: WebhookId, change: WebhookChange, at: number): Promise<ChangeWebhookResult> {
    return storeOperation("change a webhook", () =>
      inTransaction(this.#db, async (tx): Promise<ChangeWebhookResult> => {
        await tx.$queryRaw`SELECT webhook_id FROM webhook_endpoint WHERE webhook_id = ${webhookId} FOR UPDATE`;
        const row = await tx.webhookEndpoint.findUnique({ where: { webhookId } });
        if (row === null) return { kind: "not_found" };
        const before = webhookOf(row);
        const wanted = {
          url: change.url ?? before.url,
          events: (change.events ?? before.events).join(","),
          description: change.description ?? before.description,
          enabled: change.enabled ?? before.enabled,
        };
        const isChanged = (Object.keys(wanted) as (keyof typeof wanted)[]).some(
          (name) => wanted[name] !== row[name],
        );
        if (!isChanged) return { kind: "no_change", webhook: before, before };
        const after = await tx.webhookEndpoint.update({
          where: { webhookId },
          data: { ...wanted, changedAt: new Date(at), ...(wanted.enabled ? { disabledReason: null } : {}) },
        });
        return { kind: "changed", webhook: webhookOf(after), before };
      }),
    );
  }

  findSecret(webhookId: WebhookId): Promise<string | null> {
    return storeOperation("read a webhook's secret", async () => {
      const where = { webhookId };
      const row = await this.#db.webhookEndpoint.findUnique({ where, select: { sealedSecret: true } });
      return row?.sealedSecret ?? null;
    });
  }

  replaceSecret(webhookId: WebhookId, was: string, sealedSecret: string, at: number): Promise<boolean> {
    return storeOperation("replace a webhook's secret", async () => {
      const { count } = await this.#db.webhookEndpoint.updateMany({
        where: { webhookId, sealedSecret: was },
        data: { sealedSecret, changedAt: new Date(at) },
      });
      return count === 1;
    });
  }

  remove(webhookId: WebhookId): Promise<boolean> {
    return storeOperation("remove a webhook", () =>
      inTransaction(this.#db, async (tx) => {
        const { count } = await tx.webhookEndpoint.deleteMany({ where: { webhookId } });
        await tx.webhookAttempt.deleteMany({ where: { webhookId } });
        await tx.webhookDelivery.deleteMany({ where: { webhookId } });
        return count === 1;
      }),
    );
  }

  queue(webhookId: WebhookId, { messageId, type, body }: QueuedMessage, at: number): Promise<void> {
    return storeOperation("queue a message", async () => {
      const moment = new Date(at);
      await this.#db.webhookDelivery.createMany({
        data: { ...newDelivery(webhookId, messageId, type, body), createdAt: moment, nextAttemptAt: moment },
        skipDuplicates: true,
      });
    });
  }

  listDeliveries(
    webhookId: WebhookId,
    status: DeliveryStatus | undefined,
    limit: number,
    cursor: string | undefined,
  ): Promise<DeliveryPage> {
    const before = cursor === undefined ? null : keyOf(decodeCursor("deliveries", DeliveryKey, cursor));
    return storeOperation("list deliveries", async () => {
      const rows = await this.#db.webhookDelivery.findMany({
        where: {
          webhookId,
          ...(status === undefined ? {} : { status }),
          ...(before === null
            ? {}
            : {
                OR: [
                  { createdAt: { lt: before.createdAt } },
                  { createdAt: before.createdAt, messageId: { lt: before.messageId } },
                ],
              }),
        },
        orderBy: [{ createdAt: "desc" }, { messageId: "desc" }],
        take: limit + 1,
      });
      const shown = rows.slice(0, limit);
      const attempts = await this.#db.webhookAttempt.findMany({
        where: { webhookId, messageId: { in: shown.map(({ messageId }) => messageId) } },
        orderBy: { number: "asc" },
      });
      const last = shown.at(-1);
      return {
        items: shown.map((row) =>
          deliveryOf(
            row,
            attempts.filter(({ messageId }) => messageId === row.messageId),
          ),
        ),
        nextCursor:
          rows.length > limit && last !== undefined
            ? encodeCursor("deliveries", `${last.createdAt.getTime()}:${last.messageId}`)
            : null,
      };
    });
  }

  redeliver(webhookId: WebhookId, messageId: string, at: number): Promise<RedeliverResult> {
    return storeOperation("send a message again", () =>
      inTransaction(this.#db, async (tx): Promise<RedeliverResult> => {
        const webhook = await tx.webhookEndpoint.findUnique({
          where: { webhookId },
          select: { enabled: true },
        });
        if (webhook === null) return "not_found";
        const where = { webhookId_messageId: { webhookId, messageId } };
        const row = await tx.webhookDelivery.findUnique({ where, select: { status: true } });
        if (row === null) return "not_found";
        if (!webhook.enabled) return "disabled";
        const { count } = await tx.webhookDelivery.updateMany({
          where: { webhookId, messageId, status: { not: "PENDING" } },
          data: { status: "PENDING", step: 0, nextAttemptAt: new Date(at) },
        });
        return count === 1 ? "queued" : "pending";
      }),
    );
  }

  listDue(at: number): Promise<readonly WebhookId[]> {
    return storeOperation("find what is due to be sent", async () => {
      const rows = await this.#db.$queryRaw<{ webhook_id: string }[]>`
        SELECT DISTINCT d.webhook_id FROM webhook_delivery d JOIN webhook_endpoint e ON e.webhook_id = d.webhook_id
        WHERE d.next_attempt_at <= ${new Date(at)} AND e.enabled = 1`;
      return rows.map((row) => WebhookId.parse(row.webhook_id));
    });
  }

  nextDue(webhookId: WebhookId, at: number): Promise<DueDelivery | null> {
    return storeOperation("read what is due to be sent", async () => {
      const webhook = await this.#db.webhookEndpoint.findFirst({
        where: { webhookId, enabled: true },
        select: { url: true, sealedSecret: true },
      });
      const row = await this.#db.webhookDelivery.findFirst({
        where: { webhookId, nextAttemptAt: { lte: new Date(at) } },
        orderBy: [{ nextAttemptAt: "asc" }, { messageId: "asc" }],
      });
      if (webhook === null || row === null) return null;
      const { messageId, body, attempts, step } = row;
      return { ...webhook, messageId, type: TypeOfMessage.parse(row.type), body, attempts, step };
    });
  }

  recordAttempt(webhookId: WebhookId, messageId: string, { attempt, retryAt }: AttemptRecord): Promise<void> {
    return storeOperation("write down an attempt", () =>
      inTransaction(this.#db, async (tx) => {
        const delivered = attempt.failure === null;
        const { count } = await tx.webhookDelivery.updateMany({
          where: { webhookId, messageId },
          data: {
            attempts: attempt.number,
            step: { increment: 1 },
            status: delivered ? "DELIVERED" : retryAt === null ? "FAILED" : "PENDING",
            nextAttemptAt: retryAt === null ? null : new Date(retryAt),
          },
        });
        if (count === 0) return;
        const { number, at, durationMs, status, failure } = attempt;
        await tx.webhookAttempt.createMany({
          data: { webhookId, messageId, number, at: new Date(at), durationMs, httpStatus: status, failure },
          skipDuplicates: true,
        });
      }),
    );
  }

  disable(webhookId: WebhookId, reason: string, at: number): Promise<void> {
    return storeOperation("disable a webhook", async () => {
      await this.#db.webhookEndpoint.updateMany({
        where: { webhookId, enabled: true },
        data: { enabled: false, disabledReason: reason, changedAt: new Date(at) },
      });
    });
  }

  prune(before: number): Promise<void> {
    return storeOperation("remove old deliveries", async () => {
      const old = await this.#db.webhookDelivery.findMany({
        where: { createdAt: { lt: new Date(before) }, nextAttemptAt: null },
        select: { webhookId: true, messageId: true },
        take: PRUNED_AT_ONCE,
      });
      if (old.length === 0) return;
      await this.#db.$transaction([
        this.#db.webhookAttempt.deleteMany({ where: { OR: old } }),
        this.#db.webhookDelivery.deleteMany({ where: { OR: old } }),
      ]);
    });
  }
}

const TypeOfMessage = z.enum(WebhookMessage.options.map((option) => option.shape.type.value));

function keyOf(key: string): { readonly createdAt: Date; readonly messageId: string } {
  const colon = key.indexOf(":");
  return { createdAt: new Date(Number(key.slice(0, colon))), messageId: key.slice(colon + 1) };
}

function webhookOf(row: WebhookEndpointModel): Webhook {
  return {
    webhookId: WebhookId.parse(row.webhookId),
    url: row.url,
    events: row.events.split(",").map((event) => WebhookEvent.parse(event)),
    description: row.description,
    enabled: row.enabled,
    disabledReason: row.disabledReason,
    createdBy: row.createdBy,
    createdAt: row.createdAt.getTime(),
    changedAt: row.changedAt.getTime(),
  };
}

function deliveryOf(row: WebhookDeliveryModel, attempts: readonly WebhookAttemptModel[]): WebhookDelivery {
  return {
    messageId: row.messageId,
    type: row.type,
    status: DeliveryStatus.parse(row.status),
    createdAt: row.createdAt.getTime(),
    nextAttemptAt: row.nextAttemptAt?.getTime() ?? null,
    attempts: attempts.slice(-ATTEMPTS_SHOWN).map(({ number, at, durationMs, httpStatus, failure }) => ({
      number,
      at: at.getTime(),
      durationMs,
      status: httpStatus,
      failure: DeliveryFailure.nullable().parse(failure),
    })),
  };
}
