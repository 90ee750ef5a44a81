import { describe, expect, it } from "vitest";
import { compileCondition, compileTemplate } from "./expression";
import { createExpressionContext, type ExpressionContext } from "./expression-context";
import { readyRecord } from "./testing/records";

const record = readyRecord({
  ordinal: 1,
  label: "p/a",
  statement: "SELECT 1",
  columns: [
    ["n", "number"],
    ["price", "number"],
    ["big", "number"],
    ["name", "text"],
    ["at", "time"],
    ["nothing", "number"],
    ["constructor", "number"],
    ["hasOwnProperty", "text"],
    ["toString", "text"],
  ],
  rows: [
    ["12", "12.50", "12345678901234567890", "card", "2026-11-30 13:30:00", null, "3", "x", "t"],
    ["7", "0.10", "1", "wallet", "2026-11-30 13:00:00", null, "4", "y", "u"],
  ],
});
const context: ExpressionContext = createExpressionContext({
  params: new Map<string, string | number | null>([
    ["since", "2026-11-30 12:00:00"],
    ["customer", 4711],
    ["service", null],
  ]),
  checks: new Map([
    ["a", { kind: "ready", record }],
    ["b", { kind: "pending" }],
    ["c", { kind: "failed", code: "FEATURE_UNAVAILABLE", message: "off" }],
  ]),
  now: "2026-11-30 14:00:00",
  rowsOf: record,
});

function evaluate(source: string, scope = context): boolean | string {
  const compiled = compileCondition(source);
  if (!compiled.ok) return `compile: ${compiled.message}`;
  const result = compiled.value.evaluate(scope);
  return result.ok ? result.value : `evaluate: ${result.message}`;
}
function render(source: string, scope = context): string {
  const compiled = compileTemplate(source);
  if (!compiled.ok) return `compile: ${compiled.message}`;
  const result = compiled.value.render(scope);
  return result.ok ? result.value : `render: ${result.message}`;
}

