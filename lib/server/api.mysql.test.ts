/** The API over HTTP on a real database: streams, watching, idempotency, admission, refusals. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { CancelRunReply, LedgerPage, RunPage, ToolPage, TracePage } from "../contracts/requests";
import type { AgentStep, StepInput } from "../diagnosis/ports";
import { createScriptedModel, toolStep } from "../diagnosis/testing/scripted-model";
import { readPublicStream, readSse, readWatchStream } from "./testing/sse-client";
import { HEAVY_SQL, runIdOf, World, type Served } from "./testing/world";

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

async function serve(...args: Parameters<World["serve"]>): Promise<Served> {
  served = await world.serve(...args);
  return served;
}
const heavy = createScriptedModel({ step: (): AgentStep => toolStep({ statement: HEAVY_SQL }) });

async function startDetached(on: Served, body: unknown = { query: "why?" }, headers: HeadersInit = {}) {
  const response = await on.post("/api/runs", body, { headers });
  const json: unknown = await response.json();
  return { status: response.status, json: Object(json), location: response.headers.get("location") };
}
const seqs = (frames: { id: number | null }[]) => frames.flatMap(({ id }) => (id === null ? [] : [id]));
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

describe("public stream", () => {
  it("has the designed headers and an id on every frame", async () => {
    const on = await serve(createScriptedModel());
    const response = await on.post("/api/chat", { query: "hello" });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    });
    const events = [];
    for await (const event of readSse(response)) events.push([event.id, event.event]);
    expect(events).toEqual([
      ["1", "metadata"],
      ["2", "status"],
      ["3", "status"],
      ["4", "content"],
      ["5", "done"],
    ]);
  });

  it("keeps the session and hands a published result to its next turn", async () => {
    const seen: StepInput[] = [];
    const model = createScriptedModel({
      step: (input) => {
        seen.push(input);
        if (input.observations.length === 0)
          return toolStep({ statement: "SELECT failed FROM facts WHERE gateway = 'gw-b'" });
        const record = input.observations[0];
        if (record?.kind !== "evidence") throw new Error("expected evidence");
        const claim = {
          text: "371 failed",
          kind: "presence",
          invocationIds: [record.record.invocationId],
          scope: "",
        };
        return {
          kind: "draft",
          progress: { invocationId: record.record.invocationId, gain: "GAINED" },
          text: JSON.stringify({
            conclusion: "371 failed",
            claims: [claim],
            missing_info: [],
            recommended_actions: [],
          }),
        };
      },
    });
    const on = await serve(model);
    const { run } = await on.chat("why do payments fail?");
    expect(run.releaseOutcome).toBe("SUCCESS");
    const response = await on.post("/api/chat", { query: "and yesterday?", sessionId: run.sessionId });
    const frames = await readPublicStream(response);
    expect(frames[0]?.data).toMatchObject({ sessionId: run.sessionId });
    expect(seen.at(-1)?.previousTurn).toEqual({ query: "why do payments fail?", conclusion: "371 failed" });
  });
});

describe("watch stream", () => {
  it("gives a finished run from any cursor, dense, nothing lost or doubled", async () => {
    const on = await serve(createScriptedModel());
    const { run } = await on.chat("why?");
    await on.until(run.runId, (each) => each.storedAt.outcome !== null);
    const watch = async (query: string, headers: HeadersInit = {}) =>
      readWatchStream(await fetch(`${on.baseUrl}/api/runs/${run.runId}/events${query}`, { headers }));
    const all = await watch("");
    expect(all[0]?.frame.event).toBe("snapshot");
    expect(all.at(-1)?.frame.event).toBe("end");
    const last = all.length - 1;
    expect(seqs(all)).toEqual(upTo(last));
    for (const after of [0, 1, Math.floor(last / 2), last - 1, last]) {
      const rest = await watch(`?after=${after}`);
      expect(seqs(rest)).toEqual(upTo(last).slice(after));
      expect(seqs(await watch("", { "last-event-id": String(after) }))).toEqual(seqs(rest));
    }
  });

  it("follows a running run to its end, and leaving it never cancels", async () => {
    const on = await serve(heavy);
    const { json } = await startDetached(on);
    const url = `${on.baseUrl}/api/runs/${json.runId}/events`;
    const leaver = new AbortController();
    const left = await fetch(url, { signal: leaver.signal });
    await left.body?.getReader().read();
    leaver.abort();
    await on.until(json.runId, (run) => run.toolCalls === 1);
    const stays = readWatchStream(await fetch(url));
    expect((await on.run(json.runId)).runState).toBe("RUNNING");
    await on.post(`/api/runs/${json.runId}/cancel`, {});
    const frames = await stays;
    expect(seqs(frames)).toEqual(upTo(frames.length - 1));
    expect(frames.at(-1)?.frame.event).toBe("end");
    const states = frames.flatMap(({ frame }) => (frame.event === "state" ? [frame.data] : []));
    expect(states.at(-1)).toMatchObject({
      runState: "CANCELLED",
      releaseOutcome: "CANCELLED",
      fallbackType: null,
    });
    expect(frames.filter(({ frame }) => frame.event === "tool").length).toBe(2);
  });

  it("resumes in the middle of a running run without loss", async () => {
    const on = await serve(heavy);
    const { json } = await startDetached(on);
    const url = `${on.baseUrl}/api/runs/${json.runId}/events`;
    await on.until(json.runId, (run) => run.toolCalls === 1);
    const first = new AbortController();
    const seen: number[] = [];
    for await (const event of readSse(await fetch(url, { signal: first.signal }))) {
      if (event.id !== null) seen.push(Number(event.id));
      if (seen.length === 3) break;
    }
    first.abort();
    const rest = readWatchStream(await fetch(`${url}?after=${seen.at(-1)}`));
    await on.post(`/api/runs/${json.runId}/cancel`, {});
    const all = [...seen, ...seqs(await rest)];
    expect(all).toEqual(upTo(all.length));
  });
});

describe("detached runs", () => {
  it("starts once per idempotency key and says so for another request", async () => {
    const on = await serve(createScriptedModel());
    const headers = { "idempotency-key": "order-1" };
    const first = await startDetached(on, { query: "why?" }, headers);
    expect(first.status).toBe(202);
    expect(first.location).toBe(`/api/runs/${first.json.runId}`);
    expect((await startDetached(on, { query: "why?" }, headers)).json).toEqual(first.json);
    expect(await startDetached(on, { query: "other?" }, headers)).toMatchObject({
      status: 409,
      json: { code: "IDEMPOTENCY_CONFLICT" },
    });
  });

  it("starts one run for many simultaneous requests with one key", async () => {
    const on = await serve(createScriptedModel());
    const headers = { "idempotency-key": "burst" };
    const replies = await Promise.all(upTo(8).map(() => startDetached(on, { query: "why?" }, headers)));
    expect(new Set(replies.map((reply) => reply.json.runId)).size).toBe(1);
    expect(replies.every((reply) => reply.status === 202)).toBe(true);
  });

  it("takes one of many simultaneous cancels and names the first requester to the others", async () => {
    const on = await serve(heavy);
    const { json } = await startDetached(on);
    await on.until(json.runId, (run) => run.toolCalls === 1);
    const replies = await Promise.all(
      upTo(6).map((n) => on.post(`/api/runs/${json.runId}/cancel?wait=5000`, { note: `asker ${n}` })),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const winner = CancelRunReply.parse(await replies.find((reply) => reply.status === 200)?.json());
    for (const loser of replies.filter((reply) => reply.status === 409)) {
      expect(await loser.json()).toMatchObject({ receipt: { note: winner.receipt.note } });
    }
    const run = await on.until(
      json.runId,
      (each) => each.storedAt.outcome !== null && each.stoppingCalls === 0,
    );
    expect(run.cancellation?.lost).toHaveLength(5);
  });

  it("refuses beyond the bound with 429 and Retry-After, and admits again after an end", async () => {
    const on = await serve(heavy);
    const started = [];
    for (let i = 0; i < 32; i++) started.push((await startDetached(on)).json.runId);
    const refused = await on.post("/api/chat", { query: "one more" });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    await Promise.all(started.map((id) => on.post(`/api/runs/${id}/cancel?wait=10000`, {})));
    for (const id of started) await on.until(id, (run) => run.storedAt.outcome !== null);
    await expect.poll(async () => (await startDetached(on)).status, { timeout: 5_000 }).toBe(202);
  });
});

describe("reading", () => {
  it("pages trace, tools and ledger to the end without gaps", async () => {
    const on = await serve(createScriptedModel());
    const { run } = await on.chat("why?");
    await on.until(run.runId, (each) => each.storedAt.outcome !== null);
    const read = async <T>(
      path: string,
      parse: (value: unknown) => { items: T[]; nextCursor: string | null },
    ) => {
      const items: T[] = [];
      let cursor = "";
      do {
        const page = parse(
          await (await fetch(`${on.baseUrl}/api/runs/${run.runId}/${path}?limit=2${cursor}`)).json(),
        );
        items.push(...page.items);
        cursor = page.nextCursor === null ? "" : `&cursor=${page.nextCursor}`;
      } while (cursor !== "");
      return items;
    };
    const trace = await read("trace", (value) => TracePage.parse(value));
    const names = trace.map((event) => event.name);
    expect(names[0]).toBe("RUN_STARTED");
    expect(names.at(-1)).toBe("RUN_FINISHED");
    expect(names).toEqual(
      expect.arrayContaining([
        "ROUTING_DECISION",
        "AGENT_MODEL_STEP",
        "TOOL_INVOCATION",
        "EVIDENCE_GUARD_INITIAL",
        "SEMANTIC_GUARD_DECISION",
        "RELEASE_DECISION",
      ]),
    );
    const ledger = await read("ledger", (value) => LedgerPage.parse(value));
    expect(ledger.map((line) => line.seq)).toEqual(upTo(ledger.length));
    expect(await read("tools", (value) => ToolPage.parse(value))).toHaveLength(1);
  });

  it("filters by each axis, combinably", async () => {
    const on = await serve(createScriptedModel());
    await on.chat("hello");
    await on.chat("why?");
    const list = async (query: string) =>
      RunPage.parse(await (await fetch(`${on.baseUrl}/api/runs?${query}`)).json()).items;
    expect((await list("intent=SYSTEM_CHAT&limit=1"))[0]?.query).toBe("hello");
    expect((await list("intent=DIAGNOSIS&outcome=SUCCESS,FALLBACK&limit=1"))[0]?.query).toBe("why?");
    expect(await list("state=SUCCESS&intent=SYSTEM_CHAT&outcome=FAILED")).toEqual([]);
  });

  it.each([
    ["/api/runs?statte=SUCCESS", 400, "INVALID_REQUEST"],
    ["/api/runs?state=SUCCESS&state=FAILED", 400, "INVALID_REQUEST"],
    ["/api/runs?state=NOPE", 400, "INVALID_REQUEST"],
    ["/api/runs?limit=0", 400, "INVALID_REQUEST"],
    ["/api/runs?limit=1e9", 400, "INVALID_REQUEST"],
    ["/api/runs?cursor=zzz", 400, "INVALID_CURSOR"],
    ["/api/runs/run_nope", 404, "RUN_NOT_FOUND"],
    [`/api/runs/run_${"0".repeat(26)}`, 404, "RUN_NOT_FOUND"],
    [`/api/runs/run_${"0".repeat(26)}/events`, 404, "RUN_NOT_FOUND"],
    [`/api/runs/run_${"0".repeat(26)}/trace`, 404, "RUN_NOT_FOUND"],
  ])("answers %s with %i %s", async (path, status, code) => {
    const on = await serve(createScriptedModel());
    const response = await fetch(`${on.baseUrl}${path}`);
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toContain("application/problem+json");
    expect(await response.json()).toMatchObject({ code, status });
  });

  it("is ready when its parts are, and says which are not", async () => {
    const on = await serve(createScriptedModel({ ready: () => ({ ok: false, detail: "no model" }) }));
    const response = await fetch(`${on.baseUrl}/api/ready`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      ready: false,
      checks: { store: { ok: true }, model: { ok: false, detail: "no model" } },
    });
    expect((await fetch(`${on.baseUrl}/api/health`)).status).toBe(200);
  });
});

describe("stopping (RUN-19) and starting again", () => {
  it("ends running runs with a stored terminal state, owner streams with failure and done", async () => {
    const on = await serve(heavy);
    const response = await on.post("/api/chat", { query: "why?" });
    const [reader, copy] = response.body?.tee() ?? [];
    const frames = readPublicStream(new Response(copy));
    void reader?.cancel();
    await expect.poll(() => world.running(), { timeout: 5_000 }).toHaveLength(1);
    await on.interlock.stop(0);
    const events = await frames;
    expect(events.slice(-2).map((frame) => frame.event)).toEqual(["failure", "done"]);
    expect(await world.running()).toEqual([]);
    await on.server.close();
    served = null;
    const next = await serve(createScriptedModel());
    expect(await next.run(runIdOf(events))).toMatchObject({ runState: "FAILED", releaseOutcome: "FAILED" });
  });

  it("admits nothing while it stops", async () => {
    const on = await serve(createScriptedModel());
    await on.interlock.stop(0);
    expect((await on.post("/api/runs", { query: "why?" })).status).toBe(503);
    await on.server.close();
    served = null;
  });
});
