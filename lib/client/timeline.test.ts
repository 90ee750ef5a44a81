import { describe, expect, it } from "vitest";
import { aReadyRecord, aTraceEvent, INVOCATION_A, STARTED_AT } from "./testing/run-fixtures";
import { timelineRows, timelineSpan, timelineTicks } from "./timeline";

describe("timelineRows", () => {
  it("joins the start and the end of one act into one bar", () => {
    const rows = timelineRows(
      [
        aTraceEvent(1, "TOOL_INVOCATION", {
          phase: "tool",
          status: "started",
          callId: INVOCATION_A,
          at: 1_000,
        }),
        aTraceEvent(2, "AGENT_MODEL_STEP", { phase: "agent", status: "started", callId: "m1", at: 1_100 }),
        aTraceEvent(3, "TOOL_INVOCATION", {
          phase: "tool",
          status: "ok",
          callId: INVOCATION_A,
          at: 1_400,
          durationMs: 390,
        }),
      ],
      [aReadyRecord()],
    );
    expect(rows.map(({ key, status, startAt, endAt }) => ({ key, status, startAt, endAt }))).toEqual([
      { key: 1, status: "ok", startAt: 1_000, endAt: 1_390 },
      { key: 2, status: "started", startAt: 1_100, endAt: null },
    ]);
    expect(rows[0]).toMatchObject({
      subtitle: "payments-failing/failure_rate",
      evidenceStatus: "EVIDENCE_FOUND",
    });
    expect(rows[0]?.events).toHaveLength(2);
  });

  it("lets a line with a duration reach back from when it was recorded", () => {
    const [row] = timelineRows(
      [aTraceEvent(1, "ROUTING_ATTEMPT", { status: "ok", at: 1_400, durationMs: 400 })],
      [],
    );
    expect(row).toMatchObject({ startAt: 1_000, endAt: 1_400 });
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
