/** A diagnosis that asks an MCP server and Prometheus, end to end over HTTP on a real store. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { AgentStep, DiagnosisModel, EvidenceResult, EvidenceTools, StepInput } from "../diagnosis/ports";
import { createScriptedModel, draftStep, dueReport } from "../diagnosis/testing/scripted-model";
import { createMcpTools } from "../mcp-tools/mcp-tools";
import { incidentOverHttp, incidentOverStdio } from "../mcp-tools/testing/incident-process";
import {
  hasPrometheus,
  startPrometheus,
  type PrometheusProcess,
} from "../prometheus-tool/testing/prometheus-process";
import { startRecorded } from "../prometheus-tool/testing/recorded-prometheus";
import { readEnvironment } from "./environment";
import { createInterlock } from "./interlock";
import { startTestServer } from "./testing/http-server";
import { createTestToken } from "./testing/test-token";
import { Served, World } from "./testing/world";

let world: World;
let prometheus: PrometheusProcess;
let folder: string;
let served: Served | null = null;
beforeAll(async () => {
  world = await World.open();
  prometheus = (await hasPrometheus()) ? await startPrometheus() : await startRecorded();
  folder = await mkdtemp(join(tmpdir(), "interlock-mcp-"));
}, 180_000);
afterEach(async () => {
  await served?.close();
  served = null;
});
afterAll(async () => {
  await prometheus.close();
  await world.close();
  await rm(folder, { recursive: true });
});

/** With the server of a configuration file, as an operator writes it. */
async function serve(model: DiagnosisModel, kb: Record<string, unknown>): Promise<Served> {
  const path = join(folder, "servers.json");
  await writeFile(path, JSON.stringify({ mcpServers: { kb } }));
  const environment = readEnvironment({
    DATABASE_URL: world.database.url,
    SOURCE_SHOP_URL: world.readerUrl,
    PROMETHEUS_METRICS_URL: prometheus.url,
    INTERLOCK_MCP_SERVERS: path,
    KB_TOKEN: "s3cret",
  });
  const interlock = await createInterlock(environment, pino({ level: "silent" }), { model });
  served = new Served(
    interlock,
    await startTestServer(interlock, await createTestToken(environment.databaseUrl)),
  );
  return served;
}

async function readiness({ baseUrl }: Served): Promise<string> {
  return (await fetch(`${baseUrl}/api/ready`)).text();
}

function ask(tool: string, request: Record<string, unknown>, input: StepInput): AgentStep {
  return { kind: "tool", progress: dueReport(input), tool, request };
}
const search = { arguments: { query: "payments" }, scope: "incidents about payments", label: "kb/search" };
const failed = {
  source: "metrics",
  query: "payments_failed_total",
  time: "2026-01-01T00:09:00Z",
  range: null,
  scope: "failed payments at 00:09",
  label: "metrics/failed",
};

