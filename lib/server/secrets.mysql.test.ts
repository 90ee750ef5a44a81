/** TOOL-8, end to end: an MCP server, a Prometheus, a database, a model and an operator all say secrets; nothing that is kept or sent holds one. */
import { createServer, type Server } from "node:http";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConnection, type RowDataPacket } from "mysql2/promise";
import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ModelFailure, type StepInput } from "../diagnosis/ports";
import {
  createScriptedModel,
  draftStep,
  dueReport,
  type ModelScript,
} from "../diagnosis/testing/scripted-model";
import { incidentOverStdio } from "../mcp-tools/testing/incident-process";
import { administer } from "../persistence/testing/test-database";
import { readEnvironment } from "./environment";
import { createInterlock } from "./interlock";
import { startTestServer } from "./testing/http-server";
import { createTestToken } from "./testing/test-token";
import { Served, World } from "./testing/world";

/** Secrets of the settings. */
const KB_TOKEN = "kb/T0ken+of=the wiki!";
const METRICS_TOKEN = "metrics-T0ken-91x";
const MODEL_KEY = "m0del-key-of-the-house";
/** Secrets that are found. */
const CARD = "4111111111111111";
const API_KEY = ["sk", "live", "a1B2c3D4e5F6g7H8i9J0"].join("_");
const PASSWORD = "correct horse battery";
const PASTED = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");

const SECRETS = [
  KB_TOKEN,
  Buffer.from(`kb:${KB_TOKEN}`).toString("base64"),
  encodeURIComponent(KB_TOKEN),
  METRICS_TOKEN,
  MODEL_KEY,
  CARD,
  "4111 1111 1111 1111",
  API_KEY,
  PASSWORD,
  PASTED,
];
const HELD = SECRETS.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);

let world: World;
let folder: string;
let metrics: Server;
let logged: string[] = [];
let served: Served | null = null;
beforeAll(async () => {
  world = await World.open();
  folder = await mkdtemp(join(tmpdir(), "interlock-secrets-"));
  metrics = createServer((request, response) => {
    const { authorization = "" } = request.headers;
    const metric = { __name__: "up", instance: "a", sent: authorization };
    const data = { resultType: "vector", result: [{ metric, value: [1_767_225_600, "1"] }] };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ status: "success", data, warnings: [`as ${authorization}`] }));
  });
  await new Promise<void>((resolve) => metrics.listen(0, "127.0.0.1", resolve));
  const source = new URL(world.readerUrl).pathname.slice(1);
  const admin = (statement: string) => administer(world.database.adminUrl, statement);
  await admin(
    `CREATE TABLE \`${source}\`.customers (id BIGINT, name VARCHAR(40), passwd VARCHAR(80), note VARCHAR(200))`,
  );
  await admin(
    `INSERT INTO \`${source}\`.customers VALUES (4000000000000002, 'ada', '${PASSWORD}', 'paid with 4111 1111 1111 1111, key ${API_KEY}')`,
  );
}, 180_000);
afterEach(async () => {
  await served?.close();
  served = null;
  logged = [];
});
afterAll(async () => {
  await new Promise((resolve) => metrics.close(resolve));
  await world.close();
  await rm(folder, { recursive: true });
});

async function serve(script: ModelScript): Promise<Served> {
  const { setting } = incidentOverStdio({});
  if (setting.transport !== "stdio") throw new Error("over stdio");
  const { command, args } = setting;
  const path = join(folder, "servers.json");
  const kb = { command, args, env: { INCIDENT_TOKEN: "${KB_TOKEN}" }, allow: ["credentials", "denied"] };
  await writeFile(path, JSON.stringify({ mcpServers: { kb } }));
  const address = metrics.address();
  if (address === null || typeof address === "string") throw new Error("it listens");
  const environment = readEnvironment({
    DATABASE_URL: world.database.url,
    SOURCE_SHOP_URL: world.readerUrl,
    PROMETHEUS_METRICS_URL: `http://127.0.0.1:${address.port}`,
    PROMETHEUS_METRICS_TOKEN: METRICS_TOKEN,
    MODEL_BASE_URL: "http://127.0.0.1:1/v1",
    MODEL_ID: "none",
    MODEL_API_KEY: MODEL_KEY,
    INTERLOCK_MCP_SERVERS: path,
    KB_TOKEN,
  });
  const log = pino({ level: "debug" }, { write: (line: string) => void logged.push(line) });
  const interlock = await createInterlock(environment, log, { model: createScriptedModel(script) });
  served = new Served(
    interlock,
    await startTestServer(interlock, await createTestToken(environment.databaseUrl)),
  );
  return served;
}

/** Every row of every table of the store. */
async function storedText(): Promise<string> {
  const connection = await createConnection({ uri: world.database.url });
  try {
    const [tables] = await connection.query<RowDataPacket[]>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'",
    );
    const dumps: string[] = [];
    for (const table of tables) {
      const [rows] = await connection.query<RowDataPacket[]>(`SELECT * FROM \`${String(table["name"])}\``);
      dumps.push(JSON.stringify(rows));
    }
    return dumps.join("\n");
  } finally {
    await connection.end();
  }
}

async function watched(client: Served, runId: string): Promise<string> {
  return (await fetch(`${client.baseUrl}/api/runs/${runId}/events`)).text();
}

function heldBy(text: string): readonly string[] {
  return HELD.filter((secret) => text.includes(secret));
}

