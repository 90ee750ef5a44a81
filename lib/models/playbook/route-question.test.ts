import { describe, expect, it } from "vitest";
import { fixtureKnowledge } from "../../knowledge/testing/fixture-knowledge";
import { isFollowUp } from "./choose-playbook";
import { asksForKnowledge, isAboutSystem, routeQuestion } from "./route-question";

const knowledge = fixtureKnowledge();
const route = (query: string, previousQuery: string | null = null) =>
  routeQuestion(knowledge, {
    query,
    history: [],
    previousTurn: previousQuery === null ? null : { query: previousQuery, conclusion: "c" },
  });

describe("questions about the system", () => {
  it.each([
    "Hi",
    "hello!",
    "Hey there",
    "Good morning",
    "Thanks a lot!",
    "thank you very much",
    "What can you do?",
    "what can you do for me",
    "Who are you?",
    "what are you?",
    "help",
    "Help me, please",
    "How do you work?",
    "How do I use this?",
    "What is Interlock?",
    "Hello, what can you do?",
    "What's your name?",
    "what kind of questions can you answer?",
    "Are you a bot?",
    "¿Qué puedes hacer?",
    "Hola",
    "Bonjour !",
    "Guten Tag",
    "Was kannst du?",
    "你好",
    "您好！",
    "你能做什么？",
    "你可以帮我做什么",
    "你是谁",
    "帮助",
    "你有什么功能？",
    "你好，你能做什么？",
    "谢谢",
    "Привет",
    "こんにちは",
  ])("%s", (query) => {
    expect(isAboutSystem(query)).toBe(true);
    expect(route(query).intent).toBe("SYSTEM_CHAT");
  });

  it.each([
    "Hi, why do gateways fail?",
    "help me find out why gateways fail",
    "What can fail in a gateway?",
    "Who is blocking whom?",
    "Hilfe, gateways fail",
    "hint: look at gateways",
    "你好，网关为什么失败？",
    "thanks, and yesterday?",
    "",
    "???",
    "highlights",
  ])("not: %s", (query) => {
    expect(isAboutSystem(query)).toBe(false);
  });
});

describe("knowledge or diagnosis", () => {
  it.each([
    ["How do I rotate the read-only account?", "KNOWLEDGE_QUERY"],
    ["how to rotate read only accounts", "KNOWLEDGE_QUERY"],
    ["What is a merchant?", "KNOWLEDGE_QUERY"],
    ["怎么轮换只读账号？", "KNOWLEDGE_QUERY"],
    ["Why do gateways fail?", "DIAGNOSIS"],
    ["How do gateways fail?", "DIAGNOSIS"],
    ["网关为什么失败", "DIAGNOSIS"],
    ["rotate the read-only account", "DIAGNOSIS"],
    ["How do I bake bread?", "DIAGNOSIS"],
    ["zzz", "DIAGNOSIS"],
    ["", "DIAGNOSIS"],
  ])("%s → %s", (query, intent) => {
    expect(route(query).intent).toBe(intent);
  });

  it("gives its reasons with the scores", () => {
    expect(route("Why do gateways fail?").rationale).toMatch(
      /playbook gateways; best passage 0\.\d\d.*best playbook 1\.00 \(gateways\)/,
    );
    expect(route("How do I rotate the read-only account?").rationale).toMatch(
      /best passage 1\.00 \(Rotate the read-only account\)/,
    );
  });

  it("follows up on a diagnosis", () => {
    expect(route("and yesterday?", "Why do gateways fail?")).toMatchObject({
      intent: "DIAGNOSIS",
      rationale: expect.stringContaining("playbook gateways of the question before") as string,
    });
  });

  it("knows how-to and what-is by their form", () => {
    expect(
      ["How can I", "what does it mean", "Explain locks", "如何", "什么是回退"].every(asksForKnowledge),
    ).toBe(true);
    expect(
      ["Why is it slow", "how many failed", "how much", "谁阻塞了谁", "支付失败"].some(asksForKnowledge),
    ).toBe(false);
  });

  it("knows follow-ups by their form", () => {
    expect(
      [
        "and yesterday?",
        "And for customer 5",
        "what about checkout",
        "那昨天呢？",
        "昨天呢",
        "再看看今天",
      ].every(isFollowUp),
    ).toBe(true);
    expect(["Android is slow", "format fails", "Why?", "那些订单很慢吗"].slice(0, 3).some(isFollowUp)).toBe(
      false,
    );
  });
});
