/**
 * 10,000 runs, each suspended in one model call whose callee listens to its signal: what each holds in memory, and how
 * long it takes to cancel them all until every awaiter has settled and every stop is confirmed.
 */
import { benchHarness } from "./bench-harness";
import { lowerQuartile, rowOverFloor, type BenchRow } from "./row";

const RUNS = 10_000;
const ROUNDS = 5;

function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error("run it with node --expose-gc");
  globalThis.gc();
  globalThis.gc();
}

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener(
      "abort",
      () => {
        reject(signal.reason);
      },
      { once: true },
    );
  });
}

/** As little as a run can be: an abort controller and an awaiter that it rejects. */
async function bareRuns(): Promise<{ bytes: number; cancelMs: number }> {
  const before = heapBytes();
  const controllers: AbortController[] = [];
  const waiting: Promise<string>[] = [];
  for (let i = 0; i < RUNS; i++) {
    const controller = new AbortController();
    controllers.push(controller);
    waiting.push(untilAborted(controller.signal).then(String, String));
  }
  await Promise.resolve();
  const bytes = (heapBytes() - before) / RUNS;
  const from = performance.now();
  for (const controller of controllers) controller.abort(new Error("cancelled"));
  await Promise.all(waiting);
  return { bytes, cancelMs: performance.now() - from };
}

async function harnessRuns(): Promise<{ bytes: number; startUs: number; cancelMs: number }> {
  const { core, ids, start } = benchHarness();
  const callIds = Array.from({ length: RUNS }, () => ids.modelCallId());
  const before = heapBytes();
  const contexts = [];
  const waiting: Promise<string>[] = [];
  const began = performance.now();
  for (const callId of callIds) {
    const ctx = start();
    contexts.push(ctx);
    const options = {
      callId,
      kind: "model",
      what: "step",
      estimatedTokens: 1_000,
    } as const;
    waiting.push(
      core.callModel<never>(ctx, options, ({ signal }) => untilAborted(signal)).then(String, String),
    );
  }
  const startUs = ((performance.now() - began) * 1_000) / RUNS;
  const bytes = (heapBytes() - before) / RUNS;
  const from = performance.now();
  for (const ctx of contexts)
    core.cancel(ctx, { reason: "USER_REQUESTED", requestedBy: "bench", note: null });
  await Promise.all(waiting);
  await Promise.all(contexts.map((ctx) => core.whenStopped(ctx)));
  const cancelMs = performance.now() - from;
  for (const ctx of contexts) {
    if (core.receipt(ctx)?.handles[0]?.stop !== "confirmed") throw new Error("a call was not stopped");
    core.dispose(ctx);
  }
  return { bytes, startUs, cancelMs };
}

export async function suspendedRunsRows(): Promise<readonly BenchRow[]> {
  // Once to warm up, so that compiled code and shapes are not counted as memory of runs.
  await bareRuns();
  await harnessRuns();
  const bare: Awaited<ReturnType<typeof bareRuns>>[] = [];
  const held: Awaited<ReturnType<typeof harnessRuns>>[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    bare.push(await bareRuns());
    held.push(await harnessRuns());
  }
  const bytes = lowerQuartile(held.map((round) => round.bytes));
  const bareBytes = lowerQuartile(bare.map((round) => round.bytes));
  const cancelMs = lowerQuartile(held.map((round) => round.cancelMs));
  const bareCancelMs = lowerQuartile(bare.map((round) => round.cancelMs));
  const startUs = lowerQuartile(held.map((round) => round.startUs));
  return [
    rowOverFloor(
      "memory of one of 10,000 suspended runs",
      bytes / 1_024,
      "KiB",
      bareBytes / 1_024,
      "≤ 16 KiB",
    ),
    rowOverFloor("cancel 10,000 suspended runs, all stopped", cancelMs, "ms", bareCancelMs, "≤ 1,000 ms"),
    { name: "start a run and suspend it in a call", value: startUs, unit: "µs" },
  ];
}
