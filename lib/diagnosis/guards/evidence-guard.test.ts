import { describe, expect, it } from "vitest";
import type { Claim } from "../../contracts/answer";
import type { ErrorToolRecord, ReadyToolRecord } from "../../contracts/evidence";
import type { EvidenceViolation } from "../ports";
import { invocationIdOf, readyRecord, storeOf, type ReadyRecordOptions } from "../testing/ready-record";
import { checkEvidence } from "./evidence-guard";

function claim(text: string, more: Partial<Claim> = {}): Claim {
  return { text, kind: "presence", invocationIds: [invocationIdOf(1)], scope: "", ...more };
}
function violations(
  claims: readonly Claim[],
  records: readonly ReadyToolRecord[],
  conclusion: string,
  question = "why?",
): readonly EvidenceViolation[] {
  const draft = { conclusion, claims: [...claims], missing_info: [], recommended_actions: [] };
  return checkEvidence(draft, storeOf(records), question);
}
/** With a conclusion: all of its draft. Without: what is said of the claims alone. */
function codes(
  claims: readonly Claim[],
  records: readonly ReadyToolRecord[],
  conclusion: string | null = null,
  question?: string,
): string[] {
  return violations(claims, records, conclusion ?? "It fails.", question)
    .filter((one) => conclusion !== null || one.claim !== null || one.code === "NO_CLAIMS")
    .map(({ code }) => code);
}
/** What is said of a claim with this text on one record with these contents. */
function codesOf(text: string, evidence: ReadyRecordOptions): string[] {
  return codes([claim(text)], [readyRecord({ rows: [["x"]], ...evidence })]);
}
/** Does such a claim stand, or fall by a figure that is not there? */
function stands(text: string, evidence: ReadyRecordOptions): boolean {
  const found = codesOf(text, evidence);
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
    const found = checkEvidence(draft, storeOf([failed]), "why?").map(({ code }) => code);
    expect(found).toEqual(["NOT_READY", "PRESENCE_ON_EMPTY", "CONCLUSION_SAYS_NOTHING_FOUND"]);
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
  const params = [4711, "2026-07-29"];
  const empty = readyRecord({ scope, params });
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
  it("lets an absence claim quote its scope, and a presence claim quote none", () => {
    const quoting = `Nothing was found in "${scope}".`;
    expect(codes([claim(quoting, { kind: "absence", scope })], [empty], quoting)).toEqual([]);
    const full = readyRecord({ scope, params, rows: [["open"]] });
    expect(codes([claim(`"${scope}" are open`)], [full])).toEqual(["FIGURE_NOT_IN_EVIDENCE"]);
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
    const full = readyRecord({ scope, params, rows: [["1"]] });
    expect(codes([claim(text, { kind: "absence", scope })], [full], text)).toEqual([
      "ABSENCE_WITHOUT_EMPTY_SCOPE",
      "ABSENCE_CONTRADICTED",
    ]);
  });
  it("refuses an absence claim that another result of the same scope contradicts", () => {
    const full = readyRecord({ ordinal: 2, scope, params, rows: [["1"]] });
    expect(codes([claim(text, { kind: "absence", scope })], [empty, full], text)).toEqual([
      "ABSENCE_CONTRADICTED",
    ]);
  });
  it.each([
    ["another case", (said: string) => said.toUpperCase()],
    ["a space more", (said: string) => said.replace(" ", "  ")],
    ["a full stop", (said: string) => `${said}.`],
    ["another order of its words", (said: string) => said.split(" ").reverse().join(" ")],
  ])("refuses it also where the two scopes differ by %s", (_, written) => {
    const full = readyRecord({ ordinal: 2, scope: written(scope), params, rows: [["1"]] });
    expect(codes([claim(text, { kind: "absence", scope })], [empty, full], text)).toEqual([
      "ABSENCE_CONTRADICTED",
    ]);
  });
  it("refuses an absence claim on a result that was cut", () => {
    expect(
      codes([claim(text, { kind: "absence", scope })], [readyRecord({ scope, params, cutRows: true })], text),
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
    ["a bound parameter beside a value", "Customer 4711 is blocked", { params: [4711], rows: [["blocked"]] }],
    [
      "a scope beside a figure",
      "It has 37 rows in 24 hours",
      { scope: "orders of the last 24 hours", params: [24], rows: [["37"]] },
    ],
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
      "MISLEADING_CHARACTERS",
    ]);
  });
});

