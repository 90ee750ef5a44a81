/** A real model driver against a chat server that fails in every way it knows, end to end: docs/model-faults.md says how each run ends. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { ChatServer } from "../../e2e/fixtures/chat-server";
import { refuse, sayJson } from "../../e2e/fixtures/chat/chat-reply";
import { questionKind } from "../../e2e/fixtures/chat/investigator";
import { BudgetLimits, type BudgetResource, type LedgerLine } from "../contracts/budget";
import { LedgerPage, TracePage } from "../contracts/requests";
import type { RunDetail } from "../contracts/run";
import { createOpenAiCompatibleModel } from "../models/openai-compatible/openai-compatible-model";
import { readFaultTable } from "./testing/fault-table";
import { FAULT_PLACE_NAMES, FaultyServer, MODEL_FAULTS, type FaultPlace } from "./testing/model-faults";
import { World, type Served } from "./testing/world";

/** Enough for every lawful way, and little enough for an endless one. */
const BUDGET = { modelCalls: 8 };
const CALL_TIMEOUT_MS = 1_500;
const RETRY = { retries: 2, firstDelayMs: 10, maxWaitMs: 5_000 };

let world: World;
let chat: ChatServer;
let served: Served;
beforeAll(async () => {
  world = await World.open();
  chat = await ChatServer.start();
  served = await serve();
});
afterAll(async () => {
  await served.close();
  await chat.close();
  await world.close();
});

function serve(): Promise<Served> {
  const model = createOpenAiCompatibleModel({
    baseUrl: chat.baseUrl,
    apiKey: "key",
    modelId: "scripted",
    callTimeoutMs: CALL_TIMEOUT_MS,
  });
  return world.serve(model, { diagnosis: { modelRetry: RETRY } });
}

const axesOf = ({ runState, releaseOutcome, fallbackType }: RunDetail) => ({
  runState,
  releaseOutcome,
  fallbackType,
});

async function ledgerOf(run: RunDetail): Promise<readonly LedgerLine[]> {
  const page: unknown = await (
    await fetch(`${served.baseUrl}/api/runs/${run.runId}/ledger?limit=200`)
  ).json();
  return LedgerPage.parse(page).items;
}
function usedOf(lines: readonly LedgerLine[], resource: BudgetResource): number {
  const moved = lines.filter((line) => line.resource === resource && line.movement !== "refuse");
  return moved.reduce((sum, line) => sum + line.amount, 0);
}

/** What holds of every run, however its model behaved. */
async function expectExactAccounts(run: RunDetail): Promise<void> {
  await chat.untilIdle();
  const lines = await ledgerOf(run);
  expect(usedOf(lines, "modelCalls"), "the ledger's model calls are the requests that the server saw").toBe(
    chat.requests.length,
  );
  for (const resource of BudgetLimits.keyof().options) {
    const { used, limit } = run.budget[resource];
    if (resource !== "wallTimeMs") expect(used, resource).toBeLessThanOrEqual(limit);
  }
  // RUN-11: whatever was sent had its tokens reserved before.
  const reserved = lines.filter((line) => line.resource === "tokens" && line.movement === "reserve");
  expect(reserved).toHaveLength(chat.requests.length);
}

const table = await readFaultTable();

it("the document and the server know the same faults and places", () => {
  expect([...new Set(table.map((row) => row.fault))].sort()).toEqual(Object.keys(MODEL_FAULTS).sort());
  expect([...new Set(table.map((row) => row.place))].sort()).toEqual([...FAULT_PLACE_NAMES].sort());
});

describe.each([...new Set(table.map((row) => row.fault))])("%s", (fault) => {
  it.each(table.filter((row) => row.fault === fault))("at $place", async ({ place, ending, requests }) => {
    const { faulty, run } = await askFaulty(fault, placeOf(place));
    expect(axesOf(run)).toEqual(ending);
    expect(faulty.struck).toBe(requests);
    await expectExactAccounts(run);
  });
});

