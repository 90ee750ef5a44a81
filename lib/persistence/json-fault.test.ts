import fc from "fast-check";
import { expect, it } from "vitest";
import { jsonFaultOf } from "./json-fault";

const circle: { next?: unknown } = {};
circle.next = [circle];

it.each<[string, unknown, string]>([
  ["undefined", undefined, "it is undefined"],
  ["a function", () => 1, "it is a function"],
  ["a symbol", Symbol("s"), "it is a symbol"],
  ["a bigint", { big: 1n }, "it.big is a bigint"],
  ["not a number", { list: [1, NaN] }, "it.list[1] is NaN"],
  ["infinity", [[Infinity]], "it[0][0] is Infinity"],
  ["a date", { at: new Date(0) }, "it.at is an instance of a class"],
  ["a map", new Map(), "it is an instance of a class"],
  ["an error", [new Error("x")], "it[0] is an instance of a class"],
  ["undefined in a list", [1, undefined], "it[1] is undefined"],
  ["a hole in a list", new Array(2), "it[0] is undefined"],
  ["a method that writes something else", { toJSON: () => 1 }, "it.toJSON is a function"],
  ["a circle", circle, "it.next[0] contains itself"],
])("names the part that is no JSON: %s", (_kind, value, fault) => {
  expect(jsonFaultOf(value)).toBe(fault);
});

it("takes a part that is there twice, an object without a prototype, and an absent property", () => {
  const part = { a: 1 };
  expect(jsonFaultOf([part, part, Object.create(null), { absent: undefined }])).toBeNull();
});

it("finds no fault in anything that JSON can write", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => jsonFaultOf(value) === null));
});

it("finds a fault in, or gets back, anything at all", () => {
  fc.assert(
    fc.property(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true }),
      (value) => {
        if (jsonFaultOf(value) !== null) return;
        // −0 is written as 0, and an undefined property is left out.
        const back: unknown = JSON.parse(JSON.stringify(value));
        expect(JSON.stringify(back)).toBe(JSON.stringify(value));
        expect(back === null).toBe(value === null);
      },
    ),
  );
});
