/** What is queued for webhooks, by the transactions that store what it tells of; and what the observers of runs are told by the same ones. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { encodeIdBody } from "../contracts/ids";
import { WebhookId, WebhookMessage, type WebhookEvent } from "../contracts/webhooks";
import { SeededIds } from "../harness/testing/seeded-ids";
import type { NewRun, RunOutcome } from "../runs/ports";
import { observeRunStore } from "../telemetry/observed-run-store";
import { joinObservers } from "../telemetry/run-observer";
import { createPrismaClient } from "./prisma-client";
import { PrismaRunStore } from "./prisma-run-store";
import { PrismaWebhookStore } from "./prisma-webhook-store";
import { inTransaction } from "./store-transaction";
import { blankProgress, newRun } from "./testing/stored-run";
import { createTestDatabase, type TestDatabase } from "./testing/test-database";
import { queueRunEnded } from "./webhook-queue";

let database: TestDatabase;
let db: ReturnType<typeof createPrismaClient>;
let webhooks: PrismaWebhookStore;
const ids = new SeededIds();
const told: string[] = [];
const faults: unknown[] = [];
let store: ReturnType<typeof observeRunStore>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createPrismaClient(database.url);
  webhooks = new PrismaWebhookStore(db);
  const observers = joinObservers(
    [
      {
        ended: () => {
          throw new Error("an observer that fails");
        },
      },
      {
        created: ({ runId }) => told.push(`created ${runId}`),
        ended: ({ runId, releaseOutcome }) => told.push(`ended ${runId} ${releaseOutcome}`),
        abandoned: (runId) => told.push(`abandoned ${runId}`),
      },
    ],
    (error) => faults.push(error),
  );
  store = observeRunStore(new PrismaRunStore(db), observers);
});
beforeEach(async () => {
  told.length = 0;
  faults.length = 0;
  await db.webhookEndpoint.deleteMany();
  await db.webhookDelivery.deleteMany();
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

let made = 0;
async function webhook(...events: WebhookEvent[]): Promise<WebhookId> {
  const webhookId = WebhookId.parse(`whk_${encodeIdBody(++made, new Uint8Array(16))}`);
  await webhooks.create({
    webhookId,
    url: "https://hooks.example/",
    events,
    description: "",
    createdBy: "test",
    sealedSecret: "v1.x",
    at: 1,
  });
  return webhookId;
}
async function created(): Promise<NewRun> {
  const run = newRun(ids);
  await store.createRun(run);
  return run;
}
function outcomeOf(run: NewRun, releaseOutcome: RunOutcome["releaseOutcome"]): RunOutcome {
  const progress = blankProgress();
  const isFallback = releaseOutcome === "FALLBACK";
  return {
    runId: run.runId,
    releaseOutcome,
    fallbackType: isFallback ? "INSUFFICIENT_EVIDENCE" : null,
    answer: null,
    conclusion: null,
    published: null,
    failure: null,
    termination: { state: "SUCCESS", reason: "completed", completedAt: run.createdAt + 5 },
    progress: {
      ...progress,
      axes: { ...progress.axes, runState: "SUCCESS", releaseOutcome, status: "SUCCESS" },
    },
    durationMs: 5,
  };
}
async function queued(): Promise<{ readonly id: string; readonly message: WebhookMessage }[]> {
  const rows = await db.webhookDelivery.findMany({ orderBy: [{ createdAt: "asc" }, { messageId: "asc" }] });
  return rows.map((row) => ({ id: row.messageId, message: WebhookMessage.parse(JSON.parse(row.body)) }));
}

describe("the queue of webhooks", () => {
  it("gets a message with the outcome, once, for those who ask for it", async () => {
    await webhook("run.finished", "run.fallback");
    const disabled = await webhook("run.finished");
    await webhooks.change(disabled, { enabled: false }, 2);
    await webhook("triage.reopened");
    const run = await created();
    expect(await store.storeOutcome(outcomeOf(run, "FALLBACK"), false)).toBe(true);
    expect(await store.storeOutcome(outcomeOf(run, "FAILED"), false)).toBe(false);
    const messages = await queued();
    expect(messages.map(({ id }) => id).sort()).toEqual([
      `run_fallback-${run.runId}`,
      `run_finished-${run.runId}`,
    ]);
    expect(messages[0]?.message).toMatchObject({
      data: {
        runId: run.runId,
        releaseOutcome: "FALLBACK",
        fallbackType: "INSUFFICIENT_EVIDENCE",
        durationMs: 5,
      },
    });
    expect(told).toEqual([`created ${run.runId}`, `ended ${run.runId} FALLBACK`]);
    expect(faults, "an observer that throws is reported, and nothing to the others").toHaveLength(1);
  });

  it("holds nothing of a transaction that was undone", async () => {
    await webhook("run.finished");
    const run = await created();
    await store.storeOutcome(outcomeOf(run, "SUCCESS"), false);
    await db.webhookDelivery.deleteMany();
    const undone = inTransaction(db, async (tx) => {
      await queueRunEnded(tx, run.runId);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await queued()).toEqual([]);
  });

  it("replaces what was queued of an outcome that is replaced, unless it was sent", async () => {
    const webhookId = await webhook("run.finished", "run.fallback");
    const [unsent, sent] = [await created(), await created()];
    for (const run of [unsent, sent]) await store.storeOutcome(outcomeOf(run, "FALLBACK"), false);
    await webhooks.recordAttempt(webhookId, `run_finished-${sent.runId}`, {
      attempt: { number: 1, at: 5, durationMs: 1, status: 200, failure: null },
      retryAt: null,
    });
    for (const run of [unsent, sent])
      expect(await store.storeOutcome(outcomeOf(run, "FAILED"), true)).toBe(true);
    const outcomes = (await queued()).map(({ id, message }) => [
      id,
      "releaseOutcome" in message.data ? message.data.releaseOutcome : null,
    ]);
    expect(new Map(outcomes.map(([id, outcome]) => [id, outcome]))).toEqual(
      new Map([
        [`run_finished-${unsent.runId}`, "FAILED"],
        [`run_finished-${sent.runId}`, "FALLBACK"],
      ]),
    );
  });

  it("is told of a run that was given up unread, and so are the observers", async () => {
    await webhook("run.finished");
    const run = await created();
    await store.abandonRun(run.runId, "unreadable", run.createdAt + 9);
    await store.abandonRun(run.runId, "unreadable", run.createdAt + 10);
    expect((await queued()).map(({ message }) => message)).toMatchObject([
      {
        type: "run.finished",
        data: { runId: run.runId, runState: "FAILED", failureCode: "OWNER_LOST", durationMs: 9 },
      },
    ]);
    expect(told.filter((line) => line.startsWith("abandoned"))).not.toEqual([]);
  });

  it("does not keep a run from ending whose columns cannot be read", async () => {
    await webhook("run.finished");
    const run = await created();
    await db.diagnosisRun.update({ where: { runId: run.runId }, data: { sessionId: "broken" } });
    expect(await store.storeOutcome(outcomeOf(run, "SUCCESS"), false)).toBe(true);
    expect(await queued()).toEqual([]);
  });
});