describe("the budget of retries", () => {
  const busy = () => refuse(503);

  it("an attempt that does not fit into the model calls is not made, and the failure stands", async () => {
    chat.reset(busy);
    const run = await ask("why?", { modelCalls: 2 });
    expect(axesOf(run)).toEqual({ runState: "FAILED", releaseOutcome: "FAILED", fallbackType: null });
    expect(chat.requests).toHaveLength(2);
    await expectExactAccounts(run);
  });

  it("an attempt whose tokens do not fit is not made either", async () => {
    chat.reset(busy);
    const run = await ask("why?", { tokens: 8_000 });
    expect(axesOf(run)).toEqual({ runState: "FAILED", releaseOutcome: "FAILED", fallbackType: null });
    expect(chat.requests).toHaveLength(1);
    await expectExactAccounts(run);
  });

  it("is told in the trace, each with the attempt that follows", async () => {
    chat.reset(busy);
    const run = await ask("why?");
    const page: unknown = await (
      await fetch(`${served.baseUrl}/api/runs/${run.runId}/trace?limit=200`)
    ).json();
    const retries = TracePage.parse(page).items.filter((line) => line.name === "MODEL_RETRY");
    expect(retries.map(({ detail }) => detail["attempt"])).toEqual([1, 2]);
    for (const [at, line] of retries.entries()) {
      const least = RETRY.firstDelayMs * 2 ** at;
      expect(line.detail["waitMs"]).toBeGreaterThanOrEqual(least);
      expect(line.detail["waitMs"]).toBeLessThanOrEqual(least * 1.5);
    }
    expect(retries[1]?.callId).toBe(retries[0]?.detail["nextCallId"]);
    expect(retries[0]?.detail["reason"]).toContain("503");
  });

  it("an unusable answer is asked for once more, with what was wrong with it", async () => {
    await askFaulty("invalid JSON, once", "semantic guard");
    const verdicts = chat.requests.filter((request) => questionKind(request) === "verify");
    expect(verdicts.map(({ user }) => user.includes("Your JSON was invalid"))).toEqual([false, true]);
  });
});

describe("a run that ends meanwhile", () => {
  async function started(script: ChatServer["script"], budget: object = {}): Promise<string> {
    chat.reset(script);
    const reply = await served.post("/api/runs", { query: "hello there", budget });
    const { runId } = z.object({ runId: z.string() }).parse(await reply.json());
    return runId;
  }
  const ended = (runId: string) => served.until(runId, (run) => run.storedAt.outcome !== null);

  it("is cancelled at once while it waits for the next attempt", async () => {
    const runId = await started(() => refuse(429, { "retry-after": "5" }));
    await chat.untilAsked(1);
    await chat.untilIdle();
    await served.post(`/api/runs/${runId}/cancel`, {});
    const run = await ended(runId);
    expect(axesOf(run)).toEqual({ runState: "CANCELLED", releaseOutcome: "CANCELLED", fallbackType: null });
    expect(chat.requests).toHaveLength(1);
    await expectExactAccounts(run);
  });

  it.each(["no first byte", "stall in the middle"])("closes its connection on cancel: %s", async (fault) => {
    const faulty = faultyServer(fault, "answer in text");
    const runId = await started(faulty.script);
    await chat.untilAsked(2);
    await served.post(`/api/runs/${runId}/cancel`, {});
    const run = await ended(runId);
    expect(axesOf(run)).toEqual({ runState: "CANCELLED", releaseOutcome: "CANCELLED", fallbackType: null });
    await expectExactAccounts(run);
    expect(chat.abandoned).toBe(1);
  });

  it("closes its connection at the deadline", async () => {
    const runId = await started(faultyServer("stall in the middle", "answer in text").script, {
      wallTimeMs: 1_000,
    });
    const run = await ended(runId);
    expect(axesOf(run)).toEqual({ runState: "TIMED_OUT", releaseOutcome: "FAILED", fallbackType: null });
    await expectExactAccounts(run);
    expect(chat.abandoned).toBe(1);
  });
});

describe("an answer from documents", () => {
  const knowledge = (fault: string) => {
    const faulty = faultyServer(fault, "answer in text");
    return (request: Parameters<ChatServer["script"]>[0]) =>
      questionKind(request) === "route"
        ? sayJson({ intent: "KNOWLEDGE_QUERY", rationale: "asks how" })
        : faulty.script(request);
  };

  it("is streamed, and said in one piece", async () => {
    chat.reset(knowledge("no fault"));
    const { frames, run } = await served.chat("How do I rotate the read-only account?", BUDGET);
    expect(axesOf(run)).toEqual({ runState: "SUCCESS", releaseOutcome: "SUCCESS", fallbackType: null });
    expect(frames.filter((frame) => frame.event === "content")).toHaveLength(1);
    expect(chat.requests.map(({ body }) => body.stream)).toEqual([false, true]);
    await expectExactAccounts(run);
  });

  it("fails as any answer does", async () => {
    chat.reset(knowledge("answer of 10 MB"));
    const run = await ask("How do I rotate the read-only account?");
    expect(axesOf(run)).toEqual({ runState: "FAILED", releaseOutcome: "FAILED", fallbackType: null });
    await expectExactAccounts(run);
  });
});

