import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { invocationIdOf } from "../testing/ready-record";
import {
  advanceCollection,
  INITIAL_COLLECTION,
  type CollectionEvent,
  type CollectionSnapshot,
  type CollectionTransition,
} from "./collection-state";

const THRESHOLDS = { noGainThreshold: 3, violationThreshold: 2 };
const one = invocationIdOf(1);

const found = (id = one): CollectionEvent => ({ kind: "result", invocationId: id, harnessVerdict: null });
const empty = (id = one): CollectionEvent => ({
  kind: "result",
  invocationId: id,
  harnessVerdict: "NO_GAIN",
});
const report = (gain: "GAINED" | "NO_GAIN", invocationId: string = one): CollectionEvent => ({
  kind: "report",
  report: { invocationId, gain },
});
const silence: CollectionEvent = { kind: "report", report: null };

function after(...events: readonly CollectionEvent[]): CollectionSnapshot {
  return events.reduce(
    (state, event) => advanceCollection(state, event, THRESHOLDS).next,
    INITIAL_COLLECTION,
  );
}
function last(...events: readonly CollectionEvent[]): CollectionTransition {
  const before = after(...events.slice(0, -1));
  const event = events.at(-1);
  if (event === undefined) throw new Error("give an event");
  return advanceCollection(before, event, THRESHOLDS);
}

describe("information collection", () => {
  it("saturates on consecutive NO_GAIN, whoever says so", () => {
    expect(after(empty(), empty())).toMatchObject({ state: "COLLECTING", consecutiveNoGain: 2 });
    expect(after(empty(), found(), report("NO_GAIN"), empty())).toMatchObject({
      state: "SATURATED",
      stopReason: "INFORMATION_SATURATED",
    });
  });
  it("starts the count again at GAINED", () => {
    expect(after(empty(), empty(), found(), report("GAINED"), empty(), empty())).toMatchObject({
      state: "COLLECTING",
      consecutiveNoGain: 2,
    });
  });
  it("saturates on consecutive violations: missing or misaddressed", () => {
    expect(last(found(), silence).remark).toEqual({ kind: "violation", awaited: one, problem: "missing" });
    expect(last(found(), report("GAINED", "inv_other")).remark).toMatchObject({ problem: "misaddressed" });
    expect(after(found(), silence, found(), report("GAINED", "inv_other"))).toMatchObject({
      state: "SATURATED",
      stopReason: "PROGRESS_PROTOCOL_VIOLATED",
    });
  });
  it("starts the violation count again at any valid report, NO_GAIN included", () => {
    expect(after(found(), silence, found(), report("NO_GAIN"), found(), silence)).toMatchObject({
      state: "COLLECTING",
      consecutiveViolations: 1,
    });
  });
  it("has no gain verdict for a violation", () => {
    expect(after(empty(), found(), silence)).toMatchObject({
      consecutiveNoGain: 1,
      consecutiveViolations: 1,
    });
  });
  it("awaits a report from the next step alone", () => {
    expect(last(found(), silence, report("GAINED"))).toMatchObject({
      remark: { kind: "unsolicited" },
      next: { consecutiveViolations: 1 },
    });
  });
  it("takes an unsolicited report for nothing", () => {
    expect(last(empty(), report("GAINED"))).toMatchObject({
      remark: { kind: "unsolicited" },
      next: { consecutiveNoGain: 1, consecutiveViolations: 0 },
    });
  });
  it("delivers the stop once, and only when saturated", () => {
    const stop: CollectionEvent = { kind: "stop_delivered" };
    expect(() => after(stop)).toThrow();
    expect(after(empty(), empty(), empty(), stop)).toMatchObject({ state: "SATURATED", stopDelivered: true });
    expect(() => after(empty(), empty(), empty(), stop, stop)).toThrow();
  });
  it("takes no result after saturation", () => {
    expect(() => after(empty(), empty(), empty(), empty())).toThrow();
  });
  it("does not saturate when a budget ends it", () => {
    expect(after(empty(), { kind: "budget_exhausted" })).toMatchObject({
      state: "COLLECTING",
      stopReason: "BUDGET_LIMIT_REACHED",
    });
  });
  it("keeps SATURATED and its reason whatever is reported later", () => {
    const events = fc.array(fc.constantFrom(found(), empty(), report("GAINED"), report("NO_GAIN"), silence), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(events, (all) => {
        let state = INITIAL_COLLECTION;
        for (const event of all) {
          if (state.state === "SATURATED" && event.kind === "result") continue;
          const { next } = advanceCollection(state, event, THRESHOLDS);
          if (state.state === "SATURATED") {
            expect(next.state).toBe("SATURATED");
            expect(next.stopReason).toBe(state.stopReason);
          }
          expect(next.state === "SATURATED").toBe(next.stopReason !== null);
          state = next;
        }
      }),
    );
  });
});
