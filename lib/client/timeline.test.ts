import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ProjectingToolRecord } from "../contracts/evidence";
import { aReadyRecord, aTraceEvent, INVOCATION_A, INVOCATION_B, STARTED_AT } from "./testing/run-fixtures";
import { panWindow, placeOf, timelineRows, timelineSpan, timelineTicks, zoomWindow } from "./timeline";

describe("timelineRows", () => {
  it("joins the start and the end of one act into one bar", () => {
    const rows = timelineRows(
      [
        aTraceEvent(1, "ROUTING_ATTEMPT", { phase: "routing", status: "started", callId: "m1", at: 1_000 }),
        aTraceEvent(2, "TOOL_PROGRESS", { phase: "agent", status: "info", at: 1_100 }),
        aTraceEvent(3, "ROUTING_DECISION", {
          phase: "routing",
          status: "ok",
          callId: "m1",
          at: 1_000,
          durationMs: 390,
          detail: { intent: "DIAGNOSIS" },
        }),
        aTraceEvent(4, "SEMANTIC_GUARD_ATTEMPT", {
          phase: "guard",
          status: "started",
          callId: "m2",
          at: 2_000,
        }),
      ],
      [],
    );
    expect(
      rows.map(({ title, subtitle, status, startAt, endAt }) => [title, subtitle, status, startAt, endAt]),
    ).toEqual([
      ["Routing", "DIAGNOSIS", "ok", 1_000, 1_390],
      ["Tool progress", null, "info", 1_100, 1_100],
      ["Semantic guard", null, "started", 2_000, null],
    ]);
    expect(rows[0]?.events).toHaveLength(2);
  });

  it("dates a bar by its beginning, and a line about an end by that end", () => {
    const rows = timelineRows(
      [
        aTraceEvent(1, "AGENT_MODEL_STEP", { phase: "agent", status: "ok", at: 1_000, durationMs: 400 }),
        aTraceEvent(2, "HANDLE_STOPPED", { phase: "control", status: "ok", at: 3_012, durationMs: 12 }),
      ],
      [],
    );
    expect(rows.map(({ startAt, endAt }) => [startAt, endAt])).toEqual([
      [1_000, 1_400],
      [3_000, 3_012],
    ]);
  });

  it("takes label and finding of a tool call from its record, and shows one that has no line yet", () => {
    const line = aTraceEvent(1, "TOOL_INVOCATION", { phase: "tool", status: "ok", callId: INVOCATION_A });
    const second = aReadyRecord({
      invocationId: INVOCATION_B,
      label: "second",
      startedAt: STARTED_AT + 5_000,
    });
    const running: ProjectingToolRecord = {
      ...second,
      status: "PROJECTING",
      evidenceStatus: null,
      completedAt: null,
      evidence: null,
      contentHash: null,
      bytes: null,
      gain: null,
    };
    const rows = timelineRows([line], [aReadyRecord(), running]);
    expect(
      rows.map(({ subtitle, evidenceStatus, endAt }) => [subtitle, evidenceStatus, endAt === null]),
    ).toEqual([
      ["payments-failing/failure_rate", "EVIDENCE_FOUND", false],
      ["second", null, true],
    ]);
  });

  it("ends what a lost process had begun where the run was resumed, and shows what is begun again", () => {
    const attempt = { phase: "guard", status: "started" } as const;
    const rows = timelineRows(
      [
        aTraceEvent(1, "SEMANTIC_GUARD_ATTEMPT", { ...attempt, callId: "m1", at: 1_000 }),
        aTraceEvent(2, "RUN_RESUMED", {
          phase: "run",
          status: "info",
          at: 9_000,
          detail: { records: 2, lostCalls: 1 },
        }),
        aTraceEvent(3, "SEMANTIC_GUARD_ATTEMPT", { ...attempt, callId: "m2", at: 9_100 }),
      ],
      [],
    );
    expect(rows.map(({ subtitle, status, endAt }) => [subtitle, status, endAt])).toEqual([
      ["lost with its process", "failed", 9_000],
      ["2 records kept, 1 call lost", "info", 9_000],
      [null, "started", null],
    ]);
  });

  it("stands in order of beginnings, not of recording", () => {
    const rows = timelineRows(
      [
        aTraceEvent(1, "TOOL_PROGRESS", { at: 2_000 }),
        aTraceEvent(2, "AGENT_MODEL_STEP", { phase: "agent", status: "ok", at: 1_000, durationMs: 1_500 }),
      ],
      [],
    );
    expect(rows.map((row) => row.title)).toEqual(["Model step", "Tool progress"]);
  });

  it("keeps RUN_STARTED and RUN_FINISHED as instants", () => {
    const rows = timelineRows(
      [
        aTraceEvent(1, "RUN_STARTED", { status: "started", at: 1_000 }),
        aTraceEvent(2, "RUN_FINISHED", { status: "ok", at: 5_000, durationMs: 4_000 }),
      ],
      [],
    );
    expect(rows.map(({ startAt, endAt }) => [startAt, endAt])).toEqual([
      [1_000, 1_000],
      [5_000, 5_000],
    ]);
  });

  it("says in a word what a line was about", () => {
    const [row] = timelineRows([aTraceEvent(1, "ROUTING_DECISION", { detail: { intent: "DIAGNOSIS" } })], []);
    expect(row?.subtitle).toBe("DIAGNOSIS");
  });
});

