import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { appendLine, compareLines, lastOf, type HistoryLine } from "./evaluation-history";
import { evaluationSet } from "./evaluation-set";
import { scoreEvaluation } from "./score-evaluation";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "interlock-eval-"));
});
afterEach(() => rm(folder, { recursive: true }));

function line(model: string, right: string[], wrong: string[], hash = "aaaa"): HistoryLine {
  return {
    at: "2026-11-30T15:30:45.000Z",
    model,
    set: { version: 1, hash, questions: right.length + wrong.length },
    score: scoreEvaluation([]),
    right,
    wrong,
    falseConclusions: [],
  };
}

describe("the history", () => {
  it("gives the newest line of the same model, past what cannot be read", async () => {
    const path = join(folder, "eval", "history.jsonl");
    expect(await lastOf(path, "playbook")).toBeNull();
    await appendLine(path, line("playbook", ["a"], ["b"]));
    await appendLine(path, line("playbook", ["a", "b"], []));
    await appendLine(path, line("another", [], ["a", "b"]));
    await appendFile(path, '{"model":"playbook","at":\n');
    expect(await lastOf(path, "playbook")).toEqual(line("playbook", ["a", "b"], []));
    expect(await lastOf(path, "third")).toBeNull();
  });

  it("says what is different, by name", () => {
    const before = line("m", ["a", "b"], ["c", "d"]);
    expect(compareLines(before, line("m", ["a", "c"], ["b", "d"]))).toBe(
      "+1 right: c; 1 newly wrong: b (against 2026-11-30T15:30:45.000Z)",
    );
    expect(compareLines(before, line("m", ["a", "b", "e"], ["c", "d"], "bbbb"))).toBe(
      "+0 right; 0 newly wrong; 1 not asked then; then of set 1/aaaa (against 2026-11-30T15:30:45.000Z)",
    );
  });
});

describe("the set", () => {
  it("holds what it promises", () => {
    const { questions, hash } = evaluationSet();
    const answerable = questions.filter(({ expect: { kind } }) => kind === "conclusion" || kind === "answer");
    expect(answerable.length).toBeGreaterThanOrEqual(30);
    expect(questions.length - answerable.length).toBeGreaterThanOrEqual(30);
    expect(questions.filter(({ language }) => language === "zh").length).toBeGreaterThanOrEqual(15);
    expect(hash).toBe(evaluationSet().hash);
  });
});
