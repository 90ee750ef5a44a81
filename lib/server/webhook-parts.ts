/** Webhooks, wired: what administrators do, and what sends. */
import type { Logger } from "pino";
import type { createPrismaClient } from "../persistence/prisma-client";
import { PrismaWebhookStore } from "../persistence/prisma-webhook-store";
import { createHttpSender } from "../webhooks/http-sender";
import { SecretBox } from "../webhooks/secret-box";
import { WebhookAdministration } from "../webhooks/webhook-administration";
import { WebhookCourier } from "../webhooks/webhook-courier";
import { systemRandomBytes } from "./access-ports";
import type { InterlockEnvironment } from "./environment";
import { newIdBody, newWebhookId, systemClock, systemRandom, systemTimers } from "./system-ports";

export interface WebhookParts {
  readonly administration: WebhookAdministration;
  readonly courier: WebhookCourier;
}

export function createWebhooks(
  database: ReturnType<typeof createPrismaClient>,
  environment: InterlockEnvironment,
  log: Logger,
): WebhookParts {
  const { secret } = environment.access;
  const store = new PrismaWebhookStore(database);
  const secrets = secret === null ? null : new SecretBox(secret, systemRandomBytes);
  const time = { now: () => systemClock.now(), after: systemTimers.after };
  const courier = new WebhookCourier({
    store,
    sender: createHttpSender({ policy: environment.webhooks, time }),
    secrets,
    time,
    random: systemRandom,
    onProblem: (webhookId, error) => log.error({ webhookId, error }, "webhooks could not be served yet"),
  });
  const administration = new WebhookAdministration({
    store,
    secrets,
    time,
    newWebhookId,
    newIdBody,
    random: systemRandomBytes,
    onQueued: () => courier.look(),
  });
  return { administration, courier };
}
