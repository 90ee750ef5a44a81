import { describe, expect, it } from "vitest";
import type { Claim, DiagnosisReport, SafeAnswer } from "../contracts/answer";
import { alignAnswers } from "./align-answers";
import { aReadyRecord, INVOCATION_A, INVOCATION_B } from "./testing/run-fixtures";
import { diffWords } from "./word-diff";

const toolsA = [
  aReadyRecord({ invocationId: INVOCATION_A, label: "rate" }),
  aReadyRecord({ invocationId: INVOCATION_B, label: "errors" }),
];
/** The same two calls under each other's ids: a rerun has other ids. */
const toolsB = [
  aReadyRecord({ invocationId: INVOCATION_B, label: "rate" }),
  aReadyRecord({ invocationId: INVOCATION_A, label: "errors" }),
];
const claim = (text: string, invocationIds: Claim["invocationIds"], kind: Claim["kind"] = "presence") =>
  ({ text, kind, invocationIds, scope: "" }) satisfies Claim;
const report = (claims: Claim[], more: Partial<DiagnosisReport> = {}): SafeAnswer => ({
  contentType: "diagnosis_report",
  conclusion: "Gateway B fails.",
  claims,
  missingInfo: [],
  recommendedActions: ["Look at B"],
  ...more,
});
const compare = (a: SafeAnswer | null, b: SafeAnswer | null) =>
  alignAnswers({ answer: a, tools: toolsA }, { answer: b, tools: toolsB });

describe("alignAnswers", () => {
  it("takes two answers for the same when only the ids of their records differ", () => {
    const diff = compare(
      report([claim("B: 41 %", [INVOCATION_A])]),
      report([claim("B: 41 %", [INVOCATION_B])]),
    );
    expect(diff).toMatchObject({ isSame: true, isSameKind: true });
    expect(diff.claims.map(({ change }) => change)).toEqual(["same"]);
  });

  it("tells changed claims from added and removed ones by what they rest on", () => {
    const a = [
      claim("B: 41 %", [INVOCATION_A]),
      claim("no error 500", [INVOCATION_B], "absence"),
      claim("both", [INVOCATION_A, INVOCATION_B]),
    ];
    const b = [claim("error 500", [INVOCATION_A]), claim("B: 17 %", [INVOCATION_B])];
    const { claims, isSame } = compare(report(a), report(b));
    expect(isSame).toBe(false);
    expect(claims.map((pair) => [pair.a?.text ?? null, pair.b?.text ?? null, pair.change])).toEqual([
      ["B: 41 %", "B: 17 %", "changed"],
      ["no error 500", null, "only_a"],
      ["both", null, "only_a"],
      [null, "error 500", "only_b"],
    ]);
    expect(claims[2]?.a?.restsOn).toEqual(["errors", "rate"]);
  });

  it("compares texts and lists, and answers of different kinds", () => {
    const fallback: SafeAnswer = {
      contentType: "fallback",
      fallbackType: "INSUFFICIENT_EVIDENCE",
      message: "Not enough.",
      checked: [],
      missingInfo: ["the customer"],
      nextSteps: ["Look at B", "Ask again"],
    };
    const diff = compare(report([]), fallback);
    expect(diff).toMatchObject({ isSame: false, isSameKind: false });
    expect(diff.texts).toEqual([
      { name: "Conclusion", a: "Gateway B fails.", b: null },
      { name: "Message", a: null, b: "Not enough." },
    ]);
    expect(diff.lists).toEqual([
      { name: "What to do", both: ["Look at B"], onlyA: [], onlyB: ["Ask again"] },
      { name: "What is missing", both: [], onlyA: [], onlyB: ["the customer"] },
    ]);
    expect(compare(null, null)).toMatchObject({ isSame: true, texts: [] });
    expect(compare(report([]), null)).toMatchObject({ isSame: false, isSameKind: false });
  });
});

describe("diffWords", () => {
  it("says which words are in both, and gives each text back whole", () => {
    for (const [a, b] of [
      ["Gateway B rejects 41.2 % of payments.", "Gateway B rejects 17 % of all payments."],
      ["网关 B 拒绝了付款", "网关 C 拒绝了付款"],
      ["", "new"],
      ["same", "same"],
    ] as const) {
      const parts = diffWords(a, b);
      const side = (wanted: "a" | "b") =>
        parts
          .filter((part) => part.in !== wanted)
          .map(({ text }) => text)
          .join("");
      expect([side("b"), side("a")]).toEqual([a, b]);
    }
    expect(diffWords("same", "same")).toEqual([{ text: "same", in: "both" }]);
    expect(
      diffWords("网关 B 拒绝了付款", "网关 C 拒绝了付款").filter((part) => part.in === "both").length,
    ).toBe(2);
  });
});
