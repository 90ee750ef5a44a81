/** What an administrator does about webhooks. Who may is checked where it is called. */
import type {
  ChangeWebhookRequest,
  CreateWebhookRequest,
  DeliveryPage,
  DeliveryStatus,
  Webhook,
  WebhookId,
  WebhookMessage,
} from "../contracts/webhooks";
import type { ChangeWebhookResult, RedeliverResult, WebhookStore, WebhookTime } from "./ports";
import type { SecretBox } from "./secret-box";
import { newSigningSecret } from "./sign-message";
import { readSigningSecrets, rotateSecrets, writeSigningSecrets } from "./signing-secrets";

export interface WebhookAdministrationDependencies {
  readonly store: WebhookStore;
  /** Null where no secret can be sealed. */
  readonly secrets: SecretBox | null;
  readonly time: Pick<WebhookTime, "now">;
  readonly newWebhookId: () => WebhookId;
  /** A part of an id that is unguessable and new. */
  readonly newIdBody: () => string;
  readonly random: (count: number) => Uint8Array;
  /** Something was queued. */
  readonly onQueued: () => void;
}

export type SecretOutcome =
  | { readonly kind: "done"; readonly webhook: Webhook; readonly secret: string }
  | { readonly kind: "no_key" | "full" | "not_found" };
export type QueueOutcome =
  { readonly kind: "queued"; readonly messageId: string } | { readonly kind: "not_found" | "disabled" };

export class WebhookAdministration {
  readonly #deps: WebhookAdministrationDependencies;

  constructor(deps: WebhookAdministrationDependencies) {
    this.#deps = deps;
  }

  list(): Promise<readonly Webhook[]> {
    return this.#deps.store.list();
  }

  /** The secret is in what this returns and, sealed, in the store. */
  async create(request: CreateWebhookRequest, createdBy: string): Promise<SecretOutcome> {
    const { store, secrets, time, newWebhookId, random } = this.#deps;
    if (secrets === null) return { kind: "no_key" };
    const webhookId = newWebhookId();
    const secret = newSigningSecret(random);
    const sealedSecret = secrets.seal(writeSigningSecrets({ current: secret, previous: null }), webhookId);
    const created = await store.create({ ...request, webhookId, sealedSecret, createdBy, at: time.now() });
    if (!created) return { kind: "full" };
    return this.#withSecret(webhookId, secret);
  }

  /** What is enabled again is sent what waits for it. */
  async change(webhookId: WebhookId, change: ChangeWebhookRequest): Promise<ChangeWebhookResult> {
    const result = await this.#deps.store.change(webhookId, change, this.#deps.time.now());
    this.#deps.onQueued();
    return result;
  }

  /** The old secret signs as well for OVERLAP_MS, so that the receiver can change over. The one before the old one signs nothing from now on. */
  async rotateSecret(webhookId: WebhookId): Promise<SecretOutcome> {
    const { store, secrets, time, random } = this.#deps;
    if (secrets === null) return { kind: "no_key" };
    const secret = newSigningSecret(random);
    for (;;) {
      const was = await store.findSecret(webhookId);
      if (was === null) return { kind: "not_found" };
      const at = time.now();
      const opened = secrets.open(was, webhookId);
      const old = opened === null ? null : readSigningSecrets(opened);
      const sealed = secrets.seal(writeSigningSecrets(rotateSecrets(old, secret, at)), webhookId);
      if (await store.replaceSecret(webhookId, was, sealed, at)) return this.#withSecret(webhookId, secret);
      // Somebody else has rotated it meanwhile: what they were given is the old one now.
    }
  }

  remove(webhookId: WebhookId): Promise<boolean> {
    return this.#deps.store.remove(webhookId);
  }

  async sendTest(webhookId: WebhookId): Promise<QueueOutcome> {
    const { store, time, newIdBody, onQueued } = this.#deps;
    const webhook = await store.find(webhookId);
    if (webhook === null) return { kind: "not_found" };
    if (!webhook.enabled) return { kind: "disabled" };
    const messageId = `webhook_test-${newIdBody()}`;
    const at = time.now();
    const type = "webhook.test";
    const message: WebhookMessage = { type, timestamp: new Date(at).toISOString(), data: { webhookId } };
    await store.queue(webhookId, { messageId, type, body: JSON.stringify(message) }, at);
    onQueued();
    return { kind: "queued", messageId };
  }

  /** Null: there is no such webhook. */
  async listDeliveries(
    webhookId: WebhookId,
    status: DeliveryStatus | undefined,
    limit: number,
    cursor: string | undefined,
  ): Promise<DeliveryPage | null> {
    const { store } = this.#deps;
    if ((await store.find(webhookId)) === null) return null;
    return store.listDeliveries(webhookId, status, limit, cursor);
  }

  /** The same message with the same id, on a schedule that begins anew. */
  async redeliver(webhookId: WebhookId, messageId: string): Promise<RedeliverResult> {
    const { store, time, onQueued } = this.#deps;
    const result = await store.redeliver(webhookId, messageId, time.now());
    onQueued();
    return result;
  }

  async #withSecret(webhookId: WebhookId, secret: string): Promise<SecretOutcome> {
    const webhook = await this.#deps.store.find(webhookId);
    return webhook === null ? { kind: "not_found" } : { kind: "done", webhook, secret };
  }
}