it("the semantic guard is shown claims, lines and evidence, and nothing of how the agent came to them", async () => {
  await askFaulty("no fault", "semantic guard");
  const request = chat.requests.find((each) => questionKind(each) === "verify");
  expect([...(request?.user ?? "").matchAll(/<untrusted source="(.*?)">/g)].map((found) => found[1])).toEqual(
    ["conclusion", "claims", "lines", "evidence"],
  );
  expect(request?.user).not.toContain("why do payments fail?");
});

describe("a server that has neither tools nor schemas", () => {
  it("is found out once, and then asked in plain JSON", async () => {
    await served.close();
    const poor = await ChatServer.start({ refuses: ["tools", "response_format"] });
    const rich = chat;
    try {
      chat = poor;
      served = await serve();
      for (const requests of [6, 4]) {
        const { run } = await askFaulty("no fault", "every step");
        expect(axesOf(run)).toEqual({ runState: "SUCCESS", releaseOutcome: "SUCCESS", fallbackType: null });
        expect(chat.requests).toHaveLength(requests);
        await expectExactAccounts(run);
      }
    } finally {
      await served.close();
      await poor.close();
      chat = rich;
      served = await serve();
    }
  });
});

describe("a server that does not stream", () => {
  it.each([{ refuses: ["stream"] as const }, { streams: false }])(
    "answers in one piece: %j",
    async (options) => {
      await served.close();
      const poor = await ChatServer.start(options);
      const rich = chat;
      try {
        chat = poor;
        served = await serve();
        for (const requests of [2, 1]) {
          const { faulty, run } = await askFaulty("no fault", "answer in text");
          expect(axesOf(run)).toEqual({ runState: "SUCCESS", releaseOutcome: "SUCCESS", fallbackType: null });
          // One that was refused is none that the script has seen.
          expect(chat.requests).toHaveLength(requests + 1);
          expect(faulty.struck).toBeLessThanOrEqual(requests);
          await expectExactAccounts(run);
        }
      } finally {
        await served.close();
        await poor.close();
        chat = rich;
        served = await serve();
      }
    },
  );
});

it("what is left of the tokens bounds an answer, and the ledger says the same", async () => {
  chat.reset(faultyServer("no fault", "answer in text").script);
  const run = await ask("hello there", { tokens: 8_000 });
  expect(axesOf(run)).toMatchObject({ runState: "SUCCESS" });
  const reserved = (await ledgerOf(run)).filter(
    (line) => line.resource === "tokens" && line.movement === "reserve",
  );
  const bounds = chat.requests.map(({ body }) => body.max_tokens ?? 0);
  for (const [at, line] of reserved.entries()) {
    expect(line.amount).toBeLessThanOrEqual(8_000);
    expect(line.amount).toBeGreaterThanOrEqual(bounds[at] ?? 0);
  }
  const tight = await ask("hello there", { tokens: 4_500 });
  expect(axesOf(tight)).toMatchObject({ runState: "SUCCESS" });
  const [first = 0] = chat.requests.slice(-2).map(({ body }) => body.max_tokens);
  const [line] = (await ledgerOf(tight)).filter(
    (each) => each.movement === "reserve" && each.resource === "tokens",
  );
  expect(line?.amount).toBe(4_500);
  expect(first).toBeGreaterThanOrEqual(1_024);
  expect(first).toBeLessThan(4_096);
});

function placeOf(name: string): FaultPlace {
  return z.enum(FAULT_PLACE_NAMES).parse(name);
}
function faultyServer(name: string, place: FaultPlace): FaultyServer {
  const fault = MODEL_FAULTS[name];
  if (fault === undefined) throw new Error(`there is no fault "${name}"`);
  return new FaultyServer(fault, place);
}
async function askFaulty(name: string, place: FaultPlace): Promise<{ faulty: FaultyServer; run: RunDetail }> {
  const faulty = faultyServer(name, place);
  chat.reset(faulty.script);
  return { faulty, run: await ask(faulty.query) };
}
/** Asks on the owner's stream, and waits until the end is stored. */
async function ask(query: string, budget: Record<string, number> = BUDGET): Promise<RunDetail> {
  const { run } = await served.chat(query, budget);
  return served.until(run.runId, (each) => each.storedAt.outcome !== null);
}
