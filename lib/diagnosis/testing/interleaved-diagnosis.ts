/** One whole diagnosis whose every outside answer is settled by a scheduler, with interruptions in between. For tests alone. */
import fc from "fast-check";
import type { RunTermination } from "../../contracts/cancellation";
import type { DiagnosisReleaseResult } from "../release/release-pipeline";
import type { AgentStep, EvidenceResult, EvidenceQuery, StepInput, VerdictReply } from "../ports";
import { ModelFailure } from "../ports";
import { diagnosisFixture, type DiagnosisFixture } from "./diagnosis-fixture";
import { invocationIdOf } from "./ready-record";
import { draftStep, dueReport, lawfulDraft, toolStep } from "./scripted-model";
import { rowsResult } from "./scripted-sources";

/** Stands in every sentence that a model makes up: it must never get out in a fallback. */
export const INVENTED = "INVENTED";

const tool = fc.record({
  kind: fc.constant("query" as const),
  statement: fc.nat({ max: 5 }),
  gain: fc.constantFrom("GAINED", "NO_GAIN", "missing", "misaddressed"),
});
const bad = fc.record({ kind: fc.constantFrom("unknown_tool", "write", "junk", "model_failure") });
const draftKind = fc.constantFrom(
  "lawful",
  "lawful",
  "lawful",
  "wrong_figure",
  "foreign_id",
  "global_denial",
  "no_claims",
  "open",
  "open_missing",
  "prose",
);
const draft = fc.record({ kind: draftKind });
const step = fc.oneof({ weight: 8, arbitrary: tool }, { weight: 1, arbitrary: bad });
/** Steps and then a draft, or steps without end (the last one repeats). */
const acts = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.array(step, { maxLength: 5 }), draft).map(([steps, end]) => [...steps, end]),
  },
  { weight: 1, arbitrary: fc.array(step, { minLength: 1, maxLength: 8 }) },
);
const outcome = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("rows", "empty") },
  { weight: 1, arbitrary: fc.constant("error") },
  { weight: 1, arbitrary: fc.constant("hang") },
);
const interruption = fc.constantFrom("cancel", "disconnect", "time", "deadline");
type ScriptedAct =
  { readonly kind: "query"; readonly statement: number; readonly gain: string } | { readonly kind: string };

export const diagnosisPlan = fc.record({
  acts,
  results: fc.array(outcome, { minLength: 6, maxLength: 6 }),
  repair: fc.constantFrom("lawful", "same", "prose", "failure"),
  verify: fc.constantFrom("SUPPORTED", "UNSUPPORTED", "junk", "failure", "hang"),
  interruptions: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(interruption, { minLength: 1, maxLength: 2 }) },
  ),
  modelCalls: fc.constantFrom(3, 24, 24, 24, 24),
  toolCalls: fc.constantFrom(2, 16, 16, 16),
  bytes: fc.constantFrom(200, 100_000, 100_000, 100_000, 100_000),
  storeFails: fc.constantFrom("never", "never", "never", "begin", "complete"),
});
export type DiagnosisPlan = typeof diagnosisPlan extends fc.Arbitrary<infer P> ? P : never;

export interface Played {
  readonly fixture: DiagnosisFixture;
  readonly inputs: readonly StepInput[];
  readonly end:
    | { readonly kind: "released"; readonly result: DiagnosisReleaseResult }
    | { readonly kind: "threw"; readonly error: unknown };
  /** As it was when the diagnosis settled; what happens to the run later is not the diagnosis's. */
  readonly termination: RunTermination | null;
  readonly subscribersBefore: number;
}

