/** Every ending of a run (APP-5, its fourteen rows; APP-7; APP-8), end to end over HTTP on a real database. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { PublicFrame } from "../contracts/frames";
import type { ToolRecord } from "../contracts/evidence";
import { RunId } from "../contracts/ids";
import { CancelRunReply } from "../contracts/requests";
import type { RunDetail } from "../contracts/run";
import {
  ModelFailure,
  type AgentStep,
  type DiagnosisModel,
  type StepInput,
  type VerdictReply,
} from "../diagnosis/ports";
import { createPrismaClient } from "../persistence/prisma-client";
import { PrismaRunStore } from "../persistence/prisma-run-store";
import { StoreUnavailableError, type RunOutcome } from "../runs/ports";
import {
  createScriptedModel,
  draftStep,
  dueReport,
  hangingAnswer,
  toolStep,
} from "../diagnosis/testing/scripted-model";
import { readPublicStream } from "./testing/sse-client";
import { HEAVY_SQL, World, type Served } from "./testing/world";

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

async function serve(model: DiagnosisModel, parts: Parameters<World["serve"]>[1] = {}): Promise<Served> {
  served = await world.serve(model, parts);
  return served;
}

// --- the agent's moves ---------------------------------------------------------------------------------------------

const FACTS_SQL = "SELECT gateway, failed FROM facts ORDER BY failed DESC";
function tool(statement: string, input: StepInput): AgentStep {
  return toolStep({ statement, scope: "failed payments by gateway", label: "check/facts" }, dueReport(input));
}
function evidenceIds(input: StepInput): string[] {
  return input.observations.flatMap((each) => (each.kind === "evidence" ? [each.record.invocationId] : []));
}
function draft(input: StepInput, value: Record<string, unknown>): AgentStep {
  return draftStep(value, dueReport(input));
}
function conclude(input: StepInput, failed: number): AgentStep {
  const claim = {
    text: `Gateway gw-b failed ${failed} times`,
    kind: "presence",
    invocationIds: evidenceIds(input).slice(-1),
    scope: "failed payments by gateway",
  };
  return draft(input, { conclusion: `Gateway gw-b is failing: ${failed} failures`, claims: [claim] });
}
/** One query, then what `then` says. */
function afterOneQuery(then: (input: StepInput) => AgentStep): (input: StepInput) => AgentStep {
  return (input) => (input.observations.length === 0 ? tool(FACTS_SQL, input) : then(input));
}
const supported: VerdictReply = { verdict: "SUPPORTED", reason: "the rows say so", failingClaim: null };
const unsupported: VerdictReply = {
  verdict: "UNSUPPORTED",
  reason: "the rows say otherwise",
  failingClaim: 0,
};

function axesOf(run: RunDetail) {
  return [run.runState, run.releaseOutcome, run.fallbackType];
}
function eventsOf(frames: readonly PublicFrame[]): string[] {
  return frames.map((frame) => frame.event).filter((event) => event !== "status");
}
function expectContent(frames: readonly PublicFrame[], outcome: "SUCCESS" | "FALLBACK"): void {
  expect(eventsOf(frames)).toEqual(["metadata", "content", "done"]);
  expect(frames.at(-1)).toEqual({ event: "done", data: { outcome } });
}
function expectFailure(frames: readonly PublicFrame[], code: string): void {
  expect(eventsOf(frames)).toEqual(["metadata", "failure", "done"]);
  expect(frames.find((frame) => frame.event === "failure")?.data).toMatchObject({ code });
  expect(frames.at(-1)).toEqual({ event: "done", data: { outcome: "FAILED" } });
}

