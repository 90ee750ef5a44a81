import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunSummary } from "../../lib/contracts/run";
import { RunPage } from "../../lib/contracts/requests";
import { readEnvironment } from "../../lib/server/environment";
import { createInterlock, type Interlock } from "../../lib/server/interlock";
import { startTestServer, type TestServer } from "../../lib/server/testing/http-server";
import { createTestToken } from "../../lib/server/testing/test-token";
import { World } from "../../lib/server/testing/world";
import { DEMO_QUESTIONS } from "./demo-questions";
import { DEMO_SESSION, makeDemoRuns } from "./make-demo-runs";

let world: World;
let interlock: Interlock;
let server: TestServer;
let token: string;

beforeAll(async () => {
  world = await World.open();
  const environment = readEnvironment({ DATABASE_URL: world.database.url, SOURCE_SHOP_URL: world.readerUrl });
  interlock = await createInterlock(environment, pino({ level: "silent" }));
  token = await createTestToken(environment.databaseUrl, "operator", "demo");
  server = await startTestServer(interlock, await createTestToken(environment.databaseUrl));
});
afterAll(async () => {
  await server.close();
  await interlock.stop(5_000);
  await world.close();
});

async function listRuns(): Promise<readonly RunSummary[]> {
  const page: unknown = await (await fetch(`${server.baseUrl}/api/runs?limit=200`)).json();
  return RunPage.parse(page).items;
}

describe("the living demo", () => {
  it("asks each question once on an empty store, in a session of its own, and never again", async () => {
    const options = {
      url: server.baseUrl,
      token,
      signal: new AbortController().signal,
      questions: [
        { ask: "What can you do?", manner: "owner" },
        { ask: "你好，你能做什么？", manner: "detached" },
        { ask: "Why are orders slow for one customer?", manner: "detached" },
        { ask: "Why are payments failing?", manner: "detached", budget: { wallTimeMs: 1 } },
        { ask: "Why are payments failing?", manner: "detached", budget: { modelCalls: 1 } },
        { ask: "Why are payments failing?", manner: "leave" },
      ],
    } as const;
    expect(await makeDemoRuns(options)).toEqual({ kind: "made", runs: 6 });
    const runs = await listRuns();
    expect(runs.map((run) => run.sessionId)).toEqual(Array.from({ length: 6 }, () => DEMO_SESSION));
    const states = runs.map(({ runState, mode }) => `${runState} ${mode}`);
    expect(states).toContain("SUCCESS attached");
    expect(states).toContain("TIMED_OUT detached");
    expect(states).toContain("BUDGET_EXHAUSTED detached");
    expect(await makeDemoRuns(options)).toEqual({ kind: "not_needed" });
    expect(await listRuns()).toHaveLength(6);
  });

  it("gives up after a few questions that cannot be asked, once none is under way", async () => {
    const refusing = createServer((request, response) => {
      const listed = request.method === "GET" || request.url === "/api/saved-views";
      response.writeHead(listed ? 200 : 500, { "content-type": "application/json" });
      response.end(JSON.stringify({ items: [], nextCursor: null }));
      if (!listed) asked += 1;
    });
    let asked = 0;
    await new Promise<void>((resolve) => refusing.listen(0, "127.0.0.1", resolve));
    const { port } = refusing.address() as AddressInfo;
    const made = makeDemoRuns({
      url: `http://127.0.0.1:${port}`,
      token,
      signal: new AbortController().signal,
    });
    await expect(made).rejects.toThrow("500");
    expect(asked).toBeLessThan(6);
    refusing.close();
  });

  it("has questions of each manner, in both languages, a few dozen", () => {
    expect(new Set(DEMO_QUESTIONS.map(({ manner }) => manner))).toEqual(
      new Set(["detached", "owner", "cancel", "leave"]),
    );
    expect(DEMO_QUESTIONS.filter(({ ask }) => /\p{Script=Han}/u.test(ask)).length).toBeGreaterThan(8);
    expect(DEMO_QUESTIONS.length).toBeGreaterThan(30);
  });
});
