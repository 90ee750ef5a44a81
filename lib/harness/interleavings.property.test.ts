import fc from "fast-check";
import { describe, it } from "vitest";
import { assertInvariants } from "./testing/interleaving-invariants";
import { InterleavingRun } from "./testing/interleaving-run";
import { script } from "./testing/interleaving-script";

const RUNS = Number(process.env.INTERLOCK_PROPERTY_CASES ?? 12_000);

describe("random interleavings of one run", () => {
  it(`keeps every invariant in ${RUNS} runs`, { timeout: 10_000 + 10 * RUNS }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), script, async (scheduler, acts) => {
        const run = new InterleavingRun(scheduler);
        await run.play(acts);
        await assertInvariants(run);
      }),
      { numRuns: RUNS },
    );
  });
});
