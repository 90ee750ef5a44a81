/** The whole adapter against a real Prometheus, and against what it answered once. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { EvidenceResult, EvidenceTools, RunningQuery } from "../diagnosis/ports";
import { createPrometheusTools, type PrometheusConfig } from "./prometheus-tools";
import { hasPrometheus, startPrometheus, type PrometheusProcess } from "./testing/prometheus-process";
import { startRecorded, startRecording } from "./testing/recorded-prometheus";

const isRecording = process.env["PROMETHEUS_RECORD"] !== undefined;
const startReal = async (): Promise<PrometheusProcess> => {
  const real = await startPrometheus();
  return isRecording ? startRecording(real) : real;
};
const SERVERS: [string, () => Promise<PrometheusProcess>][] = [
  ...((await hasPrometheus()) ? ([["a real Prometheus", startReal]] as [string, typeof startReal][]) : []),
  ["its recorded answers", startRecorded],
];

/** Some hundred parts of some ten million points each: the server looks up between two of them whether to go on. */
const heavy = (parts: number): string =>
  Array.from({ length: parts }, () => "max_over_time((max_over_time(vector(1)[9m:1s]))[5h:1s])").join(" + ");
const anywhere = (): boolean => true;
const FAILED = "payments_failed_total";

function open(url: string, config: Partial<PrometheusConfig> = {}, bearerToken: string | null = null) {
  return createPrometheusTools({
    sources: [{ name: "metrics", url, description: "The shop's metrics.", bearerToken }],
    ...config,
  });
}
function request(query: string, more: Record<string, unknown> = {}) {
  return { source: "metrics", query, time: null, range: null, scope: "failed payments", label: "x", ...more };
}
function start(tools: EvidenceTools, body: unknown, timeoutMs = 20_000): RunningQuery {
  const tool = tools.list()[0];
  const check = tool?.check(body, anywhere);
  if (tool === undefined || check?.ok !== true) throw new Error(`refused: ${JSON.stringify(check)}`);
  return tool.run(check.request, timeoutMs);
}
function evidenceOf(result: EvidenceResult) {
  if (result.kind !== "rows") throw new Error(`${result.code}: ${result.message}`);
  return result.evidence;
}

