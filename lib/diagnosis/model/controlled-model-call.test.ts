import { describe, expect, it } from "vitest";
import type { BudgetLimits } from "../../contracts/budget";
import { CallTimeoutException } from "../../harness/call-timeout";
import { RunAbortedException } from "../../harness/run-aborted-exception";
import {
  InvalidAnswerFailure,
  ModelFailure,
  type DiagnosisModel,
  type ModelCall,
  type ModelReply,
} from "../ports";
import { diagnosisFixture, linesOf, settle } from "../testing/diagnosis-fixture";
import { callModelUnderControl } from "./controlled-model-call";

const RETRY = { retries: 2, firstDelayMs: 500, maxWaitMs: 20_000 };
const later = (retryAfterMs: number | null = null) =>
  new ModelFailure("busy", { retry: "later", retryAfterMs });
const invalid = () =>
  new InvalidAnswerFailure(
    "not JSON",
    { answer: "Sure!", problem: "no JSON" },
    { inputTokens: 7, outputTokens: 3, estimated: false },
  );
const answer = (value: string): ModelReply<string> => ({
  value,
  usage: { inputTokens: 10, outputTokens: 5, estimated: false },
});
type Act = ModelReply<string> | Error | "hang";

interface BenchOptions {
  readonly limits?: Partial<BudgetLimits>;
  readonly callTimeoutMs?: number;
  readonly timeoutMs?: number;
  readonly kind?: "model" | "guard";
  readonly random?: () => number;
  /** Of 5,000 tokens that a call is estimated at, those of the answer. */
  readonly maxOutputTokens?: number;
}

/** A question whose attempts come to what the acts say, in order; the last one repeats. */
function bench(acts: readonly Act[], options: BenchOptions = {}) {
  const fixture = diagnosisFixture(options.limits === undefined ? {} : { limits: options.limits });
  const { core, ctx, clock, timers, ids } = fixture;
  const model: DiagnosisModel = {
    ...fixture.model,
    ...(options.callTimeoutMs === undefined ? {} : { callTimeoutMs: options.callTimeoutMs }),
    ...(options.maxOutputTokens === undefined
      ? {}
      : { maxOutputTokens: options.maxOutputTokens, estimateTokens: () => 5_000 }),
  };
  const calls: ModelCall[] = [];
  const environment = { core, model, clock, timers, ids, random: options.random, modelRetry: RETRY };
  const subscribers = ctx.cancellation.subscriberCount;
  const timersBefore = timers.count;
  const asked = callModelUnderControl<string>(environment, ctx, {
    callId: ids.modelCallId(),
    kind: options.kind ?? "model",
    what: "a question",
    input: { query: "why?" },
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    invoke: (call) => {
      calls.push(call);
      const act = acts[Math.min(calls.length, acts.length) - 1];
      if (act === "hang" || act === undefined) return new Promise(() => undefined);
      return act instanceof Error ? Promise.reject(act) : Promise.resolve(act);
    },
  });
  const end = asked.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  const used = (resource: "modelCalls" | "tokens") => ctx.budget.snapshot(clock.now())[resource].used;
  const isClean = () => ctx.cancellation.subscriberCount === subscribers && timers.count === timersBefore;
  return { ...fixture, calls, end, used, isClean };
}