const REQUESTS = [
  ["mcp__kb__credentials", { arguments: {}, scope: "what the wiki was given", label: "kb/credentials" }],
  ["mcp__kb__denied", { arguments: {}, scope: `the wiki with ${KB_TOKEN}`, label: `kb/${PASTED}` }],
  [
    "prometheus_query",
    {
      source: "metrics",
      query: `up{token="${API_KEY}"}`,
      time: "2026-01-01T00:00:00Z",
      range: null,
      scope: "who is up",
      label: "metrics/up",
    },
  ],
  [
    "mysql_query",
    {
      source: "shop",
      statement: `SELECT id, name, passwd, note FROM customers WHERE passwd = ? AND note <> '${API_KEY}'`,
      params: [PASSWORD],
      scope: "the customer",
      label: "shop/customer",
    },
  ],
  [
    "mysql_query",
    {
      source: "shop",
      statement: `SELECT COUNT(*) AS customers FROM customers WHERE note LIKE '%${CARD}%' OR passwd = '${PASSWORD}'`,
      params: [],
      scope: "customers with that card",
      label: "shop/cards",
    },
  ],
] as const;

describe("secrets that everybody says", () => {
  it("are in no record, prompt, event, stream or log; the run goes on and the real request runs", async () => {
    const prompts: string[] = [];
    const tell = (input: unknown): void => void prompts.push(JSON.stringify(input));
    const client = await serve({
      route: (input) => {
        tell(input);
        return { intent: "DIAGNOSIS", rationale: `because of ${MODEL_KEY}` };
      },
      step: (input: StepInput) => {
        tell(input);
        const made = input.observations.length;
        const next = REQUESTS[made];
        if (next !== undefined)
          return { kind: "tool", progress: dueReport(input), tool: next[0], request: next[1] };
        const found = input.observations.flatMap((each) => (each.kind === "evidence" ? [each.record] : []));
        const cited = found.find(({ label }) => label === "shop/customer");
        const claim = {
          text: `The customer ada is 4000000000000002; ${PASTED}`,
          kind: "presence",
          invocationIds: [cited?.invocationId ?? ""],
          scope: "the customer",
        };
        return draftStep({ conclusion: "The customer is ada", claims: [claim] }, dueReport(input));
      },
      verify: (input) => {
        tell(input);
        return { verdict: "SUPPORTED", reason: `${MODEL_KEY} says so`, failingClaim: null };
      },
    });
    const { frames, run } = await client.chat(`why does ${PASTED} fail for card ${CARD}?`);
    expect([run.runState, run.releaseOutcome]).toEqual(["SUCCESS", "SUCCESS"]);
    expect(run.query).toBe("why does ‹masked: GitHub token› fail for card ‹masked: card number›?");
    const records = await client.tools(run.runId);
    expect(records.map(({ status }) => status)).toEqual(["READY", "ERROR", "READY", "READY", "READY"]);
    expect(records[0]?.evidence?.rows).toEqual(
      [
        ["started with ‹masked: configured secret›"],
        ["sent as ‹masked: configured secret›"],
        ["asked as /kb?t=‹masked: configured secret›"],
        ["42 docs"],
      ].map(([cell]) => [
        cell?.startsWith("sent") === true ? expect.stringContaining("‹masked: configured secret›") : cell,
      ]),
    );
    expect(records[1]?.errorMessage).toContain("‹masked: configured secret› may not read this");
    expect(records[3]).toMatchObject({
      statement:
        "SELECT id, name, passwd, note FROM customers WHERE passwd = ? AND note <> '‹masked: Stripe key›'",
      params: ["‹masked: password›"],
      evidence: {
        rows: [
          [
            "4000000000000002",
            "ada",
            "‹masked: password›",
            "paid with ‹masked: card number›, key ‹masked: Stripe key›",
          ],
        ],
      },
    });
    // What ran was the real one: it found the row.
    expect(records[4]?.evidence?.rows).toEqual([["1"]]);
    const events = await watched(client, run.runId);
    expect(events).toContain('"masked":');
    const kept = {
      store: await storedText(),
      events,
      frames: JSON.stringify(frames),
      detail: JSON.stringify([run, records]),
      prompts: prompts.join("\n"),
      logs: logged.join(""),
      ready: await (await fetch(`${client.baseUrl}/api/ready`)).text(),
    };
    for (const [where, text] of Object.entries(kept)) expect([where, heldBy(text)]).toEqual([where, []]);
    expect(kept.store).toContain("‹masked: ");
  });

  it("are in no failure either, in no note of a cancel, and not where a key of a request is kept", async () => {
    const client = await serve({
      step: () => {
        throw new ModelFailure(`the server refused ${MODEL_KEY}`);
      },
    });
    const { frames, run } = await client.chat("why?");
    expect(run.releaseOutcome).toBe("FAILED");
    const headers = { "idempotency-key": API_KEY };
    const asked: unknown = await (await client.post("/api/runs", { query: "why?" }, { headers })).json();
    expect(await (await client.post("/api/runs", { query: "why?" }, { headers })).json()).toEqual(asked);
    const runId = String(Object(asked).runId);
    await client.post(`/api/runs/${runId}/cancel`, { note: `stop ${PASTED}` });
    await client.until(runId, (each) => each.runState !== "RUNNING");
    const texts = [
      await storedText(),
      await watched(client, run.runId),
      JSON.stringify([frames, run]),
      logged.join(""),
    ];
    expect(texts.flatMap(heldBy)).toEqual([]);
  });
});
