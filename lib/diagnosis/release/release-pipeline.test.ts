import { describe, expect, it } from "vitest";
import { takeProgressSnapshot } from "../agent/progress-snapshot";
import { digestOf } from "../evidence/content-hash";
import type { RepairInput, VerdictInput } from "../ports";
import { diagnosisFixture } from "../testing/diagnosis-fixture";
import { invocationIdOf, readyRecord } from "../testing/ready-record";
import type { ModelScript } from "../testing/scripted-model";
import { ReleasePipeline } from "./release-pipeline";

const NO_RETRY = { retries: 0, firstDelayMs: 0, maxWaitMs: 0 };

/** A run with two READY records. */
async function bench(script: ModelScript = {}) {
  const fixture = diagnosisFixture({ model: script });
  const { core, ctx, model, clock, timers, ids } = fixture;
  for (const ordinal of [1, 2]) {
    const { tool, source, label, statement, params, scope, normalizedScope, evidence, invocationId } =
      readyRecord({
        ordinal,
        rows: [[String(ordinal)]],
      });
    await ctx.invocations.begin({
      invocationId,
      tool,
      source,
      label,
      statement,
      params,
      scope,
      normalizedScope,
    });
    const { contentHash, bytes } = digestOf(evidence);
    await ctx.invocations.complete(invocationId, evidence, contentHash, bytes);
  }
  const release = new ReleasePipeline(
    { core, ctx, model, clock, timers, ids, modelRetry: NO_RETRY, semanticTimeoutMs: 1_000 },
    "why?",
  );
  return { ...fixture, release };
}

describe("a progress snapshot", () => {
  it("is all that a progress fallback is built from", async () => {
    const { release } = await bench();
    const snapshot = { invocationIds: [invocationIdOf(2)] };
    const released = await release.release({
      kind: "controlled_stop",
      stopReason: "INFORMATION_SATURATED",
      snapshot,
    });
    expect(released).toMatchObject({
      outcome: "FALLBACK",
      fallback: { checked: [{ invocationId: invocationIdOf(2) }] },
    });
    expect(released.outcome === "FALLBACK" && released.fallback.checked).toHaveLength(1);
  });

  it("counts for nothing where its references are not of this run", async () => {
    const { release } = await bench();
    const snapshot = { invocationIds: [invocationIdOf(77)] };
    await expect(release.release({ kind: "failed", code: "DRAFT_REJECTED", snapshot })).rejects.toMatchObject(
      { code: "DRAFT_REJECTED" },
    );
  });

  it("refers to every READY record, in order", async () => {
    const { ctx } = await bench();
    expect(takeProgressSnapshot(ctx.invocations).invocationIds).toEqual([
      invocationIdOf(1),
      invocationIdOf(2),
    ]);
  });
});

