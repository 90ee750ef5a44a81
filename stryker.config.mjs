/** Mutation testing of lib/invocation and lib/harness: docs/mutation-testing.md. */
const FOLDER = ".data-mutation";

const options = {
  mutate: ["lib/{invocation,harness}/*.ts", "!lib/{invocation,harness}/*.test.ts"],
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "vitest.mutation.config.ts", related: false },
  coverageAnalysis: "perTest",
  concurrency: 1,
  // A mutant may hang a test; it has this long beyond what the tests took without it.
  timeoutMS: 6_000,
  // The rooms and what their tests import; the rest need not be copied.
  ignorePatterns: [
    ".data*",
    ".next",
    "app",
    "components",
    "docs",
    "e2e",
    "playbooks",
    "prisma",
    "lib/persistence",
  ],
  incremental: true,
  incrementalFile: `${FOLDER}/incremental.json`,
  tempDirName: `${FOLDER}/sandbox`,
  reporters: ["clear-text", "html", "json"],
  clearTextReporter: { logTests: false, reportTests: false },
  htmlReporter: { fileName: `${FOLDER}/index.html` },
  jsonReporter: { fileName: `${FOLDER}/mutation.json` },
  thresholds: { high: 95, low: 90, break: 85 },
};

export default options;
