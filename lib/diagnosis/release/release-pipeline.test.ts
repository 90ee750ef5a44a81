import { describe, expect, it } from "vitest";
import { takeProgressSnapshot } from "../agent/progress-snapshot";
import { digestOf } from "../evidence/content-hash";
import { diagnosisFixture } from "../testing/diagnosis-fixture";
import { invocationIdOf, readyRecord } from "../testing/ready-record";
import { ReleasePipeline } from "./release-pipeline";

/** A run with two READY records. */
async function bench() {
  const fixture = diagnosisFixture();
  const { core, ctx, model, clock, ids } = fixture;
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
  const release = new ReleasePipeline({ core, ctx, model, clock, ids, semanticTimeoutMs: 1_000 }, "why?");
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
