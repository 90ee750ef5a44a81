import { describe, expect, it } from "vitest";
import { fixtureKnowledge } from "../../knowledge/testing/fixture-knowledge";
import { PlaybookDraft } from "./draft-text";
import { takeStep } from "./take-step";
import { findUnreadScope } from "./unread-scope";

const NOW = Date.parse("2026-11-30T15:30:45Z");
const knowledge = fixtureKnowledge();
const [playbook] = knowledge.playbooks;
if (playbook === undefined) throw new Error("the fixture has no playbook");

describe("findUnreadScope", () => {
  it.each([
    ["Why did gateways fail on Mars in 1850?", ["1850"], ["Mars"]],
    ["Gateways failed. In 1850.", ["1850"], []],
    ["Why do gateways fail in New York?", [], ["New York"]],
    ["1850年网关为什么失败？", ["1850"], []],
    ["Gateways failed in 2024 and in 2025", ["2024", "2025"], []],
  ])("%s", (query, years, places) => {
    expect(findUnreadScope(playbook, new Map(), query, NOW)).toEqual({ years, places });
  });
  it.each([
    "Why do gateways fail since 14:00?",
    "Why did gateways fail on 2026-11-28?",
    "Why did gateways fail on November 28, 2026?",
    "Why did gateways fail on Friday?",
    "Why does order 1850 fail?",
    "in 1500 ms",
    "Gateways fail at 1850:00",
    "2026年11月28日网关失败",
  ])("nothing in: %s", (query) => {
    expect(findUnreadScope(playbook, new Map(), query, NOW)).toEqual({ years: [], places: [] });
  });
  it("a name that a parameter took is read", () => {
    const params = new Map([["gateway", "northpay"]]);
    expect(findUnreadScope(playbook, params, "Why do payments fail at Northpay?", NOW).places).toEqual([]);
  });
});

const step = (query: string, stopRequired = false) =>
  takeStep(knowledge, {
    query,
    previousTurn: null,
    startedAt: NOW,
    observations: [],
    tools: [],
    sources: [],
    stopRequired,
  });

describe("what is done about it", () => {
  it("a bare year is asked about, and nothing is concluded of another time", () => {
    const taken = step("Why did gateways fail in 1850?");
    if (taken.kind !== "draft") throw new Error("expected a draft");
    const draft = PlaybookDraft.parse(JSON.parse(taken.text));
    expect(draft.conclusion).toBeUndefined();
    expect(draft.missing_info.join()).toContain("1850");
  });
  it("a place is named as not considered", () => {
    const taken = step("Why do gateways fail on Mars?", true);
    if (taken.kind !== "draft") throw new Error("expected a draft");
    expect(PlaybookDraft.parse(JSON.parse(taken.text)).missing_info.join()).toContain('"Mars"');
  });
});
