import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CancellationReceipt } from "../contracts/cancellation";
import type { ProjectingToolRecord } from "../contracts/evidence";
import type { WatchEventFrame } from "../contracts/frames";
import type { RunAxes } from "../contracts/run";
import {
  callsForDetail,
  foldDetail,
  foldEvent,
  foldReceipt,
  foldSnapshot,
  isUnsettled,
  stoppingCalls,
  viewOfLoadedRun,
  type RunView,
} from "./run-view";
import { aReadyRecord, aRunDetail, aTraceEvent, STARTED_AT } from "./testing/run-fixtures";

const running = aRunDetail({ runState: "RUNNING", releaseOutcome: null, status: "RUNNING" });
const axesOf = (run: RunAxes): RunAxes => ({
  runState: run.runState,
  releaseOutcome: run.releaseOutcome,
  fallbackType: run.fallbackType,
  phase: run.phase,
  intent: run.intent,
  collectionState: run.collectionState,
  stopReason: run.stopReason,
  semanticVerdict: run.semanticVerdict,
  streamState: run.streamState,
  status: run.status,
});
const projecting: ProjectingToolRecord = {
  ...aReadyRecord(),
  status: "PROJECTING",
  evidenceStatus: null,
  completedAt: null,
  evidence: null,
  contentHash: null,
  bytes: null,
  gain: null,
};
const receipt: CancellationReceipt = {
  reason: "USER_REQUESTED",
  requestedBy: "operator",
  requestedAt: STARTED_AT,
  note: null,
  lost: [],
  handles: [
    { kind: "mysql_query", id: "a", what: "query", stop: "pending", afterMs: null, detail: null },
    { kind: "model", id: "b", what: "step", stop: "confirmed", afterMs: 3, detail: null },
  ],
  stateSetAt: STARTED_AT,
  storedAt: null,
};

describe("folding a watch stream", () => {
  it("takes all axes of a state event at once", () => {
    const view = viewOfLoadedRun(running, [], []);
    const state = axesOf({ ...running, runState: "TIMED_OUT", releaseOutcome: "FAILED", status: "FAILED" });
    const folded = foldEvent(view, { event: "state", data: state }, 5);
    expect(axesOf(folded.run)).toEqual(state);
  });

  it("ignores state and budget that the snapshot already contains, but keeps their trace", () => {
    const view = foldSnapshot(undefined, { event: "snapshot", data: { seq: 10, run: aRunDetail() } });
    const old = axesOf({ ...running, phase: "ROUTING" });
    expect(foldEvent(view, { event: "state", data: old }, 4)).toBe(view);
    expect(foldEvent(view, { event: "budget", data: running.budget }, 10)).toBe(view);
    const trace = aTraceEvent(3, "RUN_STARTED");
    expect(foldEvent(view, { event: "trace", data: trace }, 3).trace).toEqual([trace]);
  });

  it("never goes back from a terminal state to RUNNING", () => {
    const view = viewOfLoadedRun(aRunDetail({ runState: "CANCELLED" }), [], []);
    expect(foldEvent(view, { event: "state", data: axesOf(running) }, 9)).toBe(view);
    expect(foldDetail(view, running)).toBe(view);
  });

  it("never loses an outcome to a detail that was read before it", () => {
    const view = viewOfLoadedRun(aRunDetail({ runState: "FAILED", releaseOutcome: "FAILED" }), [], []);
    expect(foldDetail(view, aRunDetail({ runState: "FAILED", releaseOutcome: null }))).toBe(view);
    const later = aRunDetail({ runState: "FAILED", releaseOutcome: "FAILED", failureCode: "OWNER_LOST" });
    expect(foldDetail(view, later).run).toBe(later);
  });

  it("keeps trace and tools over a reconnection's snapshot", () => {
    const view = viewOfLoadedRun(running, [aTraceEvent(1, "RUN_STARTED")], [aReadyRecord()]);
    const again = foldSnapshot(view, { event: "snapshot", data: { seq: 8, run: aRunDetail() } });
    expect(again.trace).toHaveLength(1);
    expect(again.tools).toHaveLength(1);
    expect(again.run.runState).toBe("SUCCESS");
  });

  it("replaces a tool record by its final one and never back", () => {
    let view = viewOfLoadedRun(running, [], []);
    view = foldEvent(view, { event: "tool", data: projecting }, 1);
    expect(view.tools.map((tool) => tool.status)).toEqual(["PROJECTING"]);
    view = foldEvent(view, { event: "tool", data: aReadyRecord() }, 2);
    view = foldEvent(view, { event: "tool", data: projecting }, 1);
    expect(view.tools.map((tool) => tool.status)).toEqual(["READY"]);
  });

  it("computes the budget share from the fullest gauge", () => {
    const budget = { ...running.budget, tokens: { used: 60, limit: 100 } };
    const view = foldEvent(viewOfLoadedRun(running, [], []), { event: "budget", data: budget }, 1);
    expect(view.run.budgetShare).toBe(0.6);
  });

  it("gives the same trace and tools for any order and repetition of the same events", () => {
    const events: { frame: WatchEventFrame; seq: number }[] = [
      { frame: { event: "trace", data: aTraceEvent(1, "RUN_STARTED") }, seq: 1 },
      { frame: { event: "tool", data: projecting }, seq: 2 },
      { frame: { event: "trace", data: aTraceEvent(3, "TOOL_INVOCATION") }, seq: 3 },
      { frame: { event: "tool", data: aReadyRecord() }, seq: 4 },
      { frame: { event: "trace", data: aTraceEvent(5, "RUN_FINISHED") }, seq: 5 },
    ];
    const foldAll = (view: RunView, list: typeof events) =>
      list.reduce((folded, { frame, seq }) => foldEvent(folded, frame, seq), view);
    const expected = foldAll(viewOfLoadedRun(running, [], []), events);
    expect(expected.trace.map((event) => event.seq)).toEqual([1, 3, 5]);
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...events, ...events], { minLength: 10, maxLength: 10 }),
        (shuffled) => {
          const view = foldAll(viewOfLoadedRun(running, [], []), shuffled);
          expect(view.trace).toEqual(expected.trace);
          expect(view.tools).toEqual(expected.tools);
        },
      ),
    );
  });
});

