/** What a lost process left running is found by its mark and stopped; nothing else is (RUN-18, KILL-3). */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { InvocationId } from "../contracts/ids";
import type { EvidenceSources } from "../diagnosis/ports";
import { SeededIds } from "../harness/testing/seeded-ids";
import { createEvidenceDatabase, type EvidenceDatabase } from "./testing/evidence-database";

const ids = new SeededIds();
const HEAVY = "SELECT COUNT(*) AS pairs FROM n a, n b, n c WHERE a.id + b.id * c.id <> a.id - b.id";
let db: EvidenceDatabase;
const opened: EvidenceSources[] = [];

beforeAll(async () => {
  db = await createEvidenceDatabase("lost", process.env["TEST_DATABASE_ADMIN_URL"]);
  await db.createNumbers();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((sources) => sources.close()));
});
afterAll(() => db.drop());

function open(): EvidenceSources {
  const sources = db.sources();
  opened.push(sources);
  return sources;
}

async function begin(sources: EvidenceSources, callId?: InvocationId) {
  const running = sources.run({ source: "shop", statement: HEAVY, params: [], timeoutMs: 60_000, callId });
  const mark = callId ?? "SELECT COUNT";
  await expect
    .poll(async () => (await db.busyThreads(db.reader)).some(({ info }) => info?.includes(mark) === true))
    .toBe(true);
  return running;
}
/** The heavy statements under way; what a source asks for itself comes and goes. */
const busy = async () =>
  (await db.busyThreads(db.reader)).map(({ info }) => info ?? "").filter((info) => info.includes("AS pairs"));

test("stops the statements of the named calls, and says how many are gone", async () => {
  const [lost, other] = [ids.invocationId(), ids.invocationId()];
  const dead = open();
  const answers = [await begin(dead, lost), await begin(dead, other)].map((running) => running.result);
  expect((await busy()).filter((info) => info.startsWith(`/* interlock ${lost} */ SELECT`))).toHaveLength(1);

  const next = open();
  expect(await next.stopLost?.([{ source: "shop", callId: lost }])).toBe(1);
  expect((await busy()).filter((info) => info.includes(lost))).toEqual([]);
  expect((await busy()).filter((info) => info.includes(other))).toHaveLength(1);
  expect(await answers[0]).toMatchObject({ kind: "error" });

  expect(await next.stopLost?.([{ source: "shop", callId: other }])).toBe(1);
});

test("finds nothing where nothing is left, and leaves statements without a mark alone", async () => {
  const sources = open();
  const running = await begin(sources);
  const calls = [
    { source: "shop", callId: ids.invocationId() },
    { source: "elsewhere", callId: ids.invocationId() },
  ];
  expect(await open().stopLost?.(calls)).toBe(0);
  expect(await busy()).toHaveLength(1);
  await running.stop();
});

test("rejects where the server cannot be asked", async () => {
  const sources = open();
  await sources.close();
  await expect(sources.stopLost?.([{ source: "shop", callId: ids.invocationId() }])).rejects.toThrow();
});
