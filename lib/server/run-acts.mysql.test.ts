/** Running again, cancelling several, the public stream and the export, over HTTP on a real database. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { encodeIdBody, RunId, SessionId } from "../contracts/ids";
import { RunPage, StartRunReply } from "../contracts/requests";
import { BulkCancelReply, MAX_BULK_CANCEL, PublicStreamReply, RunExport } from "../contracts/run-acts";
import type { AgentStep, StepInput } from "../diagnosis/ports";
import { createScriptedModel, toolStep } from "../diagnosis/testing/scripted-model";
import { administer } from "../persistence/testing/test-database";
import { readPublicStream } from "./testing/sse-client";
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

/** Every question begins a query that only a kill ends, but for those that say "hello". */
const heavy = () =>
  createScriptedModel({
    route: ({ query }) => ({
      intent: query.includes("hello") ? "SYSTEM_CHAT" : "DIAGNOSIS",
      rationale: "as scripted",
    }),
    step: (): AgentStep => toolStep({ statement: HEAVY_SQL }),
  });

async function start(on: Served, query: string, more: object = {}): Promise<RunId> {
  const response = await on.post("/api/runs", { query, ...more });
  expect(response.status).toBe(202);
  return StartRunReply.parse(await response.json()).runId;
}
/** A run whose query is on the server. */
async function startHeavy(on: Served, query = "why?", more: object = {}): Promise<RunId> {
  const runId = await start(on, query, more);
  await on.until(runId, (run) => run.toolCalls === 1);
  return runId;
}
async function ended(on: Served, query = "hello"): Promise<RunId> {
  const runId = await start(on, query);
  await on.until(runId, (run) => run.storedAt.outcome !== null);
  return runId;
}
async function bulkCancel(on: Served, body: object, query = "") {
  const response = await on.post(`/api/runs/cancel${query}`, body);
  const json: unknown = await response.json();
  return {
    status: response.status,
    json: Object(json),
    results: BulkCancelReply.safeParse(json).data?.results,
  };
}
const unknownRun = (n: number) => RunId.parse(`run_${encodeIdBody(n, new Uint8Array(16))}`);

