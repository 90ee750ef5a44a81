/** A stream outlives nobody's right to read it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { TokenList, type Role } from "../contracts/access";
import { RunPage, StartRunReply } from "../contracts/requests";
import { createScriptedModel, toolStep } from "../diagnosis/testing/scripted-model";
import { startTestServer, type TestServer } from "./testing/http-server";
import { createTestToken } from "./testing/test-token";
import { HEAVY_SQL, World, type Served } from "./testing/world";

let world: World;
let served: Served;
let bare: TestServer;
beforeAll(async () => {
  world = await World.open();
  const heavy = createScriptedModel({ step: () => toolStep({ statement: HEAVY_SQL }) });
  served = await world.serve(heavy, { streamRecheckMs: 20 });
  bare = await startTestServer(served.interlock, null);
});
afterAll(async () => {
  await bare.close();
  await served.close();
  await world.close();
});

/** Opens a stream with a token of its own and reads until it ends; `revoke` takes the token away. */
async function reading(role: Role, path: string, init: RequestInit = {}) {
  const name = `reads ${path}`;
  const token = await createTestToken(world.database.url, role, name);
  const response = await fetch(`${bare.baseUrl}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  });
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  await reader?.read();
  const ended = (async () => {
    try {
      while ((await reader?.read())?.done === false);
      return "closed";
    } catch {
      return "broken off";
    }
  })();
  const revoke = async () => {
    const { items } = TokenList.parse(await (await fetch(`${served.baseUrl}/api/tokens`)).json());
    const found = items.find((each) => each.name === name);
    const revoked = await fetch(`${served.baseUrl}/api/tokens/${found?.tokenId}`, { method: "DELETE" });
    expect(revoked.status).toBe(200);
  };
  return { ended, revoke };
}

it("breaks off a watch whose token is revoked, and leaves the run alone", async () => {
  const started = await served.post("/api/runs", { query: "why is it slow?" });
  const { runId } = StartRunReply.parse(await started.json());
  const { ended, revoke } = await reading("viewer", `/api/runs/${runId}/events`);
  await revoke();
  expect(await ended).toBe("broken off");
  expect((await served.run(runId)).runState).toBe("RUNNING");
  await served.post(`/api/runs/${runId}/cancel`, {});
});

it("breaks off an owner's stream whose token is revoked, and cancels the run that hangs on it", async () => {
  const body = JSON.stringify({ query: "what hangs on its owner?" });
  const { ended, revoke } = await reading("operator", "/api/chat", { method: "POST", body });
  const { items } = RunPage.parse(await (await fetch(`${served.baseUrl}/api/runs?state=RUNNING`)).json());
  const runId = items.find(({ query }) => query === "what hangs on its owner?")?.runId ?? "";
  await revoke();
  expect(await ended).toBe("broken off");
  const run = await served.until(runId, ({ storedAt }) => storedAt.outcome !== null);
  expect(run).toMatchObject({ runState: "CANCELLED", cancellation: { reason: "CLIENT_DISCONNECTED" } });
});