describe("what was asked is no finding", () => {
  const invented = claim("37 failed payments");

  it("refuses a figure that the agent wrote into the scope of an unrelated result", () => {
    const unrelated = readyRecord({ scope: "37 failed payments", rows: [["ok"]] });
    expect(codes([invented], [unrelated])).toEqual(["FIGURE_NOT_IN_EVIDENCE"]);
    expect(codes([claim('It says "failed payments"')], [unrelated])).toEqual(["FIGURE_NOT_IN_EVIDENCE"]);
    expect(codes([claim("It is so", { scope: "37 failed payments" })], [unrelated])).toEqual([
      "FIGURE_NOT_IN_EVIDENCE",
    ]);
  });
  it("refuses it as an absence too, though the scope is said word for word", () => {
    const scope = "refunds; 37 payments failed";
    const absence = claim(`Nothing in ${scope}.`, { kind: "absence", scope });
    expect(codes([absence], [readyRecord({ scope })])).toEqual(["FIGURE_NOT_IN_EVIDENCE"]);
  });
  it.each<[string, ReadyRecordOptions]>([
    ["a comment of the statement", { statement: "SELECT 1 /* 37 */ -- 37\n# 37" }],
    ["the name of a column", { columns: ["37 failed payments"] }],
    ["a column that is called so", { columns: ["37"] }],
    ["the label", { label: "37 failed payments" }],
  ])("takes it from no other place of the agent's: %s", (_, options) => {
    const record = readyRecord({ scope: "37 failed payments", rows: [["ok"]], ...options });
    expect(codes([invented], [record])).toEqual(["FIGURE_NOT_IN_EVIDENCE"]);
    expect(codes([claim('It says "37 failed payments"')], [record])).toEqual(["FIGURE_NOT_IN_EVIDENCE"]);
  });
  it.each<[string, ReadyRecordOptions, string]>([
    ["a parameter", { params: [37] }, "why?"],
    ["a parameter that the scope repeats", { params: [37], scope: "37 failed payments" }, "why?"],
    [
      "a literal that the scope repeats",
      { statement: "SELECT a FROM b WHERE c = 37", scope: "37 failed payments" },
      "why?",
    ],
    ["the question, as the scope repeats it", { scope: "37 failed payments" }, "why did 37 fail?"],
  ])("lets no claim rest on %s alone", (_, options, question) => {
    const record = readyRecord({ rows: [["ok"]], ...options });
    expect(codes([invented], [record], null, question)).toEqual(["FIGURE_ONLY_ASKED"]);
    const grounded = claim("37 failed payments are ok");
    expect(codes([grounded], [record], null, question)).toEqual([]);
  });
  it("lets the question prove nothing that no scope repeats", () => {
    expect(codes([invented], [readyRecord({ rows: [["ok"]] })], null, "why did 37 fail?")).toEqual([
      "FIGURE_NOT_IN_EVIDENCE",
    ]);
  });
  it("says of a column by its name what its empty cells say", () => {
    const record = readyRecord({ columns: ["refund_id"], rows: [[null]], params: [4711] });
    expect(codes([claim("refund_id is null for customer 4711")], [record])).toEqual([]);
    expect(codes([claim("refund_id is set")], [record])).toEqual([]);
    expect(codes([claim("It is so for customer 4711")], [record])).toEqual(["FIGURE_ONLY_ASKED"]);
  });
  it("lets a conclusion repeat what was asked beside something found, or where a claim does", () => {
    const record = readyRecord({ rows: [["blocked"]], params: [4711] });
    const held = claim("Customer 4711 is blocked");
    expect(codes([held], [record], "Customer 4711 is blocked.")).toEqual([]);
    expect(codes([claim("It is blocked")], [record], "Customer 4711 is out.")).toEqual([
      "CONCLUSION_FIGURE_ONLY_ASKED",
      "CONCLUSION_SAYS_NOTHING_FOUND",
    ]);
    expect(codes([held], [record], "Customer 4711 is out.")).toEqual(["CONCLUSION_SAYS_NOTHING_FOUND"]);
  });
});

