/** RUN-18: wherever a process dies, the run ends as if it had not, and no recorded call is made again. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { AgentStep, EvidenceResult, StepInput, VerdictReply } from "./ports";
import type { RunAnswer } from "./scenes/run-scene";
import { linesOf, settle } from "./testing/diagnosis-fixture";
import { RunLives } from "./testing/run-lives";
import { draftStep, dueReport, lawfulDraft, toolStep } from "./testing/scripted-model";
import { rowsResult } from "./testing/scripted-sources";

const plans = fc.record({
  facts: fc.array(
    fc.record({
      result: fc.constantFrom("rows", "rows", "empty", "error"),
      gain: fc.constantFrom("GAINED", "GAINED", "NO_GAIN", "missing"),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  verdict: fc.constantFrom("SUPPORTED", "UNSUPPORTED"),
  /** How many outside answers each life gets before it dies. */
  deaths: fc.array(fc.nat({ max: 24 }), { maxLength: 3 }),
});
type Plan = typeof plans extends fc.Arbitrary<infer P> ? P : never;

/** Knows nothing but what it is shown, as any model. */
function stepOf(plan: Plan, input: StepInput): AgentStep {
  const seen = new Set(
    input.observations.map((observation) => {
      if (observation.kind === "evidence") return observation.record.label;
      return observation.kind === "tool_error" ? observation.label : null;
    }),
  );
  const last = input.observations.findLast((observation) => observation.kind === "evidence");
  const lastFact = last === undefined ? undefined : plan.facts[Number(last.record.label)];
  const due = dueReport(input, lastFact?.gain === "NO_GAIN" ? "NO_GAIN" : "GAINED");
  const progress = lastFact?.gain === "missing" ? null : due;
  const next = plan.facts.findIndex((_, index) => !seen.has(String(index)));
  if (next === -1 || input.stopRequired) return draftStep(lawfulDraft(input), progress);
  return toolStep({ statement: `SELECT ${next}`, label: String(next), scope: `table ${next}` }, progress);
}

function resultOf(plan: Plan, statement: string): EvidenceResult {
  const fact = Number(statement.slice("SELECT ".length));
  const kind = plan.facts[fact]?.result;
  if (kind === "error") return { kind: "error", code: "EXECUTION_FAILED", message: "failed" };
  return rowsResult(["n"], kind === "rows" ? [[String(1_000 + fact)]] : []);
}

/** What a reader sees of an answer: everything but the ids, which differ between lives. */
function readable({ outcome, answer }: RunAnswer): unknown {
  return JSON.parse(JSON.stringify({ outcome, answer }).replaceAll(/inv_[0-9a-z]+/g, "inv"));
}

/** Plays one life. A number of turns: then the process is gone. Null: to the end. */
async function playLife(s: fc.Scheduler, plan: Plan, lives: RunLives, turns: number | null) {
  let dead = false;
  const never = new Promise<never>(() => undefined);
  const later = async <T>(label: string, make: () => T): Promise<T> => {
    if (dead) return never;
    await s.schedule(Promise.resolve(), label);
    return dead ? never : make();
  };
  let answer: RunAnswer | null = null;
  const living = lives.live({
    beforeWrite: (what) => later(what, () => undefined),
    sources: { run: (query) => later("query", () => resultOf(plan, query.statement)) },
    model: {
      route: () => later("route", () => ({ intent: "DIAGNOSIS" as const, rationale: "scripted" })),
      step: (input) => later("step", () => stepOf(plan, input)),
      verify: () =>
        later("verify", (): VerdictReply => ({
          verdict: plan.verdict === "SUPPORTED" ? "SUPPORTED" : "UNSUPPORTED",
          reason: "scripted",
          failingClaim: plan.verdict === "SUPPORTED" ? null : 0,
        })),
    },
  });
  void living.then((delivered) => {
    answer = delivered;
  });
  if (turns === null) {
    await s.waitIdle();
    await living;
  } else {
    for (let turn = 0; turn < turns; turn += 1) {
      await settle();
      if (s.count() > 0) await s.waitOne();
    }
    await settle();
  }
  dead = true;
  return answer as RunAnswer | null;
}

async function playToTheEnd(s: fc.Scheduler, plan: Plan, deaths: readonly number[]) {
  const lives = new RunLives();
  for (const turns of deaths) {
    const recorded = new Set(readyLabels(lives));
    const answer = await playLife(s, plan, lives, turns);
    assertNothingRepeated(lives, recorded);
    if (answer !== null) return { lives, answer };
  }
  const recorded = new Set(readyLabels(lives));
  const answer = await playLife(s, plan, lives, null);
  assertNothingRepeated(lives, recorded);
  if (answer === null) throw new Error("a life that nothing ends delivers an answer");
  return { lives, answer };
}

const readyLabels = (lives: RunLives): string[] =>
  lives.records.filter((record) => record.status === "READY").map((record) => record.label);

function assertNothingRepeated(lives: RunLives, recordedBefore: ReadonlySet<string>): void {
  const ran = lives.lives.at(-1)?.sources.ran.map((query) => query.statement.slice("SELECT ".length)) ?? [];
  for (const label of ran) expect(recordedBefore).not.toContain(label);
}

it("ends a run as if no process had died", async () => {
  let resumedWithRecords = 0;
  let resumedInRelease = 0;
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), plans, async (s, plan) => {
      const whole = await playToTheEnd(s, plan, []);
      const { lives, answer } = await playToTheEnd(s, plan, plan.deaths);
      expect(readable(answer)).toEqual(readable(whole.answer));
      const labels = readyLabels(lives);
      expect(new Set(labels).size).toBe(labels.length);
      expect(labels).toEqual(readyLabels(whole.lives));
      const last = lives.lives.at(-1);
      if (last === undefined) throw new Error("there was a life");
      // What was lost with a process was spent all the same, be it with its record or before it had one.
      const { used } = last.ctx.budget.snapshot(0).toolCalls;
      expect(used).toBeGreaterThanOrEqual(lives.records.length);
      expect(used).toBeLessThan(lives.records.length + lives.lives.length);
      const seqs = lives.ledger.map((line) => line.seq);
      expect(seqs).toEqual(seqs.map((_, index) => index + 1));
      // Routing is decided once, where the root had time to save it.
      if (lives.lives.length > 1 && lives.checkpoints.size > 0) {
        resumedWithRecords += Number(labels.length > 0);
        resumedInRelease += Number(linesOf(last, "AGENT_MODEL_STEP").length === 0);
      }
    }),
    { numRuns: 600 },
  );
  // The deaths reach the middle of the agent and the release; a generator that has gone stale would prove nothing.
  expect(resumedWithRecords).toBeGreaterThan(50);
  expect(resumedInRelease).toBeGreaterThan(5);
}, 60_000);
