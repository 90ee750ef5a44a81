import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readyRecord } from "../testing/ready-record";
import { canonicalJson } from "./canonical-json";
import { digestOf, isHashVerified, sha256Hex } from "./content-hash";

describe("canonicalJson", () => {
  it("does not depend on the order of keys", () => {
    expect(canonicalJson({ b: [1, null], a: { d: "x", c: true } })).toBe(
      '{"a":{"c":true,"d":"x"},"b":[1,null]}',
    );
  });
  it("says the same as JSON for every JSON value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
  it("refuses what JSON cannot say", () => {
    expect(() => canonicalJson(Number.NaN)).toThrow(TypeError);
    expect(() => canonicalJson({ f: () => 1 })).toThrow(TypeError);
  });
});

describe("digestOf", () => {
  it("hashes and measures the canonical encoding in UTF-8", () => {
    const { evidence } = readyRecord({ columns: ["名"], rows: [["é"]] });
    const encoded =
      '{"columns":[{"name":"名","type":"text"}],"rows":[["é"]],"truncated":{"cells":0,"columns":false,"rows":false}}';
    expect(digestOf(evidence)).toEqual({
      contentHash: sha256Hex(encoded),
      bytes: Buffer.byteLength(encoded),
    });
  });
  it("tells any changed cell apart", () => {
    const record = readyRecord({ rows: [["a", null]], columns: ["x", "y"] });
    expect(isHashVerified(record)).toBe(true);
    for (const rows of [
      [["b", null]],
      [["a", ""]],
      [["a", "null"]],
      [],
      [
        ["a", null],
        ["a", null],
      ],
    ]) {
      expect(isHashVerified({ ...record, evidence: { ...record.evidence, rows } })).toBe(false);
    }
  });
});
