/** The courier with its real store, a real receiver that fails in every way, and time that the test moves. */
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { encodeIdBody } from "../contracts/ids";
import { WebhookId, type DeliveryAttempt, type WebhookDelivery } from "../contracts/webhooks";
import { createPrismaClient } from "../persistence/prisma-client";
import { PrismaWebhookStore } from "../persistence/prisma-webhook-store";
import { createTestDatabase, type TestDatabase } from "../persistence/testing/test-database";
import { createHttpSender } from "./http-sender";
import type { WebhookStore } from "./ports";
import { RETRY_PAUSES_MS } from "./retry-schedule";
import { SecretBox } from "./secret-box";
import { newSigningSecret } from "./sign-message";
import { OVERLAP_MS } from "./signing-secrets";
import { isSigned, startReceiver, type Receiver } from "./testing/receiver";
import { WebhookAdministration } from "./webhook-administration";
import { WebhookCourier } from "./webhook-courier";

const DAY_MS = 86_400_000;
const START = Date.UTC(2030, 0, 1);
const SEND_TIMEOUT_MS = 300;

let database: TestDatabase;
let db: ReturnType<typeof createPrismaClient>;
let store: PrismaWebhookStore;
let receiver: Receiver;
const couriers: WebhookCourier[] = [];
const receivers: Receiver[] = [];
let now = START;
let made = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createPrismaClient(database.url);
  store = new PrismaWebhookStore(db);
});
beforeEach(async () => {
  now = START;
  receiver = await openReceiver();
  await db.webhookAttempt.deleteMany();
  await db.webhookDelivery.deleteMany();
  await db.webhookEndpoint.deleteMany();
});
afterEach(async () => {
  for (const courier of couriers.splice(0)) await courier.stop();
  for (const open of receivers.splice(0)) await open.close();
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

async function openReceiver(): Promise<Receiver> {
  const opened = await startReceiver();
  receivers.push(opened);
  return opened;
}

const random = (count: number) => randomBytes(count);
const box = new SecretBox("the key of this process", random);
const problems: unknown[] = [];

function open(
  parts: { readonly store?: WebhookStore; readonly secrets?: SecretBox; readonly timeoutMs?: number } = {},
): WebhookCourier {
  const after = (delayMs: number, fire: () => void) => {
    const timer = setTimeout(fire, delayMs);
    return { cancel: () => clearTimeout(timer) };
  };
  const courier = new WebhookCourier({
    store: parts.store ?? store,
    sender: createHttpSender({
      policy: { allowedHosts: [], allowPrivate: true },
      time: { after },
      timeoutMs: parts.timeoutMs ?? SEND_TIMEOUT_MS,
    }),
    secrets: parts.secrets ?? box,
    // What is due is looked for when the test says so.
    time: { now: () => now, after: () => ({ cancel: () => undefined }) },
    random: () => 0,
    onProblem: (_webhookId, error) => problems.push(error),
  });
  couriers.push(courier);
  return courier;
}

async function createWebhook(
  url: string,
): Promise<{ readonly webhookId: WebhookId; readonly secret: string }> {
  const webhookId = WebhookId.parse(`whk_${encodeIdBody(START + ++made, new Uint8Array(16))}`);
  const secret = newSigningSecret(random);
  await store.create({
    webhookId,
    url,
    events: ["run.finished"],
    description: "",
    createdBy: "test",
    sealedSecret: box.seal(secret, webhookId),
    at: START,
  });
  return { webhookId, secret };
}
function queue(webhookId: WebhookId, messageId: string): Promise<void> {
  return store.queue(webhookId, { messageId, type: "webhook.test", body: `{"message":"${messageId}"}` }, now);
}
async function look(courier: WebhookCourier): Promise<void> {
  courier.look();
  await courier.idle();
}
async function delivery(webhookId: WebhookId, messageId = "m1"): Promise<WebhookDelivery> {
  const page = await store.listDeliveries(webhookId, undefined, 200, undefined);
  const found = page.items.find((item) => item.messageId === messageId);
  if (found === undefined) throw new Error(`no delivery ${messageId}`);
  return found;
}
/** What rotates a webhook's secret, and which secrets the next message is signed with. */
function rotating(webhookId: WebhookId, secrets = box) {
  const administration = new WebhookAdministration({
    store,
    secrets,
    time: { now: () => now },
    newWebhookId: () => webhookId,
    newIdBody: () => String(++made),
    random,
    onQueued: () => undefined,
  });
  const courier = open({ secrets });
  return {
    rotate: async () => {
      const outcome = await administration.rotateSecret(webhookId);
      if (outcome.kind !== "done") throw new Error(outcome.kind);
      return outcome.secret;
    },
    signers: async (...candidates: readonly string[]) => {
      await queue(webhookId, `m${++made}`);
      await look(courier);
      const message = receiver.received.at(-1);
      if (message === undefined) throw new Error("nothing came");
      return candidates.map((secret) => isSigned(secret, message));
    },
  };
}
const told = (attempts: readonly DeliveryAttempt[]) =>
  attempts.map(({ status, failure }) => [status, failure]);

describe("WebhookCourier", () => {
  it("sends a message once, signed, and writes down how it went", async () => {
    const { webhookId, secret } = await createWebhook(receiver.url);
    await queue(webhookId, "m1");
    const courier = open();
    await look(courier);
    await look(courier);
    expect(receiver.received).toHaveLength(1);
    const [message] = receiver.received;
    if (message === undefined) throw new Error("nothing came");
    expect(isSigned(secret, message)).toBe(true);
    expect(isSigned(newSigningSecret(random), message)).toBe(false);
    expect(message.headers["webhook-id"]).toBe("m1");
    expect(message.headers["webhook-timestamp"]).toBe(String(START / 1_000));
    expect(await delivery(webhookId)).toMatchObject({
      status: "DELIVERED",
      nextAttemptAt: null,
      attempts: [{ number: 1, status: 204, failure: null, at: START }],
    });
  });

  it("sends it again after every kind of failure, the same bytes with the same id, when its time has come", async () => {
    const { webhookId, secret } = await createWebhook(receiver.url);
    await queue(webhookId, "m1");
    receiver.behave(
      { kind: "answer", status: 500 },
      { kind: "reset" },
      { kind: "answer", status: 302, headers: { location: "http://127.0.0.1:9/" } },
      { kind: "hang" },
      { kind: "answer", status: 200 },
    );
    const courier = open();
    await look(courier);
    for (const [step, pauseMs] of RETRY_PAUSES_MS.slice(0, 4).entries()) {
      const { status, nextAttemptAt } = await delivery(webhookId);
      expect({ status, nextAttemptAt }).toEqual({ status: "PENDING", nextAttemptAt: now + pauseMs });
      now += pauseMs - 1;
      await look(courier);
      expect(receiver.received, "not before its time").toHaveLength(step + 1);
      now += 1;
      await look(courier);
      expect(receiver.received).toHaveLength(step + 2);
    }
    const after = await delivery(webhookId);
    expect(after).toMatchObject({ status: "DELIVERED", nextAttemptAt: null });
    expect(told(after.attempts)).toEqual([
      [500, "HTTP_STATUS"],
      [null, "CONNECTION_FAILED"],
      [302, "REDIRECTED"],
      [null, "TIMED_OUT"],
      [200, null],
    ]);
    expect(
      new Set(receiver.received.map(({ body, headers }) => `${String(headers["webhook-id"])} ${body}`)).size,
    ).toBe(1);
    expect(receiver.received.every((message) => isSigned(secret, message))).toBe(true);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(5);
  });

  it("gives up at the end of its schedule, and begins anew when it is asked to", async () => {
    const { webhookId } = await createWebhook(receiver.url);
    await queue(webhookId, "m1");
    receiver.behave({ kind: "answer", status: 500 });
    const courier = open();
    for (let attempt = 0; attempt < 12; attempt++) {
      await look(courier);
      now += 2 * DAY_MS;
    }
    expect(receiver.received).toHaveLength(RETRY_PAUSES_MS.length + 1);
    expect(await delivery(webhookId)).toMatchObject({ status: "FAILED", nextAttemptAt: null });
    receiver.behave({ kind: "answer", status: 500 }, { kind: "answer", status: 200 });
    expect(await store.redeliver(webhookId, "m1", now)).toBe("queued");
    expect(await store.redeliver(webhookId, "m1", now)).toBe("pending");
    await look(courier);
    expect(await delivery(webhookId)).toMatchObject({
      status: "PENDING",
      nextAttemptAt: now + RETRY_PAUSES_MS[0],
    });
    now += RETRY_PAUSES_MS[0];
    await look(courier);
    const { status, attempts } = await delivery(webhookId);
    expect(status).toBe("DELIVERED");
    expect(attempts.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set(["m1"]));
  });

  it("disables a webhook that is gone; what waits is sent when it is enabled again", async () => {
    const { webhookId } = await createWebhook(receiver.url);
    await queue(webhookId, "m1");
    now += 1;
    await queue(webhookId, "m2");
    receiver.behave({ kind: "answer", status: 410 }, { kind: "answer", status: 200 });
    const courier = open();
    await look(courier);
    expect(receiver.received).toHaveLength(1);
    expect(await store.find(webhookId)).toMatchObject({
      enabled: false,
      disabledReason: "the receiver answered 410 Gone",
    });
    expect(await delivery(webhookId)).toMatchObject({ status: "FAILED" });
    expect(await store.redeliver(webhookId, "m1", now)).toBe("disabled");
    const { kind } = await store.change(webhookId, { enabled: true }, now);
    expect(kind).toBe("changed");
    await look(courier);
    expect(await store.find(webhookId)).toMatchObject({ enabled: true, disabledReason: null });
    expect(await delivery(webhookId, "m2")).toMatchObject({ status: "DELIVERED" });
  });

  it("sends once more, with the same id, what a process sent and could not write down", async () => {
    const { webhookId } = await createWebhook(receiver.url);
    await queue(webhookId, "m1");
    const dying: WebhookStore = Object.assign(new PrismaWebhookStore(db), {
      recordAttempt: () => Promise.reject(new Error("the process died here")),
    });
    problems.length = 0;
    await look(open({ store: dying }));
    expect(problems).toHaveLength(1);
    expect(await delivery(webhookId)).toMatchObject({ status: "PENDING", attempts: [] });
    await look(open());
    expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual(["m1", "m1"]);
    expect(await delivery(webhookId)).toMatchObject({ status: "DELIVERED" });
  });

  it("leaves what it was sending when it stops to the next one, as if it had never begun", async () => {
    const { webhookId } = await createWebhook(receiver.url);
    await queue(webhookId, "m1");
    receiver.behave({ kind: "hang" }, { kind: "answer", status: 200 });
    const first = open({ timeoutMs: 60_000 });
    first.look();
    await receiver.until(1);
    await first.stop();
    expect(await delivery(webhookId)).toMatchObject({
      status: "PENDING",
      nextAttemptAt: START,
      attempts: [],
    });
    await look(open());
    expect(await delivery(webhookId)).toMatchObject({ status: "DELIVERED" });
  });

  it("holds up nobody else's messages for a receiver that hangs", async () => {
    const slow = await createWebhook(receiver.url);
    const other = await openReceiver();
    const quick = await createWebhook(other.url);
    receiver.behave({ kind: "hang" });
    await queue(slow.webhookId, "m1");
    await queue(quick.webhookId, "m1");
    await queue(quick.webhookId, "m2");
    const courier = open({ timeoutMs: 60_000 });
    courier.look();
    await Promise.all([receiver.until(1), other.until(2)]);
    expect(await delivery(slow.webhookId)).toMatchObject({ status: "PENDING", attempts: [] });
  });

  it("says of a secret that another key sealed that it cannot be read, and sends nothing", async () => {
    const { webhookId } = await createWebhook(receiver.url);
    await queue(webhookId, "m1");
    await look(open({ secrets: new SecretBox("another key", random) }));
    expect(receiver.received).toHaveLength(0);
    expect(told((await delivery(webhookId)).attempts)).toEqual([[null, "SECRET_UNREADABLE"]]);
  });

  it("signs with the old secret as well for a day after a rotation, so that a receiver can change over", async () => {
    const { webhookId, secret } = await createWebhook(receiver.url);
    const { rotate, signers } = rotating(webhookId);
    const second = await rotate();
    now += OVERLAP_MS - 1;
    expect(await signers(secret, second)).toEqual([true, true]);
    now += 1;
    expect(await signers(secret, second)).toEqual([false, true]);
    const third = await rotate();
    expect(await signers(secret, second, third)).toEqual([false, true, true]);
    const fourth = await rotate();
    expect(await signers(second, third, fourth)).toEqual([false, true, true]);
  });

  it("signs with the last two of secrets that were rotated at the same time", async () => {
    const { webhookId, secret } = await createWebhook(receiver.url);
    const { rotate, signers } = rotating(webhookId);
    const given = await Promise.all([rotate(), rotate(), rotate()]);
    const signs = await signers(...given);
    expect(signs.filter(Boolean)).toHaveLength(2);
    expect(await signers(secret)).toEqual([false]);
  });

  it("signs again after the rotation of a secret that another key sealed", async () => {
    const { webhookId, secret } = await createWebhook(receiver.url);
    const { rotate, signers } = rotating(webhookId, new SecretBox("another key", random));
    const second = await rotate();
    expect(await signers(secret, second)).toEqual([false, true]);
  });

  it("pages through deliveries, newest first, and removes those that came to an end long ago", async () => {
    const { webhookId } = await createWebhook(receiver.url);
    for (const messageId of ["m1", "m2", "m3"]) {
      await queue(webhookId, messageId);
      now += 1;
    }
    await look(open());
    const first = await store.listDeliveries(webhookId, "DELIVERED", 2, undefined);
    expect(first.items.map(({ messageId }) => messageId)).toEqual(["m3", "m2"]);
    const second = await store.listDeliveries(webhookId, "DELIVERED", 2, first.nextCursor ?? "");
    expect(second.items.map(({ messageId }) => messageId)).toEqual(["m1"]);
    expect(second.nextCursor).toBeNull();
    await queue(webhookId, "m4");
    receiver.behave({ kind: "answer", status: 500 });
    now += 31 * DAY_MS;
    await look(open());
    const left = await store.listDeliveries(webhookId, undefined, 10, undefined);
    expect(left.items.map(({ messageId }) => messageId)).toEqual(["m4"]);
    expect(await db.webhookAttempt.count()).toBe(1);
  });
});
