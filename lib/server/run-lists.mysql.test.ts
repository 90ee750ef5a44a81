/** The list's filters, its counts and the statistics over HTTP, of runs that really ran. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { RunPage } from "../contracts/requests";
import { RunCounts, StatsReply } from "../contracts/run-stats";
import { createScriptedModel } from "../diagnosis/testing/scripted-model";
import { World, type Served } from "./testing/world";

const HOUR_MS = 3_600_000;
let world: World;
let served: Served | null = null;
beforeAll(async () => {
  world = await World.open();
});
afterEach(async () => {
  await served?.close();
  served = null;
});
afterAll(() => world.close());

it("finds, counts and sums up what has run", async () => {
  const on = (served = await world.serve(createScriptedModel()));
  const began = Date.now();
  const { run: hello } = await on.chat("hello");
  const { run: english } = await on.chat("Why are payments failing?");
  const { run: chinese } = await on.chat("支付为什么失败？");
  for (const { runId } of [hello, english, chinese])
    await on.until(runId, (run) => run.storedAt.outcome !== null);
  const get = async (path: string): Promise<unknown> => (await fetch(`${on.baseUrl}${path}`)).json();
  const list = async (query: string) => RunPage.parse(await get(`/api/runs?${query}`));
  const count = async (query: string) => RunCounts.parse(await get(`/api/runs/counts?${query}`));

  expect((await list(`text=${encodeURIComponent("支付 失败")}`)).items.map((run) => run.runId)).toEqual([
    chinese.runId,
  ]);
  expect((await list("text=payment")).items.map((run) => run.runId)).toEqual([english.runId]);
  expect(await list(`to=${began - HOUR_MS}`)).toEqual({ items: [], nextCursor: null, searchedTo: null });
  expect((await list(`from=${began - HOUR_MS}&intent=SYSTEM_CHAT`)).items.map((run) => run.runId)).toEqual([
    hello.runId,
  ]);

  const all = await count("");
  expect(all).toMatchObject({ total: 3, isExact: true, countedTo: null });
  expect(all.facets.intent).toEqual({ SYSTEM_CHAT: 1, DIAGNOSIS: 2 });
  // What choosing another value would show: its own axis is left out.
  expect((await count("intent=SYSTEM_CHAT")).facets.intent).toEqual({ SYSTEM_CHAT: 1, DIAGNOSIS: 2 });
  expect(await count("intent=SYSTEM_CHAT&text=payments")).toMatchObject({ total: 0, isExact: true });

  const stats = StatsReply.parse(await get(`/api/stats?from=${began - HOUR_MS}&to=${began + HOUR_MS}`));
  expect(stats).toMatchObject({ runs: 3, bucketMs: HOUR_MS, duration: { count: 3 } });
  expect(stats.byModel).toEqual([
    { model: english.model, runs: 3, fallbacks: all.facets.outcome.FALLBACK ?? 0, failures: 0 },
  ]);
  expect(stats.buckets.reduce((sum, bucket) => sum + bucket.runs, 0)).toBe(3);
});

it.each([
  ["/api/runs?text=支", "text"],
  ["/api/runs?from=yesterday", "from"],
  ["/api/runs?triage=OPEN", "triage.0"],
  ["/api/runs/counts?limit=5", "(whole)"],
  ["/api/stats?from=5", "to"],
  ["/api/stats?from=5&to=5", "to"],
  ["/api/stats?from=0&to=99999999999", "to"],
  ["/api/stats?from=0&to=864000000&bucket=hour", "bucket"],
])("refuses %s and names %s", async (path, field) => {
  const on = (served = await world.serve(createScriptedModel()));
  const response = await fetch(`${on.baseUrl}${path}`);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "INVALID_REQUEST", fields: [{ path: field }] });
});
