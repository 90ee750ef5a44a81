/** What was only asked is no number of things (EvidenceGuard, TOOL-4). */
import { describe, expect, it } from "vitest";
import type { ToolParameter } from "../../contracts/evidence";
import { invocationIdOf, readyRecord, storeOf } from "../testing/ready-record";
import { checkEvidence } from "./evidence-guard";

const STATEMENT =
  "SELECT gateway, failed FROM shop.payments p JOIN error_events e ON e.id = p.id WHERE p.id < ?";

function codesOf(text: string, param: ToolParameter = 4711, rows = 1): readonly string[] {
  const record = readyRecord({
    statement: STATEMENT,
    params: [param],
    columns: ["gateway", "failed"],
    rows: Array.from({ length: rows }, () => ["lumen", "3"]),
    scope: "payments by gateway",
  });
  const claims = [{ text, kind: "presence" as const, invocationIds: [invocationIdOf(1)], scope: "" }];
  const draft = { conclusion: text, claims, missing_info: [], recommended_actions: [] };
  return checkEvidence(draft, storeOf([record]), "why?").map(({ code }) => code);
}

describe("a bound that is given out for a count", () => {
  it.each([
    "4711 payments failed at gateway lumen",
    "4,711 payments failed at gateway lumen",
    "Gateway lumen refused 4711 payments; 3 failed",
    "Gateway lumen lost 4711 failed payments",
    "At gateway lumen more than 4711 payments failed",
    "At gateway lumen 3 of 4711 payments failed twice",
    "Gateway lumen had 4711 error events",
    "Gateway lumen had 4711 events",
    "Gateway lumen shows 4711 rows",
    "lumen: 4711 payment attempts failed",
    "网关 lumen 有 4711 笔失败",
    "网关 lumen 有4711笔失败",
  ])("%s", (text) => {
    expect(codesOf(text)).toEqual(["FIGURE_ONLY_ASKED", "CONCLUSION_FIGURE_ONLY_ASKED"]);
  });
  it.each<[string, ToolParameter?]>([
    ["Payment 4711 failed at gateway lumen"],
    ["Payments up to 4711: gateway lumen failed 3 times"],
    ["Customer 4711 payments failed at gateway lumen"],
    ["Connection 4711 rows wait for lumen"],
    ["3 customers that have more than 4711 payments use lumen"],
    ["The last 4711 payments hold 3 failures of lumen"],
    ["The 20 slowest payments are those of lumen", 20],
    ["The top 20 payments are those of lumen", 20],
    ["Customers with at least 4711 payments use lumen"],
    ["In the last 30 minutes 3 payments failed at lumen", 30],
    ["3 payments over 5 s failed at lumen", 5],
    ["网关 lumen 最近4711笔中失败3笔"],
  ])("but %s", (text, param) => {
    expect(codesOf(text, param)).toEqual([]);
  });
  it("is found where so many rows were", () => {
    expect(codesOf("The 20 payments of lumen failed", 20, 20)).toEqual([]);
  });
  it("may be a part of the scope that an absence states", () => {
    const scope = "the 4711 payments of lumen";
    const record = readyRecord({ statement: STATEMENT, params: [4711], scope });
    const text = `Nothing was found for ${scope}.`;
    const claims = [{ text, kind: "absence" as const, invocationIds: [invocationIdOf(1)], scope }];
    const draft = { conclusion: text, claims, missing_info: [], recommended_actions: [] };
    expect(checkEvidence(draft, storeOf([record]), "why?")).toEqual([]);
  });
});