describe("a diagnosis with more tools", () => {
  it("asks both, and publishes claims that link to their records", async () => {
    const shown: StepInput[] = [];
    const model = createScriptedModel({
      step: (input) => {
        shown.push(input);
        const ids = input.observations.flatMap((each) =>
          each.kind === "evidence" ? [each.record.invocationId] : [],
        );
        if (ids.length === 0) return ask("mcp__kb__search", search, input);
        if (ids.length === 1) return ask("prometheus_query", failed, input);
        const claim = (text: string, id: number, scope: string) => ({
          text,
          kind: "presence",
          invocationIds: ids.slice(id, id + 1),
          scope,
        });
        const claims = [
          claim("An incident counts 371 failures", 0, search.scope),
          claim("Gateway gw-b failed 369 times", 1, failed.scope),
        ];
        return draftStep({ conclusion: "Gateway gw-b is failing: 369 failures", claims }, dueReport(input));
      },
    });
    const { setting } = incidentOverStdio({});
    if (setting.transport !== "stdio") throw new Error("over stdio");
    const { command, args } = setting;
    const client = await serve(model, {
      command,
      args,
      env: { INCIDENT_TOKEN: "${KB_TOKEN}" },
      allow: ["search", "slow"],
    });
    const ready = await readiness(client);
    expect(ready).toContain("kb: 2 of 2 tools usable");
    expect(ready).toContain("metrics: answers");
    const { run } = await client.chat("why do payments fail?");
    expect([run.runState, run.releaseOutcome]).toEqual(["SUCCESS", "SUCCESS"]);
    const records = await client.tools(run.runId);
    expect(records).toMatchObject([
      {
        tool: "mcp__kb__search",
        source: "kb",
        status: "READY",
        statement: '{"query":"payments"}',
        params: [],
      },
      {
        tool: "prometheus_query",
        source: "metrics",
        status: "READY",
        statement: "payments_failed_total",
        params: ["2026-01-01T00:09:00.000Z"],
      },
    ]);
    if (run.answer?.contentType !== "diagnosis_report") throw new Error("expected a report");
    expect(run.answer.claims.map(({ invocationIds }) => invocationIds)).toEqual(
      records.map(({ invocationId }) => [invocationId]),
    );
    expect(shown[0]?.tools.map(({ name }) => name)).toEqual([
      "mysql_query",
      "prometheus_query",
      "mcp__kb__search",
      "mcp__kb__slow",
    ]);
    expect(shown[0]?.sources.map(({ name }) => name)).toEqual(["shop", "metrics"]);
    expect(JSON.stringify([shown, run, records])).not.toContain("s3cret");
  });

  it.each([
    { deaf: true, stop: "confirmed", late: [{ what: "tool_result" }] },
    { deaf: false, stop: "unconfirmed", late: [] },
  ])("keeps a receipt of a cancel in a slow call: $stop", async ({ deaf, stop, late }) => {
    const server = await incidentOverHttp({ deaf, allow: ["slow", "began", "release"] });
    if (server.setting.transport !== "http") throw new Error("over HTTP");
    const witness = createMcpTools({ servers: [server.setting] });
    try {
      const model = createScriptedModel({
        step: (input) =>
          ask("mcp__kb__slow", { arguments: {}, scope: "a slow one", label: "kb/slow" }, input),
      });
      const client = await serve(model, { type: "http", url: server.setting.url, allow: ["slow"] });
      const started: unknown = await (await client.post("/api/runs", { query: "why?" })).json();
      const { runId } = z.object({ runId: z.string() }).parse(started);
      const has = (answer: EvidenceResult): boolean =>
        answer.kind === "rows" && answer.evidence.rows.some(([began]) => began === "slow");
      await expect.poll(async () => has(await callOf(witness, "began")), { timeout: 20_000 }).toBe(true);

      const reply = await (await client.post(`/api/runs/${runId}/cancel`, { note: "enough" })).json();
      expect(reply).toMatchObject({ accepted: true });
      if (deaf) await callOf(witness, "release");
      const run = await client.until(
        runId,
        (each) => each.storedAt.outcome !== null && each.stoppingCalls === 0,
      );
      expect([run.runState, run.releaseOutcome]).toEqual(["CANCELLED", "CANCELLED"]);
      expect(run.cancellation?.handles).toMatchObject([
        { kind: "mcp_call", what: "mcp__kb__slow: kb/slow", stop },
      ]);
      expect(run.lateArrivals).toMatchObject(late);
      expect(await client.tools(runId)).toMatchObject([{ status: "ERROR", errorCode: "RUN_ENDED" }]);
    } finally {
      await witness.close();
      await server.close();
    }
  });
});

function callOf(tools: EvidenceTools, name: string): Promise<EvidenceResult> {
  const tool = tools.list().find((one) => one.name === `mcp__kb__${name}`);
  const check = tool?.check({ arguments: {}, scope: "x", label: "x" }, () => true);
  if (tool === undefined || check?.ok !== true) throw new Error(`no call of ${name}`);
  return tool.run(check.request, 20_000).result;
}
