/**
 * What the harness costs per gated step (reserve, ledger lines, gates, trace line, cancellable awaiting) beside a bare
 * loop that only races the same call against a stop promise. Both are measured in turns, in runs of as many steps as
 * a long run has.
 */
import type { InvocationId, ModelCallId } from "../../lib/contracts/ids";
import type { RunContext } from "../../lib/harness/run-context";
import { benchHarness, type BenchHarness } from "./bench-harness";
import { lowerQuartile, rowOverFloor, type BenchRow } from "./row";

const STEPS_PER_RUN = 100;
const RUNS_PER_ROUND = 20;
const ROUNDS = 151;

const answer = { value: 1, usage: { inputTokens: 900, outputTokens: 60 } };
const callee = (): Promise<typeof answer> => Promise.resolve(answer);
const callerSignal = ({ signal }: { signal: AbortSignal }): Promise<typeof answer> => {
  if (signal.aborted) throw new Error("aborted before it began");
  return callee();
};
const stopNothing = () => Promise.resolve({ stop: "confirmed", detail: "" } as const);

async function bareRun(): Promise<void> {
  const stopped = new Promise<never>(() => undefined);
  for (let step = 0; step < STEPS_PER_RUN; step++) await Promise.race([callee(), stopped]);
}

async function bareAbortableRun(): Promise<void> {
  const stopped = new Promise<never>(() => undefined);
  for (let step = 0; step < STEPS_PER_RUN; step++)
    await Promise.race([callerSignal({ signal: new AbortController().signal }), stopped]);
}

function traceLine(ctx: RunContext, callId: string): void {
  ctx.trace.record({
    name: "AGENT_MODEL_STEP",
    phase: "agent",
    status: "ok",
    at: Date.now(),
    durationMs: null,
    callId,
    detail: {},
  });
}

async function modelRun(
  { core, start }: BenchHarness,
  callId: ModelCallId,
  invoke: (call: { signal: AbortSignal }) => Promise<typeof answer>,
): Promise<void> {
  const ctx = start();
  for (let step = 0; step < STEPS_PER_RUN; step++) {
    await core.callModel(ctx, { callId, kind: "model", what: "step", estimatedTokens: 1_000 }, invoke);
    traceLine(ctx, callId);
  }
  core.completeSuccess(ctx);
  core.dispose(ctx);
}

async function toolRun({ core, start }: BenchHarness, callId: InvocationId): Promise<void> {
  const ctx = start();
  const call = { callId, what: "query" };
  for (let step = 0; step < STEPS_PER_RUN; step++) {
    core.beforeToolCall(ctx, call);
    await core.holdTool(ctx, call, () => ({ result: callee(), stop: stopNothing }));
    core.afterToolCall(ctx);
    traceLine(ctx, callId);
  }
  core.completeSuccess(ctx);
  core.dispose(ctx);
}

/** Microseconds per step. */
async function round(run: () => Promise<void>): Promise<number> {
  const from = performance.now();
  for (let i = 0; i < RUNS_PER_ROUND; i++) await run();
  return ((performance.now() - from) * 1_000) / (RUNS_PER_ROUND * STEPS_PER_RUN);
}

export async function gatedStepRows(): Promise<readonly BenchRow[]> {
  const harness = benchHarness();
  const modelCallId = harness.ids.modelCallId();
  const invocationId = harness.ids.invocationId();
  const contenders = {
    bare: bareRun,
    bareAbortable: bareAbortableRun,
    model: () => modelRun(harness, modelCallId, callee),
    abortable: () => modelRun(harness, modelCallId, callerSignal),
    tool: () => toolRun(harness, invocationId),
  };
  const samples: Record<keyof typeof contenders, number[]> = {
    bare: [],
    bareAbortable: [],
    model: [],
    abortable: [],
    tool: [],
  };
  for (let i = -15; i < ROUNDS; i++) {
    for (const name of Object.keys(contenders) as (keyof typeof contenders)[]) {
      const perStep = await round(contenders[name]);
      // The first rounds only warm up.
      if (i >= 0) samples[name].push(perStep);
    }
  }
  const bare = lowerQuartile(samples.bare);
  const goal = "≤ 10x a bare race, ≤ 5 µs";
  return [
    rowOverFloor("gated model step, over a bare race", lowerQuartile(samples.model), "µs", bare, goal),
    rowOverFloor("gated tool step, over a bare race", lowerQuartile(samples.tool), "µs", bare, goal),
    rowOverFloor(
      "gated model step with an abort signal, over a bare race with one",
      lowerQuartile(samples.abortable),
      "µs",
      lowerQuartile(samples.bareAbortable),
      goal,
    ),
  ];
}
