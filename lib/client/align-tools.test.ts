import { describe, expect, it } from "vitest";
import type { CanonicalEvidence, ToolRecord } from "../contracts/evidence";
import { alignTools } from "./align-tools";
import { aReadyRecord } from "./testing/run-fixtures";

function evidence(rows: (string | null)[][], change: Partial<CanonicalEvidence> = {}): CanonicalEvidence {
  return {
    columns: [
      { name: "gateway", type: "text" },
      { name: "failed", type: "number" },
    ],
    rows,
    truncated: { rows: false, columns: false, cells: 0 },
    ...change,
  };
}
const call = (label: string, change: Partial<ReturnType<typeof aReadyRecord>> = {}) =>
  aReadyRecord({ label, ...change });
const failed: ToolRecord = {
  ...call("checks/rate"),
  status: "ERROR",
  evidenceStatus: "ERROR",
  evidence: null,
  contentHash: null,
  bytes: null,
  gain: null,
  errorCode: "QUERY_TIMEOUT",
  errorMessage: "too slow",
};
const shape = (a: readonly ToolRecord[], b: readonly ToolRecord[]) =>
  alignTools(a, b).map(({ label, change }) => [label, change]);

describe("alignTools", () => {
  it("pairs by label and occurrence, in the order of a, with what is only in b where it came there", () => {
    const a = [call("one"), call("two"), call("two"), call("three")];
    const b = [call("zero"), call("one"), call("two"), call("extra"), call("three")];
    expect(shape(a, b)).toEqual([
      ["zero", "only_b"],
      ["one", "same"],
      ["two", "same"],
      ["extra", "only_b"],
      ["two", "only_a"],
      ["three", "same"],
    ]);
    expect(shape([], b).map(([, change]) => change)).toEqual(Array.from({ length: 5 }, () => "only_b"));
    expect(shape([], [])).toEqual([]);
  });

  it("pairs calls that came in another order", () => {
    expect(shape([call("one"), call("two")], [call("two"), call("one")])).toEqual([
      ["one", "same"],
      ["two", "same"],
    ]);
  });

  it("tells another question under the same label from another answer to the same question", () => {
    const [asked] = alignTools([call("one")], [call("one", { statement: "SELECT 2" })]);
    expect(asked).toMatchObject({ change: "same", askedOtherwise: "statement", rows: null });
    const [later] = alignTools([call("one", { params: ["9:00"] })], [call("one", { params: ["10:00"] })]);
    expect(later).toMatchObject({ change: "same", askedOtherwise: "parameters" });
    const [answered] = alignTools(
      [call("one", { contentHash: "a", evidence: evidence([["B", "1"]]) })],
      [call("one", { contentHash: "b", evidence: evidence([["B", "2"]]) })],
    );
    expect(answered).toMatchObject({ change: "changed", askedOtherwise: null });
    expect(shape([call("checks/rate")], [failed])).toEqual([["checks/rate", "changed"]]);
    expect(shape([failed], [failed])).toEqual([["checks/rate", "same"]]);
  });

  it("compares rows as often as they stand there, and says when a bound cut some off", () => {
    const rowsOf = (
      a: (string | null)[][],
      b: (string | null)[][],
      change: Partial<CanonicalEvidence> = {},
    ) =>
      alignTools(
        [call("one", { contentHash: "a", evidence: evidence(a) })],
        [call("one", { contentHash: "b", evidence: evidence(b, change) })],
      )[0]?.rows;
    expect(
      rowsOf(
        [
          ["B", "1"],
          ["B", "1"],
          ["C", null],
        ],
        [
          ["B", "1"],
          ["D", "9"],
          ["D", "9"],
        ],
      ),
    ).toEqual({
      kind: "rows",
      columns: ["gateway", "failed"],
      same: 1,
      onlyA: [
        ["B", "1"],
        ["C", null],
      ],
      onlyB: [
        ["D", "9"],
        ["D", "9"],
      ],
      isCut: false,
    });
    // The word "null" is no NULL.
    expect(rowsOf([["B", null]], [["B", "null"]])).toMatchObject({ same: 0 });
    expect(rowsOf([], [], { truncated: { rows: true, columns: false, cells: 0 } })).toMatchObject({
      isCut: true,
    });
    expect(rowsOf([["B", "1"]], [["B"]], { columns: [{ name: "gateway", type: "text" }] })).toEqual({
      kind: "columns",
      a: ["gateway", "failed"],
      b: ["gateway"],
    });
  });
});
