import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { countPlaywright, countVitest } from "./report-counts";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "interlock-report-"));
  path = join(folder, "report.json");
});
afterEach(() => rm(folder, { recursive: true }));

describe("countVitest", () => {
  const report = (passed: number, failed: number, files: { status: string; assertionResults: unknown[] }[]) =>
    writeFile(path, JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults: files }));

  it("counts tests, and a file that could not be loaded as one failure", async () => {
    await report(5, 1, [
      { status: "passed", assertionResults: [{}] },
      { status: "failed", assertionResults: [{}] },
      { status: "failed", assertionResults: [] },
    ]);
    expect(await countVitest(path, 1, "out")).toEqual({ passed: 5, failed: 2, output: "out" });
  });

  it("counts a failure outside of the tests, and a report that is missing", async () => {
    await report(5, 0, []);
    expect(await countVitest(path, 1, "")).toMatchObject({ passed: 5, failed: 1 });
    expect(await countVitest(path, 0, "")).toMatchObject({ passed: 5, failed: 0 });
    expect(await countVitest(join(folder, "none"), 0, "")).toMatchObject({ passed: 0, failed: 1 });
  });
});

describe("countPlaywright", () => {
  it("takes a test that passed at a second attempt for a failure", async () => {
    await writeFile(path, JSON.stringify({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 } }));
    expect(await countPlaywright(path, 1, "")).toMatchObject({ passed: 3, failed: 2 });
  });
});
