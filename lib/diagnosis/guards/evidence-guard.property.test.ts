import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { invocationIdOf, readyRecord, storeOf } from "../testing/ready-record";
import { checkEvidence } from "./evidence-guard";
import { parseDecimal, roundedUnits } from "./figures/decimal";

const RUNS = { numRuns: 400 };

function stands(text: string, cells: readonly string[]): boolean {
  const record = readyRecord({ columns: cells.map((_, i) => `c${i}x`), rows: [[...cells]], scope: "s" });
  const claims = [{ text, kind: "presence" as const, invocationIds: [invocationIdOf(1)], scope: "" }];
  const draft = { conclusion: "It fails.", claims, missing_info: [], recommended_actions: [] };
  return !checkEvidence(draft, storeOf([record]), "why?").some(({ claim }) => claim !== null);
}
/** Is the number one that some cell rounds to? The oracle of "itself in the evidence". */
function isIn(number: string, cells: readonly string[]): boolean {
  const claimed = parseDecimal(number);
  if (claimed === null) return false;
  return cells.some((cell) => {
    const value = parseDecimal(cell);
    return value !== null && roundedUnits(value, claimed.scale) === claimed.units;
  });
}
const digitChange = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 9 }));
function mutateDigit(text: string, [place, by]: readonly [number, number]): string {
  const places = [...text].flatMap((character, index) => (/\d/.test(character) ? [index] : []));
  const at = places[place % places.length] ?? 0;
  return text.slice(0, at) + String((Number(text.charAt(at)) + by) % 10) + text.slice(at + 1);
}

const decimal = fc
  .tuple(
    fc.boolean(),
    fc.bigInt({ min: 0n, max: 10n ** 15n }),
    fc.option(fc.stringMatching(/^\d{1,6}$/), { nil: null }),
  )
  .map(
    ([negative, whole, fraction]) =>
      `${negative ? "-" : ""}${whole}${fraction === null ? "" : `.${fraction}`}`,
  );
const cells = fc.array(decimal, { minLength: 1, maxLength: 6 });
const picked = cells.chain((all) => fc.tuple(fc.constant(all), fc.constantFrom(...all)));
const before = fc.constantFrom("It rose to ", "(", "", "value: ", "From ");
const after = fc.constantFrom(" ms.", ")", "", "%", ", then it fell", " rows", "; done");

