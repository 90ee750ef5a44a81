import { describe, expect, it } from "vitest";
import type { CanonicalEvidence } from "../../contracts/evidence";
import { projectEvidence } from "./projection";

const columns = [{ name: "a", type: "text" }];
const truncated = { rows: false, columns: false, cells: 0 };
const asItIs = (evidence: CanonicalEvidence) => ({ value: evidence, count: 0 });

describe("projectEvidence", () => {
  it("takes a fresh copy", () => {
    const raw = { columns, rows: [["x"]], truncated };
    const projection = projectEvidence(raw, 1_000, asItIs);
    raw.rows[0] = ["changed"];
    expect(projection).toMatchObject({ ok: true, evidence: { rows: [["x"]] } });
  });
  it.each([
    ["nothing", undefined],
    ["cells that are no text", { columns, rows: [[1]], truncated }],
    ["a ragged row", { columns, rows: [["a", "b"]], truncated }],
  ])("refuses %s", (_, raw) => {
    expect(projectEvidence(raw, 1_000, asItIs)).toMatchObject({ ok: false, code: "PROJECTION_FAILED" });
  });
  it("refuses what is larger than the cap", () => {
    expect(projectEvidence({ columns, rows: [["x".repeat(2_000)]], truncated }, 1_000, asItIs)).toMatchObject(
      {
        ok: false,
        code: "RESULT_TOO_LARGE",
      },
    );
  });
  it("cuts rows, columns and cells at the last wall and says so", () => {
    const wide = {
      columns: Array.from({ length: 101 }, (_, i) => ({ name: `c${i}`, type: "text" })),
      rows: Array.from({ length: 1_001 }, (_, i) =>
        Array.from({ length: 101 }, (_, j) => (i === 0 && j === 0 ? "x".repeat(16_001) : "")),
      ),
      truncated,
    };
    const projection = projectEvidence(wide, 10_000_000, asItIs);
    if (!projection.ok) throw new Error(projection.message);
    expect(projection.evidence.rows).toHaveLength(1_000);
    expect(projection.evidence.rows[0]).toHaveLength(100);
    expect(projection.evidence.rows[0]?.[0]).toHaveLength(16_000);
    expect(projection.evidence.truncated).toEqual({ rows: true, columns: true, cells: 1 });
  });
  it("makes broken surrogates encodable", () => {
    const projection = projectEvidence({ columns, rows: [["\ud800"]], truncated }, 1_000, asItIs);
    expect(projection).toMatchObject({ ok: true, evidence: { rows: [["\ufffd"]] } });
  });
});
