/** Spans of runs, as a collector gets them over HTTP. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { StartRunReply } from "../contracts/requests";
import { createScriptedModel, hangingAnswer, toolStep } from "../diagnosis/testing/scripted-model";
import { spanIdOf, traceIdOf } from "../telemetry/span-ids";
import { startCollector, type CollectedSpan, type Collector } from "../telemetry/testing/collector";
import type { ApiClient } from "./testing/api-client";
import { openParcels, QUESTION, type Parcels } from "./testing/parcels";
import { ServedProcess } from "./testing/served-process";
import { HEAVY_SQL, World, type Served } from "./testing/world";

const SETUP_MS = 240_000;
const WAIT_MS = 40_000;

let world: World;
let parcels: Parcels;
let collector: Collector;
const open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  world = await World.open();
  parcels = await openParcels(world);
}, SETUP_MS);
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});
afterAll(async () => {
  await parcels.close();
  await world.close();
});

async function openCollector(): Promise<Collector> {
  collector = await startCollector();
  open.unshift(collector);
  return collector;
}
const settings = () => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: "x-team=on%20call",
});
async function serve(model: Parameters<World["serve"]>[0]): Promise<Served> {
  await openCollector();
  return world.serve(model, {}, settings());
}
async function start(on: ApiClient, query: string, more: object = {}): Promise<string> {
  return StartRunReply.parse(await (await on.post("/api/runs", { query, ...more })).json()).runId;
}
const ended = (on: ApiClient, runId: string) =>
  on.until(runId, (run) => run.storedAt.outcome !== null, WAIT_MS);
const spansOf = (runId: string): CollectedSpan[] =>
  collector.spans.filter(({ traceId }) => traceId === traceIdOf(runId));

const MARK = "a question that nobody else may read";
const STATEMENT = "SELECT gateway, failed FROM facts WHERE failed > 17";

describe("spans", () => {
  it(
    "are one trace for a run: the run, each model call and each tool call, by the conventions for generative AI",
    async () => {
      const on = await serve(createScriptedModel({ name: "scripted-1" }));
      const runId = await start(on, MARK);
      const run = await ended(on, runId);
      // Stopping sends what waits.
      await on.close();
      const spans = spansOf(runId);
      const root = spans.find(({ name }) => name === "invoke_agent interlock");
      expect(root).toMatchObject({
        spanId: spanIdOf(runId),
        parentSpanId: null,
        isError: false,
        startedAt: run.createdAt,
      });
      expect(root?.endedAt).toBe(run.completedAt);
      expect(root?.attributes).toMatchObject({
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": "interlock",
        "gen_ai.conversation.id": run.sessionId,
        "interlock.run.id": runId,
        "interlock.run.state": run.runState,
        "interlock.run.outcome": run.releaseOutcome,
        "gen_ai.usage.input_tokens": run.tokens.input,
      });
      const calls = spans.filter(({ name }) => name === "chat scripted-1");
      expect(calls).toHaveLength(run.budget.modelCalls.used);
      expect(calls.map(({ attributes }) => attributes["interlock.call.kind"])).toContain("guard");
      expect(sum(calls, "gen_ai.usage.input_tokens")).toBe(run.tokens.input);
      expect(sum(calls, "gen_ai.usage.output_tokens")).toBe(run.tokens.output);
      const tools = spans.filter(({ attributes }) => attributes["gen_ai.operation.name"] === "execute_tool");
      expect(tools).toHaveLength(run.toolCalls);
      expect(tools[0]?.attributes).toMatchObject({
        "gen_ai.tool.type": "datastore",
        "interlock.tool.source": "shop",
      });
      for (const span of [...calls, ...tools]) expect(span.parentSpanId).toBe(root?.spanId);
      expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
      expect(collector.headers[0]).toMatchObject({ path: "/v1/traces", "x-team": "on call" });
    },
    SETUP_MS,
  );

  it(
    "hold nothing of what was asked, answered or found",
    async () => {
      const on = await serve(
        createScriptedModel({
          step: (input) =>
            input.observations.length === 0 ? toolStep({ statement: STATEMENT }) : toolStep(),
        }),
      );
      const runId = await start(on, MARK);
      await ended(on, runId);
      await on.close();
      expect(spansOf(runId).length).toBeGreaterThan(2);
      const sent = collector.bodies.join("\n");
      for (const secret of [MARK, "facts WHERE", "gw-b"]) expect(sent).not.toContain(secret);
      expect(
        collector.spans.flatMap(({ attributes }) => Object.values(attributes).map(String)),
      ).not.toContain("371");
    },
    SETUP_MS,
  );

  it(
    "are closed by a cancel, with what was in flight",
    async () => {
      const on = await serve(
        createScriptedModel({
          route: () => ({ intent: "DIAGNOSIS", rationale: "" }),
          step: () => toolStep({ statement: HEAVY_SQL }),
        }),
      );
      const runId = await start(on, "why?");
      await on.until(runId, (run) => run.toolCalls === 1, WAIT_MS);
      await on.post(`/api/runs/${runId}/cancel?wait=8000`, {});
      await ended(on, runId);
      await on.close();
      const spans = spansOf(runId);
      expect(spans.find(({ name }) => name === "invoke_agent interlock")?.attributes).toMatchObject({
        "interlock.run.state": "CANCELLED",
        "error.type": "RUN_CANCELLED",
      });
      const tool = spans.find(({ attributes }) => attributes["gen_ai.operation.name"] === "execute_tool");
      expect(tool).toMatchObject({ isError: true, attributes: { "error.type": "RUN_ENDED" } });
    },
    SETUP_MS,
  );

  it(
    "are closed by a cancel for a model that hangs, too",
    async () => {
      const on = await serve(createScriptedModel({ route: hangingAnswer("deaf") }));
      const runId = await start(on, "why?");
      await on.until(runId, (run) => run.budget.modelCalls.used === 1, WAIT_MS);
      await on.post(`/api/runs/${runId}/cancel`, {});
      await ended(on, runId);
      await on.close();
      const call = spansOf(runId).find(({ name }) => name.startsWith("chat "));
      expect(call).toMatchObject({ isError: true, attributes: { "error.type": "RunAbortedException" } });
    },
    SETUP_MS,
  );

  it.each(["fail", "hang"] as const)(
    "cost a run nothing where the collector %ss",
    async (how) => {
      const on = await serve(createScriptedModel());
      collector.behave(how);
      for (let n = 0; n < 3; n++) expect((await ended(on, await start(on, "why?"))).failure).toBeNull();
      const began = Date.now();
      await on.close();
      // The last spans get two seconds, whatever the collector does.
      expect(Date.now() - began).toBeLessThan(12_000);
    },
    SETUP_MS,
  );

  it(
    "are closed for runs whose process was lost, by the next one, in the same trace",
    async () => {
      await openCollector();
      const environment = { ...parcels.environment, ...settings(), INTERLOCK_GRACE_MS: "0" };
      await parcels.gates.third.close();
      const first = await ServedProcess.start(environment);
      const runId = await start(first, QUESTION);
      await first.until(runId, (run) => run.toolCalls === 3, WAIT_MS);
      await first.kill();
      await parcels.gates.third.open();
      const second = await ServedProcess.start(environment);
      await ended(second, runId);
      await second.terminate();
      const spans = spansOf(runId);
      const roots = spans.filter(({ name }) => name === "invoke_agent interlock");
      expect(roots).toHaveLength(1);
      expect(roots[0]?.attributes).toMatchObject({ "interlock.run.state": "SUCCESS" });
      expect(spans.filter(({ attributes }) => attributes["error.type"] === "PROCESS_LOST")).toHaveLength(1);
      expect(
        spans.every(
          ({ parentSpanId, spanId }) => parentSpanId === roots[0]?.spanId || spanId === roots[0]?.spanId,
        ),
      ).toBe(true);
    },
    SETUP_MS,
  );

  it(
    "are not made where no endpoint is set",
    async () => {
      await openCollector();
      const on = await world.serve(createScriptedModel());
      open.push(on);
      await ended(on, await start(on, "why?"));
      expect(collector.bodies).toEqual([]);
    },
    SETUP_MS,
  );
});

function sum(spans: readonly CollectedSpan[], attribute: string): number {
  return spans.reduce((total, { attributes }) => total + Number(attributes[attribute] ?? 0), 0);
}
