/** What webhooks need from outside: a store, a way to send, time, randomness. */
import type {
  DeliveryAttempt,
  DeliveryFailure,
  DeliveryPage,
  DeliveryStatus,
  Webhook,
  WebhookEvent,
  WebhookId,
  WebhookMessageType,
} from "../contracts/webhooks";

export interface NewWebhook {
  readonly webhookId: WebhookId;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly description: string;
  readonly createdBy: string;
  /** As `SecretBox` sealed what `writeSigningSecrets` wrote. */
  readonly sealedSecret: string;
  readonly at: number;
}
export interface WebhookChange {
  readonly url?: string | undefined;
  readonly events?: readonly WebhookEvent[] | undefined;
  readonly description?: string | undefined;
  readonly enabled?: boolean | undefined;
}

/** A message as it is kept: the text is what is signed and sent, byte for byte, in every attempt. */
export interface QueuedMessage {
  readonly messageId: string;
  readonly type: WebhookMessageType;
  readonly body: string;
}

export interface DueDelivery extends QueuedMessage {
  readonly url: string;
  readonly sealedSecret: string;
  /** Attempts made so far, and how far along the schedule they are. */
  readonly attempts: number;
  readonly step: number;
}

/** What an attempt leaves behind. `retryAt` null with a failure: it is given up. */
export interface AttemptRecord {
  readonly attempt: DeliveryAttempt;
  readonly retryAt: number | null;
}

export type RedeliverResult = "queued" | "not_found" | "pending" | "disabled";
export type ChangeWebhookResult =
  | { readonly kind: "changed" | "no_change"; readonly webhook: Webhook; readonly before: Webhook }
  | { readonly kind: "not_found" };

/** Every method throws when the store fails. */
export interface WebhookStore {
  /** Oldest first. */
  list(): Promise<readonly Webhook[]>;
  /** False where there are as many as there may be. */
  create(webhook: NewWebhook): Promise<boolean>;
  find(webhookId: WebhookId): Promise<Webhook | null>;
  change(webhookId: WebhookId, change: WebhookChange, at: number): Promise<ChangeWebhookResult>;
  /** Sealed; null where there is no such webhook. */
  findSecret(webhookId: WebhookId): Promise<string | null>;
  /** False where the stored one is not `was` any more: nothing is changed. */
  replaceSecret(webhookId: WebhookId, was: string, sealedSecret: string, at: number): Promise<boolean>;
  /** With its deliveries. */
  remove(webhookId: WebhookId): Promise<boolean>;
  /** For one webhook, whatever events it asks for. */
  queue(webhookId: WebhookId, message: QueuedMessage, at: number): Promise<void>;
  /** Newest first. */
  listDeliveries(
    webhookId: WebhookId,
    status: DeliveryStatus | undefined,
    limit: number,
    cursor: string | undefined,
  ): Promise<DeliveryPage>;
  redeliver(webhookId: WebhookId, messageId: string, at: number): Promise<RedeliverResult>;

  /** The enabled webhooks that have something to be sent by then. */
  listDue(at: number): Promise<readonly WebhookId[]>;
  /** What has waited longest; null when nothing is due any more, or the webhook is gone or disabled. */
  nextDue(webhookId: WebhookId, at: number): Promise<DueDelivery | null>;
  /** One transaction; nothing happens where the delivery is gone. */
  recordAttempt(webhookId: WebhookId, messageId: string, record: AttemptRecord): Promise<void>;
  disable(webhookId: WebhookId, reason: string, at: number): Promise<void>;
  /** Removes deliveries that came to an end and are older than that, some at a time. */
  prune(before: number): Promise<void>;
}

export interface SendRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends the attempt at once. */
  readonly signal: AbortSignal;
}
export type SendResult =
  | { readonly kind: "answered"; readonly status: number; readonly retryAfterMs: number | null }
  | { readonly kind: "failed"; readonly failure: DeliveryFailure };

/** Sends one request, and never throws for anything that the receiver or the network does. */
export interface WebhookSender {
  send(request: SendRequest): Promise<SendResult>;
}

export interface WebhookTime {
  /** Milliseconds since the epoch. */
  now(): number;
  after(delayMs: number, fire: () => void): { cancel(): void };
}
/** At least 0, below 1. */
export type WebhookRandom = () => number;
