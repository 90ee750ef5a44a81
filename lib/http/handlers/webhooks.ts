/** Webhooks, for administrators. */
import { z } from "zod";
import {
  ChangeWebhookRequest,
  CreateWebhookRequest,
  DeliveryPage,
  ListDeliveriesQuery,
  MAX_WEBHOOKS,
  QueuedReply,
  RedeliverRequest,
  RemoveWebhookReply,
  WebhookId,
  WebhookList,
  WebhookReply,
  WebhookSecretReply,
  type Webhook,
} from "../../contracts/webhooks";
import type { SecretOutcome } from "../../webhooks/webhook-administration";
import type { ApiHandler } from "../api-dependencies";
import { jsonResponse, ProblemError } from "../problem-response";
import { readBody } from "../read-body";
import { readQuery } from "../read-query";

const NoQuery = z.strictObject({});

export const getWebhooks: ApiHandler = async ({ webhooks }, request) => {
  readQuery(request, NoQuery);
  return jsonResponse(WebhookList.parse({ items: await webhooks.list() }));
};

export const postWebhook: ApiHandler = async ({ webhooks, actorName, noteAct }, request) => {
  readQuery(request, NoQuery);
  const body = await readBody(request, CreateWebhookRequest);
  const { webhook, secret } = withSecret(await webhooks.create(body, actorName));
  await noteAct({
    action: "webhook.create",
    outcome: "changed",
    target: webhook.webhookId,
    after: stateOf(webhook),
  });
  return jsonResponse(WebhookSecretReply.parse({ webhook, secret }), 201);
};

export const patchWebhook: ApiHandler = async ({ webhooks, noteAct }, request, params) => {
  readQuery(request, NoQuery);
  const webhookId = webhookIdOf(params);
  const result = await webhooks.change(webhookId, await readBody(request, ChangeWebhookRequest));
  if (result.kind === "not_found") throw noSuchWebhook();
  const { webhook, before } = result;
  await noteAct({
    action: "webhook.change",
    outcome: result.kind,
    target: webhookId,
    before: stateOf(before),
    after: stateOf(webhook),
  });
  return jsonResponse(WebhookReply.parse({ webhook }));
};

export const deleteWebhook: ApiHandler = async ({ webhooks, noteAct }, request, params) => {
  readQuery(request, NoQuery);
  const webhookId = webhookIdOf(params);
  if (!(await webhooks.remove(webhookId))) throw noSuchWebhook();
  await noteAct({ action: "webhook.remove", outcome: "changed", target: webhookId });
  return jsonResponse(RemoveWebhookReply.parse({ removed: true }));
};

/** POST /api/webhooks/{id}/secret. */
export const postWebhookSecret: ApiHandler = async ({ webhooks, noteAct }, request, params) => {
  readQuery(request, NoQuery);
  await readBody(request, NoQuery, {});
  const webhookId = webhookIdOf(params);
  const { webhook, secret } = withSecret(await webhooks.rotateSecret(webhookId));
  await noteAct({ action: "webhook.rotate_secret", outcome: "changed", target: webhookId });
  return jsonResponse(WebhookSecretReply.parse({ webhook, secret }));
};

/** POST /api/webhooks/{id}/test. 202: it is queued like any other message. */
export const postWebhookTest: ApiHandler = async ({ webhooks }, request, params) => {
  readQuery(request, NoQuery);
  await readBody(request, NoQuery, {});
  const outcome = await webhooks.sendTest(webhookIdOf(params));
  switch (outcome.kind) {
    case "queued":
      return jsonResponse(QueuedReply.parse({ messageId: outcome.messageId }), 202);
    case "not_found":
      throw noSuchWebhook();
    case "disabled":
      throw disabled();
  }
};

export const getDeliveries: ApiHandler = async ({ webhooks }, request, params) => {
  const { status, limit, cursor } = readQuery(request, ListDeliveriesQuery);
  const page = await webhooks.listDeliveries(webhookIdOf(params), status, limit, cursor);
  if (page === null) throw noSuchWebhook();
  return jsonResponse(DeliveryPage.parse(page));
};

/** POST /api/webhooks/{id}/deliveries: one that came to an end, once more. */
export const postRedelivery: ApiHandler = async ({ webhooks }, request, params) => {
  readQuery(request, NoQuery);
  const webhookId = webhookIdOf(params);
  const { messageId } = await readBody(request, RedeliverRequest);
  const result = await webhooks.redeliver(webhookId, messageId);
  switch (result) {
    case "queued":
      return jsonResponse(QueuedReply.parse({ messageId }), 202);
    case "pending":
      throw new ProblemError("WEBHOOK_REFUSED", "it waits to be sent already: see its next attempt");
    case "disabled":
      throw disabled();
    case "not_found":
      throw new ProblemError("WEBHOOK_NOT_FOUND", "no such message was queued for that webhook");
  }
};

function withSecret(outcome: SecretOutcome): Extract<SecretOutcome, { kind: "done" }> {
  switch (outcome.kind) {
    case "done":
      return outcome;
    case "no_key":
      throw new ProblemError(
        "WEBHOOK_REFUSED",
        "set INTERLOCK_AUTH_SECRET to 32 random characters or more and start again: signing secrets are sealed with it",
      );
    case "full":
      throw new ProblemError("WEBHOOK_REFUSED", `there are ${MAX_WEBHOOKS} webhooks: remove one first`);
    case "not_found":
      throw noSuchWebhook();
  }
}

/** For the audit log. The address may carry a token of its receiver in its path or query: the host is enough. */
function stateOf({ url, events, enabled }: Webhook): Record<string, string | boolean> {
  return { host: new URL(url).host, events: events.join(","), enabled };
}

function webhookIdOf(params: Readonly<Record<string, string>>): WebhookId {
  const parsed = WebhookId.safeParse(params["id"]);
  if (!parsed.success) throw noSuchWebhook();
  return parsed.data;
}

function noSuchWebhook(): ProblemError {
  return new ProblemError("WEBHOOK_NOT_FOUND", "no webhook with that id is stored");
}

function disabled(): ProblemError {
  return new ProblemError("WEBHOOK_REFUSED", "the webhook is disabled: enable it first");
}
