import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Claim } from "../../contracts/answer";
import type { ReadyToolRecord } from "../../contracts/evidence";
import { ModelFailure, type VerdictInput } from "../../diagnosis/ports";
import { fixtureKnowledge } from "../../knowledge/testing/fixture-knowledge";
import { invocationIdOf, readyRecord } from "../../knowledge/testing/records";
import { verifyClaims } from "./verify-claims";

const knowledge = fixtureKnowledge();
const SINCE = "2026-11-30 14:00:00";
const FAILURES_SCOPE = `failed payments since ${SINCE} UTC`;

function failuresRecord(rows: readonly (readonly (string | null)[])[], ordinal = 1): ReadyToolRecord {
  return readyRecord({
    ordinal,
    label: "gateways/failures",
    statement: "SELECT gateway, failed, rate FROM f WHERE at >= ? AND merchant = ? AND at < ?",
    params: [SINCE, 7, "2026-11-30 15:30:45"],
    scope: FAILURES_SCOPE,
    columns: [
      ["gateway", "text"],
      ["failed", "number"],
      ["rate", "number"],
    ],
    rows,
  });
}
function deploysRecord(rows: readonly (readonly (string | null)[])[]): ReadyToolRecord {
  return readyRecord({
    ordinal: 2,
    label: "gateways/deploys",
    statement: "SELECT version, minutes FROM d WHERE at >= ?",
    params: [SINCE],
    scope: `deploys since ${SINCE} UTC`,
    columns: [
      ["version", "text"],
      ["minutes", "number"],
    ],
    rows,
  });
}

const failures = failuresRecord([["acme", "42", "12.50"]]);
const deploys = deploysRecord([["v1.2", "5"]]);
const CONCLUSION = "acme fails (12.50 %) after v1.2.";
const claimOfFailures: Claim = {
  text: `42 payments failed through acme since ${SINCE}.`,
  kind: "presence",
  invocationIds: [invocationIdOf(1)],
  scope: FAILURES_SCOPE,
};
const claimOfDeploys: Claim = {
  text: "v1.2 came 5 minutes before.",
  kind: "presence",
  invocationIds: [invocationIdOf(2)],
  scope: `deploys since ${SINCE} UTC`,
};
const SOUND: VerdictInput = {
  conclusion: CONCLUSION,
  lines: [],
  claims: [
    { claim: claimOfFailures, evidence: [failures] },
    { claim: claimOfDeploys, evidence: [deploys] },
  ],
};

function withClaim(change: Partial<Claim>): VerdictInput {
  return {
    ...SOUND,
    claims: [
      { claim: claimOfFailures, evidence: [failures] },
      { claim: { ...claimOfDeploys, ...change }, evidence: [deploys] },
    ],
  };
}
function withEvidence(one: ReadyToolRecord, two: ReadyToolRecord): VerdictInput {
  return {
    ...SOUND,
    claims: [
      { claim: claimOfFailures, evidence: [one] },
      { claim: claimOfDeploys, evidence: [two] },
    ],
  };
}

