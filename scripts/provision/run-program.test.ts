import { describe, expect, it } from "vitest";
import { findProcessesByCommand } from "./process-identity";
import { runProgram } from "./run-program";

describe("runProgram", () => {
  it("collects what a program writes, and its exit code", async () => {
    expect(await runProgram("sh", ["-c", "cat; echo err >&2; exit 3"], { input: "in " })).toMatchObject({
      kind: "exited",
      code: 3,
      stdout: "in ",
      output: expect.stringContaining("err") as unknown,
    });
  });

  it("says that a program is not there", async () => {
    expect(await runProgram("/nowhere/program", [])).toMatchObject({ kind: "not-started" });
  });

  it("ends a program that takes too long, with what it started", async () => {
    const outcome = await runProgram("sh", ["-c", "sleep 61.5 & echo begun; wait"], { timeoutMs: 300 });
    expect(outcome).toEqual({ kind: "timed-out", output: "begun\n" });
    expect(await findProcessesByCommand((command) => command === "sleep 61.5")).toEqual([]);
  });

  it("ends a program when it is aborted, and rejects with the reason", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const run = runProgram("sleep", ["62.5"], { signal: controller.signal });
    controller.abort(reason);
    await expect(run).rejects.toBe(reason);
  });
});