describe("conditions", () => {
  it.each([
    ["checks.a.rows[0].n > 10", true],
    ["checks.a.rows[0].n > 12", false],
    ["checks.a.rows[0].n == 12", true],
    ["checks.a.rows[0].n == 12.0", true],
    ["checks.a.rows[0].n != 12", false],
    ["checks.a.rows[0].n >= 11.9", true],
    ["checks.a.rows[0].price == 12.5", true],
    ["checks.a.rows[0].n * 2 == 24", true],
    ["2 * checks.a.rows[0].n == 24.0", true],
    ["100 * checks.a.rows[1].n / checks.a.rows[0].n > 58", true],
    ["100 * checks.a.rows[1].n / checks.a.rows[0].n < 58.4", true],
    ["checks.a.rows[0].n - checks.a.rows[1].n == 5", true],
    ["checks.a.rows[0].n % 5 == 2", true],
    ["checks.a.rows[0].n in [1, 12]", true],
    ['checks.a.rows[0].name in ["card", "wallet"]', true],
    ["size(checks.a.rows) == 2", true],
    ["size(checks.a.rows) * 1.5 == 3", true],
    ["size(checks.a.rows) > 1.5", true],
    ["checks.a.rows[size(checks.a.rows) - 1].n == 7", true],
    ["checks.a.rows.exists(r, r.n < 8)", true],
    ["checks.a.rows.all(r, r.n > 7)", false],
    ["checks.a.rows.filter(r, r.n > 8).size() == 1", true],
    ["sum(checks.a.rows.map(r, r.n)) == 19", true],
    ["max(checks.a.rows[0].n, 20) == 20", true],
    ["min(checks.a.rows[0].n, 20) == 12", true],
    ["abs(checks.a.rows[1].n - checks.a.rows[0].n) == 5", true],
    ["round(checks.a.rows[1].price, 1) == 0.1", true],
    ["round(7 / 2.0) == 4", true],
    ['num("12.5") == 12.5', true],
    ["num(checks.a.rows[0].nothing, 0) == 0", true],
    ["checks.a.rows[0].nothing == null", true],
    ["params.service == null", true],
    ["params.customer == 4711", true],
    ['params.since < "2026-11-30 13:00:00"', true],
    ["minutesSince(checks.a.rows[0].at) == 30", true],
    ["minutesSince(checks.a.rows[0].at) < 60", true],
    ["minutesBetween(checks.a.rows[1].at, checks.a.rows[0].at) == 30", true],
    ["checks.a.rows.all(r, minutesSince(r.at) >= 30)", true],
    ["checks.a.ran && checks.a.found && !checks.a.empty && !checks.a.failed", true],
    ["checks.b.ran || checks.b.found || checks.b.empty || checks.b.failed", false],
    ['checks.c.failed && checks.c.errorCode == "FEATURE_UNAVAILABLE"', true],
    ["checks.b.found && checks.b.rows[0].n > 1", false],
    ["checks.a.found || checks.b.rows[0].n > 1", true],
    ["rows[0].n == 12", true],
    ["checks.a.rows[0].constructor == 3", true],
    ['checks.a.rows[0].toString == "t"', true],
    ['checks.a.text[0].n == "12"', true],
    ['checks.a.rows[0].name.startsWith("ca")', true],
  ])("%s is %s", (source, expected) => {
    expect(evaluate(source)).toBe(expected);
  });

  it.each([
    ["checks.b.rows[0].n > 1", /index/],
    ["checks.a.rows[0].nothing > 1", /null/],
    ["checks.a.rows[0].missing == 1", /missing/],
    ["num(checks.a.rows[0].nothing) > 1", /num\(\) needs a number, got null/],
    ['num("card") > 1', /num\(\) needs a number/],
    ["checks.a.rows[0].n / 0 > 1", /division by zero/],
    ["checks.a.rows[0].n % 0 == 1", /division by zero/],
    ["minutesSince(checks.a.rows[0].name) > 1", /not a time/],
    ["checks.a.rows[0].n", /neither true nor false/],
    ["checks.a.rows[0].__proto__ == 1", /__proto__/],
    ["params.constructor == 1", /constructor/],
  ])("%s has no value, and says why", (source, why) => {
    expect(evaluate(source)).toMatch(/^evaluate: /);
    expect(evaluate(source)).toMatch(why);
  });

  it.each([
    ["checks.a.rows[", /Unexpected|Expected/],
    ["1 + 1", /must be true or false, but it is int/],
    ['"text"', /must be true or false/],
    ["nonsense > 1", /Unknown variable: nonsense/],
    ["process.exit() == 1", /process/],
    ["checks == params", /checks.<name>/],
    ["checks[params.since].found", /checks/],
    ["checks.a.rowz == 1", /checks.a has ran, found/],
    ["checks.a == checks.b", /write checks.a.<field>/],
    ['checks.a.rows[0].name.matches("(a+)+$")', /matches is not available/],
    ["cel.bind(x, checks.a.found, x)", /cel.bind is not available/],
    ["checks.a.rows.exists(r, rows.exists(s, rows.exists(t, t.n == r.n)))", /nested 2 deep/],
    ["(checks.a.rows + checks.a.rows).exists(r, r.n > 1)", /rows as they are/],
    ["[1, 2].exists(r, r > 1)", /rows as they are/],
    ["checks.a.rows.map(r, checks.a.rows + checks.a.rows).exists(r, size(r) > 1)", /rows as they are/],
    ["checks.a.rows.exists(r, checks.a.rows.exists(s, s in checks.a.rows))", /one too many/],
    ["checks.a.rows.exists(now, now.n > 1)", /choose another variable/],
    [`${"(".repeat(60)}true${")".repeat(60)}`, /maxDepth|depth/i],
    [Array.from({ length: 400 }, () => "true").join(" && "), /maxAstNodes|nodes/i],
    [`size([${"1,".repeat(200)}1]) > 1`, /maxListElements|list/i],
    ["unknownFunction(1) > 1", /unknownFunction/],
  ])("%s is refused when loaded", (source, why) => {
    expect(evaluate(source)).toMatch(/^compile: /);
    expect(evaluate(source)).toMatch(why);
  });

  it("names what it looks at", () => {
    const compiled = compileCondition(
      'checks.a.found && checks["b"].rows.exists(params, params.n > num(now)) || minutesSince(params.since) > 1',
    );
    // A comprehension variable hides the outer name, and is refused for that.
    expect(compiled.ok).toBe(false);
    const other = compileCondition(
      'checks.a.found && checks["b"].rows.exists(r, r.n > 1) && params.since < now',
    );
    if (!other.ok) throw new Error(other.message);
    expect([...other.value.references.checks]).toEqual(["a", "b"]);
    expect([...other.value.references.params]).toEqual(["since"]);
    expect(other.value.references.usesNow).toBe(true);
  });

  it("gives the same answer however often and in whatever order it is asked", () => {
    const compiled = compileCondition("checks.a.rows.exists(r, minutesSince(r.at) == 30)");
    if (!compiled.ok) throw new Error(compiled.message);
    const later = createExpressionContext({
      params: new Map(),
      checks: new Map([["a", { kind: "ready", record }]]),
      now: "2026-11-30 15:00:00",
    });
    const answers = [context, later, context, later].map((one) => compiled.value.evaluate(one));
    expect(answers.map((one) => one.ok && one.value)).toEqual([true, false, true, false]);
  });
});

