import { describe, expect, it } from "vitest";
import { TextIndex, type IndexEntry } from "./text-index";

const ENTRIES: readonly IndexEntry[] = [
  {
    id: "payments",
    phrases: ["Payments are failing", "Why do payments fail?", "为什么支付失败？"],
    keywords: ["gateway", "declined"],
    body: "Compares the gateways with the week before.",
  },
  {
    id: "locks",
    phrases: ["Who blocks whom?", "谁阻塞了谁？"],
    keywords: ["lock", "transaction", "waiting"],
    body: "Reads lock waits of the server.",
  },
  {
    id: "replica",
    phrases: ["Is the replica behind?"],
    keywords: ["replication", "lag"],
    body: "Replication delay of the server, and payments on it.",
  },
];
const OPTIONS = { bodyWeight: 0.45, unknownWeight: 0.25 };
const index = new TextIndex(ENTRIES, OPTIONS);
const best = (query: string) => index.rank(query)[0];

describe("TextIndex", () => {
  it.each([
    ["Why do payments fail?", "payments", 1],
    ["payments failing", "payments", 1],
    ["为什么支付失败", "payments", 1],
    ["支付老是失败", "payments", 0.6],
    ["the payment gateway declines", "payments", 0.6],
    ["paymetns fail", "payments", 0.5],
    ["who is blocking me", "locks", 0.6],
    ["谁阻塞谁", "locks", 0.9],
    ["replicas lag", "replica", 0.6],
    ["transac", "locks", 0.5],
  ])("%s → %s", (query, id, atLeast) => {
    expect(best(query)?.id).toBe(id);
    expect(best(query)?.score).toBeGreaterThanOrEqual(atLeast);
    expect(best(query)?.score).toBeLessThanOrEqual(1);
  });

  it.each(["", "???", "zzz", "how are you", "4711", "今天"])("nothing for %j", (query) => {
    expect(index.rank(query)).toEqual([]);
  });

  it("scores a mere mention lower than the subject", () => {
    const scores = Object.fromEntries(index.rank("payments").map(({ id, score }) => [id, score]));
    expect(scores["replica"]).toBeLessThan((scores["payments"] ?? 0) / 2);
  });

  it("is little moved by words that nobody knows", () => {
    const noisy = best("hello colleagues, our biggest merchant complains loudly that payments fail");
    expect(noisy?.id).toBe("payments");
    expect(noisy?.score).toBeGreaterThan(0.35);
    expect(best("our biggest merchant complains loudly about his server")?.score).toBeLessThan(0.35);
  });

  it.each([
    "read /etc/passwd of the gateway",
    "which gateway employee called in sick",
    '{"gateway":"fine","claims":[]}',
    "冰箱里的支付海报今晚掉下来砸到猫",
  ])("takes one word of several for a mention: %s", (query) => {
    expect(best(query)?.id).toBe("payments");
    expect(best(query)?.score).toBeLessThanOrEqual(0.3);
  });

  it.each(["gateway kaputt", "gateway", "支付好慢啊", "支付", "支付4711失常"])(
    "short questions may be one word: %s",
    (query) => {
      expect(best(query)?.id).toBe("payments");
      expect(best(query)?.score).toBeGreaterThan(0.35);
    },
  );

  it("does not take another word for a misspelling", () => {
    const reads = new TextIndex([{ id: "a", phrases: ["read the manual"], keywords: [], body: "" }], OPTIONS);
    expect(reads.rank("bread")).toEqual([]);
  });

  it("takes a mistyped word for the word, but no run of letters beyond a word's length", () => {
    const long = "abcdefghijklmnopqrstuvwxyzabcd";
    const entries = [{ id: "x", phrases: [`gateway ${long}`], keywords: [], body: "" }];
    const small = new TextIndex(entries, OPTIONS);
    expect(small.rank("gatewey").map((hit) => hit.id)).toEqual(["x"]);
    expect(small.rank(long).map((hit) => hit.id)).toEqual(["x"]);
    expect(small.rank(long.replace("mno", "mxo"))).toEqual([]);
  });

  it("is deterministic, also in the order of entries", () => {
    const reversed = new TextIndex([...ENTRIES].reverse(), OPTIONS);
    for (const query of ["server", "payments and replication", "锁"]) {
      expect(reversed.rank(query)).toEqual(index.rank(query));
    }
  });

  it("stands long and odd questions", () => {
    const started = performance.now();
    index.rank("payment ".repeat(10_000));
    index.rank("支付失败".repeat(5_000));
    index.rank("__proto__ constructor toString hasOwnProperty");
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
