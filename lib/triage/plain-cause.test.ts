import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeIdBody } from "../contracts/ids";
import { MAX_CAUSE_LENGTH, plainCause } from "./plain-cause";

/** Words without a digit, as a cause is made of; none that behind a number reads as the unit of a duration. */
const word = fc
  .stringMatching(/^[a-z]{1,9}$/)
  .filter((text) => !/^(?:ms|milliseconds?|s|secs?|seconds?|min|minutes?|h|hours?|d|days?)$/.test(text));
const sentence = fc.array(word, { minLength: 1, maxLength: 8 });

const number = fc.oneof(
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map(String),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value.toFixed(3)),
  fc.integer({ min: 1_000, max: 10_000_000 }).map((value) => value.toLocaleString("en")),
  fc.double({ min: 1, max: 9, noNaN: true }).map((value) => value.toExponential(2)),
);
const duration = fc
  .tuple(number, fc.constantFrom("ms", " ms", "s", " seconds", " min", " hours"))
  .map((parts) => parts.join(""));
const time = fc
  .date({ min: new Date("2001-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
  .chain((date) =>
    fc.constantFrom(date.toISOString(), date.toISOString().slice(0, 10), date.toISOString().slice(11, 19)),
  );
const id = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("run", "ses", "inv", "mdl"),
      fc.nat(),
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
    )
    .map(([prefix, at, random]) => `${prefix}_${encodeIdBody(at, random)}`),
  fc.uuid(),
  fc.nat().map((value) => `0x${value.toString(16)}`),
);
const passing = fc.oneof(number, duration, time, id);

/** The same words with something that passes at one place. */
function withAt(words: readonly string[], at: number, what: string): string {
  const place = at % (words.length + 1);
  return [...words.slice(0, place), what, ...words.slice(place)].join(" ");
}

describe("plainCause", () => {
  it("is the same whatever number, duration, time or id stands in a text", () => {
    fc.assert(
      fc.property(sentence, fc.nat(), passing, passing, (words, at, one, other) => {
        expect(plainCause(withAt(words, at, one))).toBe(plainCause(withAt(words, at, other)));
      }),
      { numRuns: 2_000 },
    );
  });

  it("keeps the words", () => {
    fc.assert(
      fc.property(sentence, fc.nat(), passing, (words, at, what) => {
        expect(plainCause(withAt(words, at, what))).toBe(withAt(words, at, "#"));
      }),
      { numRuns: 1_000 },
    );
  });

  it("changes nothing the second time, and is bounded, one line and well-formed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 600 }), (text) => {
        const once = plainCause(text);
        expect(plainCause(once)).toBe(once);
        expect(once.length).toBeLessThanOrEqual(MAX_CAUSE_LENGTH);
        expect(once.isWellFormed()).toBe(true);
        expect(once).not.toMatch(/[\r\n\t]/);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    [
      "the check could not be made: no answer within 20000 ms",
      "the check could not be made: no answer within #",
    ],
    ["Customer 4711 has no order since 2026-11-30T10:15:00Z", "customer # has no order since #"],
    ["run_01jdw3x8m6q2v4t7n9k5c1b0za failed  3 times", "# failed # times"],
    ["order 550e8400-e29b-41d4-a716-446655440000", "order #"],
    ["deadbeef0123456789 of commit", "# of commit"],
    ["值 ４２ 行", "值 # 行"],
  ])("%s", (text, plain) => {
    expect(plainCause(text)).toBe(plain);
  });
});
