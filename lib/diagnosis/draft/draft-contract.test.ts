import { describe, expect, it } from "vitest";
import { invocationIdOf } from "../testing/ready-record";
import { isConcluded, parseDraft } from "./draft-contract";

const claim = { text: "5 orders", kind: "presence", invocationIds: [invocationIdOf(1)], scope: "orders" };
const draft = { conclusion: "It fails.", claims: [claim], missing_info: ["x"], recommended_actions: ["y"] };
const problemOf = (text: string) => {
  const parsed = parseDraft(text);
  return parsed.ok ? null : parsed.problem;
};

describe("parseDraft", () => {
  it("takes a draft with and without a conclusion", () => {
    const whole = parseDraft(` ${JSON.stringify(draft)}\n`);
    expect(whole).toEqual({ ok: true, draft });
    const { conclusion: _, ...without } = draft;
    const parsed = parseDraft(JSON.stringify(without));
    expect(parsed.ok && isConcluded(parsed.draft)).toBe(false);
    expect(whole.ok && isConcluded(whole.draft)).toBe(true);
  });
  it.each([
    ["EMPTY", ""],
    ["EMPTY", " \n"],
    ["NOT_JSON", "the database is slow"],
    ["NOT_JSON", `Here it is: ${JSON.stringify(draft)}`],
    ["NOT_JSON", `${JSON.stringify(draft)} I hope this helps.`],
    ["NOT_JSON", `\`\`\`json\n${JSON.stringify(draft)}\n\`\`\``],
    ["NOT_JSON", `${JSON.stringify(draft)}${JSON.stringify(draft)}`],
    ["TOO_LONG", `"${"x".repeat(200_000)}"`],
    ["SCHEMA", "null"],
    ["SCHEMA", "[]"],
    ["SCHEMA", JSON.stringify([draft])],
    ["SCHEMA", JSON.stringify({ ...draft, thoughts: "…" })],
    ["SCHEMA", '{"claims":[],"missing_info":[],"recommended_actions":[],"__proto__":{}}'],
    ["SCHEMA", JSON.stringify({ ...draft, conclusion: "" })],
    ["SCHEMA", JSON.stringify({ ...draft, conclusion: "  " })],
    ["SCHEMA", JSON.stringify({ ...draft, conclusion: null })],
    ["SCHEMA", JSON.stringify({ ...draft, missing_info: "none" })],
    ["SCHEMA", JSON.stringify({ conclusion: "x", claims: [] })],
    ["SCHEMA", JSON.stringify({ ...draft, claims: [{ ...claim, confidence: 1 }] })],
    ["SCHEMA", JSON.stringify({ ...draft, claims: [{ ...claim, kind: "rumour" }] })],
    ["SCHEMA", JSON.stringify({ ...draft, claims: [{ ...claim, invocationIds: [] }] })],
    ["SCHEMA", JSON.stringify({ ...draft, claims: [{ ...claim, invocationIds: ["1"] }] })],
  ])("refuses %s: %s", (problem, text) => {
    expect(problemOf(text)).toBe(problem);
  });
  it("judges shape only: an id that nobody knows is lawful here", () => {
    expect(
      problemOf(JSON.stringify({ ...draft, claims: [{ ...claim, invocationIds: [invocationIdOf(99)] }] })),
    ).toBeNull();
  });
});