describe("what no claim carries", () => {
  const draft = (more: Readonly<Record<string, readonly string[]>>) => {
    const text = "value is 1";
    const claims = [{ text, kind: "presence" as const, invocationIds: [invocationIdOf(1)], scope: "" }];
    return { conclusion: text, claims, missing_info: [], recommended_actions: [], ...more };
  };

  it("is dropped from a report where the evidence does not hold it, and the trace says which line and why", async () => {
    const { release, trace } = await bench();
    const lines = ["Look at it.", "37 failed.", "Write to a@b.example."];
    const released = await release.release({
      kind: "completed",
      draft: draft({ recommended_actions: lines, missing_info: [...lines].reverse() }),
    });
    expect(released).toMatchObject({
      outcome: "SUCCESS",
      report: { recommendedActions: ["Look at it."], missingInfo: ["Look at it."] },
    });
    const decision = trace.of("line").find(({ line }) => line.name === "RELEASE_DECISION");
    expect(decision?.line.detail).toMatchObject({
      droppedActions: [
        { index: 1, problem: "figure_not_in_evidence" },
        { index: 2, problem: "address" },
      ],
      droppedMissingInfo: [
        { index: 0, problem: "address" },
        { index: 1, problem: "figure_not_in_evidence" },
      ],
    });
  });

  it("is shown to the semantic guard, and goes where that objects to it or passes it over", async () => {
    const actions = ["Look at the pool.", "Half of it is lost."];
    const missing_info = ["The log of the hour."];
    const asked: VerdictInput[] = [];
    const releaseWith = async (failingLines?: readonly number[]) => {
      const { release, trace } = await bench({
        verify: (input) => {
          asked.push(input);
          return { verdict: "SUPPORTED", reason: "", failingClaim: null, failingLines };
        },
      });
      const released = await release.release({
        kind: "completed",
        draft: draft({ recommended_actions: ["Mail a@b.example.", ...actions], missing_info }),
      });
      const decision = trace.of("line").find(({ line }) => line.name === "RELEASE_DECISION");
      return { released, detail: decision?.line.detail };
    };
    const judged = await releaseWith([1]);
    expect(asked[0]?.lines).toEqual([
      ...actions.map((text) => ({ kind: "recommended_action", text })),
      ...missing_info.map((text) => ({ kind: "missing_info", text })),
    ]);
    expect(judged.released).toMatchObject({
      report: { recommendedActions: [actions[0]], missingInfo: missing_info },
    });
    expect(judged.detail).toMatchObject({
      droppedActions: [
        { index: 0, problem: "address" },
        { index: 2, problem: "not_supported" },
      ],
    });
    const passedOver = await releaseWith();
    expect(passedOver.released).toMatchObject({ report: { recommendedActions: [], missingInfo: [] } });
    expect(passedOver.detail).toMatchObject({ droppedMissingInfo: [{ index: 0, problem: "not_judged" }] });
    expect((await releaseWith([3])).released).toMatchObject({
      fallback: { fallbackType: "SEMANTIC_UNAVAILABLE" },
    });
  });

  it.each([
    ["asserts_a_change", "I refunded all customers."],
    ["asserts_a_change", "All customers were refunded."],
    ["unknown_name", "Gateway hydra lost half the payments."],
    ["command", "Run DROP TABLE payment now."],
  ])("is dropped by code alone, whatever the semantic guard says, %s: %s", async (problem, line) => {
    const { release, trace } = await bench();
    const lines = { recommended_actions: [line], missing_info: [line] };
    expect(await release.release({ kind: "completed", draft: draft(lines) })).toMatchObject({
      report: { recommendedActions: [], missingInfo: [] },
    });
    const decision = trace.of("line").find(({ line: one }) => one.name === "RELEASE_DECISION");
    expect(decision?.line.detail).toMatchObject({
      droppedActions: [{ index: 0, problem }],
      droppedMissingInfo: [{ index: 0, problem }],
    });
  });

  it.each([
    "I refunded all customers.",
    "Gateway hydra lost half the payments.",
    "Run DROP TABLE payment now.",
  ])("is not asked of a user either: %s", async (line) => {
    const fixture = diagnosisFixture();
    const { core, ctx, model, clock, timers, ids } = fixture;
    const environment = { core, ctx, model, clock, timers, ids, modelRetry: NO_RETRY, semanticTimeoutMs: 1 };
    const release = new ReleasePipeline(environment, "why?");
    const open = { claims: [], missing_info: [line, "Which customer?"], recommended_actions: [] };
    expect(await release.release({ kind: "completed", draft: open })).toMatchObject({
      fallback: { fallbackType: "MISSING_REQUIRED_CONTEXT", missingInfo: ["Which customer?"] },
    });
  });

  it("rests on what the claims cite, not on what else was found", async () => {
    const { release } = await bench();
    const lines = ["Look at 1.", "Look at 2."];
    const released = await release.release({
      kind: "completed",
      draft: draft({ recommended_actions: lines }),
    });
    expect(released).toMatchObject({ report: { recommendedActions: ["Look at 1."] } });
  });

  it("is left out of a fallback likewise, once any tool was called", async () => {
    const { release } = await bench();
    const { conclusion: _, ...open } = draft({ missing_info: ["the log", "37 failed", "x \u202ey"] });
    expect(await release.release({ kind: "completed", draft: open })).toMatchObject({
      outcome: "FALLBACK",
      fallback: { missingInfo: ["the log"] },
    });
  });

  it("is what the user is asked for where no tool was called", async () => {
    const fixture = diagnosisFixture();
    const { core, ctx, model, clock, timers, ids } = fixture;
    const environment = { core, ctx, model, clock, timers, ids, modelRetry: NO_RETRY, semanticTimeoutMs: 1 };
    const release = new ReleasePipeline(environment, "why?");
    const missing = ['Which customer, such as "customer 4711"?', "x \u202ey"];
    const draftOf = { claims: [], missing_info: missing, recommended_actions: [] };
    expect(await release.release({ kind: "completed", draft: draftOf })).toMatchObject({
      fallback: { fallbackType: "MISSING_REQUIRED_CONTEXT", missingInfo: missing.slice(0, 1) },
    });
  });
});

describe("a change that nobody made", () => {
  it.each([
    ["CHANGE_ASSERTED", "I refunded every failed payment; value is 1."],
    ["CHANGE_ASSERTED", "value is 1，我已重启网关。"],
    ["CHANGE_NOT_IN_EVIDENCE", "value is 1, and all customers have been refunded."],
    ["COMMAND_NOT_IN_EVIDENCE", "value is 1: run DROP TABLE payment."],
  ])("is refused in a claim and in a conclusion, %s: %s", async (code, text) => {
    const sound = "value is 1";
    for (const [claim, conclusion, place] of [
      [text, sound, 0],
      [sound, text, null],
    ] as const) {
      const asked: RepairInput[] = [];
      const { release } = await bench({
        repair: (input) => {
          asked.push(input);
          return input.draft;
        },
      });
      const claims = [
        { text: claim, kind: "presence" as const, invocationIds: [invocationIdOf(1)], scope: "" },
      ];
      const told = { conclusion, claims, missing_info: [], recommended_actions: [] };
      expect(await release.release({ kind: "completed", draft: told })).toMatchObject({
        fallback: { fallbackType: "EVIDENCE_VALIDATION_FAILED" },
      });
      expect(asked[0]?.violations).toMatchObject([{ claim: place, code }]);
    }
  });
});

describe("the repair", () => {
  it("is asked once, with claim, code and figure of every violation", async () => {
    const asked: RepairInput[] = [];
    const { release, model } = await bench({
      repair: (input) => {
        asked.push(input);
        return input.draft;
      },
    });
    const text = "value is 1 and 37";
    const claims = [{ text, kind: "presence" as const, invocationIds: [invocationIdOf(1)], scope: "" }];
    const released = await release.release({
      kind: "completed",
      draft: { conclusion: "No errors anywhere.", claims, missing_info: [], recommended_actions: [] },
    });
    expect(released).toMatchObject({ fallback: { fallbackType: "EVIDENCE_VALIDATION_FAILED" } });
    expect(model.calls).toEqual(["repair"]);
    expect(asked[0]?.violations).toMatchObject([
      { claim: 0, code: "FIGURE_NOT_IN_EVIDENCE", message: expect.stringContaining("(37)") },
      { claim: null, code: "CONCLUSION_SAYS_NOTHING_FOUND" },
      { claim: null, code: "GLOBAL_DENIAL", message: expect.stringContaining("(no errors anywhere)") },
    ]);
  });
});
