/** Webhooks over HTTP on a real database: set up by administrators, told of what happens, over a restart. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { AuditPage } from "../contracts/access";
import { StartRunReply } from "../contracts/requests";
import { ChangeTriageReply, TriagePage } from "../contracts/triage";
import {
  DeliveryPage,
  QueuedReply,
  WebhookList,
  WebhookMessage,
  WebhookReply,
  WebhookSecretReply,
  type WebhookDelivery,
  type WebhookId,
} from "../contracts/webhooks";
import { createScriptedModel } from "../diagnosis/testing/scripted-model";
import { createPrismaClient } from "../persistence/prisma-client";
import { isSigned, startReceiver, type Received, type Receiver } from "../webhooks/testing/receiver";
import { createTestToken } from "./testing/test-token";
import { World, type Served } from "./testing/world";

const WAIT_MS = 30_000;
const SETTINGS = {
  INTERLOCK_AUTH_SECRET: "a secret of a test, and long enough",
  INTERLOCK_WEBHOOK_PRIVATE_ADDRESSES: "allow",
};

vi.setConfig({ testTimeout: 120_000 });

let world: World;
let served: Served | null = null;
const receivers: Receiver[] = [];
beforeAll(async () => {
  world = await World.open();
});
afterEach(async () => {
  await served?.close();
  served = null;
  for (const receiver of receivers.splice(0)) await receiver.close();
  const db = createPrismaClient(world.database.url);
  await db.webhookEndpoint.deleteMany();
  await db.webhookDelivery.deleteMany();
  await db.$disconnect();
});
afterAll(() => world.close());

/** Every question ends as a fallback, but for those that say "hello". One run at a time. */
const model = () => {
  let isGood = false;
  return createScriptedModel({
    route: ({ query }) => {
      isGood = query.includes("hello");
      return { intent: "DIAGNOSIS", rationale: "as scripted" };
    },
    verify: () =>
      isGood
        ? { verdict: "SUPPORTED", reason: "as scripted", failingClaim: null }
        : { verdict: "UNSUPPORTED", reason: "as scripted", failingClaim: 0 },
  });
};

