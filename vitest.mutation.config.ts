import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import base from "./vitest.config";

/** Most mutants die in a small suite; the broad ones are asked about the rest. */
class BroadSuitesLast extends BaseSequencer {
  override async sort(suites: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(suites);
    return [...sorted.filter((suite) => !isBroad(suite)), ...sorted.filter(isBroad)];
  }
}

function isBroad({ moduleId }: TestSpecification): boolean {
  return /\.property\.test|exit-matrix|-example\.test|adversarial/.test(moduleId);
}

/** The suites of the two mutated rooms, made fast: every mutant runs those that reach it again. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ["lib/{invocation,harness}/**/*.test.ts"],
    env: { INTERLOCK_PROPERTY_CASES: "150" },
    isolate: false,
    sequence: { sequencer: BroadSuitesLast },
    // A promise that a mutant never settles fails its test soon.
    testTimeout: 10_000,
  },
});