describe.each(SERVERS)("with %s", (_, startServer) => {
  let server: PrometheusProcess;
  let tools: EvidenceTools;
  beforeAll(async () => {
    server = await startServer();
    tools = open(server.url);
  });
  afterAll(async () => {
    await tools.close();
    await server.close();
  });

  it("is ready", async () => {
    expect(await tools.ready()).toEqual({ ok: true, detail: "metrics: answers" });
    expect(tools.sources()).toMatchObject([{ name: "metrics" }]);
  });

  it("makes a row per series of a vector, in the order of their labels", async () => {
    const at = request(FAILED, { time: "2026-01-01T00:09:00Z" });
    expect(evidenceOf(await start(tools, at).result)).toEqual({
      columns: [
        { name: "__name__", type: "text" },
        { name: "gateway", type: "text" },
        { name: "label time", type: "text" },
        { name: "time", type: "time" },
        { name: "value", type: "number" },
      ],
      rows: [
        [FAILED, "gw-a", "utc", "2026-01-01T00:09:00.000Z", "18"],
        [FAILED, "gw-b", "utc", "2026-01-01T00:09:00.000Z", "369"],
      ],
      truncated: { rows: false, columns: false, cells: 0 },
    });
  });

  it("makes a row per point of a matrix, in the order of time; moments of any zone become UTC", async () => {
    const range = { start: "2026-01-01T01:00:00+01:00", end: "2026-01-01T00:04:00Z", stepSeconds: 120 };
    const sum = request(`sum by (gateway) (${FAILED})`, { range });
    const { columns, rows } = evidenceOf(await start(tools, sum).result);
    expect(columns.map(({ name }) => name)).toEqual(["gateway", "time", "value"]);
    expect(rows).toEqual([
      ["gw-a", "2026-01-01T00:00:00.000Z", "0"],
      ["gw-a", "2026-01-01T00:02:00.000Z", "4"],
      ["gw-a", "2026-01-01T00:04:00.000Z", "8"],
      ["gw-b", "2026-01-01T00:00:00.000Z", "0"],
      ["gw-b", "2026-01-01T00:02:00.000Z", "82"],
      ["gw-b", "2026-01-01T00:04:00.000Z", "164"],
    ]);
  });

  it("takes scalars, strings and values that are no numbers", async () => {
    const time = "2026-01-01T00:00:00.500Z";
    expect(evidenceOf(await start(tools, request("scalar(vector(0.1))", { time })).result).rows).toEqual([
      ["2026-01-01T00:00:00.500Z", "0.1"],
    ]);
    expect(evidenceOf(await start(tools, request('"words"', { time })).result)).toMatchObject({
      columns: [{ name: "time" }, { name: "value", type: "text" }],
      rows: [["2026-01-01T00:00:00.500Z", "words"]],
    });
    expect(evidenceOf(await start(tools, request("vector(1) / 0", { time })).result).rows).toEqual([
      ["2026-01-01T00:00:00.500Z", "+Inf"],
    ]);
  });

  it("finds nothing where there is nothing", async () => {
    const nothing = request(`${FAILED}{gateway="gw-z"}`, { time: "2026-01-01T00:09:00Z" });
    expect(evidenceOf(await start(tools, nothing).result).rows).toEqual([]);
    const after = request(FAILED, { time: "2026-01-02T00:00:00Z" });
    expect(evidenceOf(await start(tools, after).result).rows).toEqual([]);
  });

  it("cuts what is too long, and refuses what is too large to be read", async () => {
    const range = { start: "2026-01-01T00:00:00Z", end: "2026-01-01T00:05:00Z", stepSeconds: 1 };
    const { rows, truncated } = evidenceOf(await start(tools, request(FAILED, { range })).result);
    expect(rows).toHaveLength(200);
    expect(truncated.rows).toBe(true);
    const small = open(server.url, { maxBytes: 1_000 });
    expect(await start(small, request(FAILED, { range })).result).toMatchObject({ code: "RESULT_TOO_LARGE" });
  });

  it.each(["sum(", "rate(vector(1))"])("says what is wrong with %s", async (query) => {
    const wrong = request(query, { time: "2026-01-01T00:00:00Z" });
    expect(await start(tools, wrong).result).toMatchObject({
      kind: "error",
      code: "EXECUTION_FAILED",
      message: expect.stringContaining("(bad_data)"),
    });
  });

  it("has the server end a query at its limit", async () => {
    const slow = request(heavy(100), { time: "2026-01-01T00:00:00Z" });
    expect(await start(tools, slow, 1_500).result).toMatchObject({ kind: "error", code: "QUERY_TIMEOUT" });
  });

  it("closes the connection of a stopped query, and of no other; the server ends it", async () => {
    const running = start(tools, request(heavy(120), { time: "2026-01-01T00:00:00Z" }));
    await expect.poll(() => server.queriesInProgress(), { timeout: 10_000 }).toBe(1);
    const report = running.stop();
    expect(await running.stop()).toBe(await report);
    expect(await report).toMatchObject({ stop: "confirmed", detail: expect.stringContaining("is closed") });
    expect(await running.result).toMatchObject({ kind: "error", code: "RUN_ENDED" });
    await expect.poll(() => server.queriesInProgress(), { timeout: 20_000 }).toBe(0);
    expect(await tools.ready()).toMatchObject({ ok: true });
  });

  it("has nothing to close once there is an answer", async () => {
    const running = start(tools, request("vector(1)", { time: "2026-01-01T00:00:00Z" }));
    await running.result;
    expect(await running.stop()).toMatchObject({
      stop: "confirmed",
      detail: expect.stringContaining("already"),
    });
  });
});

describe("a request", () => {
  const tool = open("http://127.0.0.1:1").list()[0];
  const range = { start: "2026-01-01T00:00:00Z", end: "2026-01-01T01:00:00Z", stepSeconds: 60 };
  it.each<[string, string, unknown]>([
    ["TOOL_NOT_AUTHORISED", "another source", request("up", { source: "payroll" })],
    ["INVALID_REQUEST", "no query", request("  ")],
    ["INVALID_REQUEST", "a moment without a zone", request("up", { time: "2026-01-01 00:00:00" })],
    ["INVALID_REQUEST", "a range and a moment", request("up", { range, time: "2026-01-01T00:00:00Z" })],
    [
      "INVALID_REQUEST",
      "a range backwards",
      request("up", { range: { ...range, end: "2025-01-01T00:00:00Z" } }),
    ],
    ["INVALID_REQUEST", "too many points", request("up", { range: { ...range, stepSeconds: 1 } })],
    ["INVALID_REQUEST", "an unknown member", request("up", { timeout: "1h" })],
    ["INVALID_REQUEST", "nothing at all", null],
  ])("is refused with %s for %s", (code, _, body) => {
    expect(tool?.check(body, anywhere)).toMatchObject({ ok: false, code });
  });

  it("is the same question however it is spaced, and another one at another time", () => {
    const scopeOf = (body: unknown): string => {
      const check = tool?.check(body, anywhere);
      if (check?.ok !== true) throw new Error(`refused: ${JSON.stringify(check)}`);
      return check.request.normalizedScope;
    };
    const first = scopeOf(request("sum( up )  # all\n", { range }));
    expect(scopeOf(request("sum( up )", { range: { ...range, start: "2026-01-01T01:00:00+01:00" } }))).toBe(
      first,
    );
    expect(scopeOf(request("sum( up )"))).not.toBe(first);
    expect(scopeOf(request('up{a="x  y"}'))).not.toBe(scopeOf(request('up{a="x y"}')));
    expect(scopeOf(request('up{a="#1"}'))).not.toBe(scopeOf(request('up{a="#2"}')));
  });
});

