import { describe, expect, it } from "vitest";
import { RUN_ID, SESSION_ID } from "./testing/run-fixtures";
import { readTyped } from "./typed-search";

describe("readTyped", () => {
  it.each([
    RUN_ID,
    `  ${RUN_ID}\n`,
    `https://interlock.example/runs/${RUN_ID}?tab=answer`,
    `look at ${RUN_ID}, please`,
    `/runs/compare?a=${RUN_ID}`,
  ])("finds the run in %j", (typed) => {
    expect(readTyped(typed)).toEqual({ kind: "run", runId: RUN_ID });
  });

  it("finds a session", () => {
    expect(readTyped(`/runs?session=${SESSION_ID}`)).toEqual({ kind: "session", sessionId: SESSION_ID });
  });

  it.each(["run_1", `${RUN_ID}x`, `run_${"u".repeat(26)}`])("searches for %j, which is no id", (typed) => {
    expect(readTyped(typed)).toEqual({ kind: "text", text: typed });
  });

  it.each([
    [" 支付 失败 ", "支付 失败"],
    ["why 9", "why 9"],
  ])("searches for %j", (typed, text) => {
    expect(readTyped(typed)).toEqual({ kind: "text", text });
  });

  it.each(["支", "?!", "a".repeat(201)])("says what to type instead of %j", (typed) => {
    const read = readTyped(typed);
    expect(read.kind).toBe("unsearchable");
    expect(read).toMatchObject({ says: expect.stringMatching(/^Please .+\.$/) });
  });

  it("has nothing to say about nothing", () => {
    expect(readTyped(" \n")).toEqual({ kind: "nothing" });
  });
});