describe("APP-5: the fourteen rows", () => {
  it("1 conclusion, guards pass → SUCCESS / SUCCESS / –", async () => {
    const { chat, tools } = bind(
      await serve(
        createScriptedModel({
          step: afterOneQuery((input) => conclude(input, 371)),
          verify: () => supported,
        }),
      ),
    );
    const { frames, run } = await chat("why?");
    expect(axesOf(run)).toEqual(["SUCCESS", "SUCCESS", null]);
    expectContent(frames, "SUCCESS");
    expect(run).toMatchObject({
      status: "SUCCESS",
      semanticVerdict: "SUPPORTED",
      publishedResult: true,
      toolCalls: 1,
    });
    expect(run.exitRecord).toMatchObject({ context: "succeeded", failureOrigin: null });
    const { bodySettled, outputSealed, contextTerminal, delivered, runnerSettled } = run.exitRecord ?? {};
    const moments = [bodySettled, outputSealed, contextTerminal, delivered, runnerSettled].map(Number);
    expect(moments).toEqual([...moments].sort((a, b) => a - b));
    const [record] = await tools(run.runId);
    expect(record).toMatchObject({ status: "READY", evidenceStatus: "EVIDENCE_FOUND" });
    const answer = run.answer;
    if (answer?.contentType !== "diagnosis_report") throw new Error("expected a report");
    expect(answer.claims[0]?.invocationIds).toEqual([record?.invocationId]);
    expect(frames.flatMap((frame) => (frame.event === "status" ? [frame.data.status] : []))).toEqual([
      "ROUTING",
      "DIAGNOSIS_RUNNING",
      "SAFETY_VALIDATING",
    ]);
  });

  it("2 required context missing, zero tools → SUCCESS / FALLBACK / MISSING_REQUIRED_CONTEXT", async () => {
    const { chat } = bind(
      await serve(
        createScriptedModel({ step: (input) => draft(input, { missing_info: ["which customer?"] }) }),
      ),
    );
    const { frames, run } = await chat("slow for one customer");
    expect(axesOf(run)).toEqual(["SUCCESS", "FALLBACK", "MISSING_REQUIRED_CONTEXT"]);
    expectContent(frames, "FALLBACK");
    expect(run).toMatchObject({ toolCalls: 0, status: "SUCCESS", publishedResult: false });
  });

  it("3 bounded checks, evidence insufficient → SUCCESS / FALLBACK / INSUFFICIENT_EVIDENCE", async () => {
    const step = afterOneQuery((input) =>
      draft(input, {
        claims: [
          {
            text: "gw-b is among the gateways",
            kind: "presence",
            invocationIds: evidenceIds(input),
            scope: "",
          },
        ],
      }),
    );
    const { chat } = bind(await serve(createScriptedModel({ step })));
    const { frames, run } = await chat("why?");
    expect(axesOf(run)).toEqual(["SUCCESS", "FALLBACK", "INSUFFICIENT_EVIDENCE"]);
    expectContent(frames, "FALLBACK");
    expect(JSON.stringify(run.answer)).toContain("371");
  });

  it("4 saturated with safe progress → SUCCESS / FALLBACK / INSUFFICIENT_EVIDENCE", async () => {
    const { chat } = bind(await serve(createScriptedModel({ step: (input) => tool(FACTS_SQL, input) })));
    const { run } = await chat("why?");
    expect(axesOf(run)).toEqual(["SUCCESS", "FALLBACK", "INSUFFICIENT_EVIDENCE"]);
    expect(run).toMatchObject({
      collectionState: "SATURATED",
      stopReason: "INFORMATION_SATURATED",
      toolCalls: 1,
    });
  });

  it("5 protocol stop with safe progress → SUCCESS / FALLBACK / INSUFFICIENT_EVIDENCE", async () => {
    let n = 0;
    const step = (input: StepInput): AgentStep => ({
      ...tool(`SELECT gateway, failed, ${++n} AS n FROM facts`, input),
      progress: null,
    });
    const { chat } = bind(await serve(createScriptedModel({ step })));
    const { run } = await chat("why?");
    expect(axesOf(run)).toEqual(["SUCCESS", "FALLBACK", "INSUFFICIENT_EVIDENCE"]);
    expect(run).toMatchObject({ collectionState: "SATURATED", stopReason: "PROGRESS_PROTOCOL_VIOLATED" });
  });

  it("6 EvidenceGuard fails for good → SUCCESS / FALLBACK / EVIDENCE_VALIDATION_FAILED, after one repair", async () => {
    let repairs = 0;
    const model = createScriptedModel({
      step: afterOneQuery((input) => conclude(input, 372)),
      repair: (input) => {
        repairs += 1;
        return input.draft;
      },
      verify: () => supported,
    });
    const { chat } = bind(await serve(model));
    const { run } = await chat("why?");
    expect(axesOf(run)).toEqual(["SUCCESS", "FALLBACK", "EVIDENCE_VALIDATION_FAILED"]);
    expect(repairs).toBe(1);
    expect(run.semanticVerdict).toBeNull();
    expect(JSON.stringify(run.answer)).not.toContain("372");
  });

  it("7 SemanticGuard says unsupported → SUCCESS / FALLBACK / SEMANTIC_UNSUPPORTED", async () => {
    const { chat } = bind(
      await serve(
        createScriptedModel({
          step: afterOneQuery((input) => conclude(input, 371)),
          verify: () => unsupported,
        }),
      ),
    );
    const { run } = await chat("why?");
    expect(axesOf(run)).toEqual(["SUCCESS", "FALLBACK", "SEMANTIC_UNSUPPORTED"]);
    expect(run.semanticVerdict).toBe("UNSUPPORTED");
  });

  it("8 SemanticGuard technically unavailable → SUCCESS / FALLBACK / SEMANTIC_UNAVAILABLE", async () => {
    const verify = () => {
      throw new ModelFailure("the guard's model does not answer");
    };
    const { chat } = bind(
      await serve(createScriptedModel({ step: afterOneQuery((input) => conclude(input, 371)), verify })),
    );
    const { run } = await chat("why?");
    expect(axesOf(run)).toEqual(["SUCCESS", "FALLBACK", "SEMANTIC_UNAVAILABLE"]);
    expect(run.semanticVerdict).toBeNull();
  });

  it("9 budget exhausted with safe progress → BUDGET_EXHAUSTED / FALLBACK / INSUFFICIENT_EVIDENCE", async () => {
    let n = 0;
    const { chat } = bind(
      await serve(
        createScriptedModel({
          step: (input) => tool(`SELECT gateway, failed, ${++n} AS n FROM facts`, input),
        }),
      ),
    );
    const { frames, run } = await chat("why?", { toolCalls: 1 });
    expect(axesOf(run)).toEqual(["BUDGET_EXHAUSTED", "FALLBACK", "INSUFFICIENT_EVIDENCE"]);
    expectContent(frames, "FALLBACK");
    expect(run).toMatchObject({
      status: "SUCCESS",
      stopReason: "BUDGET_LIMIT_REACHED",
      publishedResult: false,
    });
    expect(run.collectionState).not.toBe("SATURATED");
  });

  it("10 timeout → TIMED_OUT / FAILED / –, and the query is gone", async () => {
    const { chat } = bind(await serve(createScriptedModel({ step: (input) => tool(HEAVY_SQL, input) })));
    const { frames, run } = await chat("why?", { wallTimeMs: 700 });
    expect(axesOf(run)).toEqual(["TIMED_OUT", "FAILED", null]);
    expectFailure(frames, "RUN_TIMED_OUT");
    const settled = await served?.until(run.runId, (each) => each.stoppingCalls === 0);
    expect(settled?.cancellation).toMatchObject({ reason: "DEADLINE_EXCEEDED" });
    expect(await world.running()).toEqual([]);
  });

  it("11 budget exhausted without progress → BUDGET_EXHAUSTED / FAILED / –", async () => {
    const { chat } = bind(await serve(createScriptedModel({ step: (input) => tool(FACTS_SQL, input) })));
    const { frames, run } = await chat("why?", { modelCalls: 1 });
    expect(axesOf(run)).toEqual(["BUDGET_EXHAUSTED", "FAILED", null]);
    expectFailure(frames, "BUDGET_EXHAUSTED");
  });

  it("12 unrecoverable internal failure → FAILED / FAILED / –", async () => {
    const step = () => {
      throw new TypeError("a bug with a secret-token in its message");
    };
    const { chat } = bind(await serve(createScriptedModel({ step })));
    const { frames, run } = await chat("why?");
    expect(axesOf(run)).toEqual(["FAILED", "FAILED", null]);
    expect(eventsOf(frames)).toEqual(["metadata", "failure", "done"]);
    expect(JSON.stringify([frames, run])).not.toContain("secret-token");
  });

  it("13 client disconnected → CANCELLED / CANCELLED / –, no done, query killed", async () => {
    const { baseUrl, until } = bind(
      await serve(createScriptedModel({ step: (input) => tool(HEAVY_SQL, input) })),
    );
    const leave = new AbortController();
    const response = await fetch(`${baseUrl}/api/chat`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: "why?" }),
      signal: leave.signal,
    });
    const runId = await firstRunId(response);
    await until(runId, (run) => run.toolCalls === 1);
    await waitForStatement();
    leave.abort();
    const run = await until(runId, (each) => each.releaseOutcome !== null && each.stoppingCalls === 0);
    expect(axesOf(run)).toEqual(["CANCELLED", "CANCELLED", null]);
    expect(run).toMatchObject({ streamState: "DISCONNECTED", status: "CANCELLED" });
    expect(run.cancellation).toMatchObject({
      reason: "CLIENT_DISCONNECTED",
      handles: [{ kind: "mysql_query", stop: "confirmed" }],
    });
    expect(await world.running()).toEqual([]);
  });

  it("14 operator cancels, client still there → CANCELLED / CANCELLED / –, failure then done(FAILED)", async () => {
    const { baseUrl, post, until } = bind(
      await serve(createScriptedModel({ step: (input) => tool(HEAVY_SQL, input) })),
    );
    const response = await post("/api/chat", { query: "why?" });
    const frames: Promise<PublicFrame[]> = readPublicStream(response.clone());
    const runId = await firstRunId(response);
    await until(runId, (run) => run.toolCalls === 1);
    await waitForStatement();
    const reply: unknown = await (
      await post(`/api/runs/${runId}/cancel?wait=5000`, { note: "wrong range" })
    ).json();
    expect(await world.running()).toEqual([]);
    expect(reply).toMatchObject({
      accepted: true,
      receipt: {
        reason: "USER_REQUESTED",
        note: "wrong range",
        handles: [{ kind: "mysql_query", stop: "confirmed" }],
      },
    });
    expectFailure(await frames, "RUN_CANCELLED");
    const run = await until(runId, (each) => each.storedAt.outcome !== null && each.stoppingCalls === 0);
    expect(axesOf(run)).toEqual(["CANCELLED", "CANCELLED", null]);
    expect(run.exitRecord).toMatchObject({ context: "cancelled" });
    expect(run.exitRecord?.runnerSettled).not.toBeNull();
    // The killed statement's own answer is the stop itself, not something that came late (RUN-15).
    expect(run.lateArrivals).toEqual([]);
    const again = await fetch(`${baseUrl}/api/runs/${runId}/cancel`, { method: "POST" });
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({
      code: "RUN_ALREADY_TERMINATED",
      termination: { state: "CANCELLED" },
      receipt: { requestedBy: "operator", note: "wrong range" },
    });
  });

  async function firstRunId(response: Response): Promise<string> {
    const reader = response.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    const runId = /"runId":"(run_[0-9a-z]+)"/.exec(new TextDecoder().decode(value))?.[1];
    if (runId === undefined) throw new Error("the first bytes must be metadata");
    return runId;
  }
  /** Until the server really executes the heavy statement. */
  async function waitForStatement(): Promise<void> {
    const end = Date.now() + 5_000;
    while (!(await world.running()).some((statement) => statement.includes("digits"))) {
      if (Date.now() > end) throw new Error("the heavy statement never started");
    }
  }
});