describe("a server that is no Prometheus", () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  async function serve(answer: RequestListener, bearerToken: string | null = null): Promise<EvidenceTools> {
    const server = createServer(answer);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    closing.push(async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    });
    const address = server.address();
    if (typeof address !== "object" || address === null) throw new Error("no port");
    return open(`http://127.0.0.1:${address.port}/prefix/`, {}, bearerToken);
  }
  const vector = (result: unknown[], more: object = {}) =>
    JSON.stringify({ status: "success", data: { resultType: "vector", result }, ...more });

  it.each<[string, RequestListener, string, RegExp]>([
    [
      "HTTP 302",
      (_, r) => r.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
      "CONNECTION_FAILED",
      /HTTP 302/,
    ],
    ["HTTP 401", (_, r) => r.writeHead(401).end(), "CONNECTION_FAILED", /did not accept the credentials/],
    ["HTTP 502", (_, r) => r.writeHead(502).end("<html>"), "CONNECTION_FAILED", /HTTP 502/],
    ["other text", (_, r) => r.end("<html>"), "PROJECTION_FAILED", /no answer of Prometheus/],
    ["other JSON", (_, r) => r.end('{"status":"success"}'), "PROJECTION_FAILED", /no answer of Prometheus/],
    [
      "half an answer",
      (_, r) => r.write('{"sta', () => r.destroy()),
      "CONNECTION_FAILED",
      /could not be reached/,
    ],
    [
      "a warning alone",
      (_, r) => r.end(vector([], { warnings: ["store b is down"] })),
      "EXECUTION_FAILED",
      /store b is down/,
    ],
  ])("that answers with %s", async (_, answer, code, message) => {
    const tools = await serve(answer);
    expect(await start(tools, request("up")).result).toMatchObject({
      kind: "error",
      code,
      message: expect.stringMatching(message),
    });
    expect(await tools.ready()).toMatchObject({ ok: false });
  });

  it("keeps warnings beside points, and marks the answer as incomplete", async () => {
    const tools = await serve((_, r) =>
      r.end(
        vector(
          [
            { metric: {}, value: [0, "1"] },
            { metric: { a: "b" }, value: [0, "2"] },
          ],
          { warnings: ["part\nleft out"] },
        ),
      ),
    );
    const { columns, rows, truncated } = evidenceOf(await start(tools, request("up")).result);
    expect(columns.at(-1)).toEqual({ name: "warnings", type: "text" });
    expect(rows.map((row) => row.at(-1))).toEqual(["part left out", null]);
    expect(truncated.rows).toBe(true);
  });

  it("keeps a histogram as text", async () => {
    const histogram = [0, { count: "2", sum: "3", buckets: [] }];
    const tools = await serve((_, r) => r.end(vector([{ metric: {}, histogram }])));
    expect(evidenceOf(await start(tools, request("up")).result)).toMatchObject({
      columns: [{ name: "time" }, { name: "value", type: "text" }],
      rows: [["1970-01-01T00:00:00.000Z", '{"buckets":[],"count":"2","sum":"3"}']],
    });
  });

  it("gets the token, the path and the limit", async () => {
    const heard: unknown[] = [];
    const tools = await serve((heardRequest, r) => {
      let body = "";
      heardRequest.on("data", (chunk: Buffer) => (body += chunk.toString()));
      heardRequest.on("end", () => {
        heard.push(
          heardRequest.url,
          heardRequest.headers.authorization,
          new URLSearchParams(body).get("timeout"),
        );
        r.end(vector([]));
      });
    }, "t0ken");
    expect(evidenceOf(await start(tools, request("up"), 1_500).result).rows).toEqual([]);
    expect(heard).toEqual(["/prefix/api/v1/query", "Bearer t0ken", "1500ms"]);
  });

  it("is left when it does not keep the limit", async () => {
    const tools = await serve(() => undefined);
    expect(await start(tools, request("up"), 50).result).toMatchObject({ code: "QUERY_TIMEOUT" });
  });

  it("is closed with its queries", async () => {
    const tools = await serve(() => undefined);
    const running = start(tools, request("up"));
    await tools.close();
    expect(await running.result).toMatchObject({ code: "RUN_ENDED" });
  });

  it("is down", async () => {
    const tools = open("http://127.0.0.1:1");
    expect(await start(tools, request("up")).result).toMatchObject({
      code: "CONNECTION_FAILED",
      message: expect.stringContaining("ECONNREFUSED"),
    });
  });
});
