import { describe, expect, it } from "vitest";
import { containsPiece } from "./fact-matching";

describe("a piece of a text", () => {
  it.each([
    ["5200 saved items", "5200"],
    ["5,200 saved items", "5200"],
    ["5 200 saved items", "5200"],
    ["together 12,345.60 EUR", "12345.60"],
    ["together 12345.6 EUR", "12345.60"],
    ["连接 17 阻塞 18", "17"],
    ["connection 17, then 18", "18"],
    ["Search-API 3.12.0 was deployed", "search-api"],
    ["search-api 3.12.0, then", "3.12.0"],
    ["the Promotion\n step", "promotion step"],
    ["17 blocks 18, 18 blocks 19", "17 blocks 18"],
  ])("%j has %j", (text, piece) => {
    expect(containsPiece(text, piece)).toBe(true);
  });

  it.each([
    ["connection 117", "17"],
    ["17.5 %", "17"],
    ["since 2026-01-17", "1"],
    ["search-api 3.12.01", "3.12.0"],
    ["search-api 13.12.0", "3.12.0"],
    ["search-api 3.12.0.1", "3.12.0"],
    ["117 blocks 18", "17 blocks 18"],
    ["17 blocks 181", "17 blocks 18"],
    ["", "cardwise"],
  ])("%j has no %j", (text, piece) => {
    expect(containsPiece(text, piece)).toBe(false);
  });
});