/** Plays a plan to its end under the scheduler. */
export async function playDiagnosis(s: fc.Scheduler, plan: DiagnosisPlan): Promise<Played> {
  const inputs: StepInput[] = [];
  const later = <T>(label: string, make: () => T): Promise<T> =>
    s.schedule(Promise.resolve(), label).then(make);
  const fixture = diagnosisFixture({
    limits: { modelCalls: plan.modelCalls, toolCalls: plan.toolCalls, bytes: plan.bytes, wallTimeMs: 60_000 },
    save: (record) =>
      later("save", () => {
        const broken =
          (plan.storeFails === "begin" && record.status === "PROJECTING" && record.ordinal === 2) ||
          (plan.storeFails === "complete" && record.status === "READY" && record.ordinal === 1);
        if (broken) throw new Error("the store is down");
      }),
    sources: { run: (query) => answerQuery(plan, query, later) },
    model: {
      step: (input) => {
        inputs.push(input);
        const act = plan.acts[Math.min(inputs.length, plan.acts.length) - 1];
        return later("step", () => stepOf(act ?? { kind: "open" }, input));
      },
      repair: (input) =>
        later("repair", () => {
          if (plan.repair === "failure") throw new ModelFailure("down");
          if (plan.repair === "prose") return INVENTED;
          if (plan.repair === "same") return input.draft;
          const last = inputs.at(-1);
          if (last === undefined) throw new Error("a draft came before the repair");
          const lawful = draftStep(lawfulDraft(last));
          return lawful.kind === "draft" ? lawful.text : INVENTED;
        }),
      verify: () =>
        plan.verify === "hang"
          ? new Promise<VerdictReply>(() => undefined)
          : later("verify", () => verdictOf(plan.verify)),
    },
  });
  const subscribersBefore = fixture.ctx.cancellation.subscriberCount;
  let termination: RunTermination | null = null;
  const settled = fixture.runtime.diagnose(fixture.ctx, { query: "why?", previousTurn: null }).finally(() => {
    termination = fixture.ctx.lifecycle.termination;
  });
  const end = settled.then(
    (result) => ({ kind: "released" as const, result }),
    (error: unknown) => ({ kind: "threw" as const, error }),
  );
  for (const interruption of plan.interruptions) {
    void s.schedule(Promise.resolve(), interruption).then(() => {
      interrupt(fixture, interruption);
    });
  }
  await s.waitIdle();
  // What still hangs is ended by time: the guard's own timeout first, the deadline at last.
  fixture.timers.advance(20_000);
  await s.waitIdle();
  fixture.timers.advance(60_000);
  await s.waitIdle();
  return { fixture, inputs, end: await end, termination, subscribersBefore };
}

function interrupt({ core, ctx, timers }: DiagnosisFixture, interruption: string): void {
  if (interruption === "cancel")
    core.cancel(ctx, { reason: "USER_REQUESTED", requestedBy: "test", note: null });
  if (interruption === "disconnect")
    core.cancel(ctx, { reason: "CLIENT_DISCONNECTED", requestedBy: "test", note: null });
  if (interruption === "time") timers.advance(30_000);
  if (interruption === "deadline") timers.advance(60_000);
}

function answerQuery(
  plan: DiagnosisPlan,
  query: EvidenceQuery,
  later: <T>(label: string, make: () => T) => Promise<T>,
): Promise<EvidenceResult> | "hang" {
  const number = Number(/\d+/.exec(query.statement)?.[0]);
  const kind = plan.results[number];
  if (kind === "hang") return "hang";
  return later("query", () => {
    if (kind === "error") return { kind: "error", code: "EXECUTION_FAILED", message: "failed" };
    return rowsResult(["n"], kind === "rows" ? [[String(1_000 + number)]] : []);
  });
}

function stepOf(act: ScriptedAct, input: StepInput): AgentStep {
  const due = dueReport(input);
  const lawful = lawfulDraft(input);
  const invented = { conclusion: `${INVENTED} cause`, recommended_actions: [INVENTED] };
  switch (act.kind) {
    case "query":
      return "statement" in act ? queryStep(act.statement, act.gain, input) : toolStep();
    case "unknown_tool":
      return { kind: "tool", progress: due, tool: "shell", request: {} };
    case "write":
      return toolStep({ statement: "DELETE FROM orders" }, due);
    case "model_failure":
      throw new ModelFailure("down");
    case "lawful":
      return draftStep({ ...lawful, recommended_actions: ["Look at it."] }, due);
    case "wrong_figure":
      return draftStep({ ...lawful, conclusion: `${INVENTED} 987654` }, due);
    case "foreign_id": {
      const claims = [{ text: INVENTED, kind: "presence", invocationIds: [invocationIdOf(99)], scope: "" }];
      return draftStep({ ...invented, claims }, due);
    }
    case "global_denial":
      return draftStep({ ...lawful, conclusion: `${INVENTED}: nothing is wrong anywhere.` }, due);
    case "no_claims":
      return draftStep(invented, due);
    case "open":
      return draftStep({ recommended_actions: [INVENTED] }, due);
    case "open_missing":
      return draftStep({ missing_info: ["the service"], recommended_actions: [INVENTED] }, due);
    default:
      return { kind: "draft", progress: due, text: `${INVENTED} prose` };
  }
}

function queryStep(statement: number, gain: string, input: StepInput): AgentStep {
  const request = {
    statement: `SELECT ${statement} FROM t${statement}`,
    scope: `the rows of table t${statement}`,
  };
  if (gain === "missing") return toolStep(request);
  if (gain === "misaddressed") return toolStep(request, { invocationId: invocationIdOf(98), gain: "GAINED" });
  return toolStep(request, dueReport(input, gain === "GAINED" ? "GAINED" : "NO_GAIN"));
}

function verdictOf(verify: string): VerdictReply {
  if (verify === "failure") throw new ModelFailure("down");
  const failingClaim = verify === "UNSUPPORTED" ? 0 : verify === "junk" ? 99 : null;
  return { verdict: verify === "SUPPORTED" ? "SUPPORTED" : "UNSUPPORTED", reason: "scripted", failingClaim };
}
