import { expect, it } from "vitest";
import { LateArrival } from "../contracts/cancellation";
import { LATE_ARRIVALS_KEPT, LateArrivals } from "./late-arrivals";
import { ManualClock } from "./testing/manual-clock";
import { RecordingTrace } from "./testing/recording-trace";

it("notes what came late, from which call, how late, and tells the recorder (RUN-15)", () => {
  const clock = new ManualClock(100);
  const trace = new RecordingTrace();
  const late = new LateArrivals(clock, trace);
  late.note("model_result", "mdl_1", 60);
  late.note("delta", "mdl_1", 200);
  expect(late.list).toEqual([
    { what: "model_result", callId: "mdl_1", at: 100, lateByMs: 40 },
    { what: "delta", callId: "mdl_1", at: 100, lateByMs: 0 },
  ]);
  for (const arrival of late.list) LateArrival.parse(arrival);
  expect(trace.of("late").map(({ arrival }) => arrival)).toEqual(late.list);
  expect(trace.of("line").map(({ line }) => [line.name, line.phase, line.callId])).toEqual([
    ["LATE_ARRIVAL", "control", "mdl_1"],
    ["LATE_ARRIVAL", "control", "mdl_1"],
  ]);
});

it("counts a flood, and keeps and records only its beginning", () => {
  const trace = new RecordingTrace();
  const late = new LateArrivals(new ManualClock(), trace);
  for (let i = 0; i < LATE_ARRIVALS_KEPT + 5; i++) late.note("delta", "mdl_1", 0);
  expect(late.count).toBe(LATE_ARRIVALS_KEPT + 5);
  expect(late.list).toHaveLength(LATE_ARRIVALS_KEPT);
  expect(trace.of("late")).toHaveLength(LATE_ARRIVALS_KEPT);
});
