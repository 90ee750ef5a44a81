import { describe, expect, it } from "vitest";
import { AttemptLimit } from "./attempt-limit";

const MINUTE = 60_000;

function limitAt(start = 0) {
  const clock = { time: start, now: () => clock.time };
  const limit = new AttemptLimit(clock);
  const tries = (count: number, account: string, address: string) =>
    Array.from({ length: count }, () => limit.attempt(account, address).kind);
  return { clock, limit, tries };
}

describe("AttemptLimit", () => {
  it("lets five attempts of one address at one account pass, then says how long to wait", () => {
    const { clock, limit, tries } = limitAt();
    expect(tries(5, "ada", "10.0.0.1")).toEqual(Array(5).fill("allowed"));
    clock.time = 2 * MINUTE;
    expect(limit.attempt("ada", "10.0.0.1")).toEqual({ kind: "limited", retryAfterMs: 3 * MINUTE });
    expect(limit.attempt("ada", "10.0.0.2").kind).toBe("allowed");
    expect(limit.attempt("bob", "10.0.0.1").kind).toBe("allowed");
    clock.time = 5 * MINUTE;
    expect(limit.attempt("ada", "10.0.0.1").kind).toBe("allowed");
  });

  it("counts attempts that are still under way", () => {
    const { limit } = limitAt();
    const open = Array.from({ length: 6 }, () => limit.attempt("ada", "10.0.0.1"));
    expect(open.filter(({ kind }) => kind === "allowed")).toHaveLength(5);
  });

  it("forgets the mistakes of who then signs in, but not what others tried", () => {
    const { limit, tries } = limitAt();
    tries(4, "ada", "10.0.0.1");
    const right = limit.attempt("ada", "10.0.0.1");
    if (right.kind !== "allowed") throw new Error("the fifth attempt is allowed");
    right.forgive();
    expect(tries(5, "ada", "10.0.0.1")).toEqual(Array(5).fill("allowed"));
  });

  it("stops an address that tries names, and one account that is tried from everywhere", () => {
    const { limit } = limitAt();
    const names = Array.from({ length: 31 }, (_, i) => limit.attempt(`user-${i}`, "10.0.0.1").kind);
    expect(names.indexOf("limited")).toBe(30);
    const places = Array.from({ length: 61 }, (_, i) => limit.attempt("ada", `10.1.0.${i}`).kind);
    expect(places.indexOf("limited")).toBe(60);
  });

  it("keeps counting, in bounded memory, whatever is tried", () => {
    const { limit } = limitAt();
    for (let i = 0; i < 6_000; i++) limit.attempt(`user-${i}`, `10.0.${i % 250}.${i % 200}`);
    expect(Array.from({ length: 6 }, () => limit.attempt("ada", "10.9.9.9").kind)).toContain("limited");
  });
});
