import { describe, expect, it } from "vitest";
import { isCited } from "./cited-figures";

describe("isCited", () => {
  it.each([
    ["41.2", "Gateway B rejects 41.2 % of payments."],
    ["412", "It failed 412 times."],
    ["1204", "It failed 1,204 times."],
    ["1204311", "1,204,311 in all"],
    ["7", "warehouse 7"],
    ["gateway_b", "Errors come from gateway_b."],
    ["do_not_honor", "the code is 'do_not_honor'"],
    ["2026-11-30 14:02:00", "since 2026-11-30 14:02:00 UTC"],
    ["失败", "支付状态为失败的有"],
    ["412", "失败412次"],
  ])("%s in %s", (cell, claim) => expect(isCited(cell, claim)).toBe(true));

  it.each([
    ["41", "Gateway B rejects 41.2 % of payments."],
    ["2", "Gateway B rejects 41.2 % of payments."],
    ["41", "It failed 412 times."],
    ["14", "since 14:02:00"],
    ["204", "It failed 1,204 times."],
    ["gateway", "Errors come from gateway_b."],
    ["a", "this is a word"],
    ["", "anything"],
    [null, "null"],
  ])("%s not in %s", (cell, claim) => expect(isCited(cell, claim)).toBe(false));
});
