import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOSTILE_STATEMENTS } from "../testing/hostile-statements";
import { LEGITIMATE_STATEMENTS } from "../testing/legitimate-statements";
import { MAX_STATEMENT_CHARACTERS, joinTokens, readTokens } from "./sql-tokens";
import { checkStatement } from "./statement-policy";

function reasonOf(statement: string): string | null {
  const answer = checkStatement(statement);
  return answer.ok ? null : answer.reason;
}
function normalized(statement: string): string {
  const answer = checkStatement(statement);
  if (!answer.ok) throw new Error(answer.reason);
  return answer.statement.normalized;
}

describe("TOOL-6: reporting SQL passes", () => {
  test.each(LEGITIMATE_STATEMENTS)("%s", (statement) => {
    expect(reasonOf(statement)).toBeNull();
  });
  test("the list is long enough to mean something", () => {
    expect(LEGITIMATE_STATEMENTS.length).toBeGreaterThanOrEqual(40);
  });
});

describe.each(Object.entries(HOSTILE_STATEMENTS))("TOOL-6: refused: %s", (_class, statements) => {
  test.each(statements)("%j", (statement) => {
    expect(reasonOf(statement)).not.toBeNull();
  });
});

test("the hostile list is long enough to mean something", () => {
  expect(Object.values(HOSTILE_STATEMENTS).flat().length).toBeGreaterThanOrEqual(120);
});

describe("reasons say what to change", () => {
  test.each([
    ["SELECT SLEEP(1)", /function SLEEP\(\) is not on the list/],
    ["SELECT shop.rate(1)", /shop\.rate\(\).*built-in/],
    ["SELECT 1 INTO OUTFILE '/x'", /INTO writes.*leave it out/],
    ["SELECT a FROM t FOR UPDATE", /FOR is refused.*leave the clause out/],
    ["SELECT a FROM t LOCK IN SHARE MODE", /leave LOCK IN SHARE MODE out/],
    ["SELECT /*!1*/", /Executable comments/],
    ["SELECT @a := 1", /User variables/],
    ["EXPLAIN ANALYZE SELECT 1", /use EXPLAIN/],
    ["DELETE FROM t", /Only SELECT .* not DELETE/],
    ["SELECT a FRM t WHERE", /near/],
    ["SELECT 1; SELECT 2", /Only one statement/],
    ["SHOW TABLES WHERE 1", /SHOW form/],
  ])("%s", (statement, reason) => {
    expect(reasonOf(statement)).toMatch(reason);
  });
});

describe("bounds", () => {
  test("the length bound is exact", () => {
    const fill = (length: number) => `SELECT '${"x".repeat(length - 9)}'`;
    expect(fill(MAX_STATEMENT_CHARACTERS)).toHaveLength(MAX_STATEMENT_CHARACTERS);
    expect(reasonOf(fill(MAX_STATEMENT_CHARACTERS))).toBeNull();
    expect(reasonOf(fill(MAX_STATEMENT_CHARACTERS + 1))).toMatch(/longer than 20000/);
  });
  test.each([
    `SELECT ${"(".repeat(40)}1${")".repeat(40)}`,
    `SELECT ${"ABS(".repeat(40)}1${")".repeat(40)}`,
    `SELECT ${"(SELECT ".repeat(40)}1${")".repeat(40)}`,
    `SELECT ${"CASE WHEN 1 THEN ".repeat(300)}1${" END".repeat(300)}`,
  ])("deep nesting is refused: %s", (statement) => {
    expect(reasonOf(statement)).toMatch(/nested deeper/);
  });
  test("nesting within the bound passes", () => {
    expect(reasonOf(`SELECT ${"(".repeat(20)}1${")".repeat(20)}`)).toBeNull();
  });
  test.each([
    `SELECT ${"NOT ".repeat(2_400)}1`,
    `SELECT ${"- ".repeat(2_400)}1`,
    `SELECT 1${" + 1".repeat(1_200)}`,
    `SELECT 1${" UNION SELECT 1".repeat(800)}`,
    `SELECT 1 FROM t WHERE a = 1${" OR a = 1".repeat(600)}`,
  ])("long chains within the bounds are read without deep recursion", (statement) => {
    expect(reasonOf(statement)).toBeNull();
  });
  test("more words and symbols than the bound are refused before the parser sees them", () => {
    expect(reasonOf(`SELECT 1${" + 1".repeat(2_000)}`)).toMatch(/more than 2500/);
  });
});

