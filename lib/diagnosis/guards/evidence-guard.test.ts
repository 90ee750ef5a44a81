import { describe, expect, it } from "vitest";
import type { Claim } from "../../contracts/answer";
import type { ErrorToolRecord, ReadyToolRecord } from "../../contracts/evidence";
import { invocationIdOf, readyRecord, storeOf, type ReadyRecordOptions } from "../testing/ready-record";
import { checkEvidence } from "./evidence-guard";

function claim(text: string, more: Partial<Claim> = {}): Claim {
  return { text, kind: "presence", invocationIds: [invocationIdOf(1)], scope: "", ...more };
}
function codes(
  claims: readonly Claim[],
  records: readonly ReadyToolRecord[],
  conclusion = "It fails.",
): string[] {
  const draft = { conclusion, claims: [...claims], missing_info: [], recommended_actions: [] };
  return checkEvidence(draft, storeOf(records)).map(({ code }) => code);
}
/** Does a claim with this text stand on one record with these contents? */
function stands(text: string, evidence: ReadyRecordOptions): boolean {
  const found = codes([claim(text)], [readyRecord({ rows: [["x"]], ...evidence })]);
  for (const code of found) expect(code).toBe("FIGURE_NOT_IN_EVIDENCE");
  return found.length === 0;
}

describe("references", () => {
  const record = readyRecord({ rows: [["5"]] });

  it("takes a claim on a READY record of this run", () => {
    expect(codes([claim("5 orders")], [record])).toEqual([]);
  });
  it("refuses a conclusion with no claim", () => {
    expect(codes([], [record])).toEqual(["NO_CLAIMS"]);
  });
  it("refuses an id that is not of this run", () => {
    expect(codes([claim("it is so", { invocationIds: [invocationIdOf(9)] })], [record])).toContain(
      "UNKNOWN_INVOCATION",
    );
  });
  it("refuses a record that is not READY", () => {
    const failed: ErrorToolRecord = {
      ...record,
      status: "ERROR",
      evidenceStatus: "ERROR",
      evidence: null,
      contentHash: null,
      bytes: null,
      gain: null,
      errorCode: "QUERY_TIMEOUT",
      errorMessage: "too slow",
    };
    const draft = { conclusion: "x", claims: [claim("it is so")], missing_info: [], recommended_actions: [] };
    const found = checkEvidence(draft, storeOf([failed])).map(({ code }) => code);
    expect(found).toEqual(["NOT_READY", "PRESENCE_ON_EMPTY"]);
  });
  it("refuses evidence that was changed after it was stored, and takes no figure from it", () => {
    const forged = { ...record, evidence: { ...record.evidence, rows: [["6"]] } };
    expect(codes([claim("6 orders")], [forged])).toEqual([
      "HASH_MISMATCH",
      "PRESENCE_ON_EMPTY",
      "FIGURE_NOT_IN_EVIDENCE",
    ]);
  });
  it("refuses a figure that only an uncited record has", () => {
    const other = readyRecord({ ordinal: 2, rows: [["77"]] });
    expect(codes([claim("77 orders")], [record, other])).toEqual(["FIGURE_NOT_IN_EVIDENCE"]);
  });
});

describe("kinds of claims", () => {
  const scope = "refunds of customer 4711 on 2026-07-29";
  const empty = readyRecord({ scope });
  const text = `There are no ${scope}.`;

  it("refuses a presence claim on empty results alone", () => {
    expect(codes([claim("it is there")], [empty])).toEqual(["PRESENCE_ON_EMPTY"]);
  });
  it("takes a presence claim that cites an empty result beside a full one", () => {
    const both = claim("it is there", { invocationIds: [invocationIdOf(1), invocationIdOf(2)] });
    expect(codes([both], [empty, readyRecord({ ordinal: 2, rows: [["1"]] })])).toEqual([]);
  });
  it("takes an absence claim of exactly the empty scope", () => {
    expect(codes([claim(text, { kind: "absence", scope })], [empty], text)).toEqual([]);
  });
  it.each([
    [
      "another scope",
      claim("There are no refunds.", { kind: "absence", scope: "refunds" }),
      "ABSENCE_WITHOUT_EMPTY_SCOPE",
    ],
    [
      "a scope that is not said",
      claim("There are none.", { kind: "absence", scope }),
      "ABSENCE_SCOPE_NOT_STATED",
    ],
    [
      "a longer word than the scope",
      claim(`There are no ${scope}5`, { kind: "absence", scope }),
      "ABSENCE_SCOPE_NOT_STATED",
    ],
    ["no scope", claim("There are none.", { kind: "absence", scope: "" }), "ABSENCE_SCOPE_NOT_STATED"],
  ])("refuses an absence claim with %s", (_, absence, code) => {
    expect(codes([absence], [empty], text)).toContain(code);
  });
  it("refuses an absence claim on a full result", () => {
    const full = readyRecord({ scope, rows: [["1"]] });
    expect(codes([claim(text, { kind: "absence", scope })], [full], text)).toEqual([
      "ABSENCE_WITHOUT_EMPTY_SCOPE",
      "ABSENCE_CONTRADICTED",
    ]);
  });
  it("refuses an absence claim that another result of the same scope contradicts", () => {
    const full = readyRecord({ ordinal: 2, scope, rows: [["1"]] });
    expect(codes([claim(text, { kind: "absence", scope })], [empty, full], text)).toEqual([
      "ABSENCE_CONTRADICTED",
    ]);
  });
  it("refuses an absence claim on a result that was cut", () => {
    expect(
      codes([claim(text, { kind: "absence", scope })], [readyRecord({ scope, cutRows: true })], text),
    ).toEqual(["ABSENCE_ON_CUT_RESULT"]);
  });
  it("refuses a conclusion that makes absences global", () => {
    expect(codes([claim(text, { kind: "absence", scope })], [empty], "There are no refunds at all.")).toEqual(
      ["CONCLUSION_SCOPE_NOT_STATED"],
    );
  });
});