describe("end", () => {
  it("is live from an unsettled load or a snapshot until `end`", () => {
    const view = viewOfLoadedRun(running, [], []);
    expect(view.live).toBe(true);
    const ended = foldEvent(view, { event: "end", data: { runId: view.run.runId } }, 9);
    expect(ended.live).toBe(false);
    expect(viewOfLoadedRun(aRunDetail(), [], []).live).toBe(false);
  });
});

describe("what is still to come", () => {
  it("counts the handles that have not settled, only after the terminal state", () => {
    const view = viewOfLoadedRun(running, [], []);
    expect(stoppingCalls(foldReceipt(view, receipt).run)).toBe(0);
    const cancelled = viewOfLoadedRun(aRunDetail({ runState: "CANCELLED" }), [], []);
    expect(stoppingCalls(foldReceipt(cancelled, receipt).run)).toBe(1);
  });

  it("stays unsettled until an outcome is stored and every handle has settled", () => {
    expect(isUnsettled(running)).toBe(true);
    expect(isUnsettled(aRunDetail({ runState: "CANCELLED", releaseOutcome: null }))).toBe(true);
    expect(isUnsettled(aRunDetail({ runState: "CANCELLED", cancellation: receipt }))).toBe(true);
    expect(isUnsettled(aRunDetail())).toBe(false);
  });

  it("asks for the detail when receipt, termination or answer may have changed", () => {
    expect(callsForDetail({ event: "trace", data: aTraceEvent(1, "HANDLE_STOPPED") })).toBe(true);
    expect(callsForDetail({ event: "trace", data: aTraceEvent(1, "AGENT_MODEL_STEP") })).toBe(false);
    expect(callsForDetail({ event: "state", data: axesOf(aRunDetail()) })).toBe(true);
    expect(callsForDetail({ event: "state", data: axesOf(running) })).toBe(false);
  });
});
