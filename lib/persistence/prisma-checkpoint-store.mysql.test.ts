import { setTimeout as pause } from "node:timers/promises";
import { createConnection } from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { ManualClock } from "../harness/testing/manual-clock";
import { SeededIds } from "../harness/testing/seeded-ids";
import { defineScene, Runner } from "../invocation";
import { testCheckpointStore } from "../invocation/testing/checkpoint-store-contract";
import { rejectionOf } from "../invocation/testing/settled-of";
import { StoreUnavailableError } from "../runs/ports";
import { PrismaCheckpointStore, UnstorableCheckpointError } from "./prisma-checkpoint-store";
import type { PrismaClient } from "./generated/client";
import { createPrismaClient } from "./prisma-client";
import { PrismaRunStore } from "./prisma-run-store";
import { batchWith, endEvent, newRun } from "./testing/stored-run";
import { createTestDatabase, type TestDatabase } from "./testing/test-database";

/** The server answers from a cache for as long as innodb_trx is asked more often than every 100 ms. */
const INNODB_TRX_CACHE_MS = 150;

const ids = new SeededIds();
let database: TestDatabase;
let db: PrismaClient;
let runs: PrismaRunStore;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createPrismaClient(database.url);
  runs = new PrismaRunStore(db);
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

/** Another process: a connection pool and a store of its own. */
async function inAnotherProcess<T>(work: (store: PrismaCheckpointStore) => Promise<T>): Promise<T> {
  const client = createPrismaClient(database.url);
  try {
    return await work(new PrismaCheckpointStore(client));
  } finally {
    await client.$disconnect();
  }
}

testCheckpointStore("PrismaCheckpointStore", async () => {
  await db.runCheckpoint.deleteMany();
  return new PrismaCheckpointStore(db);
});

