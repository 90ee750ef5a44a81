/** The generated client against a real server, with what a program does with it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askAndWait } from "../../../examples/ask-and-wait";
import { createScriptedModel } from "../../diagnosis/testing/scripted-model";
import { createTestToken } from "../../server/testing/test-token";
import { World, type Served } from "../../server/testing/world";
import { createInterlockClient, type InterlockClient } from "./interlock-client";

let world: World;
let served: Served;
let client: InterlockClient;
beforeAll(async () => {
  world = await World.open();
  served = await world.serve(createScriptedModel());
  const token = await createTestToken(world.database.url, "operator", "a program");
  client = createInterlockClient({ baseUrl: served.baseUrl, token });
});
afterAll(async () => {
  await served.close();
  await world.close();
});

describe("createInterlockClient", () => {
  it("asks, waits and reads the run, as the example does", async () => {
    const run = await askAndWait(client, "why?", { pollMs: 20, limitMs: 20_000 });
    expect(run.runState).toBe("SUCCESS");
    expect(run.query).toBe("why?");
  });

  it("writes lists with commas, and gets pages", async () => {
    const { data, response } = await client.GET("/api/runs", {
      params: { query: { limit: 5, state: ["SUCCESS", "TIMED_OUT"], outcome: ["SUCCESS", "FALLBACK"] } },
    });
    expect(new URL(response.url).search).toBe("?limit=5&state=SUCCESS,TIMED_OUT&outcome=SUCCESS,FALLBACK");
    expect(data?.items.length).toBeGreaterThan(0);
    expect(data?.nextCursor).toBeNull();
  });

  it("says why something was refused, by code", async () => {
    const { data, error, response } = await client.GET("/api/runs/{id}", {
      params: { path: { id: "run_nothing" } },
    });
    expect([data, response.status, error?.code]).toEqual([undefined, 404, "RUN_NOT_FOUND"]);
    const refused = await client.GET("/api/webhooks");
    expect([refused.response.status, refused.error?.code]).toEqual([403, "FORBIDDEN"]);
  });
});