describe("the picture", () => {
  it("ends with the last bar when that is later than the run's end", () => {
    const rows = timelineRows([aTraceEvent(1, "HANDLE_STOPPED", { at: STARTED_AT + 9_000 })], []);
    expect(timelineSpan(rows, STARTED_AT, STARTED_AT + 4_000, 0)).toEqual({
      startAt: STARTED_AT,
      endAt: STARTED_AT + 9_000,
    });
  });

  it("grows with the clock while the run goes on", () => {
    expect(timelineSpan([], STARTED_AT, null, STARTED_AT + 500).endAt).toBe(STARTED_AT + 500);
  });

  it.each([
    [34_200, 10_000],
    [900, 200],
    [7, 2],
    [118_000, 20_000],
  ])("%d ms has a tick every %d ms", (spanMs, step) => {
    const ticks = timelineTicks(spanMs);
    expect(ticks[1]).toBe(step);
    expect(ticks.length).toBeLessThanOrEqual(7);
  });
});

describe("a part of the picture", () => {
  const SPAN = { startAt: 1_000, endAt: 11_000 };

  it("zooms around an instant that keeps its place", () => {
    const once = zoomWindow(SPAN, SPAN, 0.5, 3_500);
    expect(once).toEqual({ startAt: 2_250, endAt: 7_250 });
    if (once === null) throw new Error("zoomed out");
    const share = (window: { startAt: number; endAt: number }) =>
      (3_500 - window.startAt) / (window.endAt - window.startAt);
    expect(share(once)).toBeCloseTo(share(SPAN));
    expect(zoomWindow(once, SPAN, 2, 3_500)).toBeNull();
  });

  it("stays within the picture, wherever it zooms around", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.double({ min: 0.05, max: 5, noNaN: true }), fc.integer({ min: -5_000, max: 20_000 })),
        ),
        (steps) => {
          let window = SPAN;
          for (const [factor, at] of steps) {
            window = zoomWindow(window, SPAN, factor, at) ?? SPAN;
            window = panWindow(window, SPAN, at);
            expect(window.startAt).toBeGreaterThanOrEqual(SPAN.startAt - 1e-6);
            expect(window.endAt).toBeLessThanOrEqual(SPAN.endAt + 1e-6);
            expect(window.endAt - window.startAt).toBeGreaterThan(9.99);
          }
        },
      ),
    );
  });

  it("moves no further than the picture reaches", () => {
    const window = { startAt: 4_000, endAt: 6_000 };
    expect(panWindow(window, SPAN, 1_000)).toEqual({ startAt: 5_000, endAt: 7_000 });
    expect(panWindow(window, SPAN, 90_000)).toEqual({ startAt: 9_000, endAt: 11_000 });
    expect(panWindow(window, SPAN, -90_000)).toEqual({ startAt: 1_000, endAt: 3_000 });
  });

  it("places a row by what of it is in sight", () => {
    const [row] = timelineRows(
      [aTraceEvent(1, "AGENT_MODEL_STEP", { phase: "agent", status: "ok", at: 2_000, durationMs: 2_000 })],
      [],
    );
    if (row === undefined) throw new Error("no row");
    const place = (startAt: number, endAt: number) => placeOf(row, { startAt, endAt }, 9_000);
    expect(place(1_000, 5_000)).toEqual({ kind: "bar", left: 25, width: 50 });
    expect(place(3_000, 5_000)).toEqual({ kind: "bar", left: 0, width: 50 });
    expect(place(5_000, 6_000)).toEqual({ kind: "earlier" });
    expect(place(500, 1_500)).toEqual({ kind: "later" });
    expect(placeOf({ ...row, endAt: 2_000 }, SPAN, 9_000)).toEqual({ kind: "instant", left: 10 });
    expect(placeOf({ ...row, endAt: null }, SPAN, 9_000)).toEqual({ kind: "bar", left: 10, width: 70 });
  });

  it("has its ticks at round offsets from the run's start", () => {
    expect(timelineTicks(4_300, 3_900)).toEqual([3_900, 4_000, 4_100, 4_200, 4_300]);
    expect(timelineTicks(10, 0)).toEqual([0, 2, 4, 6, 8, 10]);
  });
});