describe("PrismaCheckpointStore", () => {
  it("outlives its process", async () => {
    const runId = ids.runId();
    await inAnotherProcess(async (store) => {
      await store.begin(runId);
      await store.save(runId, { step: 2, why: "为什么 😀" });
    });
    await inAnotherProcess(async (store) => {
      expect(await store.load(runId)).toEqual({ value: { step: 2, why: "为什么 😀" } });
      expect(await store.endingOf(runId)).toBeNull();
    });
  });

  it("keeps what a delivered success saved, and how each call ended until the next begins or saves", async () => {
    const store = new PrismaCheckpointStore(db);
    const id = `${ids.runId()}/agent`;
    await store.begin(id);
    await store.finish(id, { context: "failed", delivery: "failed" });
    expect(await store.endingOf(id)).toBeNull();
    await store.save(id, { draft: "because" });
    await store.finish(id, { context: "succeeded", delivery: "ok" });
    expect(await store.load(id)).toEqual({ value: { draft: "because" } });
    expect(await store.endingOf(id)).toEqual({ context: "succeeded", delivery: "ok" });
    await store.begin(id);
    expect(await store.endingOf(id)).toBeNull();
    await store.finish(id, { context: "cancelled", delivery: "failed" });
    expect(await store.endingOf(id)).toEqual({ context: "cancelled", delivery: "failed" });
    await store.save(id, { draft: "again" });
    expect(await store.endingOf(id)).toBeNull();
  });

  it("lets nothing but retirement delete a run's checkpoints, and then only that run's", async () => {
    const store = new PrismaCheckpointStore(db);
    const run = newRun(ids);
    const other = newRun(ids);
    await runs.createRun(run);
    await runs.createRun(other);
    const saved = [run.runId, `${run.runId}/agent`, `${run.runId}/agent/guard`];
    const kept = [
      other.runId,
      `${other.runId}/agent`,
      `${run.runId}x`,
      `x${run.runId}/agent`,
      `${run.runId.toUpperCase()}/agent`,
    ];
    for (const id of [...saved, ...kept]) await store.save(id, id);
    await runs.appendJournal(run.runId, batchWith([]));
    for (const id of saved) expect(await store.load(id)).toEqual({ value: id });

    await runs.appendJournal(run.runId, batchWith([endEvent(run.runId, 1)]));
    for (const id of saved) expect(await store.load(id)).toBeNull();
    for (const id of kept) expect(await store.load(id)).toEqual({ value: id });
  });

  it("keeps them when the batch with the end is not stored", async () => {
    const store = new PrismaCheckpointStore(db);
    const run = newRun(ids);
    await runs.createRun(run);
    await store.save(run.runId, "still needed");
    const twice = batchWith([endEvent(run.runId, 1), endEvent(run.runId, 1)]);
    expect(await rejectionOf(runs.appendJournal(run.runId, twice))).toBeInstanceOf(StoreUnavailableError);
    expect(await store.load(run.runId)).toEqual({ value: "still needed" });
  });

  it("refuses a save for a retired run, also when the two come together", async () => {
    const store = new PrismaCheckpointStore(db);
    for (let round = 0; round < 10; round++) {
      const run = newRun(ids);
      await runs.createRun(run);
      const id = `${run.runId}/agent`;
      await store.save(id, "early");
      const late = [1, 2, 3].map((n) => rejectionOrNull(store.save(`${id}-${n}`, "late")));
      await runs.appendJournal(run.runId, batchWith([endEvent(run.runId, 1)]));
      for (const refusal of await Promise.all(late)) {
        if (refusal !== null) expect(refusal).toBeInstanceOf(UnstorableCheckpointError);
      }
      expect(await db.runCheckpoint.count({ where: { runId: run.runId } })).toBe(0);
      expect(String(await rejectionOf(store.save(id, "later")))).toContain("its run has been retired");
      await store.begin(id);
      await store.finish(id, { context: "cancelled", delivery: "failed" });
      expect(await store.load(id)).toBeNull();
    }
  });

  it.each([
    ["refuses the save when it is committed", "COMMIT", UnstorableCheckpointError],
    ["takes the save when it is rolled back", "ROLLBACK", null],
  ] as const)("lets a save wait for a retirement that is under way, and %s", async (_name, end, refusal) => {
    const store = new PrismaCheckpointStore(db);
    const run = newRun(ids);
    await runs.createRun(run);
    const retirement = await createConnection({ uri: database.url });
    await retirement.query("BEGIN");
    await retirement.query("UPDATE diagnosis_run SET retired_at = NOW(3) WHERE run_id = ?", [run.runId]);
    await retirement.query("DELETE FROM run_checkpoint WHERE run_id = ?", [run.runId]);
    let settled = false;
    const late = rejectionOrNull(store.save(run.runId, "late")).finally(() => {
      settled = true;
    });
    do await pause(INNODB_TRX_CACHE_MS);
    while (!settled && !(await somebodyWaitsForALock()));
    await retirement.query(end);
    await retirement.end();
    const answer = await late;
    if (refusal === null) expect(answer).toBeNull();
    else expect(answer).toBeInstanceOf(refusal);
    expect(await store.load(run.runId)).toEqual(refusal === null ? { value: "late" } : null);
  });

  it("takes saves of one id that come at the same time", async () => {
    const id = ids.runId();
    const store = new PrismaCheckpointStore(db);
    await inAnotherProcess(async (second) => {
      await Promise.all([1, 2, 3, 4, 5, 6].map((n) => (n % 2 === 0 ? store : second).save(id, n)));
    });
    const loaded = await store.load(id);
    expect([1, 2, 3, 4, 5, 6]).toContain(loaded?.value);
  });

  it("refuses a value that is no JSON, says where, and keeps what was there", async () => {
    const store = new PrismaCheckpointStore(db);
    const id = ids.runId();
    await store.save(id, { step: 1 });
    const refused: readonly (readonly [unknown, string])[] = [
      [undefined, "it is undefined"],
      [{ seen: [new Map()] }, "it.seen[0] is an instance of a class"],
      [{ step: NaN }, "it.step is NaN"],
    ];
    for (const [value, why] of refused) {
      const error = await rejectionOf(store.save(id, value));
      expect(error).toBeInstanceOf(UnstorableCheckpointError);
      expect(String(error)).toContain(`the checkpoint of "${id}" cannot be stored: ${why}`);
    }
    expect(await store.load(id)).toEqual({ value: { step: 1 } });
    await store.save(id, { step: 2, absent: undefined });
    expect(await store.load(id)).toEqual({ value: { step: 2 } });
  });

  it("refuses an id that the column would cut or take for another", async () => {
    const store = new PrismaCheckpointStore(db);
    const longest = `run/${"x".repeat(187)}`;
    await store.save(longest, "fits");
    expect(await store.load(longest)).toEqual({ value: "fits" });
    for (const id of [`${longest}x`, "x".repeat(41), "run_1 ", "run_1 /agent", "run_\ud800"]) {
      const calls = [
        () => store.begin(id),
        () => store.save(id, 1),
        () => store.load(id),
        () => store.finish(id, { context: "succeeded", delivery: "ok" }),
      ];
      for (const call of calls) expect(await rejectionOf(call())).toBeInstanceOf(UnstorableCheckpointError);
    }
  });

  it("says StoreUnavailable from every method when the database is gone", async () => {
    const gone = await createTestDatabase();
    const client = createPrismaClient(gone.url);
    const store = new PrismaCheckpointStore(client);
    await store.save("run_1", 1);
    await gone.drop();
    const calls = [
      () => store.begin("run_1"),
      () => store.save("run_1", 2),
      () => store.load("run_1"),
      () => store.finish("run_1", { context: "failed", delivery: "failed" }),
      () => store.endingOf("run_1"),
    ];
    for (const call of calls) expect(await rejectionOf(call())).toBeInstanceOf(StoreUnavailableError);
    await client.$disconnect();
  });

  it("throws what a foreign writer left as such, not as an outage", async () => {
    const id = ids.runId();
    await db.runCheckpoint.create({
      data: { contextId: id, runId: id, valueJson: '{"v":2,"d":1}', savedAt: new Date() },
    });
    expect(await rejectionOf(new PrismaCheckpointStore(db).load(id))).toBeInstanceOf(z.ZodError);
  });

  it("lets a second process resume a scene and its child where the first one stopped", async () => {
    const Step = z.object({ step: z.int(), notes: z.array(z.string()) });
    let dies = true;
    const agent = defineScene({
      name: "agent",
      deps: {},
      output: z.string(),
      checkpoint: Step,
      async run(work, query: string) {
        await work.checkpoint.save({ step: 1, notes: [query] });
        await work.checkpoint.save({ step: 2, notes: [query, "为什么 😀"] });
        throw new Error("the process died");
      },
      async resume(work, saved) {
        await work.checkpoint.save({ ...saved, step: saved.step + 1 });
        return `${saved.notes.join(", ")} from step ${saved.step}`;
      },
    });
    const root = defineScene({
      name: "root",
      deps: { children: { agent } },
      output: z.string(),
      checkpoint: z.object({ stage: z.literal("agent") }),
      async run(work, query: string) {
        await work.checkpoint.save({ stage: "agent" });
        return work.children.agent.invoke(query, { key: "agent" });
      },
      async resume(work) {
        if (dies) throw new Error("the process died again");
        return work.children.agent.resume({ key: "agent" });
      },
    });
    const clock = new ManualClock();
    const run = newRun(ids);
    const id = run.runId;
    await runs.createRun(run);
    await inAnotherProcess(async (checkpoints) => {
      await rejectionOf(new Runner(root, { clock, checkpoints }).run("why", { id }));
      expect(await checkpoints.endingOf(id)).toEqual({ context: "failed", delivery: "failed" });
    });
    await inAnotherProcess(async (checkpoints) => {
      await rejectionOf(new Runner(root, { clock, checkpoints }).resume({ id }));
    });
    dies = false;
    await inAnotherProcess(async (checkpoints) => {
      const delivered = await new Runner(root, { clock, checkpoints }).resume({ id });
      expect(delivered).toBe("why, 为什么 😀 from step 2");
      expect(await checkpoints.load(`${id}/agent`)).toEqual({
        value: { step: 3, notes: ["why", "为什么 😀"] },
      });
      expect(await checkpoints.endingOf(`${id}/agent`)).toEqual({ context: "succeeded", delivery: "ok" });
    });
    await runs.appendJournal(id, batchWith([endEvent(id, 1)]));
    await inAnotherProcess(async (checkpoints) => {
      const error = await rejectionOf(new Runner(root, { clock, checkpoints }).resume({ id }));
      expect(error).toMatchObject({ name: "CheckpointUnavailable", reason: "missing" });
    });
  });
});

/** Whether a transaction in this file's database is held up by another one. */
async function somebodyWaitsForALock(): Promise<boolean> {
  const waiting = await db.$queryRaw<readonly unknown[]>`
    SELECT 1 FROM information_schema.innodb_trx AS t
      JOIN information_schema.processlist AS p ON p.id = t.trx_mysql_thread_id
     WHERE t.trx_state = 'LOCK WAIT' AND p.db = ${database.name}`;
  return waiting.length > 0;
}

async function rejectionOrNull(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}
