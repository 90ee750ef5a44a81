/** Playbooks and documents over the API: what is saved is checked, kept with its history, and known to runs that begin afterwards. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { KnowledgeDetail, KnowledgeEntry, KnowledgeList } from "../contracts/knowledge";
import { readEnvironment } from "./environment";
import { createInterlock, type Interlock } from "./interlock";
import { ApiClient } from "./testing/api-client";
import { startTestServer, type TestServer } from "./testing/http-server";
import { createTestToken } from "./testing/test-token";
import { HEAVY_SQL, World } from "./testing/world";

function playbook(id: string, options: { answers?: string; sql?: string; says?: string } = {}): string {
  const {
    answers = `Why does the ${id} fail?`,
    sql = "SELECT gateway, failed FROM facts",
    says = "fails",
  } = options;
  return `---
id: ${id}
title: The ${id}
answers: ["${answers}"]
checks:
  - id: failures
    scope: the failures of the ${id}
    sql: "${sql}"
conclusions:
  - id: failing
    when: checks.failures.found
    conclusion: "{{ checks.failures.rows[0].gateway }} ${says}."
    claims:
      - { text: "{{ checks.failures.rows[0].gateway }} ${says} {{ checks.failures.rows[0].failed }} times.", checks: [failures] }
---

# The ${id}
`;
}

const LEAKS = "Where does the dishwasher leak?";

let world: World;
let folder: string;
let interlock: Interlock;
let server: TestServer;
let api: ApiClient;

async function open(): Promise<void> {
  const environment = readEnvironment({
    DATABASE_URL: world.database.url,
    SOURCE_SHOP_URL: world.readerUrl,
    INTERLOCK_PLAYBOOKS_DIR: join(folder, "playbooks"),
    INTERLOCK_DOCUMENTS_DIR: join(folder, "guides"),
  });
  interlock = await createInterlock(environment, pino({ level: "silent" }));
  server = await startTestServer(interlock, await createTestToken(environment.databaseUrl));
  api = new ApiClient(server.baseUrl);
}

async function shut(): Promise<void> {
  await server.close();
  await interlock.stop(5_000);
}

beforeAll(async () => {
  world = await World.open();
  folder = await mkdtemp(join(tmpdir(), "il-knowledge-"));
  await mkdir(join(folder, "playbooks"));
  await mkdir(join(folder, "guides"));
  await writeFile(join(folder, "playbooks", "gateway.md"), playbook("gateway"));
  await writeFile(join(folder, "playbooks", "broken.md"), playbook("broken").replace("title:", "heading:"));
  await writeFile(
    join(folder, "guides", "kettle.md"),
    "# The kettle\n\n## Descale the kettle\n\nUse vinegar.\n",
  );
  await open();
});
afterAll(async () => {
  await shut();
  await world.close();
  await rm(folder, { recursive: true });
});

async function get<T>(path: string): Promise<T> {
  const response = await fetch(`${server.baseUrl}${path}`);
  expect(response.status, await response.clone().text()).toBe(200);
  const body: T = await response.json();
  return body;
}
async function list(): Promise<Record<string, KnowledgeEntry>> {
  const { items } = await get<KnowledgeList>("/api/knowledge");
  return Object.fromEntries(items.map((item) => [`${item.kind} ${item.name}`, item]));
}
async function save(body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await api.post("/api/knowledge/entry", body);
  return { status: response.status, body: await response.json() };
}
async function change(body: object): Promise<number> {
  return (await api.post("/api/knowledge/change", body)).status;
}
async function conclusionOf(question: string): Promise<string | null> {
  const { run } = await api.chat(question);
  return run.answer?.contentType === "diagnosis_report" ? run.answer.conclusion : null;
}

describe("knowledge over the API", () => {
  it("lists the server's files with what is wrong with them", async () => {
    const found = await list();
    expect(found["playbook gateway"]).toMatchObject({
      origin: "shipped",
      state: "active",
      version: 0,
      parts: 1,
    });
    expect(found["playbook broken"]).toMatchObject({ state: "broken" });
    expect(found["playbook broken"]?.problems.map(({ field, line }) => [field, line])).toContainEqual([
      "title",
      2,
    ]);
    expect(found["document guides/kettle"]).toMatchObject({ title: "The kettle", parts: 1 });
  });

  it("refuses a text that does not compile, by field and line, and keeps nothing of it", async () => {
    const text = playbook("boiler").replace("checks.failures.found", "checks.nothing.found");
    const { status, body } = await save({ kind: "playbook", name: null, version: null, text });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "KNOWLEDGE_INVALID" });
    expect(body["problems"]).toContainEqual(
      expect.objectContaining({ severity: "error", field: "conclusions[0].when", line: 11 }),
    );
    expect(await list()).not.toHaveProperty("playbook boiler");
  });

  it.each([
    ["a write", "DELETE FROM facts"],
    ["what could show nothing but itself", "SELECT 1"],
  ])("refuses a statement that is %s when it is saved, not when it is asked", async (_, sql) => {
    const text = playbook("boiler", { sql });
    const { status, body } = await save({ kind: "playbook", name: null, version: null, text });
    expect(status).toBe(422);
    expect(body["problems"]).toMatchObject([{ field: "checks[0].sql", line: 8 }]);
  });

  it("saves a playbook with an unknown data source, and warns of it", async () => {
    const text = playbook("attic").replace("    sql:", "    source: attic\n    sql:");
    const checked = await (
      await api.post("/api/knowledge/check", { kind: "playbook", name: null, text })
    ).json();
    expect(checked).toMatchObject({ ok: true, name: "attic", problems: [{ severity: "warning", line: 8 }] });
  });

  it("makes a playbook known to the next run, and says which runs used it", async () => {
    expect(await conclusionOf(LEAKS)).toBeNull();
    const { status } = await save({
      kind: "playbook",
      name: null,
      version: null,
      text: playbook("dishwasher", { answers: LEAKS }),
    });
    expect(status).toBe(200);
    const { run } = await api.chat(LEAKS);
    expect(run.answer).toMatchObject({ contentType: "diagnosis_report", conclusion: "gw-b fails." });
    const used = await get<{ items: { runId: string }[] }>(
      "/api/knowledge/runs?kind=playbook&name=dishwasher",
    );
    expect(used.items.map(({ runId }) => runId)).toEqual([run.runId]);
    const detail = await get<KnowledgeDetail>("/api/knowledge/entry?kind=playbook&name=dishwasher");
    expect(detail.versions).toMatchObject([{ version: 1, action: "save", by: "operator", hasText: true }]);
  });

  it("leaves a running run with the playbook that it began with", async () => {
    const heavy = playbook("oven", { sql: HEAVY_SQL })
      .replaceAll(".gateway", ".pairs")
      .replaceAll(".failed", ".pairs");
    expect((await save({ kind: "playbook", name: null, version: null, text: heavy })).status).toBe(200);
    const started = await (await api.post("/api/runs", { query: "Why does the oven fail?" })).json();
    const running = String(Object(started).runId);
    await api.until(running, (run) => run.toolCalls === 1);
    expect((await save({ kind: "playbook", name: "oven", version: 1, text: playbook("oven") })).status).toBe(
      200,
    );
    expect(await conclusionOf("Why does the oven fail?")).toBe("gw-b fails.");
    expect((await api.run(running)).runState).toBe("RUNNING");
    expect((await api.tools(running))[0]?.statement).toContain("pairs");
    await api.post(`/api/runs/${running}/cancel`, {});
    await api.until(running, (run) => run.runState === "CANCELLED");
  });

  it("puts the console's text in place of a file's, and sets it back", async () => {
    const text = playbook("gateway", { says: "is down" });
    expect((await save({ kind: "playbook", name: "gateway", version: 0, text })).status).toBe(200);
    expect((await list())["playbook gateway"]).toMatchObject({
      origin: "edited",
      version: 1,
      changedBy: "operator",
    });
    expect(await conclusionOf("Why does the gateway fail?")).toBe("gw-b is down.");
    expect(await change({ kind: "playbook", name: "gateway", version: 1, action: "revert" })).toBe(200);
    expect(await conclusionOf("Why does the gateway fail?")).toBe("gw-b fails.");
    const earlier = await get<{ text: string }>(
      "/api/knowledge/version?kind=playbook&name=gateway&version=1",
    );
    expect(earlier.text).toBe(text);
  });

  it("lets nobody overwrite what somebody else has changed", async () => {
    const text = playbook("gateway", { says: "was overwritten" });
    const { status, body } = await save({ kind: "playbook", name: "gateway", version: 1, text });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "KNOWLEDGE_CONFLICT", entry: { version: 2 } });
    // A new playbook may not take the id of one that is there.
    expect((await save({ kind: "playbook", name: null, version: null, text })).status).toBe(409);
    // Nor an edit become another playbook.
    const renamed = await save({ kind: "playbook", name: "gateway", version: 2, text: playbook("other") });
    expect(renamed.status).toBe(422);
    expect(await conclusionOf("Why does the gateway fail?")).toBe("gw-b fails.");
  });

  it("of two saves at once takes one", async () => {
    const both = await Promise.all(
      ["first", "second"].map((says) =>
        save({ kind: "playbook", name: "gateway", version: 2, text: playbook("gateway", { says }) }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await change({ kind: "playbook", name: "gateway", version: 3, action: "revert" })).toBe(200);
  });

  it("answers from a saved document, cites it, and no longer when it is disabled", async () => {
    const question = "How do I defrost the freezer?";
    const text = "# The freezer\n\n## Defrost the freezer\n\nSwitch it off and leave the door open.\n";
    expect((await save({ kind: "document", name: "kitchen/freezer", version: null, text })).status).toBe(200);
    const { run } = await api.chat(question);
    expect(run.answer).toMatchObject({
      contentType: "knowledge_answer",
      citations: [{ documentId: "kitchen/freezer" }],
    });
    const used = await get<{ items: { runId: string }[]; lookedAt: number }>(
      "/api/knowledge/runs?kind=document&name=kitchen%2Ffreezer",
    );
    expect(used.items.map(({ runId }) => runId)).toEqual([run.runId]);
    expect(used.lookedAt).toBeGreaterThan(0);
    expect(await change({ kind: "document", name: "kitchen/freezer", version: 1, action: "disable" })).toBe(
      200,
    );
    expect((await api.chat(question)).run.releaseOutcome).toBe("FALLBACK");
  });

  it("shows what a question would find", async () => {
    const found = await get<{
      threshold: number;
      playbooks: { name: string; score: number }[];
      passages: unknown[];
    }>(`/api/knowledge/retrieval?question=${encodeURIComponent(LEAKS)}`);
    expect(found.playbooks[0]).toMatchObject({ name: "dishwasher", score: 1 });
    expect(found.playbooks[0]?.score).toBeGreaterThan(found.threshold);
    const kettle = await get<{ passages: unknown[] }>(
      "/api/knowledge/retrieval?question=descale%20the%20kettle",
    );
    expect(kettle.passages[0]).toMatchObject({ name: "guides/kettle", heading: "Descale the kettle" });
  });

  it("is read by viewers and changed by administrators", async () => {
    const asRole = async (role: "viewer" | "operator") => {
      const token = await createTestToken(world.database.url, role, role);
      return { headers: { authorization: `Bearer ${token}` } };
    };
    for (const role of ["viewer", "operator"] as const) {
      const init = await asRole(role);
      expect((await fetch(`${server.baseUrl}/api/knowledge`, init)).status).toBe(200);
      const body = { kind: "playbook", name: null, version: null, text: playbook("mine") };
      expect((await api.post("/api/knowledge/entry", body, init)).status).toBe(403);
      expect((await api.post("/api/knowledge/check", { ...body, version: undefined }, init)).status).toBe(
        403,
      );
    }
    expect(await list()).not.toHaveProperty("playbook mine");
  });

  it("knows all of it in the next process", async () => {
    const before = await list();
    await shut();
    await open();
    expect(await list()).toEqual(before);
    expect(await conclusionOf(LEAKS)).toBe("gw-b fails.");
    expect((await api.chat("How do I defrost the freezer?")).run.releaseOutcome).toBe("FALLBACK");
  });
});