describe("templates", () => {
  it.each([
    ["no expression", "no expression"],
    ["{{ checks.a.rows[0].price }} EUR", "12.50 EUR"],
    ["{{checks.a.rows[0].big}}", "12345678901234567890"],
    ["{{ checks.a.rows[0].nothing }}", "NULL"],
    ["{{ checks.a.rows[0].at }} UTC", "2026-11-30 13:30:00 UTC"],
    ["{{ rows[1].price }}", "0.10"],
    ['{{ checks["a"].rows[0]["price"] }}', "12.50"],
    ['{{ checks.a.text.map(r, r.name + " " + r.price).join("; ") }}', "card 12.50; wallet 0.10"],
    ["{{ checks.a.rows.map(r, r.name) }}", "card, wallet"],
    ["{{ checks.a.rows[0].price * 2 }}", "25"],
    ["{{ round(100 * checks.a.rows[1].n / checks.a.rows[0].n, 1) }} %", "58.3 %"],
    ["{{ size(checks.a.rows) }} rows", "2 rows"],
    ["{{ checks.a.found }}", "true"],
    ["customer {{ params.customer }}", "customer 4711"],
    ["since {{ params.since }} and {{ now }}", "since 2026-11-30 12:00:00 and 2026-11-30 14:00:00"],
    ['{{ text(checks.a.rows[0].n) + "/" + text(true) }}', "12/true"],
    ['{{ checks.a.found ? "yes" : "no" }}', "yes"],
  ])("%s", (source, expected) => {
    expect(render(source)).toBe(expected);
  });

  it.each([
    ["{{ checks.a.rows[0].n", /"\{\{" without/],
    ["checks }}", /without "\{\{"/],
    ["{{ }}", /./],
    ["{{ nonsense }}", /Unknown variable/],
    ["{{ checks.a.rows }} {{ cel.bind(a, 1, a) }}", /cel.bind/],
  ])("%s is refused when loaded", (source, why) => {
    expect(render(source)).toMatch(/^compile: /);
    expect(render(source)).toMatch(why);
  });

  it.each([
    ["{{ checks.b.rows[0].n }}", /index/],
    ["{{ checks.a.rows[0] }}", /map cannot be printed/],
    ["{{ checks.a.rows[0].big * 1 }}", /too large to be printed exactly/],
    ["{{ checks.a.rows[0].n + checks.a.rows[0].name }}", /overload/],
  ])("%s has no text, and says why", (source, why) => {
    expect(render(source)).toMatch(/^render: /);
    expect(render(source)).toMatch(why);
  });

  it("does not look for expressions in what the server returned", () => {
    const hostile = readyRecord({
      ordinal: 2,
      label: "p/a",
      statement: "SELECT 1",
      columns: [["name", "text"]],
      rows: [["{{ checks.a.rows[0].secret }} __proto__"]],
    });
    const scope = createExpressionContext({
      params: new Map(),
      checks: new Map([["a", { kind: "ready", record: hostile }]]),
      now: "2026-11-30 14:00:00",
    });
    expect(render("{{ checks.a.rows[0].name }}", scope)).toBe("{{ checks.a.rows[0].secret }} __proto__");
  });

  it("stays inside its bound instead of cutting a figure in two", () => {
    const long = readyRecord({
      ordinal: 3,
      label: "p/a",
      statement: "SELECT 1",
      columns: [["name", "text"]],
      rows: [["x".repeat(2_100)]],
    });
    const scope = createExpressionContext({
      params: new Map(),
      checks: new Map([["a", { kind: "ready", record: long }]]),
      now: "2026-11-30 14:00:00",
    });
    expect(render("{{ checks.a.rows[0].name }}", scope)).toMatch(/render: .*more than 2000 characters/);
  });
});
