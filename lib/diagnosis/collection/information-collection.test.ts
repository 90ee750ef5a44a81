import { describe, expect, it } from "vitest";
import { ManualClock } from "../../harness/testing/manual-clock";
import { RecordingTrace } from "../../harness/testing/recording-trace";
import { invocationIdOf, readyRecord, storeOf } from "../testing/ready-record";
import { InformationCollection } from "./information-collection";

function bench() {
  const trace = new RecordingTrace();
  const judged: string[] = [];
  const invocations = {
    ...storeOf([]),
    judge: (id: string, gain: string) => {
      judged.push(`${id} ${gain}`);
    },
  };
  const thresholds = { noGainThreshold: 2, violationThreshold: 2 };
  const collection = new InformationCollection({ trace, clock: new ManualClock(), invocations, thresholds });
  return { trace, judged, collection };
}
const full = readyRecord({ ordinal: 1, rows: [["1"]] });
const empty = readyRecord({ ordinal: 2 });

describe("InformationCollection", () => {
  it("tells its axes, and one line for each event that meant something", () => {
    const { trace, judged, collection } = bench();
    collection.noteResult(full, false);
    expect(collection.noteReport({ invocationId: full.invocationId, gain: "NO_GAIN" })).toBeNull();
    collection.noteResult(empty, false);
    expect(trace.of("axes").map(({ change }) => change)).toEqual([
      { collectionState: "COLLECTING" },
      { collectionState: "SATURATED", stopReason: "INFORMATION_SATURATED" },
    ]);
    expect(trace.of("line").map(({ line }) => line.name)).toEqual([
      "TOOL_PROGRESS",
      "TOOL_PROGRESS",
      "COLLECTION_STOP",
    ]);
    expect(judged).toEqual([`${full.invocationId} NO_GAIN`, `${empty.invocationId} NO_GAIN`]);
  });

  it("gives the stop order once", () => {
    const { collection } = bench();
    expect(collection.takeStopOrder()).toBe(false);
    collection.noteResult(empty, false);
    collection.noteResult(empty, true);
    expect(collection.isSaturated).toBe(true);
    expect(collection.takeStopOrder()).toBe(true);
    expect(collection.takeStopOrder()).toBe(false);
  });

  it("tells the agent what it violated, and judges nothing", () => {
    const { judged, collection } = bench();
    collection.noteResult(full, false);
    expect(collection.noteReport(null)).toContain(full.invocationId);
    collection.noteResult(full, false);
    expect(collection.noteReport({ invocationId: invocationIdOf(9), gain: "GAINED" })).toContain(
      "another invocation",
    );
    expect(collection.saturation).toBe("PROGRESS_PROTOCOL_VIOLATED");
    expect(judged).toEqual([]);
  });

  it("keeps the reason of the saturation apart from a later budget stop", () => {
    const { trace, collection } = bench();
    collection.noteResult(empty, false);
    collection.noteResult(empty, true);
    collection.noteBudgetExhausted();
    expect(collection.saturation).toBe("INFORMATION_SATURATED");
    expect(trace.of("axes").at(-1)?.change).toEqual({
      collectionState: "SATURATED",
      stopReason: "BUDGET_LIMIT_REACHED",
    });
  });
});