describe("after a failure that may pass", () => {
  it("asks again after a wait that doubles, each attempt a call of its own", async () => {
    const { end, timers, calls, ctx, isClean } = bench([later(), later(), answer("yes")]);
    await settle();
    expect(calls).toHaveLength(1);
    timers.advance(499);
    await settle();
    expect(calls).toHaveLength(1);
    timers.advance(1);
    await settle();
    expect(calls).toHaveLength(2);
    timers.advance(1_000);
    expect(await end).toEqual({ value: "yes" });
    const reserved = ctx.budget.lines.filter((line) => line.resource === "modelCalls");
    expect(reserved.map(({ movement, amount, what }) => [movement, amount, what])).toEqual([
      ["reserve", 1, "a question"],
      ["reserve", 1, "a question, attempt 2"],
      ["reserve", 1, "a question, attempt 3"],
    ]);
    expect(new Set(reserved.map((line) => line.callId)).size).toBe(3);
    expect(isClean()).toBe(true);
  });

  it("gives up after two retries; what each attempt used is unknown, so each keeps its reservation", async () => {
    const failure = later();
    const { end, timers, calls, used } = bench([failure]);
    for (const wait of [500, 1_000, 60_000]) {
      await settle();
      timers.advance(wait);
    }
    expect(await end).toEqual({ error: failure });
    expect(calls).toHaveLength(3);
    expect([used("modelCalls"), used("tokens")]).toEqual([3, 300]);
  });

  it("waits as long as the server asks, in turn for its own delay", async () => {
    const { end, timers, calls } = bench([later(3_000), later(0), answer("yes")]);
    await settle();
    timers.advance(2_999);
    await settle();
    expect(calls).toHaveLength(1);
    timers.advance(1);
    expect(await end).toEqual({ value: "yes" });
    expect(calls).toHaveLength(3);
  });

  it.each<[string, Act, BenchOptions]>([
    ["a wait longer than is waited", later(20_001), {}],
    ["a wait beyond the deadline", later(5_000), { limits: { wallTimeMs: 5_000 } }],
    ["a wait beyond the time of the whole question", later(1_000), { timeoutMs: 1_000 }],
    ["no model call left", later(), { limits: { modelCalls: 1 } }],
    ["too few tokens left", later(), { limits: { tokens: 199 } }],
    ["a failure that does not pass", new ModelFailure("no"), {}],
    ["a bug of the driver", new TypeError("bug"), {}],
  ])("does not ask again: %s", async (_name, act, options) => {
    const { end, calls, ctx, isClean } = bench([act], options);
    expect(await end).toMatchObject({ error: { name: "ModelFailure" } });
    expect(calls).toHaveLength(1);
    expect(ctx.lifecycle.termination).toBeNull();
    expect(isClean()).toBe(true);
  });

  it.each<[string, Act, number, BenchOptions]>([
    ["its own delay by up to a half", later(), 749, {}],
    ["a server's by up to a half, and never shortens it", later(3_000), 4_499, {}],
    ["nothing that may be asked at once", later(0), 0, {}],
    ["none beyond what is waited at most", later(19_999), 19_999, {}],
    ["it by half of what is left of the deadline", later(3_000), 3_249, { limits: { wallTimeMs: 3_500 } }],
    ["it by half of what is left for the question", later(1_000), 1_049, { timeoutMs: 1_100 }],
  ])("chance lengthens %s", async (_name, act, waitMs, options) => {
    const fixture = bench([act, answer("yes")], { ...options, random: () => 0.999_999 });
    await settle();
    fixture.timers.advance(waitMs - 1);
    await settle();
    expect(fixture.calls).toHaveLength(waitMs === 0 ? 2 : 1);
    fixture.timers.advance(1);
    expect(await fixture.end).toEqual({ value: "yes" });
    expect(linesOf(fixture, "MODEL_RETRY")).toMatchObject([{ detail: { waitMs } }]);
  });

  it("says so in the trace", async () => {
    const fixture = bench([later(0), answer("yes")]);
    await fixture.end;
    const [line, ...others] = linesOf(fixture, "MODEL_RETRY");
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      status: "info",
      detail: { what: "a question", attempt: 1, reason: "busy", waitMs: 0 },
    });
  });
});

