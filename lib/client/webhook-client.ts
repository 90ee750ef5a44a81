import {
  DeliveryPage,
  QueuedReply,
  RemoveWebhookReply,
  WebhookList,
  WebhookReply,
  WebhookSecretReply,
  type ChangeWebhookRequest,
  type CreateWebhookRequest,
  type DeliveryStatus,
} from "../contracts/webhooks";
import type { FetchLike } from "./api-client";
import { consoleFetch } from "./console-fetch";
import { sendJson } from "./send-json";

/** The routes of webhooks, typed. Errors are those of `sendJson`. */
class WebhookClient {
  readonly #fetch: FetchLike;
  constructor(fetchLike: FetchLike) {
    this.#fetch = fetchLike;
  }

  list = () => sendJson(this.#fetch, WebhookList, "GET", "/api/webhooks");
  create = (body: CreateWebhookRequest) =>
    sendJson(this.#fetch, WebhookSecretReply, "POST", "/api/webhooks", body);
  change = (webhookId: string, body: ChangeWebhookRequest) =>
    sendJson(this.#fetch, WebhookReply, "PATCH", addressOf(webhookId), body);
  remove = (webhookId: string) => sendJson(this.#fetch, RemoveWebhookReply, "DELETE", addressOf(webhookId));
  rotateSecret = (webhookId: string) =>
    sendJson(this.#fetch, WebhookSecretReply, "POST", `${addressOf(webhookId)}/secret`, {});
  sendTest = (webhookId: string) =>
    sendJson(this.#fetch, QueuedReply, "POST", `${addressOf(webhookId)}/test`, {});

  listDeliveries(webhookId: string, status: DeliveryStatus | null, cursor: string | null, limit: number) {
    const parameters = new URLSearchParams({ limit: String(limit) });
    for (const [name, value] of Object.entries({ status, cursor }))
      if (value !== null) parameters.set(name, value);
    const path = `${addressOf(webhookId)}/deliveries?${parameters.toString()}`;
    return sendJson(this.#fetch, DeliveryPage, "GET", path);
  }

  redeliver = (webhookId: string, messageId: string) =>
    sendJson(this.#fetch, QueuedReply, "POST", `${addressOf(webhookId)}/deliveries`, { messageId });
}

function addressOf(webhookId: string): string {
  return `/api/webhooks/${encodeURIComponent(webhookId)}`;
}

/** The client of the page's own origin. */
export const webhookClient = new WebhookClient(consoleFetch);