describe("normalized", () => {
  test("white space and comments outside literals are folded, the rest is untouched", () => {
    const text =
      "SELECT  a,\n\tb -- why; not\n, '  two  spaces /* kept */ -- kept' /* gone */ FROM\r\n `my  table` # end\n;";
    expect(normalized(text)).toBe("SELECT a, b , '  two  spaces /* kept */ -- kept' FROM `my  table`");
  });
  test("it is a fixed point and passes again", () => {
    for (const statement of LEGITIMATE_STATEMENTS) {
      const once = normalized(statement);
      expect(normalized(once)).toBe(once);
    }
  });
  test("placeholders in literals are none", () => {
    const answer = checkStatement("SELECT '?', `?`, ? /* ? */ FROM t -- ?");
    expect(answer).toMatchObject({ ok: true, statement: { placeholders: 1 } });
  });
});

describe("fuzz", () => {
  const hostile = fc.constantFrom(...Object.values(HOSTILE_STATEMENTS).flat());
  const blanks = fc.constantFrom(" ", "\n", "\t", "/**/", "/* x */", " -- x\n", "#y\n");
  const call = fc.constantFrom(
    "SLEEP(1)",
    "BENCHMARK(1, 1)",
    "GET_LOCK('a', 1)",
    "db.f()",
    "`SLEEP`(1)",
    "@a := 1",
    "nextval(s)",
  );
  const holes = fc.constantFrom<(hole: string) => string>(
    (hole) => `SELECT ${hole}`,
    (hole) => `SELECT 1 FROM t WHERE a IN (1, ${hole})`,
    (hole) => `SELECT 1 FROM t ORDER BY CASE WHEN ${hole} THEN 1 ELSE 2 END`,
    (hole) => `WITH x AS (SELECT ${hole} AS c) SELECT c FROM x`,
    (hole) => `SELECT a FROM t UNION ALL SELECT ${hole}`,
    (hole) => `SELECT SUM(${hole}) OVER (ORDER BY b) FROM t`,
    (hole) => `SELECT 1 FROM t JOIN (SELECT ${hole} AS z) AS y ON y.z = t.a`,
    (hole) => `SELECT COALESCE(NULL, (SELECT ${hole}), 'SLEEP(1)')`,
    (hole) => `EXPLAIN SELECT ${hole}`,
    (hole) => `SELECT 1 FROM t GROUP BY a HAVING ${hole} > 0`,
  );
  const casing = (text: string, upper: readonly boolean[]) =>
    [...text].map((c, index) => (upper[index % upper.length] ? c.toUpperCase() : c.toLowerCase())).join("");

  test("a forbidden call is refused wherever it stands, however it is spelled and spaced", () => {
    fc.assert(
      fc.property(
        holes,
        call,
        blanks,
        blanks,
        fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
        (hole, inner, a, b, upper) => {
          const statement = hole(casing(inner, upper).replace("(", `${a}(${b}`));
          expect(reasonOf(statement)).not.toBeNull();
        },
      ),
      { numRuns: 500 },
    );
  });
  test("the same places take an allowed call, so that it is the call that is refused", () => {
    fc.assert(fc.property(holes, (hole) => reasonOf(hole("ABS(1)")) === null));
  });
  test("nothing appended or prepended after a hostile statement makes it pass, nor does any text crash the reader", () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom("", " ", "\n", "-- x\n"), (statement, prefix) => {
        expect(reasonOf(prefix + statement)).not.toBeNull();
      }),
      { numRuns: 300 },
    );
    const alphabet = fc.constantFrom(
      ..."SELECT sleep()'\"`;/*!-#@:=.,?\\ \n01eE_xX",
      "FROM t ",
      "INTO ",
      "é",
      "\u00a0",
    );
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 60 }), (parts) => {
        const answer = checkStatement(`SELECT ${parts.join("")}`);
        if (!answer.ok) return;
        // What passes reads back to the same tokens from its normalized form, and holds no forbidden call.
        const again = readTokens(answer.statement.normalized);
        expect(again.ok && joinTokens(again.tokens)).toBe(answer.statement.normalized);
        // Behind a dot every word is a name: `s.into` is a column.
        const { tokens } = answer.statement;
        const words = tokens.flatMap((token, index) =>
          token.kind === "word" && tokens[index - 1]?.text !== "." ? [token.upper] : [],
        );
        expect(words).not.toContain("INTO");
      }),
      { numRuns: 2_000 },
    );
  });
});
