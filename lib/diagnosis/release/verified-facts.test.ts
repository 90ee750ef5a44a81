import { describe, expect, it } from "vitest";
import { SafeFallback } from "../../contracts/answer";
import { readyRecord } from "../testing/ready-record";
import { budgetFallback } from "./budget-fallback";
import { repeatableMissingInfo } from "./missing-info";
import { verifiedFacts } from "./verified-facts";

const record = readyRecord({
  columns: ["service", "n"],
  rows: [
    ["api", "5"],
    ["web", null],
  ],
  scope: "orders of today",
});
const forged = { ...record, evidence: { ...record.evidence, rows: [["api", "6"]] } };

describe("verifiedFacts", () => {
  it("says the rows and the scope", () => {
    expect(verifiedFacts([record])).toEqual([
      {
        invocationId: record.invocationId,
        label: "check 1",
        scope: "orders of today",
        evidenceStatus: "EVIDENCE_FOUND",
        statement: "2 rows found in this scope: orders of today. service=api, n=5 | service=web, n=NULL",
      },
    ]);
  });
  it("states an empty result with its scope and nothing beyond", () => {
    expect(verifiedFacts([readyRecord({ scope: "refunds of shop 7" })])).toMatchObject([
      {
        evidenceStatus: "NO_EVIDENCE",
        statement: expect.stringContaining("refunds of shop 7. That says nothing beyond it"),
      },
    ]);
  });
  it("leaves out what is not READY or does not have its hash", () => {
    const running = {
      ...record,
      status: "PROJECTING" as const,
      evidenceStatus: null,
      completedAt: null,
      evidence: null,
      contentHash: null,
      bytes: null,
      gain: null,
    };
    expect(verifiedFacts([running, forged])).toEqual([]);
  });
  it("stays short, however much was found", () => {
    const wide = readyRecord({
      columns: Array.from({ length: 40 }, (_, i) => `c${i}`),
      rows: Array.from({ length: 50 }, () => Array.from({ length: 40 }, () => "x".repeat(500))),
      cutRows: true,
    });
    const [fact] = verifiedFacts([wide]);
    expect(fact?.statement.length).toBeLessThan(2_500);
    expect(fact?.statement).toMatch(/^The first 50 rows found.*47 more$/);
  });
});

describe("budgetFallback", () => {
  it("is made of verified facts alone", () => {
    const fallback = budgetFallback([record, forged]);
    expect(SafeFallback.parse(fallback)).toMatchObject({
      fallbackType: "INSUFFICIENT_EVIDENCE",
      checked: [{}],
    });
  });
  it("is null when nothing is verified", () => {
    expect(budgetFallback([])).toBeNull();
    expect(budgetFallback([forged])).toBeNull();
  });
});

describe("repeatableMissingInfo", () => {
  it("drops an item whose figure stands neither in the evidence nor in the question", () => {
    const items = [
      "the log of 5 services",
      "why 4,512 orders hang",
      "what customer 4711 did",
      "performance_schema",
    ];
    expect(repeatableMissingInfo(items, [record], "what about customer 4711?")).toEqual([
      "the log of 5 services",
      "what customer 4711 did",
      "performance_schema",
    ]);
  });
});