describe("bulk cancel", () => {
  it("answers for each run: accepted with its receipt, ended with who was first, not there", async () => {
    const on = await serve(heavy());
    const [a, b] = [await startHeavy(on), await startHeavy(on)];
    const [done, missing] = [await ended(on), unknownRun(1)];
    await on.post(`/api/runs/${b}/cancel?wait=5000`, { note: "mine" });
    const { status, results } = await bulkCancel(
      on,
      { ids: [a, b, done, missing, a], note: "wrong month" },
      "?wait=5000",
    );
    expect(status).toBe(200);
    expect(results).toMatchObject([
      {
        runId: a,
        result: "accepted",
        receipt: { requestedBy: "operator", note: "wrong month", handles: [{ stop: "confirmed" }] },
      },
      {
        runId: b,
        result: "already_terminated",
        termination: { state: "CANCELLED" },
        receipt: { note: "mine", lost: [{ note: "wrong month" }] },
      },
      { runId: done, result: "already_terminated", termination: { state: "SUCCESS" }, receipt: null },
      { runId: missing, result: "not_found" },
    ]);
    expect(await world.running()).toEqual([]);
    expect((await on.run(a)).runState).toBe("CANCELLED");
    expect((await on.run(done)).runState).toBe("SUCCESS");
  });

  it("answers at once without waiting for the kills, and the receipt fills afterwards", async () => {
    const on = await serve(heavy());
    const ids = await Promise.all([startHeavy(on), startHeavy(on), startHeavy(on)]);
    const { results } = await bulkCancel(on, { ids });
    expect(results?.map(({ result }) => result)).toEqual(["accepted", "accepted", "accepted"]);
    for (const runId of ids) {
      const run = await on.until(runId, ({ storedAt }) => storedAt.outcome !== null);
      expect(run).toMatchObject({ runState: "CANCELLED", releaseOutcome: "CANCELLED" });
      await on.until(runId, ({ cancellation }) => cancellation?.handles[0]?.stop === "confirmed");
    }
  });

  it("says of a run that is stored as running, but that another process runs, that it is not held here", async () => {
    const on = await serve(heavy());
    const elsewhere = unknownRun(2);
    await administer(
      world.database.adminUrl,
      `UPDATE \`${world.database.name}\`.diagnosis_run SET run_id = '${elsewhere}', run_state = 'RUNNING', status = 'RUNNING', owner_id = 'another process',
        release_outcome = NULL, fallback_type = NULL, termination_reason = NULL, completed_at = NULL, termination_stored_at = NULL,
        outcome_stored_at = NULL, retired_at = NULL WHERE run_id = '${await ended(on)}'`,
    );
    const one = await on.post(`/api/runs/${elsewhere}/cancel`, {});
    expect([one.status, one.headers.get("retry-after")]).toEqual([409, "5"]);
    expect(await one.json()).toMatchObject({ code: "RUN_NOT_HELD" });
    const { results } = await bulkCancel(on, { ids: [elsewhere] });
    expect(results).toEqual([{ runId: elsewhere, result: "not_held" }]);
    expect((await on.run(elsewhere)).runState).toBe("RUNNING");
  });

  it("cancels what a filter matches and nothing beside it, when the count is the one that was seen", async () => {
    const on = await serve(heavy());
    const inside = await startHeavy(on);
    const { sessionId } = await on.run(inside);
    const alsoInside = await startHeavy(on, "and why?", { sessionId });
    const outside = await startHeavy(on);
    await ended(on);
    const filter = { session: sessionId };
    const before = await bulkCancel(on, { filter, expectedCount: 3 });
    expect(before).toMatchObject({ status: 409, json: { code: "RUN_COUNT_CHANGED", count: 2 } });
    expect((await on.run(inside)).runState).toBe("RUNNING");
    const { results } = await bulkCancel(on, { filter, expectedCount: 2 });
    expect(results).toMatchObject([
      { runId: alsoInside, result: "accepted" },
      { runId: inside, result: "accepted" },
    ]);
    expect((await on.run(outside)).runState).toBe("RUNNING");
    // The same request again finds none of them.
    expect(await bulkCancel(on, { filter, expectedCount: 2 })).toMatchObject({
      status: 409,
      json: { count: 0 },
    });
    expect(await bulkCancel(on, { filter: { state: "SUCCESS" }, expectedCount: 1 })).toMatchObject({
      status: 409,
      json: { count: 0 },
    });
  });

  it("never takes a body for all runs, and says what is over the bound", async () => {
    const on = await serve(heavy());
    const going = await startHeavy(on);
    const many = Array.from({ length: MAX_BULK_CANCEL + 7 }, (_, n) => unknownRun(n + 1));
    const refused: [object, string, string][] = [
      [{}, "ids", "either ids or a filter"],
      [{ ids: [] }, "ids", "at least one run"],
      [{ filter: {}, expectedCount: 1 }, "filter", "at least one condition"],
      [{ filter: { state: "RUNNING" } }, "expectedCount", "how many"],
      [{ ids: [going], filter: { state: "RUNNING" }, expectedCount: 1 }, "ids", "either"],
      [{ ids: ["*"] }, "ids.0", "run_"],
      [{ ids: many }, "ids", "7 are over"],
      [{ filter: { state: "RUNNING" }, expectedCount: 207 }, "expectedCount", "7 are over"],
      [{ filter: { state: "ANY" }, expectedCount: 1 }, "filter.state.0", ""],
      [{ filter: { everything: "yes" }, expectedCount: 1 }, "filter.(whole)", "everything"],
    ];
    for (const [body, path, says] of refused) {
      const { status, json } = await bulkCancel(on, body);
      expect({ status, code: json.code }, JSON.stringify(body)).toEqual({
        status: 400,
        code: "INVALID_REQUEST",
      });
      expect(json.fields, JSON.stringify(body).slice(0, 200)).toContainEqual({
        path,
        message: expect.stringContaining(says),
      });
    }
    expect((await bulkCancel(on, { filter: { limit: "1" }, expectedCount: 1 })).status).toBe(400);
    expect((await on.run(going)).runState).toBe("RUNNING");
  });
});

