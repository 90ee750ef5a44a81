import { describe, expect, it } from "vitest";
import { invocationIdOf, readyRecord, storeOf, type ReadyRecordOptions } from "../../testing/ready-record";
import { checkEvidence } from "../evidence-guard";
import { scanClaimFigures } from "./figure-scanner";

const AT: ReadyRecordOptions = { columns: ["at", "p95_ms"], rows: [["2026-11-30 10:00:00", "480"]] };

function codesOf(text: string, evidence: ReadyRecordOptions): readonly string[] {
  const claim = { text, kind: "presence" as const, invocationIds: [invocationIdOf(1)], scope: "" };
  const draft = { conclusion: "It fails.", claims: [claim], missing_info: [], recommended_actions: [] };
  return checkEvidence(draft, storeOf([readyRecord(evidence)]), "why?")
    .filter((one) => one.claim !== null)
    .map(({ code }) => code);
}

describe("a date or an hour as people write it is that of the evidence", () => {
  it.each([
    "It began on 30 November 2026",
    "It began on November 30",
    "It began on Nov 30, 2026 at 10:00",
    "It began on Nov. 30 10:00 UTC",
    "It began on the 30th of November 2026",
    "It began at 10 AM",
    "It began at 10am on November 30th",
    "Es begann am 30. November 2026 um 10:00 Uhr",
    "Es begann am 30.11.2026 um 10 Uhr",
    "It began on 11/30/2026",
    "It began on 30/11/2026",
    "Empezó el 30 de noviembre de 2026",
    "Le 30 novembre 2026, tout a ralenti",
    "问题始于2026年11月30日",
    "问题始于11月30日上午10点",
    "问题始于2026年11月30日10:00:00",
    "从10点开始",
    "从10时00分开始",
    "p95：480毫秒",
    "p95:480ms",
    "p95=480ms",
    "The 95th percentile is 480 ms",
  ])("%s", (text) => {
    expect(codesOf(text, AT)).toEqual([]);
  });
  it.each([
    ["下午3点开始", [["2026-11-30 15:00:00"]]],
    ["下午3:05开始", [["2026-11-30 15:05:10"]]],
    ["晚上10点半开始", [["2026-11-30 22:30:00"]]],
    ["It began at 12 am", [["2026-11-30 00:00:00"]]],
    ["It runs v2.31.0", [["2.31.0"]]],
    ["p95 120/480 ms", [["120"], ["480"]]],
  ] as const)("%s", (text, rows) => {
    const columns = text.includes("p95") ? ["p95_ms"] : ["at"];
    expect(codesOf(text, { columns, rows })).toEqual([]);
  });
  it("the hour of a column of hours", () => {
    const hours = { columns: ["hour", "failed"], rows: [["10", "7"]] };
    expect(codesOf("7 failed at 10:00", hours)).toEqual([]);
    expect(codesOf("7 failed at 10 AM", hours)).toEqual([]);
    expect(codesOf("7 failed at 11:00", hours)).toEqual(["FIGURE_NOT_IN_EVIDENCE"]);
    expect(codesOf("7 failed at 07:00", hours)).toEqual(["FIGURE_NOT_IN_EVIDENCE"]);
  });
});

describe("another one is refused", () => {
  it.each([
    "It began on 29 November 2026",
    "It began on 30 November 2025",
    "It began on November 29",
    "It began on Nov 30, 2026 at 10:01",
    "It began on 30 October 2026",
    "Es begann am 30.10.2026",
    "Es begann um 11 Uhr",
    "It began on 11/29/2026",
    "It began at 10 PM",
    "Empezó el 29 de noviembre",
    "问题始于2026年11月29日",
    "问题始于11月30日下午10点",
    "从11点开始",
    "It began at 10:00 CET",
    "It began at 10 AM PST",
    "It began at 10:00 北京时间",
    "p95:481ms",
    "p95=480s",
    "p95 480/480 s",
    "The 99th percentile is 480 ms",
  ])("%s", (text) => {
    const [code, ...others] = codesOf(text, AT);
    expect(code).toMatch(/^FIGURE_(?:NOT_IN_EVIDENCE|IN_OTHER_UNIT)$/);
    expect(others.filter((other) => other !== code)).toEqual([]);
  });
});

it.each([
  ["This may 5 times in a row fail", "number"],
  ["Between 10 and 12 orders", "number"],
  ["用了3小时", "number"],
  ["March of 5 services", "number"],
])("%s is no date", (text, kind) => {
  expect(scanClaimFigures(text)[0]?.kind).toBe(kind);
});
