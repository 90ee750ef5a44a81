import { afterEach, describe, expect, it } from "vitest";
import { ChatServer, type ChatScript, type ChatServerOptions } from "../../../../e2e/fixtures/chat-server";
import { callTools, refuse, say, sayJson } from "../../../../e2e/fixtures/chat/chat-reply";
import { checkChatServer, type CheckedServer, type ServerReport } from "./check-chat-server";
import { reportTable } from "./report-table";

const KEY = "sk-very-secret";
let chat: ChatServer | null = null;
afterEach(async () => {
  await chat?.close();
  chat = null;
});

const sum = { sum: 5 };
/** Long enough that an abort comes before its end. */
const longAnswer = { kind: "stall", message: say("one two three four five six seven") } as const;
const able: ChatScript = ({ body, user }) => {
  if (body.tools !== undefined) return callTools([{ name: "report_sum", arguments: JSON.stringify(sum) }]);
  if (user.includes("Count from 1")) return longAnswer;
  return body.stream ? say("Hello.") : sayJson(sum);
};

async function check(
  script: ChatScript,
  server: Omit<ChatServerOptions, "script"> = {},
  more: Partial<CheckedServer> = {},
): Promise<ServerReport & { standing: Record<string, string> }> {
  chat = await ChatServer.start({ script, models: ["m", "g"], ...server });
  const report = await checkChatServer({
    baseUrl: chat.baseUrl,
    apiKey: KEY,
    modelId: "m",
    guardModelId: "m",
    routerModelId: "m",
    callTimeoutMs: 20_000,
    maxOutputTokens: 4_096,
    ...more,
  });
  expect(reportTable(report)).not.toContain(KEY);
  return {
    ...report,
    standing: Object.fromEntries(report.results.map(({ what, standing }) => [what, standing])),
  };
}

describe("a chat server", () => {
  it("that can do everything is usable, and is left with no request", async () => {
    const { standing, isUsable } = await check(able);
    expect(isUsable).toBe(true);
    expect(standing).toEqual({
      reachable: "ok",
      "model known": "ok",
      "plain JSON": "ok",
      json_schema: "ok",
      tools: "ok",
      streaming: "ok",
      "abort closes the request": "ok",
      "usage reported": "ok",
      latency: "ok",
    });
    await chat?.untilIdle();
    expect(chat?.abandoned).toBe(1);
  });

  it("without tools, schemas and usage is usable, and says what becomes of runs", async () => {
    const poor: ChatScript = (request) => {
      const reply = able(request);
      return "kind" in reply && reply.kind === "message" ? { ...reply, usage: null } : reply;
    };
    const report = await check(poor, { refuses: ["tools", "response_format"] });
    expect(report.isUsable).toBe(true);
    expect(report.standing).toMatchObject({
      json_schema: "degraded",
      tools: "degraded",
      "usage reported": "degraded",
    });
    const table = reportTable(report);
    expect(table).toContain("status 400");
    expect(table).toContain("so tokens are estimated from the length");
    expect(table).toContain("Usable, as far as is said above.");
  });

  it("that takes no temperature is usable without", async () => {
    const report = await check(able, { refuses: ["temperature", "max_tokens"] });
    expect(report.isUsable).toBe(true);
    expect(reportTable(report)).toContain("done without max_tokens and temperature");
  });

  it("that does not know the model, the router's or the guard's is not usable", async () => {
    expect(
      (await check(able, {}, { modelId: "x", guardModelId: "x", routerModelId: "x" })).standing,
    ).toMatchObject({
      "model known": "degraded",
      "plain JSON": "failed",
    });
    await chat?.close();
    const { standing, isUsable } = await check(able, {}, { guardModelId: "g", routerModelId: "y" });
    expect(isUsable).toBe(false);
    expect(standing).toMatchObject({
      "guard known": "ok",
      "plain JSON of the guard": "ok",
      "router known": "degraded",
      "plain JSON of the router": "failed",
    });
  });

  it("that answers no JSON, or does not stream, is not usable", async () => {
    expect(await check(() => say("Five."))).toMatchObject({
      isUsable: false,
      standing: { "plain JSON": "failed" },
    });
    await chat?.close();
    const noStream: ChatScript = (request) => (request.body.stream ? refuse(500) : able(request));
    expect(await check(noStream)).toMatchObject({ isUsable: false, standing: { streaming: "failed" } });
  });

  it.each<[string, ChatScript, Omit<ChatServerOptions, "script">]>([
    ["refuses to stream", able, { refuses: ["stream"] }],
    ["answers in one piece", able, { streams: false }],
  ])("that %s is usable, and says what becomes of answers", async (_, script, server) => {
    const report = await check(script, server);
    expect(report).toMatchObject({ isUsable: true, standing: { streaming: "degraded" } });
    expect(reportTable(report)).toContain("so answers in text are asked for in one piece");
  });

  it("that does not answer in time is not usable", async () => {
    const report = await check(() => ({ kind: "silence" }), {}, { callTimeoutMs: 100 });
    expect(report).toMatchObject({ isUsable: false });
    expect(reportTable(report)).toContain("no answer within MODEL_TIMEOUT_MS");
  });

  it("that is not there, or refuses the key, is not usable", async () => {
    const nowhere = await check(able, {}, { baseUrl: "http://127.0.0.1:1/v1" });
    expect(nowhere.results).toEqual([
      {
        what: "reachable",
        standing: "failed",
        detail: "no answer: no HTTP client connects to that port",
        consequence: null,
      },
    ]);
    expect(reportTable(nowhere)).toContain("Not usable.");
    await chat?.close();
    expect(await check(able, { key: "another" })).toMatchObject({
      isUsable: false,
      results: [{ detail: expect.stringContaining("MODEL_API_KEY") as string }],
    });
  });
});