describe("running again", () => {
  it("asks the same question in a session of its own, with the same limits and what the origin knew", async () => {
    const seen: StepInput[] = [];
    const model = createScriptedModel({
      step: (input) => {
        seen.push(input);
        const last = input.observations.at(-1);
        if (last === undefined)
          return toolStep({ statement: "SELECT failed FROM facts WHERE gateway = 'gw-b'" });
        if (last.kind !== "evidence") throw new Error("expected evidence");
        const { invocationId } = last.record;
        const claim = { text: "371 failed", kind: "presence", invocationIds: [invocationId], scope: "" };
        return {
          kind: "draft",
          progress: { invocationId, gain: "GAINED" },
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
    const first = await on.chat("why do payments fail?");
    const followUp = await start(on, "and yesterday?", {
      sessionId: first.run.sessionId,
      budget: { toolCalls: 3 },
    });
    await on.until(followUp, (run) => run.storedAt.outcome !== null);
    const later = await start(on, "and the day before?", { sessionId: first.run.sessionId });
    await on.until(later, (run) => run.storedAt.outcome !== null);

    const rerun = async (of: string, body?: object) => {
      const response = await on.post(`/api/runs/${of}/rerun`, body);
      expect(response.status).toBe(202);
      const reply = StartRunReply.parse(await response.json());
      expect(response.headers.get("location")).toBe(`/api/runs/${reply.runId}`);
      return on.until(reply.runId, (run) => run.storedAt.outcome !== null);
    };
    seen.length = 0;
    const again = await rerun(followUp);
    expect(again).toMatchObject({
      query: "and yesterday?",
      mode: "detached",
      originRunId: followUp,
      releaseOutcome: "SUCCESS",
      budget: { toolCalls: { limit: 3 } },
    });
    expect(again.sessionId).not.toBe(first.run.sessionId);
    expect(seen[0]?.previousTurn).toMatchObject({ query: "why do payments fail?" });
    // A rerun of a rerun is one more of the same origin, and knows as much.
    seen.length = 0;
    const third = await rerun(again.runId, { budget: { modelCalls: 9 } });
    expect(third).toMatchObject({
      originRunId: followUp,
      budget: { modelCalls: { limit: 9 }, toolCalls: { limit: 3 } },
    });
    expect(seen[0]?.previousTurn).toMatchObject({ query: "why do payments fail?" });

    const pageOf = async (query: string) =>
      RunPage.parse(await (await fetch(`${on.baseUrl}/api/runs/${followUp}/reruns${query}`)).json());
    const newest = await pageOf("?limit=1");
    expect(newest.items.map(({ runId }) => runId)).toEqual([third.runId]);
    const rest = await pageOf(`?cursor=${newest.nextCursor ?? ""}`);
    expect(rest.items.map(({ runId, originRunId }) => [runId, originRunId])).toEqual([
      [again.runId, followUp],
    ]);
    expect((await on.run(followUp)).originRunId).toBeNull();
  });

  it("is linked while it goes on, and starts once for one key", async () => {
    const on = await serve(heavy());
    const origin = await startHeavy(on);
    const twice = await Promise.all(
      [1, 2].map(() =>
        on.post(`/api/runs/${origin}/rerun`, {}, { headers: { "idempotency-key": "again-1" } }),
      ),
    );
    const replies = await Promise.all(twice.map(async (each) => StartRunReply.parse(await each.json())));
    expect(replies[0]).toEqual(replies[1]);
    const live = await on.until(replies[0]?.runId ?? "", (run) => run.toolCalls === 1);
    expect(live).toMatchObject({ runState: "RUNNING", originRunId: origin });
    const other = await startHeavy(on);
    const conflict = await on.post(
      `/api/runs/${other}/rerun`,
      {},
      { headers: { "idempotency-key": "again-1" } },
    );
    expect(conflict.status).toBe(409);
  });

  it("is refused for no run, a wrong body, and a full engine", async () => {
    const on = await serve(heavy());
    expect((await on.post(`/api/runs/${unknownRun(3)}/rerun`, {})).status).toBe(404);
    expect((await on.post(`/api/runs/nonsense/rerun`, {})).status).toBe(404);
    const runId = await startHeavy(on);
    expect((await on.post(`/api/runs/${runId}/rerun`, { query: "another" })).status).toBe(400);
    expect((await on.post(`/api/runs/${runId}/rerun`, { budget: { toolCalls: 0 } })).status).toBe(400);
    for (let others = 1; others < 32; others++) await start(on, "why?");
    const full = await on.post(`/api/runs/${runId}/rerun`, {});
    expect(full.status).toBe(429);
    expect(full.headers.get("retry-after")).not.toBeNull();
  });
});

describe("the public stream as it was sent", () => {
  const sentOf = async (on: Served, runId: string) =>
    PublicStreamReply.parse(await (await fetch(`${on.baseUrl}/api/runs/${runId}/public-stream`)).json());

  it.each(["hello", "why do payments fail?"])(
    "is what the caller of %j read, frame by frame",
    async (query) => {
      const on = await serve(createScriptedModel());
      const { frames, run } = await on.chat(query);
      const sent = await sentOf(on, run.runId);
      if (sent.kind !== "sent") throw new Error("expected frames");
      expect(sent.frames.map(({ frame }) => frame)).toEqual(frames);
      expect(sent.frames.map(({ id }) => id)).toEqual(frames.map((_, at) => at + 1));
      expect(sent.ending).toBe("complete");
    },
  );

  it("is what the caller of a cancelled run read, also while the stream is open", async () => {
    const on = await serve(heavy());
    const response = await on.post("/api/chat", { query: "why?" });
    const reading = readPublicStream(response);
    const listed = async () =>
      RunPage.parse(await (await fetch(`${on.baseUrl}/api/runs?state=RUNNING&limit=1`)).json()).items[0]
        ?.runId;
    const runId = (await listed()) ?? "";
    await on.until(runId, (run) => run.toolCalls === 1);
    const open = await sentOf(on, runId);
    await on.post(`/api/runs/${runId}/cancel`, {});
    const frames = await reading;
    expect(runIdOf(frames)).toBe(runId);
    expect(open).toMatchObject({ kind: "sent", ending: "open" });
    const sent = await sentOf(on, runId);
    if (sent.kind !== "sent" || open.kind !== "sent") throw new Error("expected frames");
    expect(sent.frames.map(({ frame }) => frame)).toEqual(frames);
    expect(open.frames.map(({ frame }) => frame)).toEqual(frames.slice(0, open.frames.length));
  });

  it("ends where a caller left, and is none for a detached run", async () => {
    const on = await serve(heavy());
    const caller = new AbortController();
    await on.post("/api/chat", { query: "why?" }, { signal: caller.signal });
    const page = RunPage.parse(await (await fetch(`${on.baseUrl}/api/runs?state=RUNNING&limit=1`)).json());
    const runId = page.items[0]?.runId ?? "";
    await on.until(runId, (run) => run.toolCalls === 1);
    caller.abort();
    await on.until(runId, (run) => run.storedAt.outcome !== null);
    const sent = await sentOf(on, runId);
    if (sent.kind !== "sent") throw new Error("expected frames");
    expect(sent.ending).toBe("left");
    expect(sent.frames.map(({ frame }) => frame.event)).toEqual(["metadata", "status", "status"]);
    expect(await sentOf(on, await ended(on))).toEqual({ kind: "none" });
    expect((await fetch(`${on.baseUrl}/api/runs/${unknownRun(4)}/public-stream`)).status).toBe(404);
  });
});

it("exports the whole of a run as one file", async () => {
  const on = await serve(createScriptedModel());
  const { run } = await on.chat("why do payments fail?");
  await on.until(run.runId, ({ exitRecord }) => exitRecord?.runnerSettled != null);
  const response = await fetch(`${on.baseUrl}/api/runs/${run.runId}/export`);
  expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${run.runId}.json"`);
  const whole = RunExport.parse(await response.json());
  expect(SessionId.parse(whole.run.sessionId)).toBe(run.sessionId);
  expect(whole.tools).toEqual(await on.tools(run.runId));
  expect(whole.trace.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["RUN_STARTED", "RUN_FINISHED"]),
  );
  expect(whole.ledger.length).toBeGreaterThan(0);
  expect((await fetch(`${on.baseUrl}/api/runs/${unknownRun(5)}/export`)).status).toBe(404);
});