describe("APP-7: the endings that the table leaves open", () => {
  it("unlawful draft with verified facts → SUCCESS / FALLBACK / INSUFFICIENT_EVIDENCE", async () => {
    const step = afterOneQuery((input) => ({
      kind: "draft",
      progress: dueReport(input),
      text: "Sure! ```json {}```",
    }));
    const { chat } = bind(await serve(createScriptedModel({ step })));
    expect(axesOf((await chat("why?")).run)).toEqual(["SUCCESS", "FALLBACK", "INSUFFICIENT_EVIDENCE"]);
  });

  it("unlawful draft without facts → FAILED / FAILED / –", async () => {
    const { chat } = bind(
      await serve(createScriptedModel({ step: () => ({ kind: "draft", progress: null, text: "" }) })),
    );
    const { frames, run } = await chat("why?");
    expect(axesOf(run)).toEqual(["FAILED", "FAILED", null]);
    expectFailure(frames, "DRAFT_REJECTED");
  });

  it("router failure → FAILED / FAILED / –", async () => {
    const route = () => {
      throw new ModelFailure("down");
    };
    const { chat } = bind(await serve(createScriptedModel({ route })));
    const { frames, run } = await chat("why?");
    expect(axesOf(run)).toEqual(["FAILED", "FAILED", null]);
    expectFailure(frames, "ROUTING_FAILED");
  });

  it("model failure without facts → FAILED / FAILED / –; with facts → SUCCESS / FALLBACK / INSUFFICIENT_EVIDENCE", async () => {
    const fail = () => {
      throw new ModelFailure("down");
    };
    const first = bind(await serve(createScriptedModel({ step: fail })));
    const { frames, run } = await first.chat("why?");
    expect(axesOf(run)).toEqual(["FAILED", "FAILED", null]);
    expectFailure(frames, "MODEL_FAILED");
    await first.close();
    const second = bind(await serve(createScriptedModel({ step: afterOneQuery(fail) })));
    expect(axesOf((await second.chat("why?")).run)).toEqual(["SUCCESS", "FALLBACK", "INSUFFICIENT_EVIDENCE"]);
  });

  it("a guard call's own timeout → SUCCESS / FALLBACK / SEMANTIC_UNAVAILABLE", async () => {
    const model = createScriptedModel({
      step: afterOneQuery((input) => conclude(input, 371)),
      verify: hangingAnswer<VerdictReply>("deaf"),
    });
    const { chat } = bind(await serve(model, { diagnosis: { semanticTimeoutMs: 150 } }));
    expect(axesOf((await chat("why?")).run)).toEqual(["SUCCESS", "FALLBACK", "SEMANTIC_UNAVAILABLE"]);
  });

  it("the run's deadline inside a guard → TIMED_OUT / FAILED / –", async () => {
    const model = createScriptedModel({
      step: afterOneQuery((input) => conclude(input, 371)),
      verify: hangingAnswer<VerdictReply>("deaf"),
    });
    const { chat } = bind(await serve(model));
    const { frames, run } = await chat("why?", { wallTimeMs: 700 });
    expect(axesOf(run)).toEqual(["TIMED_OUT", "FAILED", null]);
    expectFailure(frames, "RUN_TIMED_OUT");
  });

  it("its budget inside a guard → the two budget rows", async () => {
    const withFacts = bind(
      await serve(
        createScriptedModel({
          step: afterOneQuery((input) => conclude(input, 371)),
          verify: () => supported,
        }),
      ),
    );
    // route, two steps; the verdict would be the fourth call.
    expect(axesOf((await withFacts.chat("why?", { modelCalls: 3 })).run)).toEqual([
      "BUDGET_EXHAUSTED",
      "FALLBACK",
      "INSUFFICIENT_EVIDENCE",
    ]);
    await withFacts.close();
    const foreign = `inv_${"0".repeat(26)}`;
    const step = (input: StepInput) =>
      draft(input, {
        conclusion: "made up",
        claims: [{ text: "made up", kind: "presence", invocationIds: [foreign], scope: "" }],
      });
    const withoutFacts = bind(await serve(createScriptedModel({ step })));
    // route, one step; the repair would be the third call.
    expect(axesOf((await withoutFacts.chat("why?", { modelCalls: 2 })).run)).toEqual([
      "BUDGET_EXHAUSTED",
      "FAILED",
      null,
    ]);
  });

  it("empty knowledge search → SUCCESS / FALLBACK / INSUFFICIENT_EVIDENCE", async () => {
    const model = createScriptedModel({ route: () => ({ intent: "KNOWLEDGE_QUERY", rationale: "how-to" }) });
    const { chat } = bind(await serve(model, { knowledge: { search: () => Promise.resolve([]) } }));
    const { frames, run } = await chat("how?");
    expect(axesOf(run)).toEqual(["SUCCESS", "FALLBACK", "INSUFFICIENT_EVIDENCE"]);
    expectContent(frames, "FALLBACK");
  });
});