describe("what is reserved for an answer", () => {
  const reservedIn = ({ ctx }: ReturnType<typeof bench>) =>
    ctx.budget.lines
      .filter((line) => line.resource === "tokens" && line.movement === "reserve")
      .map((line) => line.amount);

  it.each<[number, number, number]>([
    [9_000, 5_000, 4_000],
    [5_000, 5_000, 4_000],
    [3_500, 3_500, 2_500],
    [2_024, 2_024, 1_024],
  ])("of %i tokens left %i are reserved, and the model is given %i", async (tokens, reserved, given) => {
    const fixture = bench([answer("yes")], { limits: { tokens }, maxOutputTokens: 4_000 });
    expect(await fixture.end).toEqual({ value: "yes" });
    expect(reservedIn(fixture)).toEqual([reserved]);
    expect(fixture.calls.map((call) => call.maxOutputTokens)).toEqual([given]);
  });

  it("is never too little for an answer: then the budget is spent", async () => {
    const { end, calls, ctx } = bench([answer("yes")], { limits: { tokens: 2_023 }, maxOutputTokens: 4_000 });
    await end;
    expect(calls).toEqual([]);
    expect(ctx.lifecycle.termination?.state).toBe("BUDGET_EXHAUSTED");
  });

  it("is shortened for a further attempt, too, or that is not made", async () => {
    const shortened = bench([later(0), answer("yes")], { limits: { tokens: 8_000 }, maxOutputTokens: 4_000 });
    expect(await shortened.end).toEqual({ value: "yes" });
    expect(shortened.calls.map((call) => call.maxOutputTokens)).toEqual([4_000, 2_000]);
    const spent = bench([later(0), answer("yes")], { limits: { tokens: 7_000 }, maxOutputTokens: 4_000 });
    expect(await spent.end).toMatchObject({ error: { name: "ModelFailure" } });
    expect(spent.calls).toHaveLength(1);
  });
});

describe("after an unusable answer", () => {
  it("asks once more with the complaint, and pays for what both used", async () => {
    const { end, calls, used } = bench([invalid(), answer("yes")]);
    expect(await end).toEqual({ value: "yes" });
    expect(calls.map((call) => call.complaint)).toEqual([undefined, { answer: "Sure!", problem: "no JSON" }]);
    expect([used("modelCalls"), used("tokens")]).toEqual([2, 25]);
  });
  it("takes the second one as it is", async () => {
    const { end, calls, used } = bench([invalid()]);
    expect(await end).toMatchObject({ error: { name: "InvalidAnswerFailure" } });
    expect(calls).toHaveLength(2);
    expect(used("tokens")).toBe(20);
  });
  it("keeps the complaint when the second request fails to get through", async () => {
    const { end, calls } = bench([invalid(), later(0), answer("yes")]);
    expect(await end).toEqual({ value: "yes" });
    expect(calls[2]?.complaint).toEqual({ answer: "Sure!", problem: "no JSON" });
  });
});

describe("timeouts", () => {
  it("the model's own bound ends one attempt, and is not retried", async () => {
    const { end, timers, calls } = bench(["hang"], { callTimeoutMs: 700 });
    await settle();
    timers.advance(700);
    expect(await end).toMatchObject({ error: expect.any(CallTimeoutException) as unknown });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.signal.aborted).toBe(true);
  });
  it("the question's bound holds for all attempts together", async () => {
    const { end, timers, calls } = bench([later(), "hang"], { callTimeoutMs: 5_000, timeoutMs: 1_500 });
    await settle();
    timers.advance(500);
    await settle();
    expect(calls).toHaveLength(2);
    timers.advance(999);
    await settle();
    expect(calls[1]?.signal.aborted).toBe(false);
    timers.advance(1);
    expect(await end).toMatchObject({ error: expect.any(CallTimeoutException) as unknown });
  });
});

describe("a run that ends while the next attempt is waited for", () => {
  it("is left at once, without a timer or a subscriber", async () => {
    const { end, core, ctx, timers, calls } = bench([later()]);
    await settle();
    core.cancel(ctx, { reason: "USER_REQUESTED", requestedBy: "test", note: null });
    expect(await end).toMatchObject({ error: expect.any(RunAbortedException) as unknown });
    expect(calls).toHaveLength(1);
    expect(timers.count).toBe(0);
  });
  it("is left within half a second when it is handed over, of which nobody is told", async () => {
    const { end, core, ctx, timers, calls } = bench([later(10_000)]);
    await settle();
    await core.handOver(ctx);
    timers.advance(500);
    expect(await end).toMatchObject({ error: expect.any(RunAbortedException) as unknown });
    expect(calls).toHaveLength(1);
    expect(ctx.lifecycle.termination).toBeNull();
  });
  it("is not waited for in a run that is over already", async () => {
    const { end, core, ctx, calls } = bench([later(0)], { limits: { wallTimeMs: 1_000 } });
    core.completeFailure(ctx, "over");
    expect(await end).toMatchObject({ error: expect.any(RunAbortedException) as unknown });
    expect(calls).toHaveLength(1);
  });
});
