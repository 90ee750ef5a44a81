import { z } from "zod";
import { readRecord } from "../provision/json-record";
import type { StageOutcome } from "./stage";

const vitestReportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

const playwrightReportSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

/**
 * Counts what vitest's JSON report holds. A file that could not be loaded is one failure, and so is a run that failed
 * although every test passed (an unhandled error) or that left no report.
 */
export async function countVitest(
  reportPath: string,
  exitCode: number,
  output: string,
): Promise<StageOutcome> {
  const report = await readRecord(reportPath, vitestReportSchema);
  if (report === undefined) return { passed: 0, failed: 1, output };
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  ).length;
  return settle(report.numPassedTests, report.numFailedTests + brokenFiles, exitCode, output);
}

/** Counts what Playwright's JSON report holds; a test that passed at a second attempt is a failure. */
export async function countPlaywright(
  reportPath: string,
  exitCode: number,
  output: string,
): Promise<StageOutcome> {
  const report = await readRecord(reportPath, playwrightReportSchema);
  if (report === undefined) return { passed: 0, failed: 1, output };
  const { expected, unexpected, flaky } = report.stats;
  return settle(expected, unexpected + flaky, exitCode, output);
}

function settle(passed: number, failed: number, exitCode: number, output: string): StageOutcome {
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed, output };
}
