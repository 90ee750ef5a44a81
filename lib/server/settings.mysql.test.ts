/** Settings over the API: no secret is said, a test asks the source itself, limits hold for the next run, views are somebody's own. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import pino from "pino";
import type { LimitFacts, SettingsReply, TestReply } from "../contracts/settings";
import { readEnvironment } from "./environment";
import { createInterlock, type Interlock } from "./interlock";
import { ApiClient } from "./testing/api-client";
import { startTestServer, type TestServer } from "./testing/http-server";
import { createTestToken } from "./testing/test-token";
import { World } from "./testing/world";

const PASSWORD = "correct-horse-battery";

let world: World;
let interlock: Interlock;
let server: TestServer;
let api: ApiClient;

beforeAll(async () => {
  world = await World.open();
  const environment = readEnvironment({
    DATABASE_URL: world.database.url,
    SOURCE_SHOP_URL: world.readerUrl,
    SOURCE_AWAY_URL: `mysql://somebody:${PASSWORD}@127.0.0.1:1/away?tls=require`,
    SOURCE_ROOT_URL: `${world.database.adminUrl.replace(/\/?$/, "/")}information_schema`,
    PROMETHEUS_METRICS_URL: "http://127.0.0.1:1",
    PROMETHEUS_METRICS_TOKEN: PASSWORD,
    INTERLOCK_MAX_RUNS: "3",
  });
  interlock = await createInterlock(environment, pino({ level: "silent" }));
  server = await startTestServer(interlock, await createTestToken(environment.databaseUrl));
  api = new ApiClient(server.baseUrl);
});
afterAll(async () => {
  await server.close();
  await interlock.stop(5_000);
  await world.close();
});

async function settings(): Promise<SettingsReply> {
  const body: SettingsReply = await (await fetch(`${server.baseUrl}/api/settings`)).json();
  return body;
}
async function test(body: object): Promise<TestReply> {
  const response = await api.post("/api/settings/test", body);
  expect(response.status).toBe(200);
  const reply: TestReply = await response.json();
  return reply;
}
async function asRole(role: "viewer" | "operator", name: string): Promise<RequestInit> {
  return { headers: { authorization: `Bearer ${await createTestToken(world.database.url, role, name)}` } };
}

describe("settings over the API", () => {
  it("says where the data sources are, and none of their secrets", async () => {
    const found = await settings();
    const reader = new URL(world.readerUrl);
    expect(found.sources).toMatchObject([
      { kind: "mysql", name: "away", address: "127.0.0.1:1/away", account: "somebody", tls: "require" },
      { kind: "mysql", name: "root" },
      { kind: "mysql", name: "shop", address: `${reader.host}${reader.pathname}`, account: reader.username },
      { kind: "prometheus", name: "metrics", address: "http://127.0.0.1:1", setBy: "PROMETHEUS_METRICS_URL" },
    ]);
    expect(JSON.stringify(found)).not.toContain(PASSWORD);
    expect(found.model).toEqual({ name: "playbook", language: null });
  });

  it("asks a data source, and the model, whether it can be used", async () => {
    const { ok, detail } = await test({ what: "source", name: "shop" });
    expect([ok, detail]).toEqual([true, expect.stringContaining("shop: ")]);
    const away = await test({ what: "source", name: "away" });
    expect(away.ok).toBe(false);
    expect(JSON.stringify(away)).not.toContain(PASSWORD);
    expect((await test({ what: "source", name: "metrics" })).ok).toBe(false);
    expect(await test({ what: "model" })).toMatchObject({ ok: true });
    expect((await api.post("/api/settings/test", { what: "source", name: "nowhere" })).status).toBe(404);
  });

  it("warns of an account that may do more than read", async () => {
    const { warning } = await test({ what: "source", name: "root" });
    expect(warning).toContain("the account holds more than reading");
    expect((await test({ what: "source", name: "shop" })).warning).toBeNull();
  });

  it("changes the limits of runs that begin afterwards", async () => {
    const { limits } = await settings();
    expect(limits).toMatchObject({ version: 0, maxRuns: 3, defaultMaxRuns: 3, budget: limits.defaultBudget });
    const change = { budget: { toolCalls: 2 }, maxRuns: 1 };
    const response = await api.post("/api/settings/limits", { version: 0, limits: change });
    expect(response.status).toBe(200);
    const { limits: now }: { limits: LimitFacts } = await response.json();
    expect(now).toMatchObject({ version: 1, maxRuns: 1, changedBy: "operator", budget: { toolCalls: 2 } });
    const { run } = await api.chat("What can you do?");
    expect(run.budget.toolCalls.limit).toBe(2);
    expect(run.budget.modelCalls.limit).toBe(limits.defaultBudget.modelCalls);
    const ready: unknown = await (await fetch(`${server.baseUrl}/api/ready`)).json();
    expect(JSON.stringify(ready)).toContain("of 1 runs in progress");
  });

  it("refuses limits that are out of bounds, and a change of what somebody else has changed", async () => {
    const beyond = { version: 1, limits: { budget: { toolCalls: 201 }, maxRuns: null } };
    expect((await api.post("/api/settings/limits", beyond)).status).toBe(400);
    const stale = await api.post("/api/settings/limits", {
      version: 0,
      limits: { budget: {}, maxRuns: null },
    });
    expect(stale.status).toBe(409);
    expect(await stale.json()).toMatchObject({ code: "SETTING_CONFLICT", limits: { version: 1 } });
    const back = await api.post("/api/settings/limits", {
      version: 1,
      limits: { budget: {}, maxRuns: null },
    });
    expect(await back.json()).toMatchObject({ limits: { version: 2, maxRuns: 3 } });
  });

  it("belongs to administrators", async () => {
    const init = await asRole("operator", "on-shift");
    expect((await fetch(`${server.baseUrl}/api/settings`, init)).status).toBe(403);
    expect((await api.post("/api/settings/test", { what: "model" }, init)).status).toBe(403);
    const change = { version: 2, limits: { budget: {}, maxRuns: 2 } };
    expect((await api.post("/api/settings/limits", change, init)).status).toBe(403);
  });

  it("keeps saved views: one's own, and those that are shared", async () => {
    const [ada, bob] = [await asRole("viewer", "ada"), await asRole("viewer", "bob")];
    const saved = async (body: object, init: RequestInit) => api.post("/api/saved-views", body, init);
    const namesOf = async (init: RequestInit): Promise<string[]> => {
      const page: { items: { name: string; isMine: boolean }[] } = await (
        await fetch(`${server.baseUrl}/api/saved-views`, init)
      ).json();
      return page.items.map(({ name, isMine }) => `${name}${isMine ? "" : ", shared"}`);
    };
    const mine = { name: "Fallbacks", search: "outcome=FALLBACK&columns=query", shared: false };
    expect((await saved(mine, ada)).status).toBe(201);
    const shared = await saved({ name: "Failures", search: "outcome=FAILED", shared: true }, ada);
    const { view }: { view: { viewId: string } } = await shared.json();
    expect(await namesOf(ada)).toEqual(["Fallbacks", "Failures"]);
    expect(await namesOf(bob)).toEqual(["Failures, shared"]);
    const remove = (init: RequestInit) =>
      fetch(`${server.baseUrl}/api/saved-views/${view.viewId}`, { method: "DELETE", ...init });
    expect((await remove(bob)).status).toBe(404);
    expect((await remove(ada)).status).toBe(200);
    expect(await namesOf(bob)).toEqual([]);
    for (const search of ["outcome=NONSENSE", "outcome=FAILED&outcome=SUCCESS", "nothing=1"])
      expect((await saved({ name: "Wrong", search, shared: false }, ada)).status).toBe(400);
  });
});