describe("APP-8: the final store write fails", () => {
  class OutageStore extends PrismaRunStore {
    down = true;
    override storeOutcome(outcome: RunOutcome, replace: boolean): Promise<boolean> {
      if (this.down)
        return Promise.reject(new StoreUnavailableError("store an outcome", new Error("outage")));
      return super.storeOutcome(outcome, replace);
    }
  }

  it("publishes no content, says STORE_UNAVAILABLE, and writes FAILED as soon as it can", async () => {
    const store = new OutageStore(createPrismaClient(world.database.url));
    const { chat, until } = bind(
      await serve(
        createScriptedModel({
          step: afterOneQuery((input) => conclude(input, 371)),
          verify: () => supported,
        }),
        { store },
      ),
    );
    const { frames, run } = await chat("why?");
    expectFailure(frames, "STORE_UNAVAILABLE");
    expect(run.runState).toBe("SUCCESS");
    expect(run.storedAt.outcome).toBeNull();
    store.down = false;
    const stored = await until(run.runId, (each) => each.storedAt.outcome !== null);
    expect(axesOf(stored)).toEqual(["SUCCESS", "FAILED", null]);
    expect(stored).toMatchObject({
      publishedResult: false,
      answer: null,
      failure: { code: "STORE_UNAVAILABLE" },
    });
  });
});