async function serve(settings: Readonly<Record<string, string>> = SETTINGS): Promise<Served> {
  served = await world.serve(model(), {}, settings);
  return served;
}
async function openReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}
function request(
  on: Served,
  method: string,
  path: string,
  body?: unknown,
  token?: string,
): Promise<Response> {
  return fetch(`${on.baseUrl}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
async function create(
  on: Served,
  url: string,
  events: string[],
): Promise<{ webhookId: WebhookId; secret: string }> {
  const response = await request(on, "POST", "/api/webhooks", { url, events });
  expect(response.status).toBe(201);
  const { webhook, secret } = WebhookSecretReply.parse(await response.json());
  return { webhookId: webhook.webhookId, secret };
}
async function ask(on: Served, query: string): Promise<string> {
  const { runId } = StartRunReply.parse(await (await on.post("/api/runs", { query })).json());
  await on.until(runId, (run) => run.storedAt.outcome !== null);
  return runId;
}
async function deliveries(on: Served, webhookId: WebhookId): Promise<WebhookDelivery[]> {
  const response = await request(on, "GET", `/api/webhooks/${webhookId}/deliveries`);
  return DeliveryPage.parse(await response.json()).items;
}
async function untilDelivery(
  on: Served,
  webhookId: WebhookId,
  reached: (delivery: WebhookDelivery) => boolean,
): Promise<WebhookDelivery> {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    const found = (await deliveries(on, webhookId)).find(reached);
    if (found !== undefined) return found;
    if (Date.now() > end)
      throw new Error(`no such delivery: ${JSON.stringify(await deliveries(on, webhookId))}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const messageOf = ({ body }: Received) => WebhookMessage.parse(JSON.parse(body));

describe("webhooks", () => {
  it("are told of a run that finished, and of a fallback where they ask for it; signed, without what was asked", async () => {
    const on = await serve();
    const [all, fallbacks] = [await openReceiver(), await openReceiver()];
    const { secret } = await create(on, all.url, ["run.finished"]);
    await create(on, fallbacks.url, ["run.fallback"]);
    const good = await ask(on, "hello, secret question");
    await all.until(1);
    const bad = await ask(on, "why, secret question?");
    await Promise.all([all.until(2), fallbacks.until(1)]);
    expect(all.received.map(messageOf)).toMatchObject([
      {
        type: "run.finished",
        data: { runId: good, runState: "SUCCESS", releaseOutcome: "SUCCESS", fallbackType: null },
      },
      {
        type: "run.finished",
        data: { runId: bad, releaseOutcome: "FALLBACK", fallbackType: "SEMANTIC_UNSUPPORTED" },
      },
    ]);
    expect(fallbacks.received.map(messageOf)).toMatchObject([{ type: "run.fallback", data: { runId: bad } }]);
    expect(all.received.every((message) => isSigned(secret, message))).toBe(true);
    expect(JSON.stringify([...all.received, ...fallbacks.received])).not.toContain("secret question");
    expect(all.received.map(({ headers }) => headers["webhook-id"])).toEqual([
      `run_finished-${good}`,
      `run_finished-${bad}`,
    ]);
  });

  it("are told when a triage group is opened again, by an operator or by a run", async () => {
    const on = await serve();
    const receiver = await openReceiver();
    await create(on, receiver.url, ["triage.reopened"]);
    await ask(on, "why this time?");
    const groupOf = async () => {
      const end = Date.now() + WAIT_MS;
      for (;;) {
        const page = TriagePage.parse(await (await request(on, "GET", "/api/triage/groups")).json());
        const [group] = page.items;
        if (group !== undefined) return group;
        if (Date.now() > end) throw new Error("the run was not filed");
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const change = async (what: object) => {
      const { groupId, version } = await groupOf();
      const response = await request(on, "PATCH", `/api/triage/groups/${groupId}`, { version, change: what });
      return ChangeTriageReply.parse(await response.json()).group;
    };
    await change({ action: "resolve", reason: "MODEL_WRONG" });
    const { groupId } = await change({ action: "reopen" });
    await receiver.until(1);
    await change({ action: "resolve", reason: "TOOL_BROKEN" });
    const runId = await ask(on, "why again?");
    await receiver.until(2);
    expect(receiver.received.map(messageOf)).toMatchObject([
      { type: "triage.reopened", data: { groupId, runId: null, by: "operator", resolution: "MODEL_WRONG" } },
      { type: "triage.reopened", data: { groupId, runId, resolution: "TOOL_BROKEN" } },
    ]);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
  });

  it("lose nothing over a restart, and are sent the same message again", async () => {
    const first = await serve();
    const receiver = await openReceiver();
    receiver.behave({ kind: "reset" }, { kind: "answer", status: 200 });
    const { webhookId, secret } = await create(first, receiver.url, ["run.finished"]);
    await ask(first, "hello");
    await untilDelivery(first, webhookId, ({ attempts }) => attempts.length === 1);
    await first.close();
    const second = await serve();
    await receiver.until(2);
    const delivery = await untilDelivery(second, webhookId, ({ status }) => status === "DELIVERED");
    expect(delivery.attempts.map(({ failure }) => failure)).toEqual(["CONNECTION_FAILED", null]);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(receiver.received.every((message) => isSigned(secret, message))).toBe(true);
  });

  it("reach no private address unless a setting allows it", async () => {
    const on = await serve({ INTERLOCK_AUTH_SECRET: SETTINGS.INTERLOCK_AUTH_SECRET });
    const receiver = await openReceiver();
    const { webhookId } = await create(on, receiver.url, ["run.finished"]);
    const queued = await request(on, "POST", `/api/webhooks/${webhookId}/test`);
    expect(queued.status).toBe(202);
    const { messageId } = QueuedReply.parse(await queued.json());
    const delivery = await untilDelivery(on, webhookId, ({ attempts }) => attempts.length === 1);
    expect(delivery).toMatchObject({
      messageId,
      type: "webhook.test",
      attempts: [{ failure: "ADDRESS_REFUSED", status: null }],
    });
    expect(receiver.received).toHaveLength(0);
  });

  it("show their secret once, keep it sealed, and sign with the new one as well after it was rotated", async () => {
    const on = await serve();
    const receiver = await openReceiver();
    const { webhookId, secret } = await create(on, `${receiver.url}?key=abc`, ["run.finished"]);
    const list = await (await request(on, "GET", "/api/webhooks")).text();
    expect(WebhookList.parse(JSON.parse(list)).items.map((webhook) => webhook.webhookId)).toEqual([
      webhookId,
    ]);
    expect(list).not.toContain(secret);
    const db = createPrismaClient(world.database.url);
    const stored = await db.webhookEndpoint.findUniqueOrThrow({ where: { webhookId } });
    await db.$disconnect();
    expect(JSON.stringify(stored)).not.toContain(secret.replace("whsec_", "").slice(0, 12));
    const rotated = WebhookSecretReply.parse(
      await (await request(on, "POST", `/api/webhooks/${webhookId}/secret`)).json(),
    );
    await request(on, "POST", `/api/webhooks/${webhookId}/test`);
    await receiver.until(1);
    const [message] = receiver.received;
    if (message === undefined) throw new Error("nothing came");
    expect([isSigned(secret, message), isSigned(rotated.secret, message)]).toEqual([true, true]);
    expect(rotated.secret).not.toBe(secret);
    const audit = AuditPage.parse(await (await request(on, "GET", "/api/audit?limit=20")).json());
    const mine = audit.items.filter(({ target }) => target === webhookId);
    expect(mine.map(({ action }) => action)).toEqual(["webhook.rotate_secret", "webhook.create"]);
    expect(JSON.stringify(mine)).not.toContain("key=abc");
  });

  it("are changed, disabled and removed; what happens meanwhile is not queued for a disabled one", async () => {
    const on = await serve();
    const receiver = await openReceiver();
    const { webhookId } = await create(on, receiver.url, ["run.fallback"]);
    const path = `/api/webhooks/${webhookId}`;
    const changed = await request(on, "PATCH", path, {
      events: ["run.finished"],
      enabled: false,
      description: "ops",
    });
    expect(WebhookReply.parse(await changed.json()).webhook).toMatchObject({
      events: ["run.finished"],
      enabled: false,
      description: "ops",
    });
    await ask(on, "hello");
    expect(await deliveries(on, webhookId)).toEqual([]);
    expect((await request(on, "POST", `${path}/test`)).status).toBe(409);
    await request(on, "PATCH", path, { enabled: true });
    await ask(on, "hello");
    await untilDelivery(on, webhookId, ({ status }) => status === "DELIVERED");
    expect((await request(on, "DELETE", path)).status).toBe(200);
    for (const [method, suffix] of [
      ["DELETE", ""],
      ["POST", "/test"],
      ["POST", "/secret"],
      ["GET", "/deliveries"],
    ] as const)
      expect((await request(on, method, path + suffix)).status).toBe(404);
    expect((await request(on, "PATCH", path, { enabled: true })).status).toBe(404);
  });

  it("are for administrators alone, and refuse what cannot be called", async () => {
    const on = await serve();
    for (const role of ["viewer", "operator"] as const) {
      const token = await createTestToken(world.database.url, role, role);
      expect((await request(on, "GET", "/api/webhooks", undefined, token)).status).toBe(403);
      const body = { url: "https://hooks.example/", events: ["run.finished"] };
      expect((await request(on, "POST", "/api/webhooks", body, token)).status).toBe(403);
    }
    for (const url of [
      "",
      "hooks.example",
      "ftp://hooks.example/",
      "file:///etc/passwd",
      "https://a:b@hooks.example/",
    ]) {
      const response = await request(on, "POST", "/api/webhooks", { url, events: ["run.finished"] });
      expect([url, response.status]).toEqual([url, 400]);
    }
    for (const events of [[], ["run.started"]])
      expect(
        (await request(on, "POST", "/api/webhooks", { url: "https://hooks.example/", events })).status,
      ).toBe(400);
    expect(WebhookList.parse(await (await request(on, "GET", "/api/webhooks")).json()).items).toEqual([]);
  });

  it("cannot be created where no key seals their secrets, and the refusal says what to set", async () => {
    const on = await serve({});
    const response = await request(on, "POST", "/api/webhooks", {
      url: "https://hooks.example/",
      events: ["run.finished"],
    });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("INTERLOCK_AUTH_SECRET");
  });
});
