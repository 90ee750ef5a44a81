import { describe, expect, it } from "vitest";
import { stem, tokenize } from "./tokenize";

describe("tokenize", () => {
  it.each([
    ["fail", "failing", "failed", "failure", "failures", "fails"],
    ["rotate", "rotating", "rotated", "rotation", "rotates"],
    ["block", "blocks", "blocking", "blocked", "blocker", "blockers"],
    ["drop", "dropped", "dropping", "drops"],
    ["query", "queries"],
    ["pay", "payment", "payments", "paying"],
    ["reconcile", "reconciling", "reconciled"],
    ["access", "accesses"],
  ])("%s and its forms are one term", (...words) => {
    expect(new Set(words.map(stem)).size).toBe(1);
  });

  it("keeps different words apart", () => {
    expect(
      new Set(["status", "state", "order", "stock", "ledger", "lock", "log", "index"].map(stem)).size,
    ).toBe(8);
  });

  it("drops what names no subject", () => {
    expect(tokenize("Why are you so slow since yesterday at 14:00, please?")).toEqual(["slow"]);
    expect(tokenize("4711")).toEqual([]);
    expect(tokenize("")).toEqual([]);
  });

  it("joins what a hyphen, a dot or an underscore parted", () => {
    expect(tokenize("sign-ups")).toContain(stem("signups"));
    expect(tokenize("order_items")).toEqual(expect.arrayContaining([stem("order"), stem("items")]));
  });

  it("folds letter case, accents and width", () => {
    expect(tokenize("CAFÉ ｐａｙｍｅｎｔ")).toEqual([stem("cafe"), stem("payment")]);
  });

  it("takes pairs of characters where there are no spaces, whatever stands between them", () => {
    expect(tokenize("为什么支付失败？")).toEqual(["支付", "付失", "失败"]);
    expect(tokenize("支付为什么失败了")).toEqual(["支付", "付失", "失败"]);
    expect(tokenize("谁在阻塞谁")).toEqual(tokenize("谁阻塞了谁？"));
    expect(tokenize("锁")).toEqual(["锁"]);
    expect(tokenize("MySQL 锁等待")).toEqual([stem("mysql"), "锁等", "等待"]);
  });
});
