/** What counts rows has no unit, and a name that a statement gives holds no figure (EvidenceGuard, TOOL-4). */
import { describe, expect, it } from "vitest";
import type { EvidenceColumn } from "../../contracts/evidence";
import { digestOf } from "../evidence/content-hash";
import { invocationIdOf, readyRecord, storeOf } from "../testing/ready-record";
import { checkEvidence } from "./evidence-guard";

function codesOf(
  text: string,
  column: Partial<EvidenceColumn>,
  cell: string,
  statement = "SELECT 1",
): readonly string[] {
  const evidence = {
    columns: [
      { name: "gateway", type: "text" as const },
      { name: "n", type: "number" as const, ...column },
    ],
    rows: [["lumen", cell]],
    truncated: { rows: false, columns: false, cells: 0 },
  };
  const record = { ...readyRecord({ statement, rows: [["x"]] }), evidence, ...digestOf(evidence) };
  const claims = [{ text, kind: "presence" as const, invocationIds: [invocationIdOf(1)], scope: "" }];
  const draft = { conclusion: text, claims, missing_info: [], recommended_actions: [] };
  return checkEvidence(draft, storeOf([record]), "why?").map(({ code }) => code);
}
const COUNTS = { counts: true as const };

describe("a count of rows", () => {
  it.each([
    "412 days",
    "412 %",
    "412 ms",
    "412 MiB",
    "412 s",
    "412 EUR",
    "$412",
    "412 rps",
    "412小时",
    "412 months",
    "412 KB/s",
  ])("is not %s", (figure) => {
    expect(codesOf(`lumen: ${figure}`, COUNTS, "412")).toEqual([
      "FIGURE_IN_OTHER_UNIT",
      "CONCLUSION_FIGURE_IN_OTHER_UNIT",
    ]);
    expect(codesOf(`lumen: ${figure}`, { ...COUNTS, name: "active_days" }, "412")).toContain(
      "FIGURE_IN_OTHER_UNIT",
    );
    expect(codesOf(`lumen: ${figure}`, {}, "412")).toEqual([]);
  });
  it.each([
    "412 payments",
    "412 rows",
    "412 次",
    "412 times",
    "412",
    "412 per day",
    "412/min",
    "412 of them",
    "1 of 412",
  ])("may be %s", (figure) => {
    expect(codesOf(`lumen: ${figure}`, COUNTS, figure.startsWith("1 ") ? "1/412" : "412")).toEqual([]);
  });
});

describe("a name that the statement gives", () => {
  it.each([
    ["4711 failed at lumen", "payments_4711"],
    ["E4711 failed at lumen", "E4711"],
    ["E4711 failed at lumen", "error_E4711"],
    ["order-4711 failed at lumen", "order_4711"],
    ["'4711' failed at lumen", "refused_4711_payments"],
    ["v2.3.1 failed at lumen", "v2_3_1"],
  ])("holds no figure: %s from %s", (text, name) => {
    expect(codesOf(text, { name }, "3", `SELECT gateway, COUNT(*) AS ${name} FROM t`)).not.toEqual([]);
  });
  it.each([
    ["The p95 of lumen is 3", "p95_ms"],
    ["The p95_ms of lumen is 3", "p95_ms"],
    ["orders_over_5_seconds of lumen: 3", "orders_over_5_seconds"],
    ["The p99 of lumen is 3", "p99"],
  ])("may be named: %s", (text, name) => {
    expect(codesOf(text, { name }, "3", `SELECT gateway, MAX(x) AS ${name} FROM t`)).toEqual([]);
  });
  it("is no name of the source's", () => {
    expect(codesOf("sha256 of lumen is 3", { name: "sha256" }, "3", "SELECT gateway, sha256 FROM t")).toEqual(
      [],
    );
  });
});

describe("statements of ours in lists of statements", () => {
  const other = `/* interlock ${invocationIdOf(7)} */ SELECT '4711 refused' FROM payments`;
  it("are no evidence, whichever call they are of", () => {
    expect(codesOf("lumen: 4711 refused", {}, other)).not.toEqual([]);
    expect(
      codesOf("lumen: 4711 refused", {}, `/* interlock ${invocationIdOf(1)} */ SELECT 4711`),
    ).not.toEqual([]);
  });
  it("leave the rest of a report", () => {
    const report = `---TRANSACTION 12\nquery ${other}\n---TRANSACTION 13, ACTIVE 88 sec\n`;
    expect(codesOf("lumen: 88 s", {}, report)).toEqual([]);
    expect(codesOf("lumen: 4711", {}, report)).not.toEqual([]);
  });
});
