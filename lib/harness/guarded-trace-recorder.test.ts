/** A recorder is told everything as it was said, and what it throws is counted and goes no further (invariant 8). */
import { describe, expect, it } from "vitest";
import { DEFAULT_BUDGET } from "../contracts/budget";
import type { ToolRecord } from "../contracts/evidence";
import { GuardedTraceRecorder } from "./guarded-trace-recorder";
import type { TraceRecorder } from "./ports";
import { RunBudget } from "./run-budget";
import { RunFaults, type HarnessFault } from "./run-faults";
import { createRunTermination } from "./run-termination";
import { ManualClock } from "./testing/manual-clock";
import { MemoryInvocationStore } from "./testing/memory-invocation-store";
import { RecordingTrace, type Recorded } from "./testing/recording-trace";
import { SeededIds } from "./testing/seeded-ids";
import { ThrowingTrace } from "./testing/throwing-trace";

const ids = new SeededIds();
const clock = new ManualClock(1_000);
const runId = ids.runId();
const callId = ids.modelCallId();

/** One of everything a recorder can be told: how to say it, and what arrives. */
async function sayings(): Promise<[Recorded["kind"], (to: TraceRecorder) => void, Recorded][]> {
  const line = {
    name: "RUN_STARTED",
    phase: "run",
    status: "ok",
    at: 1,
    durationMs: null,
    callId: null,
    detail: {},
  } as const;
  const change = { phase: "ROUTING" } as const;
  const trace = new RecordingTrace();
  new RunBudget(DEFAULT_BUDGET, 1_000, clock, trace).reserve("bytes", 7, callId, "projection");
  const [ledger] = trace.of("ledger");
  const record = await projecting();
  const termination = createRunTermination("SUCCESS", "COMPLETED", 2);
  const request = { reason: "USER_REQUESTED", requestedBy: "operator", requestedAt: 1, note: null } as const;
  const stop = {
    kind: "model",
    id: callId,
    what: "x",
    stop: "pending",
    afterMs: null,
    detail: null,
  } as const;
  const arrival = { what: "delta", callId, at: 3, lateByMs: 1 } as const;
  if (ledger === undefined) throw new Error("a reservation leaves a line");
  return [
    ["line", (to) => to.record(line), { kind: "line", line }],
    ["axes", (to) => to.axes(change), { kind: "axes", change }],
    ["ledger", (to) => to.ledger(ledger.line, ledger.snapshot), ledger],
    ["tool", (to) => to.tool(record), { kind: "tool", record }],
    [
      "usage",
      (to) => to.modelUsage(callId, { inputTokens: 3, outputTokens: 4 }),
      { kind: "usage", callId, input: 3, output: 4 },
    ],
    ["terminated", (to) => to.terminated(termination), { kind: "terminated", termination }],
    ["cancel", (to) => to.cancelRequested(request, false), { kind: "cancel", request, won: false }],
    ["handle", (to) => to.handle(stop), { kind: "handle", stop }],
    ["late", (to) => to.lateArrival(arrival), { kind: "late", arrival }],
  ];
}

async function projecting(): Promise<ToolRecord> {
  const begun = await new MemoryInvocationStore(runId, clock).begin({
    invocationId: ids.invocationId(),
    tool: "sql",
    source: "demo",
    label: "rate",
    statement: "SELECT 1",
    params: [],
    scope: "s",
    normalizedScope: "s",
  });
  if (!begun.ok) throw new Error("an empty store begins a record");
  return begun.record;
}

describe("GuardedTraceRecorder", () => {
  it("hands everything on as it was said", async () => {
    for (const [kind, say, expected] of await sayings()) {
      const behind = new RecordingTrace();
      say(new GuardedTraceRecorder(behind, new RunFaults(runId, null)));
      expect(behind.told, kind).toEqual([expected]);
    }
  });

  it("counts and reports what the recorder throws, whatever it was told", async () => {
    for (const [kind, say] of await sayings()) {
      const reported: HarnessFault[] = [];
      const faults = new RunFaults(runId, (fault) => reported.push(fault));
      say(new GuardedTraceRecorder(new ThrowingTrace(), faults));
      expect(faults.count, kind).toBe(1);
      expect(reported, kind).toEqual([
        { runId, source: "recorder", error: new Error("the recorder is broken") },
      ]);
    }
  });
});