describe("what a crash would find in the store", () => {
  it("never has a run that succeeded without its outcome", async () => {
    const before: (string | null)[] = [];
    class SeenStore extends PrismaRunStore {
      override async storeOutcome(outcome: RunOutcome, replace: boolean): Promise<boolean> {
        const stored = await this.findRun(outcome.runId);
        before.push(stored?.termination?.state ?? null);
        return super.storeOutcome(outcome, replace);
      }
    }
    const store = new SeenStore(createPrismaClient(world.database.url));
    const { chat, until } = bind(await serve(createScriptedModel({ verify: () => supported }), { store }));
    const { run } = await chat("why?");
    const ended = await until(run.runId, (each) => each.storedAt.termination !== null);
    expect(axesOf(ended)).toEqual(["SUCCESS", "SUCCESS", null]);
    expect(before).toEqual([null]);
  });

  it("has the cancel that was answered as accepted", async () => {
    const { post, until } = bind(await serve(createScriptedModel({ step: hangingAnswer("polite") })));
    const store = new PrismaRunStore(createPrismaClient(world.database.url));
    const started = z
      .object({ runId: RunId })
      .parse(await (await post("/api/runs", { query: "why?" })).json());
    await until(started.runId, (run) => run.phase === "DIAGNOSIS_RUNNING");
    const reply = CancelRunReply.parse(await (await post(`/api/runs/${started.runId}/cancel`, {})).json());
    expect(await store.findRun(started.runId)).toMatchObject({ termination: { state: "CANCELLED" } });
    expect(reply.receipt.storedAt).not.toBeNull();
    await store.close();
  });
});

