/** Webhooks: who is told of what, the messages themselves, and the bodies of their routes. */
import { z } from "zod";
import { FallbackType, ReleaseOutcome, TerminalRunState } from "./axes";
import { idSchema, RunId, SessionId, TriageGroupId } from "./ids";
import { ResolutionReason } from "./triage";

export const WebhookId = idSchema("whk", "WebhookId");
export type WebhookId = z.infer<typeof WebhookId>;

/** What a receiver may ask to be told of. */
export const WEBHOOK_EVENT_TABLE = {
  "run.finished": {
    label: "Run finished",
    meaning: "A run has ended, however it ended, and its outcome is stored.",
  },
  "run.fallback": {
    label: "Run fell back",
    meaning: "A run has ended with a fallback instead of a conclusion.",
  },
  "triage.reopened": {
    label: "Triage reopened",
    meaning: "A triage group is open again, by an operator or by a run of its kind.",
  },
} as const satisfies Record<string, { readonly label: string; readonly meaning: string }>;
export type WebhookEvent = keyof typeof WEBHOOK_EVENT_TABLE;
export const WebhookEvent = z.enum(Object.keys(WEBHOOK_EVENT_TABLE) as [WebhookEvent, ...WebhookEvent[]]);

/** Ids and axes only: what was asked and answered is read over the API, by who may read it. */
const RunFacts = z.object({
  runId: RunId,
  sessionId: SessionId,
  runState: TerminalRunState,
  releaseOutcome: ReleaseOutcome,
  fallbackType: FallbackType.nullable(),
  failureCode: z.string().nullable(),
  createdAt: z.iso.datetime(),
  completedAt: z.iso.datetime(),
  durationMs: z.number(),
});
/** What is sent. `timestamp` is when it happened; the time of an attempt is in the header. A later version may add members. */
export const WebhookMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("run.finished"), timestamp: z.iso.datetime(), data: RunFacts }),
  z.object({ type: z.literal("run.fallback"), timestamp: z.iso.datetime(), data: RunFacts }),
  z.object({
    type: z.literal("triage.reopened"),
    timestamp: z.iso.datetime(),
    data: z.object({
      groupId: TriageGroupId,
      /** The run that came back; null where an operator opened it. */
      runId: RunId.nullable(),
      /** Who opened it, as the history names them. */
      by: z.string(),
      /** Why it had been resolved; null where it had only been acknowledged. */
      resolution: ResolutionReason.nullable(),
    }),
  }),
  /** Sent on request, to see whether a receiver works. */
  z.object({
    type: z.literal("webhook.test"),
    timestamp: z.iso.datetime(),
    data: z.object({ webhookId: WebhookId }),
  }),
]);
export type WebhookMessage = z.infer<typeof WebhookMessage>;
export type WebhookMessageType = WebhookMessage["type"];

/** Most webhooks there may be. */
export const MAX_WEBHOOKS = 50;
const MAX_URL_LENGTH = 1_000;

const Url = z
  .string()
  .trim()
  .min(1, "give an address")
  .max(MAX_URL_LENGTH, `keep the address under ${MAX_URL_LENGTH} characters`)
  .superRefine((text, context) => {
    const fault = urlFault(text);
    if (fault !== null) context.addIssue({ code: "custom", message: fault });
  });

function urlFault(text: string): string | null {
  if (!URL.canParse(text)) return "give a whole address, for example https://hooks.example/interlock";
  const { protocol, username, password, hash } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") return "only https:// and http:// addresses are called";
  if (username !== "" || password !== "")
    return "leave the account out of the address: check the signature instead";
  return hash === "" ? null : "leave out the # and what follows it";
}

const Description = z
  .string()
  .trim()
  .max(200, "keep the description under 200 characters")
  .refine(
    (text) => !/[\u0000-\u001f\u007f]/u.test(text) && text.isWellFormed(),
    "remove the control characters",
  );
const Events = z
  .array(WebhookEvent)
  .min(1, "name at least one event")
  .max(WebhookEvent.options.length)
  .transform((events) => [...new Set(events)]);

