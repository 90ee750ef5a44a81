import fc from "fast-check";
import { describe, it } from "vitest";
import { script } from "./testing/exit-script";
import { PlayedScript } from "./testing/play-script";
import { assertScriptInvariants } from "./testing/script-invariants";
import { expectNoUnhandledRejections } from "./testing/unhandled-rejections";

expectNoUnhandledRejections();

const RUNS = Number(process.env.INTERLOCK_PROPERTY_CASES ?? 20_000);

describe("random trees of calls in a random order", () => {
  it(`keep every invariant in ${RUNS} runs`, { timeout: 10_000 + 9 * RUNS }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), script, async (scheduler, tree) => {
        const played = new PlayedScript(scheduler);
        await played.play(tree);
        await assertScriptInvariants(played, tree);
      }),
      { numRuns: RUNS },
    );
  });
});
