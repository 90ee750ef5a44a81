import { describe, expect, it } from "vitest";
import { RunFilter } from "../../contracts/run-filter";
import { firstIdAt, rangeOf, timeOfRunId } from "./run-range";
import { termsOfQuestion, termsOfSearch } from "./search-terms";

describe("search terms", () => {
  it("are words without case, width and plural, and pairs of characters", () => {
    expect(
      termsOfQuestion("Why are PAYMENTS failing? Ｃａｒｄｗｉｓｅ, status: TLS_HANDSHAKE_FAILED"),
    ).toEqual(["why", "are", "payment", "failing", "cardwise", "status", "tls", "handshake", "failed"]);
    expect(termsOfQuestion("支付为什么失败？ gw-b")).toEqual([
      "支付",
      "付为",
      "为什",
      "什么",
      "么失",
      "失败",
      "gw",
      "b",
    ]);
  });

  it("find a question by any part of it that has a term", () => {
    const stored = new Set(termsOfQuestion("昨天通过 cardwise 的支付为什么失败？"));
    for (const search of ["支付", "为什么失败", "CARDWISE 支付", "cardwise 昨天"])
      expect(termsOfSearch(search).every((term) => stored.has(term))).toBe(true);
    expect(termsOfSearch("支付成功").every((term) => stored.has(term))).toBe(false);
  });

  it("are bounded for a question, in number and in length", () => {
    const long = Array.from({ length: 300 }, (_, at) => `word${at}x`).join(" ");
    expect(termsOfQuestion(long)).toHaveLength(64);
    expect(termsOfQuestion("a".repeat(100))).toEqual(["a".repeat(24)]);
    expect(termsOfSearch("a".repeat(60))).toEqual(["a".repeat(24)]);
    expect(termsOfQuestion("😀 支 ,.")).toEqual([]);
  });

  it("exist for every text that a filter may search for", () => {
    for (const text of ["why", "支付", "a", "５", "ｱｲ", "x支"]) {
      expect(RunFilter.safeParse({ text }).success).toBe(true);
      expect(termsOfSearch(text)).not.toEqual([]);
    }
    for (const text of ["支", "?!", "😀", " "]) expect(RunFilter.safeParse({ text }).success).toBe(false);
  });
});

describe("ranges of run ids", () => {
  it("are ranges of time, to the millisecond", () => {
    const at = 1_764_511_200_123;
    expect(timeOfRunId(`${firstIdAt(at)}zzzzzzzzzzzzzzzz`)).toBe(at);
    const { least, before } = rangeOf({ from: at, to: at + 1 }, undefined);
    expect(least <= `${firstIdAt(at)}0000000000000000`).toBe(true);
    expect(`${firstIdAt(at)}zzzzzzzzzzzzzzzz` < before).toBe(true);
    expect(`${firstIdAt(at + 1)}0000000000000000` < before).toBe(false);
  });

  it("go on below a cursor, where that is nearer", () => {
    const cursor = `${firstIdAt(5)}abcdefghjkmnpqrs`;
    expect(rangeOf({}, cursor).before).toBe(cursor);
    expect(rangeOf({ to: 3 }, cursor).before).toBe(firstIdAt(3));
  });
});