describe("RUN-14: a body that does not stop", () => {
  class DeafStore extends PrismaRunStore {
    release: () => void = () => undefined;
    readonly #held = new Promise<void>((resolve) => {
      this.release = resolve;
    });
    #told: () => void = () => undefined;
    readonly askedToStore = new Promise<void>((resolve) => {
      this.#told = resolve;
    });
    override async saveToolRecord(record: ToolRecord): Promise<void> {
      if (record.status === "READY") {
        this.#told();
        await this.#held;
      }
      return super.saveToolRecord(record);
    }
  }

  it("ends the owner's stream after the stopping window and keeps the run until it has really ended", async () => {
    const store = new DeafStore(createPrismaClient(world.database.url));
    const { post, until } = bind(
      await serve(createScriptedModel({ step: (input) => tool(FACTS_SQL, input) }), { store }),
    );
    const response = await post("/api/chat", { query: "why?" });
    const frames = readPublicStream(response.clone());
    const runId = /"runId":"(run_[0-9a-z]+)"/.exec(
      new TextDecoder().decode((await response.body?.getReader().read())?.value),
    )?.[1];
    if (runId === undefined) throw new Error("the first bytes must be metadata");
    await store.askedToStore;
    await post(`/api/runs/${runId}/cancel`, {});
    expectFailure(await frames, "RUN_CANCELLED");
    const deaf = await until(runId, () => true);
    expect(axesOf(deaf)).toEqual(["CANCELLED", null, null]);
    expect(deaf.exitRecord).toMatchObject({ bodySettled: null, context: "running" });
    store.release();
    const ended = await until(runId, (run) => run.storedAt.outcome !== null);
    expect(axesOf(ended)).toEqual(["CANCELLED", "CANCELLED", null]);
  });
});

/** Methods that can be taken apart. */
function bind(each: Served) {
  return {
    baseUrl: each.baseUrl,
    chat: each.chat.bind(each),
    tools: each.tools.bind(each),
    post: each.post.bind(each),
    until: each.until.bind(each),
    close: async () => {
      await each.close();
      served = null;
    },
  };
}
