import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RunCapacityCounter } from "./run-capacity-counter";

describe("RunCapacityCounter (RUN-11)", () => {
  it("takes up to its limit and not one more", () => {
    const counter = new RunCapacityCounter(3);
    expect(counter.tryReserve(2)).toEqual({ ok: true, balance: 1 });
    expect(counter.tryReserve(2)).toEqual({ ok: false, balance: 1 });
    expect(counter.used).toBe(2);
    expect(counter.tryReserve(1)).toEqual({ ok: true, balance: 0 });
    expect(counter.tryReserve(1)).toEqual({ ok: false, balance: 0 });
  });

  it("may be settled below zero, and then reserves nothing, not even nothing", () => {
    const counter = new RunCapacityCounter(3);
    expect(counter.settle(5)).toBe(-2);
    expect(counter.tryReserve(0)).toEqual({ ok: false, balance: -2 });
    expect(counter.settle(-5)).toBe(3);
  });

  it("refuses amounts that are no amounts", () => {
    const counter = new RunCapacityCounter(3);
    for (const amount of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => counter.tryReserve(amount)).toThrow(RangeError);
      expect(() => new RunCapacityCounter(amount)).toThrow(RangeError);
    }
    expect(() => counter.settle(Number.NaN)).toThrow(RangeError);
    expect(() => counter.settle(-1)).toThrow(RangeError);
    expect(counter.used).toBe(0);
  });

  it("never lets reservations alone exceed the limit", () => {
    fc.assert(
      fc.property(fc.nat(50), fc.array(fc.nat(20)), (limit, amounts) => {
        const counter = new RunCapacityCounter(limit);
        let taken = 0;
        for (const amount of amounts) if (counter.tryReserve(amount).ok) taken += amount;
        expect(counter.used).toBe(taken);
        expect(counter.balance).toBe(limit - taken);
        expect(taken).toBeLessThanOrEqual(limit);
      }),
    );
  });
});