export const Webhook = z.object({
  webhookId: WebhookId,
  url: z.string(),
  events: z.array(WebhookEvent),
  description: z.string(),
  enabled: z.boolean(),
  /** Why the server disabled it by itself; null where it did not. */
  disabledReason: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.number(),
  changedAt: z.number(),
});
export type Webhook = z.infer<typeof Webhook>;
export const WebhookList = z.object({ items: z.array(Webhook) });
export const CreateWebhookRequest = z.strictObject({
  url: Url,
  events: Events,
  description: Description.default(""),
});
export type CreateWebhookRequest = z.infer<typeof CreateWebhookRequest>;
export const ChangeWebhookRequest = z
  .strictObject({
    url: Url.optional(),
    events: Events.optional(),
    description: Description.optional(),
    enabled: z.boolean().optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), "name what is to change");
export type ChangeWebhookRequest = z.infer<typeof ChangeWebhookRequest>;
export const WebhookReply = z.object({ webhook: Webhook });
/** The secret is in this reply and nowhere else. */
export const WebhookSecretReply = z.object({ webhook: Webhook, secret: z.string() });
export const RemoveWebhookReply = z.object({ removed: z.literal(true) });

/** Where a delivery stands. */
export const DELIVERY_STATUS_TABLE = {
  PENDING: { label: "Pending", meaning: "It is sent, or sent again, when its time has come." },
  DELIVERED: { label: "Delivered", meaning: "The receiver answered with a 2xx status." },
  FAILED: { label: "Failed", meaning: "It is not sent again by itself." },
} as const satisfies Record<string, { readonly label: string; readonly meaning: string }>;
export type DeliveryStatus = keyof typeof DELIVERY_STATUS_TABLE;
export const DeliveryStatus = z.enum(
  Object.keys(DELIVERY_STATUS_TABLE) as [DeliveryStatus, ...DeliveryStatus[]],
);

/** Why an attempt did not deliver. */
export const DELIVERY_FAILURE_TABLE = {
  HTTP_STATUS: "The receiver answered with another status than 2xx.",
  REDIRECTED: "The receiver answered with a redirect; redirects are not followed: change the address.",
  TIMED_OUT: "The receiver did not answer in time.",
  CONNECTION_FAILED: "The receiver could not be reached, or broke the connection off.",
  NAME_NOT_FOUND: "The host name of the address could not be resolved.",
  ADDRESS_REFUSED: "The address is private or not on the list of allowed hosts.",
  SECRET_UNREADABLE: "The signing secret was stored with another INTERLOCK_AUTH_SECRET: rotate it.",
} as const satisfies Record<string, string>;
export type DeliveryFailure = keyof typeof DELIVERY_FAILURE_TABLE;
export const DeliveryFailure = z.enum(
  Object.keys(DELIVERY_FAILURE_TABLE) as [DeliveryFailure, ...DeliveryFailure[]],
);

export const DeliveryAttempt = z.object({
  number: z.int(),
  at: z.number(),
  durationMs: z.number(),
  /** The status of the answer; null where there was none. */
  status: z.int().nullable(),
  /** Null: delivered. */
  failure: DeliveryFailure.nullable(),
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;
/** One message to one webhook. */
export const WebhookDelivery = z.object({
  /** The `webhook-id` header, the same in every attempt. */
  messageId: z.string(),
  type: z.string(),
  status: DeliveryStatus,
  createdAt: z.number(),
  /** Null where it is not sent again. */
  nextAttemptAt: z.number().nullable(),
  /** Oldest first, the latest 20. */
  attempts: z.array(DeliveryAttempt),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
export const ListDeliveriesQuery = z.strictObject({
  limit: z.coerce.number().pipe(z.int().min(1).max(200)).default(50),
  cursor: z.string().min(1).max(400).optional(),
  status: DeliveryStatus.optional(),
});
export const DeliveryPage = z.object({ items: z.array(WebhookDelivery), nextCursor: z.string().nullable() });
export type DeliveryPage = z.infer<typeof DeliveryPage>;
export const RedeliverRequest = z.strictObject({ messageId: z.string().min(1).max(120) });
export const QueuedReply = z.object({ messageId: z.string() });
