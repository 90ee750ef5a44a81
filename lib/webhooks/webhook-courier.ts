/**
 * WebhookCourier: sends what the store says is due, one message at a time to each webhook, and writes down what came of it.
 *
 * Messages are queued by the transaction that stores what they tell of, so none is lost with a process. An attempt is written down after it was
 * made: a process that dies between the two makes it again, with the same id. A receiver that is slow or down holds up its own messages alone.
 */
import type { DeliveryFailure, WebhookId } from "../contracts/webhooks";
import type {
  DueDelivery,
  SendResult,
  WebhookRandom,
  WebhookSender,
  WebhookStore,
  WebhookTime,
} from "./ports";
import { retryPauseMs } from "./retry-schedule";
import type { SecretBox } from "./secret-box";
import { signedHeaders } from "./sign-message";
import { readSigningSecrets, secretsAt } from "./signing-secrets";

/** Between two looks at the store, ms. */
const LOOK_MS = 2_000;
/** How long deliveries are kept that came to an end, ms. */
const KEPT_MS = 30 * 86_400_000;
/** Between two removals of older ones, ms. */
const PRUNE_MS = 3_600_000;
const GONE = 410;

export interface CourierDependencies {
  readonly store: Pick<WebhookStore, "listDue" | "nextDue" | "recordAttempt" | "disable" | "prune">;
  readonly sender: WebhookSender;
  /** Null where no secret can be sealed or opened. */
  readonly secrets: SecretBox | null;
  readonly time: WebhookTime;
  readonly random: WebhookRandom;
  /** Told of what the store refused; it is tried again. */
  readonly onProblem: (webhookId: WebhookId | null, error: unknown) => void;
}

export class WebhookCourier {
  readonly #deps: CourierDependencies;
  readonly #lanes = new Map<WebhookId, Promise<void>>();
  readonly #leaving = new AbortController();
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #timer: { cancel(): void } | null = null;
  #prunedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: CourierDependencies) {
    this.#deps = deps;
  }

  /** Begins to send, also what an earlier process left; does not wait for it. */
  start(): void {
    if (this.#leaving.signal.aborted) return;
    this.look();
    this.#timer = this.#deps.time.after(LOOK_MS, () => this.start());
  }

  /** Something may have been queued. */
  look(): void {
    if (this.#leaving.signal.aborted) return;
    this.#lookAgain = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
  }

  /** Fulfils when nothing is being sent and nothing is due; new messages may have come by then. */
  async idle(): Promise<void> {
    while (this.#looking !== null || this.#lanes.size > 0)
      await Promise.all([this.#looking, ...this.#lanes.values()]);
  }

  /** Breaks off what is being sent: it stays due. */
  async stop(): Promise<void> {
    this.#timer?.cancel();
    this.#leaving.abort();
    await this.idle();
  }

  async #look(): Promise<void> {
    const { store, time, onProblem } = this.#deps;
    while (this.#lookAgain && !this.#leaving.signal.aborted) {
      this.#lookAgain = false;
      try {
        for (const webhookId of await store.listDue(time.now())) this.#openLane(webhookId);
        await this.#prune();
      } catch (error) {
        onProblem(null, error);
      }
    }
  }

  async #prune(): Promise<void> {
    const now = this.#deps.time.now();
    if (now - this.#prunedAt < PRUNE_MS) return;
    this.#prunedAt = now;
    await this.#deps.store.prune(now - KEPT_MS);
  }

  #openLane(webhookId: WebhookId): void {
    if (this.#lanes.has(webhookId)) return;
    const lane = this.#sendDue(webhookId)
      .catch((error: unknown) => this.#deps.onProblem(webhookId, error))
      .finally(() => this.#lanes.delete(webhookId));
    this.#lanes.set(webhookId, lane);
  }

  async #sendDue(webhookId: WebhookId): Promise<void> {
    const { store, time } = this.#deps;
    while (!this.#leaving.signal.aborted) {
      const due = await store.nextDue(webhookId, time.now());
      if (due === null) return;
      await this.#attempt(webhookId, due);
    }
  }

  async #attempt(webhookId: WebhookId, due: DueDelivery): Promise<void> {
    const { store, time, random } = this.#deps;
    const at = time.now();
    const result = await this.#send(webhookId, due, at);
    // Broken off by ourselves: nothing is known of it, so it is made again.
    if (this.#leaving.signal.aborted && result.kind === "failed") return;
    const now = time.now();
    const failure = failureOf(result);
    const isGone = result.kind === "answered" && result.status === GONE;
    const askedMs = result.kind === "answered" ? result.retryAfterMs : null;
    const pauseMs = failure === null || isGone ? null : retryPauseMs(due.step, askedMs, random);
    await store.recordAttempt(webhookId, due.messageId, {
      attempt: {
        number: due.attempts + 1,
        at,
        durationMs: Math.max(0, now - at),
        status: result.kind === "answered" ? result.status : null,
        failure,
      },
      retryAt: pauseMs === null ? null : now + pauseMs,
    });
    if (isGone) await store.disable(webhookId, "the receiver answered 410 Gone", now);
  }

  async #send(webhookId: WebhookId, due: DueDelivery, at: number): Promise<SendResult> {
    const { secrets, sender } = this.#deps;
    const opened = secrets?.open(due.sealedSecret, webhookId) ?? null;
    const signing = opened === null ? null : readSigningSecrets(opened);
    if (signing === null) return { kind: "failed", failure: "SECRET_UNREADABLE" };
    return sender.send({
      url: due.url,
      headers: { "user-agent": "Interlock-Webhooks/1", ...signedHeaders(secretsAt(signing, at), due, at) },
      body: due.body,
      signal: this.#leaving.signal,
    });
  }
}

function failureOf(result: SendResult): DeliveryFailure | null {
  if (result.kind === "failed") return result.failure;
  const { status } = result;
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? "REDIRECTED" : "HTTP_STATUS";
}