describe("figures", () => {
  it.each<[string, string, ReadyRecordOptions]>([
    ["an integer", "It has 4711 rows", { rows: [["4711"]] }],
    ["a thousands separator", "It has 1,234,567 rows", { rows: [["1234567"]] }],
    ["a thousands apostrophe", "It has 1'234'567 rows", { rows: [["1234567"]] }],
    ["a thousands space", "It has 12 345 rows", { rows: [["12345"]] }],
    ["a narrow thousands space", "It has 12\u202f345 rows", { rows: [["12345"]] }],
    ["rounding to k decimals", "It took 12.35 s", { rows: [["12.3456"]] }],
    ["rounding half away from zero", "It took 0.13 s", { rows: [["0.125"]] }],
    ["rounding to a whole number", "It took 12 s", { rows: [["11.5"]] }],
    ["more decimals than the evidence", "It took 12.50 s", { rows: [["12.5"]] }],
    ["a negative", "It moved by -12.5", { rows: [["-12.50"]] }],
    ["a typographic minus", "It moved by \u221212.5", { rows: [["-12.5"]] }],
    ["a percentage whose figure occurs", "12.5% failed", { rows: [["12.4999"]] }],
    ["full-width digits", "It has \uff14\uff12 rows", { rows: [["42"]] }],
    ["Arabic digits", "It has \u0664\u0662 rows", { rows: [["42"]] }],
    ["a figure between characters of an unspaced script", "共123条", { rows: [["123"]] }],
    ["a unit", "It took 350ms", { rows: [["350"]] }],
    ["a unit word", "In a 5-minute window", { rows: [["5"]] }],
    ["a multiplier", "It has 1.2 million rows", { rows: [["1200000"]] }],
    ["an unspaced multiplier", "共1.2万条", { rows: [["12000"]] }],
    ["an exponent", "It has 1.2e3 rows", { rows: [["1200"]] }],
    ["a figure inside a text cell", "It ended with code 51", { rows: [["payment 9 failed with code 51"]] }],
    ["a figure inside a JSON cell", "It ended with 51", { rows: [['{"code":51}']] }],
    ["a bound parameter", "Customer 4711 waits", { params: [4711] }],
    ["a scope", "In 24 hours", { scope: "orders of the last 24 hours" }],
    ["a column name", "p95 is high in p95_ms", { columns: ["p95_ms"] }],
    ["a minute of a timestamp", "At 10:05 it began", { rows: [["2026-07-29 10:05:33.120"]] }],
    ["a timestamp with T and Z", "At 2026-07-29T10:05:33Z", { rows: [["2026-07-29 10:05:33"]] }],
    ["a date", "On 2026-07-29", { rows: [["2026-07-29 10:05:33"]] }],
    ["a twelve-hour time", "At 2:05 pm", { rows: [["2026-07-29 14:05:33"]] }],
    ["a time range", "From 10:05-10:20 and 10:05\u201310:20", { rows: [["10:05:00"], ["10:20:00"]] }],
    ["a number range", "Between 10-20 orders", { rows: [["10", "20"]], columns: ["a", "b"] }],
    ["an identifier", "Order ord-17 failed", { rows: [["ord-17"]] }],
    ["an identifier in other case", "Order ORD-17 failed", { rows: [["ord-17"]] }],
    ["a qualified column", "orders.customer_id is null", { columns: ["customer_id"] }],
    ["host and port", "db-1:3306 is down", { rows: [["db-1", "3306"]], columns: ["a", "b"] }],
    ["an address", "10.0.0.12 is down", { rows: [["10.0.0.12"]] }],
    ["a uuid", "550e8400-e29b-41d4-a716-446655440000", { rows: [["550e8400-e29b-41d4-a716-446655440000"]] }],
    ["quoted words", 'It says "lock wait timeout"', { rows: [["error: Lock wait timeout exceeded"]] }],
    ["a quoted number", 'It says "42"', { rows: [["42"]] }],
    [
      "words without figures",
      "The read-only replica of MySQL is late, it's the customer's",
      { rows: [["x"]] },
    ],
    ["the cited invocation", `See ${invocationIdOf(1)}`, { rows: [["x"]] }],
  ])("finds %s", (_, text, evidence) => {
    expect(stands(text, evidence)).toBe(true);
  });

  it.each<[string, string, ReadyRecordOptions]>([
    ["another number", "It has 4712 rows", { rows: [["4711"]] }],
    ["a part of a number", "It has 471 rows", { rows: [["4711"]] }],
    ["a number that does not round so", "It took 12.34 s", { rows: [["12.3456"]] }],
    ["the other sign", "It moved by 12.5", { rows: [["-12.5"]] }],
    ["a typographic minus that is not there", "It moved by \u22125", { rows: [["5"]] }],
    ["a leading dash that is not there", "It moved by \u20135", { rows: [["5"]] }],
    ["a percentage made from a share", "50% failed", { rows: [["0.5"]] }],
    ["a multiplier that is not there", "It has 3 million rows", { rows: [["3"]] }],
    ["a glued multiplier that is not there", "It has 12k rows", { rows: [["12"]] }],
    ["an unspaced multiplier that is not there", "共12万条", { rows: [["12"]] }],
    [
      "a thousands space over two numbers",
      "It has 12\u202f345 rows",
      { rows: [["12", "345"]], columns: ["a", "b"] },
    ],
    [
      "digits joined by an invisible character",
      "It has 1\u200b2 rows",
      { rows: [["1", "2"]], columns: ["a", "b"] },
    ],
    ["a figure of the statement alone", "It has 99 rows", { rows: [["x"]] }],
    ["the number of rows", "2 services fail", { rows: [["a"], ["b"]] }],
    ["a number inside an identifier", "Order 17 failed", { rows: [["ord-17"]] }],
    ["a number inside a date", "It has 29 rows", { rows: [["2026-07-29"]] }],
    ["the start of an identifier", "Order ord-1 failed", { rows: [["ord-1-2"]] }],
    ["another identifier", "Order ord-18 failed", { rows: [["ord-17"]] }],
    ["a column that is not there", "customer_id is null", { columns: ["customer"] }],
    ["another address", "10.0.0.13 is down", { rows: [["10.0.0.12"]] }],
    ["another minute", "At 10:06", { rows: [["2026-07-29 10:05:33"]] }],
    ["a finer time than the evidence", "At 10:05:33", { rows: [["10:05"]] }],
    [
      "a date and a time of two rows",
      "At 2026-07-29 11:00",
      { rows: [["2026-07-29 10:00:00"], ["2026-07-28 11:00:00"]] },
    ],
    ["the other half of the day", "At 10:05 pm", { rows: [["10:05:00"]] }],
    ["another time zone", "At 2026-07-29T10:05:33+02:00", { rows: [["2026-07-29 10:05:33"]] }],
    ["quoted words that do not occur", 'It says "deadlock found"', { rows: [["lock wait"]] }],
    ["a quoted part of a word", 'It says "lock"', { rows: [["deadlocked"]] }],
    ["long hexadecimal", "Digest deadbeef", { rows: [["x"]] }],
    ["a wider range", "Between 10-30 orders", { rows: [["10", "20"]], columns: ["a", "b"] }],
  ])("refuses %s", (_, text, evidence) => {
    expect(stands(text, evidence)).toBe(false);
  });

  it("checks the conclusion against everything that the claims cite", () => {
    const records = [readyRecord({ rows: [["5"]] }), readyRecord({ ordinal: 2, rows: [["7"]] })];
    const claims = [claim("5"), claim("7", { invocationIds: [invocationIdOf(2)] })];
    expect(codes(claims, records, "5 and 7")).toEqual([]);
    expect(codes(claims, records, "5 and 8")).toEqual(["CONCLUSION_FIGURE_NOT_IN_EVIDENCE"]);
    expect(codes(claims.slice(0, 1), records, "5 and 7")).toEqual(["CONCLUSION_FIGURE_NOT_IN_EVIDENCE"]);
  });
  it("refuses characters that reorder the text", () => {
    expect(codes([claim("It has \u202e21\u202c rows")], [readyRecord({ rows: [["21"]] })])).toEqual([
      "REORDERING_CHARACTERS",
    ]);
  });
});
