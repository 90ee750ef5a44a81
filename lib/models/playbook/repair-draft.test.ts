import { describe, expect, it } from "vitest";
import type { Claim } from "../../contracts/answer";
import { ModelFailure, type EvidenceViolation } from "../../diagnosis/ports";
import { fixtureKnowledge } from "../../knowledge/testing/fixture-knowledge";
import { invocationIdOf, readyRecord } from "../../knowledge/testing/records";
import { readDraft, type PlaybookDraft } from "./draft-text";
import { repairDraft } from "./repair-draft";

const knowledge = fixtureKnowledge();
const SINCE = "2026-11-30 14:00:00";
const failures = readyRecord({
  ordinal: 1,
  label: "gateways/failures",
  statement: "SELECT gateway, failed, rate FROM f WHERE at >= ? AND merchant = ? AND at < ?",
  params: [SINCE, 7, "2026-11-30 15:30:45"],
  columns: [
    ["gateway", "text"],
    ["failed", "number"],
    ["rate", "number"],
  ],
  rows: [["acme", "42", "12.50"]],
});
const deploys = readyRecord({
  ordinal: 2,
  label: "gateways/deploys",
  statement: "SELECT version, minutes FROM d WHERE at >= ?",
  params: [SINCE],
  columns: [
    ["version", "text"],
    ["minutes", "number"],
  ],
  rows: [["v1.2", "5"]],
});
const claim = (text: string, ordinal: number): Claim => ({
  text,
  kind: "presence",
  invocationIds: [invocationIdOf(ordinal)],
  scope: `scope of ${ordinal === 1 ? "gateways/failures" : "gateways/deploys"}`,
});
const FAILURES = claim(`42 payments failed through acme since ${SINCE}.`, 1);
const DEPLOYS = claim("v1.2 came 5 minutes before.", 2);
const CONCLUSION = "acme fails (12.50 %) after v1.2.";

function repair(
  draft: Partial<PlaybookDraft>,
  violations: readonly EvidenceViolation[],
  evidence = [failures, deploys],
) {
  const text = JSON.stringify({
    claims: [],
    missing_info: [],
    recommended_actions: ["Call them."],
    ...draft,
  });
  const repaired = readDraft(repairDraft(knowledge, { query: "q", draft: text, violations, evidence }));
  if (repaired === null) throw new Error("the repair is no draft");
  return repaired;
}
const violation = (index: number | null): EvidenceViolation => ({
  claim: index,
  code: "FIGURE_NOT_IN_EVIDENCE",
  message: "no",
});

describe("repairDraft", () => {
  it("puts a wrong figure right from the evidence", () => {
    const wrong = { ...FAILURES, text: FAILURES.text.replace("42", "43") };
    expect(repair({ conclusion: CONCLUSION, claims: [wrong, DEPLOYS] }, [violation(0)])).toEqual({
      conclusion: CONCLUSION,
      claims: [FAILURES, DEPLOYS],
      missing_info: [],
      recommended_actions: ["Call them."],
    });
  });

  it("renders a refused conclusion again", () => {
    const draft = { conclusion: "acme fails (99 %)", claims: [FAILURES, DEPLOYS] };
    expect(repair(draft, [violation(null)]).conclusion).toBe(CONCLUSION);
  });

  it("drops a refused claim that no evidence of a playbook derives, and keeps the others", () => {
    const draft = { conclusion: "Something else.", claims: [FAILURES, claim("free prose", 2)] };
    const free = [
      { ...failures, label: "free/one" },
      { ...deploys, label: "free/two" },
    ];
    expect(repair(draft, [violation(1)], free)).toMatchObject({
      conclusion: "Something else.",
      claims: [FAILURES],
    });
  });

  it("drops a conclusion that was refused and cannot be derived, or has no claim left", () => {
    const free = [{ ...failures, label: "free/one" }];
    for (const violations of [[violation(null)], [violation(0)]]) {
      const repaired = repair({ conclusion: "Something else.", claims: [FAILURES] }, violations, free);
      expect(repaired.conclusion).toBeUndefined();
      expect(repaired.missing_info).toEqual(["The evidence does not carry a conclusion."]);
    }
  });

  it("does not hand back what was refused", () => {
    const repaired = repair({ conclusion: CONCLUSION, claims: [FAILURES, DEPLOYS] }, [
      violation(0),
      violation(null),
    ]);
    expect(repaired.conclusion).toBeUndefined();
    expect(repaired.claims).toEqual([DEPLOYS]);
  });

  it("fails on a text that is no draft", () => {
    const input = { query: "q", draft: "sorry, no JSON", violations: [], evidence: [] };
    expect(() => repairDraft(knowledge, input)).toThrow(ModelFailure);
  });
});
