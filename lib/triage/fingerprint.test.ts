import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DiagnosisStopReason, FallbackType, TerminalRunState } from "../contracts/axes";
import { ToolErrorCode } from "../contracts/evidence";
import { FailureCode } from "../contracts/frames";
import { fingerprintOf, FINGERPRINT_VERSION, type EndedRun } from "./fingerprint";

const RUN: EndedRun = {
  model: "playbook",
  runState: "SUCCESS",
  releaseOutcome: "FALLBACK",
  fallbackType: "INSUFFICIENT_EVIDENCE",
  failureCode: null,
  stopReason: null,
  missingInfo: [],
  records: [{ tool: "mysql_query", source: "shop", label: "payments-failing/failure_rate", errorCode: null }],
  trace: [{ name: "RELEASE_DECISION", detail: { reason: "no conclusion was drawn" } }],
};
const hashOf = (run: EndedRun) => fingerprintOf(run).hash;

const endedRun: fc.Arbitrary<EndedRun> = fc.record({
  model: fc.constantFrom("playbook", "openai-compatible:large"),
  runState: fc.constantFrom(...TerminalRunState.options),
  releaseOutcome: fc.constantFrom("FALLBACK" as const, "FAILED" as const),
  fallbackType: fc.constantFrom(...FallbackType.options, null),
  failureCode: fc.constantFrom(...FailureCode.options, null, "A_CODE_OF_OLD"),
  stopReason: fc.constantFrom(...DiagnosisStopReason.options, null),
  missingInfo: fc.array(fc.string({ maxLength: 30 }), { maxLength: 4 }),
  records: fc.array(
    fc.record({
      tool: fc.constantFrom("mysql_query", "prometheus_query"),
      source: fc.constantFrom("shop", "metrics"),
      label: fc.constantFrom("payments-failing/failure_rate", "slow-checkout/p95", "failed payments"),
      errorCode: fc.constantFrom(...ToolErrorCode.options, null),
    }),
    { maxLength: 6 },
  ),
  trace: fc.array(
    fc.record({
      name: fc.constantFrom(
        "RELEASE_DECISION" as const,
        "EVIDENCE_GUARD_RECHECK" as const,
        "RUN_FINISHED" as const,
      ),
      detail: fc.dictionary(
        fc.constantFrom("reason", "violations"),
        fc.jsonValue().map((value) => value as never),
      ),
    }),
    { maxLength: 5 },
  ),
});

describe("fingerprintOf", () => {
  it("is total, says its version and depends on what it says alone", () => {
    fc.assert(
      fc.property(endedRun, endedRun, (one, other) => {
        const a = fingerprintOf(one);
        const b = fingerprintOf(other);
        expect(a.hash).toMatch(/^[0-9a-f]{64}$/);
        expect(a.version).toBe(FINGERPRINT_VERSION);
        expect(fingerprintOf(structuredClone(one))).toEqual(a);
        expect(a.hash === b.hash).toBe(JSON.stringify(a.cause) === JSON.stringify(b.cause));
      }),
      { numRuns: 1_000 },
    );
  });

  it("never mixes the axes of an outcome: a fallback has no failure code, a failure no fallback type", () => {
    fc.assert(
      fc.property(endedRun, (run) => {
        const { cause } = fingerprintOf(run);
        if (run.releaseOutcome === "FALLBACK") expect(cause.failureCode).toBeNull();
        else expect([cause.fallbackType, cause.cause]).toEqual([null, ""]);
      }),
    );
  });

  it("does not depend on figures, ids and times in a cause", () => {
    const reason = (text: string): EndedRun => ({
      ...RUN,
      fallbackType: "SEMANTIC_UNAVAILABLE",
      trace: [{ name: "RELEASE_DECISION", detail: { reason: text } }],
    });
    expect(hashOf(reason("the check could not be made: no answer within 20000 ms"))).toBe(
      hashOf(reason("the check could not be made: no answer within 1.5 s")),
    );
    expect(hashOf(reason("the reply is no verdict"))).not.toBe(hashOf(reason("the check could not be made")));
  });

  it("tells playbooks apart, and not the checks of one", () => {
    const labelled = (label: string) =>
      hashOf({ ...RUN, records: [{ tool: "mysql_query", source: "shop", label, errorCode: null }] });
    expect(labelled("payments-failing/by_gateway")).toBe(hashOf(RUN));
    expect(labelled("slow-checkout/p95")).not.toBe(hashOf(RUN));
  });

  it("takes no label of a language model for a playbook, nor its words for a cause", () => {
    const llm = (label: string, missing: string) =>
      fingerprintOf({
        ...RUN,
        model: "openai-compatible:large",
        fallbackType: "MISSING_REQUIRED_CONTEXT",
        missingInfo: [missing],
        records: [{ tool: "mysql_query", source: "shop", label, errorCode: null }],
      });
    expect(llm("a/b", "which customer is it?")).toEqual(llm("orders", "please name the customer"));
    expect(llm("a/b", "x").cause).toMatchObject({ playbook: null, tool: "mysql_query on shop" });
  });

  it("splits what the built-in model lacks by what it asks for, in any order", () => {
    const lacking = (...missingInfo: string[]) =>
      hashOf({ ...RUN, fallbackType: "MISSING_REQUIRED_CONTEXT", missingInfo, records: [] });
    expect(lacking("Which customer?", "Since when?")).toBe(lacking("Since when?", "Which customer?"));
    expect(lacking("Which customer?")).not.toBe(lacking("No playbook covers this question."));
  });

  it("names the tool that failed first; what the run's own end broke is no cause", () => {
    const record = (tool: string, errorCode: ToolErrorCode | null) => ({
      tool,
      source: "shop",
      label: "p/c",
      errorCode,
    });
    const broken = fingerprintOf({
      ...RUN,
      records: [record("a", null), record("b", "CONNECTION_FAILED"), record("c", "QUERY_TIMEOUT")],
    });
    expect(broken.cause).toMatchObject({
      playbook: "p",
      tool: "b on shop",
      toolErrorCode: "CONNECTION_FAILED",
    });
    expect(hashOf({ ...RUN, records: [record("a", null), record("b", "RUN_ENDED")] })).toBe(
      hashOf({ ...RUN, records: [record("a", null)] }),
    );
  });

  it("takes the codes of the last check of evidence, each once", () => {
    const violation = (code: string, claim: number) => ({ claim, code, message: `claim ${claim} says 371` });
    const checked = (...violations: ReturnType<typeof violation>[]): EndedRun => ({
      ...RUN,
      fallbackType: "EVIDENCE_VALIDATION_FAILED",
      trace: [
        { name: "EVIDENCE_GUARD_INITIAL", detail: { violations: [violation("OTHER", 0)] } },
        { name: "EVIDENCE_GUARD_RECHECK", detail: { violations } },
      ],
    });
    const { cause } = fingerprintOf(checked(violation("B", 1), violation("A", 2), violation("B", 3)));
    expect(cause.cause).toBe("A, B");
    expect(hashOf(checked(violation("A", 9), violation("B", 1)))).toBe(
      hashOf(checked(violation("B", 1), violation("A", 2))),
    );
  });

  it("is this one: another one needs another version", () => {
    expect(hashOf(RUN)).toBe("b8f472750e2444412a86c1b294c602427b74387b89529edb0813375340de0a2a");
  });
});
