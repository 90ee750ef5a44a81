/** A store that a process holds is refused to a second one (RUN-18), whatever the second was about to take over. */
import { randomBytes } from "node:crypto";
import { createConnection, type Connection, type RowDataPacket } from "mysql2/promise";
import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { StartRunReply } from "../contracts/requests";
import type { AgentStep } from "../diagnosis/ports";
import { createScriptedModel, toolStep } from "../diagnosis/testing/scripted-model";
import { StoreHeldError } from "../persistence/store-hold";
import { storeLockName } from "../persistence/store-lock";
import { StoreUnavailableError } from "../runs/ports";
import { PrismaRunStore } from "../persistence/prisma-run-store";
import { createPrismaClient } from "../persistence/prisma-client";
import { readEnvironment } from "./environment";
import { createInterlock } from "./interlock";
import { HEAVY_SQL, World, type Served } from "./testing/world";

const WAIT_MS = 15_000;
/** The second process has an account of its own, so that its connections can be told from the first one's. */
const user = `il_second_${randomBytes(5).toString("hex")}`;
const heavy = createScriptedModel({ step: (): AgentStep => toolStep({ statement: HEAVY_SQL }) });

let world: World;
let admin: Connection;
let first: Served | null = null;
beforeAll(async () => {
  world = await World.open();
  admin = await createConnection({ uri: world.database.adminUrl });
  await admin.query(`CREATE USER '${user}'@'%' IDENTIFIED BY 'second'`);
  await admin.query(`GRANT ALL ON \`${world.database.name}\`.* TO '${user}'@'%'`);
});
afterEach(async () => {
  await first?.close();
  first = null;
});
afterAll(async () => {
  await admin.query(`DROP USER '${user}'@'%'`);
  await admin.end();
  await world.close();
});

function second(parts: Parameters<typeof createInterlock>[2] = {}) {
  const url = new URL(world.database.url);
  url.username = user;
  url.password = "second";
  const environment = readEnvironment({ DATABASE_URL: url.toString(), SOURCE_SHOP_URL: world.readerUrl });
  return createInterlock(environment, pino({ level: "silent" }), { model: heavy, storeWaitMs: 0, ...parts });
}
/** What each connection of the second process is doing. */
async function statementsOfSecond(): Promise<string[]> {
  const [rows] = await admin.query<RowDataPacket[]>(
    "SELECT info FROM information_schema.processlist WHERE user = ?",
    [user],
  );
  return rows.map(({ info }) => String(info));
}
async function ownershipOf(runId: string): Promise<RowDataPacket[]> {
  const [rows] = await admin.query<RowDataPacket[]>(
    `SELECT owner_id, resumes, run_state FROM \`${world.database.name}\`.diagnosis_run WHERE run_id = ?`,
    [runId],
  );
  return rows;
}
const nothingIsOpen = () => expect.poll(statementsOfSecond, { timeout: WAIT_MS }).toEqual([]);

describe("a second Interlock on a store", () => {
  it("is not opened, leaves nothing open, and leaves the runs of the first one alone", async () => {
    first = await world.serve(heavy);
    const { runId } = StartRunReply.parse(await (await first.post("/api/runs", { query: "why?" })).json());
    await first.until(runId, (run) => run.toolCalls === 1);
    const before = await ownershipOf(runId);

    await expect(second()).rejects.toBeInstanceOf(StoreHeldError);
    await nothingIsOpen();
    expect(await ownershipOf(runId)).toEqual(before);
    expect(before).toMatchObject([{ run_state: "RUNNING", resumes: 0 }]);
    expect(await world.running()).toHaveLength(1);

    await first.post(`/api/runs/${runId}/cancel?wait=10000`, {});
    const ended = await first.until(runId, (run) => run.storedAt.outcome !== null);
    expect(ended).toMatchObject({ runState: "CANCELLED", resumes: 0 });
  });

  it("is opened once the first one has stopped", async () => {
    first = await world.serve(heavy);
    const waiting = second({ storeWaitMs: 60_000 });
    await first.stop(0);
    first = null;
    await (await waiting).stop(0);
    await nothingIsOpen();
  });

  it("is told when the store is no longer its own, and admits nothing from then on", async () => {
    first = await world.serve(heavy);
    const waiting = second({ storeWaitMs: 60_000 });
    await expect
      .poll(statementsOfSecond, { timeout: WAIT_MS })
      .toEqual([expect.stringContaining("GET_LOCK")]);
    const [rows] = await admin.query<RowDataPacket[]>("SELECT IS_USED_LOCK(?) AS id", [
      storeLockName(world.database.name),
    ]);
    await admin.query(`KILL CONNECTION ${String(rows[0]?.["id"])}`);
    expect(await first.interlock.lost).toBeInstanceOf(StoreHeldError);
    expect((await first.post("/api/runs", { query: "why?" })).status).toBe(503);
    await (await waiting).stop(0);
  });

  it("holds the store no longer when it could not be opened for another reason", async () => {
    class Unreadable extends PrismaRunStore {
      override findUnfinished(): never {
        throw new StoreUnavailableError("list unfinished runs", null);
      }
    }
    const store = new Unreadable(createPrismaClient(world.database.url));
    await expect(second({ store })).rejects.toBeInstanceOf(StoreUnavailableError);
    await nothingIsOpen();
    first = await world.serve(heavy, { storeWaitMs: 0 });
  });
});