describe("addresses", () => {
  it.each([
    ["a URL", "See http://evil.example/fix for it"],
    ["a place without a scheme", "See www.evil.example for it"],
    ["a mail address", "Write to dba@evil.example about it"],
  ])("are looked for like identifiers: %s", (_, text) => {
    expect(stands(text, { rows: [["see the manual"]] })).toBe(false);
    expect(stands(text, { rows: [[text]] })).toBe(true);
  });
  it("finds the address of a place as a whole alone", () => {
    const parts = { columns: ["a", "b", "c"], rows: [["http", "evil.example", "fix"]] };
    expect(stands("See http://evil.example/fix for it", parts)).toBe(false);
  });
  it("takes user and host of two columns as one account", () => {
    const evidence = { columns: ["user", "host"], rows: [["app", "db-1"]] };
    expect(stands("It is app@db-1", evidence)).toBe(true);
    expect(stands("It is app@db-2", evidence)).toBe(false);
    expect(stands("It is root@db-1", evidence)).toBe(false);
  });
});

describe("a conclusion beside a trivial claim", () => {
  const scope = "refunds of shop 7";
  const full = readyRecord({ rows: [["5", "open"]], columns: ["orders", "state"] });
  const empty = readyRecord({ ordinal: 2, scope, params: [7] });
  const trivial = claim("There are 5 orders");
  const absence = claim(`Nothing in ${scope}.`, {
    kind: "absence",
    invocationIds: [invocationIdOf(2)],
    scope,
  });

  it.each(["It works.", "The gateway is down.", "一切安好", "Es läuft."])(
    "has to say something of what was found: %s",
    (conclusion) => {
      expect(codes([trivial], [full], conclusion)).toEqual(["CONCLUSION_SAYS_NOTHING_FOUND"]);
      expect(codes([trivial, absence], [full, empty], conclusion)).toEqual(["CONCLUSION_SAYS_NOTHING_FOUND"]);
    },
  );
  it.each(["5 orders are there.", "The orders are open.", `There are no ${scope}.`])(
    "stands when it does, or says the scope: %s",
    (conclusion) => {
      expect(codes([trivial, absence], [full, empty], conclusion)).toEqual([]);
    },
  );
  it("may deny nothing everywhere, in no text", () => {
    const denial = "There are 5 orders and nothing is wrong.";
    expect(codes([trivial], [full], denial)).toEqual(["GLOBAL_DENIAL"]);
    expect(codes([claim(denial)], [full])).toEqual(["GLOBAL_DENIAL"]);
    const quiet = "services with no errors at all";
    const none = `Nothing was found in: ${quiet}.`;
    const said = claim(none, { kind: "absence", scope: quiet });
    expect(codes([said], [readyRecord({ scope: quiet })], none)).toEqual([]);
    const wide = { ...absence, text: `Nothing in ${scope}, and no errors anywhere.` };
    expect(codes([wide], [empty])).toEqual(["GLOBAL_DENIAL"]);
  });
});

describe("a violation", () => {
  it("names claim, code and figure, each figure once", () => {
    const record = readyRecord({ columns: ["wait_ms"], rows: [["5"]] });
    const found = violations(
      [claim("5 ms"), claim("6 and 6 and 5 s")],
      [record],
      "7 and 5 s and 5 ms, \u202e5",
    );
    expect(found.map(({ claim: index, code }) => [index, code])).toEqual([
      [1, "FIGURE_NOT_IN_EVIDENCE"],
      [1, "FIGURE_IN_OTHER_UNIT"],
      [null, "CONCLUSION_FIGURE_NOT_IN_EVIDENCE"],
      [null, "CONCLUSION_FIGURE_IN_OTHER_UNIT"],
      [null, "MISLEADING_CHARACTERS"],
    ]);
    expect(found[0]?.message).toContain("(6)");
    expect(found[1]?.message).toContain("(5 s)");
    expect(found[2]?.message).toContain("(7)");
  });
  it.each([
    ["bidirectional", "\u202e5"],
    ["terminal", "\u001b[31m5"],
    ["tag", "5\u{e0041}"],
  ])("is what hides in a text or in a scope: %s", (_, hidden) => {
    const record = readyRecord({ rows: [["5"]] });
    expect(codes([claim(`5 ${hidden}`)], [record])).toContain("MISLEADING_CHARACTERS");
    expect(codes([claim("5", { scope: hidden })], [record])).toContain("MISLEADING_CHARACTERS");
  });
});
