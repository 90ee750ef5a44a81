/** Whatever a model does, and whenever its run ends: every attempt is paid for, no more are made than are allowed, and nothing is left behind. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { CallWithdrawnException } from "../../harness/call-gate";
import { CallTimeoutException } from "../../harness/call-timeout";
import { RunAbortedException } from "../../harness/run-aborted-exception";
import {
  InvalidAnswerFailure,
  ModelFailure,
  type DiagnosisModel,
  type ModelCall,
  type ModelReply,
} from "../ports";
import { diagnosisFixture, settle } from "../testing/diagnosis-fixture";
import { hangingAnswer } from "../testing/scripted-model";
import { callModelUnderControl } from "./controlled-model-call";

const RETRY = { retries: 2, firstDelayMs: 500, maxWaitMs: 20_000 };
const ESTIMATE = 100;
const USAGE = { inputTokens: 30, outputTokens: 10, estimated: false };
/** One, two retries, one complaint. */
const MOST_ATTEMPTS = 4;

const act = fc.oneof(
  fc.record({
    kind: fc.constant("later" as const),
    afterMs: fc.constantFrom(null, 0, 700, 30_000),
    known: fc.boolean(),
  }),
  fc.record({
    kind: fc.constantFrom("invalid" as const, "never" as const, "hang" as const, "answer" as const),
  }),
);
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

const plan = fc.record({
  acts: fc.array(act, { minLength: 1, maxLength: 6 }),
  modelCalls: fc.integer({ min: 1, max: 5 }),
  tokens: fc.integer({ min: 1, max: 5 }).map((calls) => calls * ESTIMATE),
  wallTimeMs: fc.constantFrom(400, 2_000, 60_000),
  timeoutMs: fc.constantFrom(undefined, 300, 5_000),
  /** How far time goes at each turn, ms. */
  pace: fc.constantFrom(1, 250, 1_000),
  endAfterTurns: fc.option(fc.integer({ min: 0, max: 12 })),
  ending: fc.constantFrom("cancel" as const, "handOver" as const),
});

function replyTo(one: Act, call: ModelCall): Promise<ModelReply<string>> {
  switch (one.kind) {
    case "later": {
      const usage = one.known ? USAGE : null;
      return Promise.reject(new ModelFailure("busy", { retry: "later", retryAfterMs: one.afterMs, usage }));
    }
    case "invalid":
      return Promise.reject(new InvalidAnswerFailure("bad", { answer: "x", problem: "y" }, USAGE));
    case "never":
      return Promise.reject(new ModelFailure("no"));
    case "hang":
      // It stops when it is told to: a deaf one keeps its subscription until it settles.
      return hangingAnswer<ModelReply<string>>()(null, call);
    case "answer":
      return Promise.resolve({ value: "yes", usage: USAGE });
  }
}

it("every attempt is paid for, and nothing is left behind", async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ acts, modelCalls, tokens, wallTimeMs, ...rest }) => {
      const { core, ctx, clock, timers, ids, ...fixture } = diagnosisFixture({
        limits: { modelCalls, tokens, wallTimeMs },
      });
      const model: DiagnosisModel = {
        ...fixture.model,
        // A complaint makes the question longer.
        estimateTokens: (characters) => (characters > 2 ? ESTIMATE + 30 : ESTIMATE),

        callTimeoutMs: 1_000,
      };
      const subscribers = ctx.cancellation.subscriberCount;
      let attempts = 0;
      let end: { value?: string; error?: unknown } | null = null;
      void callModelUnderControl<string>({ core, model, clock, timers, ids, modelRetry: RETRY }, ctx, {
        callId: ids.modelCallId(),
        kind: "guard",
        what: "a question",
        input: {},
        ...(rest.timeoutMs === undefined ? {} : { timeoutMs: rest.timeoutMs }),
        invoke: (call) => {
          attempts += 1;
          return replyTo(acts[Math.min(attempts, acts.length) - 1] ?? { kind: "answer" }, call);
        },
      }).then(
        (value) => (end = { value }),
        (error: unknown) => (end = { error }),
      );
      for (let turn = 0; end === null; turn += 1) {
        await settle();
        if (turn === rest.endAfterTurns) {
          if (rest.ending === "cancel")
            core.cancel(ctx, { reason: "USER_REQUESTED", requestedBy: "test", note: null });
          else void core.handOver(ctx);
        }
        timers.advance(rest.pace);
        expect(turn).toBeLessThan(100_000);
      }
      await settle();
      const { value, error } = end as { value?: string; error?: unknown };
      const used = ctx.budget.snapshot(clock.now());
      expect(attempts).toBeLessThanOrEqual(Math.min(MOST_ATTEMPTS, modelCalls));
      expect(used.modelCalls.used).toBe(attempts);
      expect(used.tokens.used).toBeLessThanOrEqual(tokens);
      // A question that was begun ends its run only by what ends runs; a retry never exhausts it.
      expect(ctx.lifecycle.termination?.state).not.toBe("BUDGET_EXHAUSTED");
      const isLawful =
        value === "yes" ||
        [ModelFailure, CallTimeoutException, RunAbortedException, CallWithdrawnException].some(
          (kind) => error instanceof kind,
        );
      expect(isLawful).toBe(true);
      expect(ctx.cancellation.subscriberCount).toBeLessThanOrEqual(subscribers);
    }),
    { numRuns: 300 },
  );
});