describe("numbers", () => {
  it("stand as the evidence has them, wherever and in whatever order", () => {
    fc.assert(
      fc.property(cells, before, after, fc.nat(), (all, head, tail, turn) => {
        const order = [...all.slice(turn % all.length), ...all.slice(0, turn % all.length)];
        const text = order.map((cell) => head + cell + tail).join(" and ");
        expect(stands(text, all)).toBe(true);
      }),
      RUNS,
    );
  });

  it("fall with one digit changed, unless the changed number is in the evidence too", () => {
    fc.assert(
      fc.property(picked, before, after, digitChange, ([all, cell], head, tail, change) => {
        const changed = mutateDigit(cell, change);
        expect(stands(head + changed + tail, all)).toBe(isIn(changed, all));
      }),
      RUNS,
    );
  });

  it("stand rounded to fewer decimals, half away from zero, and fall one unit beside it", () => {
    fc.assert(
      fc.property(picked, fc.integer({ min: 0, max: 6 }), ([all, cell], decimals) => {
        const value = parseDecimal(cell);
        if (value === null) throw new Error("the cell is a number");
        const units = roundedUnits(value, decimals);
        expect(stands(`it is ${written(units, decimals)} now`, all)).toBe(true);
        const beside = written(units + 1n, decimals);
        expect(stands(`it is ${beside} now`, all)).toBe(isIn(beside, all));
      }),
      RUNS,
    );
  });

  it("fall with the sign changed, unless zero", () => {
    fc.assert(
      fc.property(picked, fc.constantFrom("-", "\u2212", "\u2013", "\uff0d"), ([all, cell], minus) => {
        const other = cell.startsWith("-") ? cell.slice(1) : minus + cell;
        const plain = cell.startsWith("-") ? cell.slice(1) : `-${cell}`;
        expect(stands(`it moved by ${other} today`, all)).toBe(isIn(plain, all));
      }),
      RUNS,
    );
  });

  it("stand with thousands separators, and fall with one digit changed", () => {
    const separators = [",", "'", "\u2019", "_", "\u00a0", "\u202f", "\u2009", "\u2007"];
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1_000n, max: 10n ** 12n }),
        fc.constantFrom(...separators),
        digitChange,
        (n, mark, change) => {
          const cell = String(n);
          const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, mark);
          expect(stands(`there are ${grouped(cell)} rows`, [cell])).toBe(true);
          const changed = mutateDigit(cell, change);
          expect(stands(`there are ${grouped(changed)} rows`, [cell])).toBe(isIn(changed, [cell]));
        },
      ),
      RUNS,
    );
  });

  it("read the same in the digits of every script", () => {
    const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10, 0x1d7ce, 0x1d7d8, 0x1d7f6, 0x104a0];
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 9n }),
        fc.constantFrom(...zeros),
        digitChange,
        (n, zero, change) => {
          const inScript = (digits: string) =>
            [...digits].map((digit) => String.fromCodePoint(zero + Number(digit))).join("");
          const cell = String(n);
          expect(stands(`there are ${inScript(cell)} rows`, [cell])).toBe(true);
          const changed = mutateDigit(cell, change);
          expect(stands(`there are ${inScript(changed)} rows`, [cell])).toBe(isIn(changed, [cell]));
        },
      ),
      RUNS,
    );
  });

  it("cannot be hidden by characters that are not seen", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[1-9]\d{1,6}$/),
        fc.constantFrom("\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\ufe0f", "\u034f"),
        fc.nat(),
        (digits, hidden, place) => {
          const at = 1 + (place % (digits.length - 1));
          const text = `there are ${digits.slice(0, at)}${hidden}${digits.slice(at)} rows`;
          expect(stands(text, [digits])).toBe(true);
          const parts = [digits.slice(0, at), digits.slice(at)];
          expect(stands(text, parts)).toBe(isIn(digits, parts));
        },
      ),
      RUNS,
    );
  });
});

describe("identifiers", () => {
  const identifier = fc.oneof(
    fc
      .tuple(fc.stringMatching(/^[a-z]{1,6}$/), fc.constantFrom("-", "_", ""), fc.stringMatching(/^\d{1,6}$/))
      .map((p) => p.join("")),
    fc.uuid(),
    fc.stringMatching(/^[a-z]{2,5}_[a-z]{2,5}_\d{1,3}$/),
    fc.stringMatching(/^0x[0-9a-f]{3,8}$/),
  );
  it("stand as they are, and fall with one digit changed", () => {
    fc.assert(
      fc.property(identifier, digitChange, (id, change) => {
        // "12ms" and the like are numbers with a unit, not identifiers.
        fc.pre(/^[a-z0]/.test(id) || id.length === 36);
        expect(stands(`the culprit is ${id}.`, [id])).toBe(true);
        const changed = /\d/.test(id) ? mutateDigit(id, change) : `${id}0`;
        expect(stands(`the culprit is ${changed}.`, [id])).toBe(false);
      }),
      RUNS,
    );
  });
});

describe("times", () => {
  const time = fc
    .date({
      min: new Date("2000-01-01T00:00:00Z"),
      max: new Date("2099-12-31T23:59:59Z"),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString().slice(0, 19).replace("T", " "));
  it("stand cut to the minute or to the date, and fall with one digit changed", () => {
    fc.assert(
      fc.property(
        time,
        fc.constantFrom(10, 16, 19),
        fc.constantFrom("", "Z", " UTC"),
        digitChange,
        (cell, length, zone, change) => {
          const written = cell.slice(0, length) + (length === 10 ? "" : zone);
          expect(stands(`since ${written}, it fails`, [cell])).toBe(true);
          const changed = mutateDigit(written, change);
          expect(stands(`since ${changed}, it fails`, [cell])).toBe(false);
        },
      ),
      RUNS,
    );
  });
});

it("takes any text at all and answers", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 120 }),
      fc.string({ unit: "grapheme", maxLength: 60 }),
      (text, cell) => {
        expect(typeof stands(text === "" ? "x" : text, [cell])).toBe("boolean");
      },
    ),
    { numRuns: 1_000 },
  );
});

function written(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const sign = units < 0n ? "-" : "";
  return decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-decimals)}`;
}