describe("verifyClaims", () => {
  it("supports what comes out of the stored rows again", () => {
    expect(verifyClaims(knowledge, SOUND)).toMatchObject({ verdict: "SUPPORTED", failingClaim: null });
  });

  it("supports an absence of exactly its scope", () => {
    const claim: Claim = {
      text: `Nothing was found in: ${FAILURES_SCOPE}.`,
      kind: "absence",
      invocationIds: [invocationIdOf(1)],
      scope: FAILURES_SCOPE,
    };
    const quiet = {
      conclusion: `Nothing in ${FAILURES_SCOPE}.`,
      lines: [],
      claims: [{ claim, evidence: [failuresRecord([])] }],
    };
    expect(verifyClaims(knowledge, quiet)).toMatchObject({ verdict: "SUPPORTED" });
    const beyond = {
      ...quiet,
      claims: [{ claim: { ...claim, scope: "everything" }, evidence: [failuresRecord([])] }],
    };
    expect(verifyClaims(knowledge, beyond)).toMatchObject({ verdict: "UNSUPPORTED", failingClaim: 0 });
  });

  it.each<[string, VerdictInput, number | null, RegExp]>([
    [
      "a changed digit in the conclusion",
      { ...SOUND, conclusion: CONCLUSION.replace("12.50", "12.51") },
      null,
      /another conclusion/,
    ],
    [
      "a conclusion that says more",
      { ...SOUND, conclusion: `${CONCLUSION} Nothing else is wrong.` },
      null,
      /another conclusion/,
    ],
    [
      "a changed digit in a claim",
      withClaim({ text: "v1.2 came 6 minutes before." }),
      1,
      /does not yield this claim/,
    ],
    ["a changed kind", withClaim({ kind: "absence" }), 1, /does not yield/],
    ["a widened scope", withClaim({ scope: "all deploys" }), 1, /does not yield/],
    [
      "a claim on another result",
      withClaim({ invocationIds: [invocationIdOf(1)] }),
      1,
      /not among the evidence/,
    ],
    ["no claims at all", { ...SOUND, claims: [] }, null, /without claims/],
    [
      "rows that say otherwise",
      withEvidence(failuresRecord([["acme", "43", "12.50"]]), deploys),
      0,
      /does not yield/,
    ],
    [
      "a condition that no longer holds",
      withEvidence(failures, deploysRecord([["v1.2", "31"]])),
      null,
      /no conclusion/,
    ],
    ["an empty result behind a presence", withEvidence(failures, deploysRecord([])), null, /no conclusion/],
    [
      "evidence of no playbook",
      withEvidence({ ...failures, label: "elsewhere/failures" }, deploys),
      0,
      /no loaded playbook/,
    ],
    [
      "evidence without a label of the form",
      withEvidence(failures, { ...deploys, label: "free" }),
      1,
      /no check/,
    ],
    [
      "a check that the playbook lacks",
      withEvidence(failures, { ...deploys, label: "gateways/constructor" }),
      1,
      /no check/,
    ],
    [
      "another statement under a known label",
      withEvidence(failures, { ...deploys, statement: "SELECT 'v1.2', 5" }),
      1,
      /statement/,
    ],
    [
      "another source under a known label",
      withEvidence(failures, { ...deploys, source: "scratch" }),
      1,
      /statement/,
    ],
    [
      "results about different windows",
      withEvidence(failures, { ...deploys, params: ["2026-11-01 00:00:00"] }),
      1,
      /disagree about :since/,
    ],
    ["half of the evidence", { ...SOUND, claims: SOUND.claims.slice(0, 1) }, null, /no conclusion/],
  ])("does not support %s", (_name, input, failingClaim, reason) => {
    const verdict = verifyClaims(knowledge, input);
    expect(verdict).toMatchObject({ verdict: "UNSUPPORTED", failingClaim });
    expect(verdict.reason).toMatch(reason);
  });

  it("does not choose between two results of one check", () => {
    const other = failuresRecord([["beta", "42", "12.50"]], 3);
    const claims = [
      {
        claim: { ...claimOfFailures, invocationIds: [invocationIdOf(1), invocationIdOf(3)] },
        evidence: [failures, other],
      },
      { claim: claimOfDeploys, evidence: [deploys] },
    ];
    expect(verifyClaims(knowledge, { ...SOUND, claims })).toMatchObject({
      verdict: "UNSUPPORTED",
      failingClaim: 0,
    });
  });

  it("has no verdict when a condition cannot be evaluated", () => {
    const input = withEvidence(failures, deploysRecord([["v1.2", null]]));
    expect(() => verifyClaims(knowledge, input)).toThrow(ModelFailure);
  });

  it("notices every single changed character", () => {
    const texts = [CONCLUSION, claimOfFailures.text, claimOfDeploys.text];
    fc.assert(
      fc.property(
        fc.nat(2),
        fc.nat(200),
        fc.constantFrom("0", "1", "7", "x", " ", "not "),
        (which, at, put) => {
          const text = texts[which] ?? "";
          const place = at % text.length;
          const changed = `${text.slice(0, place)}${put}${text.slice(place + put.length)}`;
          fc.pre(changed !== text);
          const input: VerdictInput = {
            conclusion: which === 0 ? changed : CONCLUSION,
            lines: [],
            claims: [
              {
                claim: { ...claimOfFailures, text: which === 1 ? changed : claimOfFailures.text },
                evidence: [failures],
              },
              {
                claim: { ...claimOfDeploys, text: which === 2 ? changed : claimOfDeploys.text },
                evidence: [deploys],
              },
            ],
          };
          expect(verifyClaims(knowledge, input).verdict).toBe("UNSUPPORTED");
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("the lines beside the claims", () => {
  it("stand where the advice comes out again; what was left out rests on no row", () => {
    const lines: VerdictInput["lines"] = [
      { kind: "recommended_action", text: "Roll v1.2 back." },
      { kind: "recommended_action", text: "Gateway hydra lost half the payments." },
      { kind: "missing_info", text: "The check locks has no result." },
    ];
    expect(verifyClaims(knowledge, { ...SOUND, lines })).toMatchObject({
      verdict: "SUPPORTED",
      failingLines: [1],
    });
  });
});
