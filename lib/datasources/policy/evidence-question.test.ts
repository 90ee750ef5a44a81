/** What can be found, and what only shows the question again (TOOL-4). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkStatement } from "./statement-policy";
import { ANY_PARAMETER } from "./provenance";
import { LEGITIMATE_STATEMENTS } from "../testing/legitimate-statements";

function questionOf(statement: string) {
  const answer = checkStatement(statement);
  if (!answer.ok) throw new Error(`${statement}: ${answer.reason}`);
  return answer.statement.question;
}
function refusalOf(statement: string): string | null {
  return questionOf(statement).refusal;
}
/** Per column: "data", "asked", "built", or the texts of the statement that may stand in a cell of data. */
function columnsOf(statement: string): readonly (string | readonly string[])[] {
  return questionOf(statement).columns.map((column) => {
    if (column.kind === "all_of_table") return "table";
    if (!column.value.data) return "asked";
    if (column.value.built) return "built";
    return column.value.written.size === 0 ? "data" : [...column.value.written].toSorted();
  });
}

const CONSTANTS = [
  "'gateway lumen refused 4711'",
  "?",
  "4711",
  "-4711",
  "4700 + 11",
  "CONCAT('gateway ', 'down')",
  "CONCAT('refused ', ?)",
  "(SELECT 4711)",
  "(SELECT 4711 FROM payments LIMIT 1)",
  "(SELECT x FROM (SELECT 4711 AS x) AS d)",
  "CASE WHEN 1 = 1 THEN 'gateway down' ELSE 'up' END",
  "IF(? > 0, 'gateway down', 'up')",
  "COALESCE(NULL, 'gateway down')",
  "CAST('4711' AS UNSIGNED)",
  "X'4711'",
  "0x4711",
  "DATE '2026-01-01'",
  "REPEAT('x', 4711)",
  "'a' = 'a'",
  "GREATEST(4711, ?)",
  "JSON_OBJECT('failed', 4711)",
  "ROUND(4711.4, ?)",
  "NULL",
  "TRUE",
];

describe("a constant is asked, never found", () => {
  test.each(CONSTANTS)("alone: SELECT %s", (constant) => {
    expect(refusalOf(`SELECT ${constant} AS finding`)).toMatch(/nothing but the question/);
    expect(refusalOf(`SELECT ${constant} AS n FROM payments LIMIT 1`)).toMatch(/nothing but the question/);
    expect(refusalOf(`SELECT n FROM (SELECT ${constant} AS n FROM payments) AS d`)).toMatch(/the question/);
    expect(refusalOf(`WITH d AS (SELECT ${constant} AS n) SELECT d.n AS m FROM d`)).toMatch(/the question/);
    expect(refusalOf(`WITH d (n) AS (SELECT ${constant}) SELECT * FROM d`)).toMatch(/the question/);
    expect(refusalOf(`SELECT ${constant} AS n UNION SELECT 2`)).toMatch(/the question/);
    expect(refusalOf(`SELECT MAX(n) FROM (SELECT ${constant} AS n) AS d`)).toMatch(/the question/);
  });
  test.each(CONSTANTS)("as a label beside data: %s", (constant) => {
    expect(columnsOf(`SELECT ${constant} AS day, COUNT(*) AS n FROM orders`)).toEqual(["asked", "data"]);
    expect(columnsOf(`SELECT d.*, o.id FROM (SELECT ${constant} AS x) d JOIN orders o`)).toEqual([
      "asked",
      "data",
    ]);
    expect(refusalOf(`SELECT ${constant} AS day, COUNT(*) AS n FROM orders`)).toBeNull();
  });
  test("whatever is made of constants alone", () => {
    const constant = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom("'down'", "4711", "?", "NULL"),
        fc.tuple(tie("value"), tie("value")).map(([a, b]) => `CONCAT(${a}, ${b})`),
        fc.tuple(tie("value"), tie("value")).map(([a, b]) => `(${a} + ${b})`),
        fc.tuple(tie("value"), tie("value"), tie("value")).map(([a, b, c]) => `IF(${a}, ${b}, ${c})`),
        fc.tuple(tie("value"), tie("value")).map(([a, b]) => `CASE WHEN ${a} THEN ${b} END`),
        tie("value").map((a) => `(SELECT q.v FROM (SELECT ${a} AS v) AS q)`),
        tie("value").map((a) => `COALESCE(${a}, 'x')`),
      ),
    })).value;
    fc.assert(
      fc.property(constant, (expression) => {
        expect(refusalOf(`SELECT ${expression} AS x FROM payments`)).toMatch(/the question/);
        expect(columnsOf(`SELECT id, ${expression} AS x FROM payments`)).toEqual(["data", "asked"]);
      }),
      { numRuns: 100 },
    );
  });
});

describe("literals that may stand in a cell of data", () => {
  test.each<[string, string | readonly string[]]>([
    ["CASE WHEN failed > 1 THEN 'gateway down' ELSE 'up' END", ["gateway down", "up"]],
    ["IF(failed > 1, 'gateway down', ?)", [ANY_PARAMETER, "gateway down"]],
    ["COALESCE(error_code, 'none')", ["none"]],
    ["IFNULL(error_code, 4711)", ["4711"]],
    ["CONCAT(status, ' refused 4711')", "built"],
    ["CONCAT(status, ' refused')", [" refused"]],
    ["CASE WHEN COUNT(*) > 0 THEN 4711 END", ["4711"]],
    ["(COUNT(*) > 0) * 4711", "built"],
    ["COUNT(*) + 4711", "built"],
    ["MAX(IF(a, 'it''s', \"q\"))", ["it's", "q"]],
    ["SUM(CASE WHEN a THEN 1 ELSE 0 END)", "data"],
    ["ROUND(100 * SUM(status = 'failed') / COUNT(*), 2)", "data"],
    ["SUM(status = 'failed')", "data"],
    ["COUNT(*)", "data"],
    ["COUNT(DISTINCT a)", "data"],
    ["LEFT(info, 300)", "data"],
    ["NOW() - INTERVAL 24 HOUR", "built"],
    ["TIMESTAMPDIFF(SECOND, a, NOW())", "data"],
    ["@@max_connections", "data"],
    ["VERSION()", "data"],
    ["(SELECT MAX(id) FROM orders)", "data"],
    ["EXISTS (SELECT 1 FROM orders)", "data"],
    ["ROW_NUMBER() OVER (ORDER BY id)", "data"],
    ["a = 4711", "data"],
  ])("%s", (expression, expected) => {
    expect(columnsOf(`SELECT ${expression} AS x FROM payments`)).toEqual([expected]);
  });
  test("a union brings the constants of all its parts", () => {
    expect(columnsOf("SELECT a FROM t UNION SELECT 'gateway down'")).toEqual([["gateway down"]]);
  });
  test("EXPLAIN repeats the statement", () => {
    expect(questionOf("EXPLAIN SELECT a FROM t WHERE b = 4711 AND c = ?").columns).toEqual([
      { kind: "all_of_table", written: new Set(["4711", ANY_PARAMETER]) },
    ]);
  });
});

describe("what shuts every row out proves no absence", () => {
  test.each([
    ["SELECT id FROM payments LIMIT 0", /LIMIT 0/],
    ["SELECT id FROM payments LIMIT 5, 0", /LIMIT 0/],
    ["SELECT COUNT(*) FROM (SELECT id FROM payments LIMIT 0) AS d", /LIMIT 0/],
    ["SELECT COUNT(*) FROM (SELECT id FROM payments LIMIT 1 OFFSET 1000000) AS d", /OFFSET/],
    ["SELECT id FROM payments WHERE 1=0", /condition/],
    ["SELECT id FROM payments WHERE status = 'failed' AND 1=0", /condition/],
    ["SELECT id FROM payments WHERE 1=0 AND status = 'failed'", /condition/],
    ["SELECT id FROM payments WHERE (status = 'failed' AND (a = 1 AND 'a' = 'b'))", /condition/],
    ["SELECT id FROM payments WHERE (a = 1 AND 1 = 0) OR (b = 1 AND 1 = 0)", /condition/],
    ["SELECT id FROM payments WHERE NOT (a = 1 OR 1 = 1)", /condition/],
    ["SELECT id FROM payments WHERE NOT TRUE", /condition/],
    ["SELECT id FROM payments WHERE FALSE", /condition/],
    ["SELECT id FROM payments WHERE NULL", /condition/],
    ["SELECT id FROM payments WHERE ? = ?", /condition/],
    ["SELECT id FROM payments WHERE ?", /condition/],
    ["SELECT id FROM payments WHERE EXISTS (SELECT 1 WHERE 1 = 0)", /condition/],
    ["SELECT id FROM payments WHERE (SELECT 0) = 1", /condition/],
    ["SELECT id FROM payments HAVING false", /condition/],
    ["SELECT id, 0 AS z FROM payments HAVING z = 1", /condition/],
    ["SELECT p.id FROM payments p JOIN orders o ON 1 = 0", /condition/],
    ["SELECT p.id FROM payments p JOIN (SELECT 0 AS z) d WHERE d.z = 1", /condition/],
    ["SELECT COUNT(*) FROM (SELECT id FROM payments WHERE 1 = 0) AS d", /condition/],
    ["SELECT id FROM payments WHERE id <> id", /condition/],
    ["SELECT p.id FROM payments p WHERE a = 1 AND p.id < p.id", /condition/],
    ["SELECT id FROM payments WHERE status = NULL", /IS NULL/],
    ["SELECT id FROM payments WHERE NULL <> status", /IS NULL/],
    ["SELECT id FROM payments WHERE id IN (NULL)", /IS NULL/],
    ["SELECT id FROM payments WHERE id NOT IN (1, NULL)", /IS NULL/],
    ["SELECT id FROM payments WHERE status LIKE NULL", /IS NULL/],
    ["SELECT id FROM payments WHERE id BETWEEN NULL AND 5", /IS NULL/],
    ["SELECT id FROM payments WHERE id BETWEEN 5 AND NULL", /IS NULL/],
    ["SELECT id FROM payments WHERE id BETWEEN 5 AND 3", /contradict/],
    ["SELECT id FROM payments WHERE at BETWEEN '2026-11-30' AND '2026-11-01'", /contradict/],
    ["SELECT id FROM payments WHERE id > 5 AND id < 3", /contradict/],
    ["SELECT id FROM payments WHERE 5 < id AND a = 1 AND 3 >= id", /contradict/],
    ["SELECT id FROM payments p WHERE p.id = 5 AND p.id = 6", /contradict/],
    ["SELECT id FROM payments WHERE status = 'a' AND status = 'b'", /contradict/],
    ["SELECT id FROM payments WHERE `status` = 'a' AND `status` = 'b'", /contradict/],
    ["SELECT SUM(status = 'a' AND status = 'b') FROM payments", /contradict/],
    ["SELECT gateway FROM payments GROUP BY gateway HAVING COUNT(*) < 0", /contradict/],
    ["SELECT gateway FROM payments GROUP BY gateway HAVING -1 = COUNT(id)", /contradict/],
    ["SELECT id FROM payments WHERE 1 = 2 OR id < 0", /condition/],
    ["SELECT id FROM payments WHERE NOW() < '2000-01-01'", /condition/],
    ["SELECT id FROM payments WHERE @@port = 1", /condition/],
    ["SELECT id FROM payments WHERE id <> id + 0", /condition/],
    ["SELECT id FROM payments WHERE id = id + 1", /condition/],
    ["SELECT COUNT(*) FROM payments WHERE DATABASE() = 'x'", /condition/],
  ])("%s", (statement, reason) => {
    expect(refusalOf(statement)).toMatch(reason);
  });
  test.each([
    "SELECT id FROM payments WHERE TRUE",
    "SELECT id FROM payments WHERE 1=1 AND status = 'failed'",
    "SELECT id FROM deploys WHERE (? = 'any' OR service = ?)",
    "SELECT id FROM payments WHERE status <=> NULL",
    "SELECT id FROM payments WHERE NOT (a = 1)",
    "SELECT a.step, a.n FROM (SELECT 'cart' AS step, COUNT(*) AS n FROM t UNION ALL SELECT 'stock', COUNT(*) FROM t) a JOIN (SELECT 'cart' AS step UNION ALL SELECT 'stock') b ON a.step = b.step",
    "SELECT p.id FROM payments p JOIN LATERAL (SELECT MAX(id) AS top FROM orders o WHERE o.id = p.id) d ON TRUE",
    "SELECT id FROM payments WHERE EXISTS (SELECT 1 FROM orders o WHERE o.id = payments.id)",
    "SELECT COUNT(*) AS n FROM payments HAVING COUNT(*) > 0",
    "SELECT COUNT(*) AS n FROM payments HAVING n > 0",
    "SELECT id FROM payments LIMIT 10 OFFSET 20",
    "SELECT id FROM payments WHERE id >= 3 AND id <= 3",
    "SELECT id FROM payments WHERE id BETWEEN 3 AND 5 AND status = 'a' OR status = 'b'",
    "SELECT id FROM payments WHERE at >= '2026-11-01' AND at < '2026-11-30' AND at < NOW()",
    "SELECT id FROM payments p JOIN orders o ON o.id = p.id WHERE p.status = 'a' AND o.status = 'b'",
    "SELECT gateway FROM payments GROUP BY gateway HAVING COUNT(*) < 5",
    "SELECT id FROM payments WHERE at > NOW() - INTERVAL 1 DAY",
    "SELECT id FROM payments WHERE `a` <> `b`",
    "SELECT id FROM payments WHERE a <> b + 0",
    "SELECT id FROM payments WHERE id IN (SELECT IF(a = 1, NULL, b) FROM t)",
    "SELECT COUNT(p.id), (SELECT ms FROM requests ORDER BY ms LIMIT 1 OFFSET 95) AS p95 FROM payments p",
    "WITH RECURSIVE d AS (SELECT DATE('2026-11-01') AS day UNION ALL SELECT day + INTERVAL 1 DAY FROM d WHERE day < '2026-11-30') SELECT d.day, COUNT(p.id) FROM d LEFT JOIN payments p ON DATE(p.at) = d.day GROUP BY d.day",
    "SELECT * FROM payments",
    "SELECT @@max_connections",
  ])("%s", (statement) => {
    expect(refusalOf(statement)).toBeNull();
  });
  test("reporting SQL that names a table or a variable can be evidence", () => {
    const constant =
      /^(?:SELECT (?:1|'it''s'|DATE '|DATE_SUB\(NOW)|WITH RECURSIVE|select 1|SELECT \* FROM \(WITH)/;
    for (const statement of LEGITIMATE_STATEMENTS.filter((text) => !constant.test(text))) {
      expect([statement, refusalOf(statement)]).toEqual([statement, null]);
    }
  });
  test("an OFFSET is told", () => {
    expect(questionOf("SELECT id FROM payments LIMIT 10 OFFSET 20").skipsRows).toBe(true);
    expect(questionOf("SELECT id FROM payments LIMIT ?, 5").skipsRows).toBe(true);
    expect(questionOf("SELECT id FROM payments LIMIT 10 OFFSET 0").skipsRows).toBe(false);
    expect(questionOf("SELECT id FROM payments LIMIT 10").skipsRows).toBe(false);
  });
});

describe("a column that is made of a secret says so, whatever it is called", () => {
  /** Per column whether it tells of a secret. */
  const secretsOf = (statement: string): readonly boolean[] =>
    questionOf(statement).columns.map((column) => column.kind === "column" && column.value.secrets.size > 0);
  test.each([
    "password",
    "`password`",
    "u.password",
    "MAX(password)",
    "LEFT(password, 99)",
    "HEX(password)",
    "REVERSE(password)",
    "TO_BASE64(api_key)",
    "MD5(password)",
    "UPPER(LOWER(token))",
    "CAST(password AS CHAR)",
    "CONVERT(password USING utf8mb4)",
    "COALESCE(password, 'none')",
    "IF(id > 1, password, 'x')",
    "CASE WHEN id > 1 THEN password ELSE name END",
    "JSON_VALUE(cfg, '$.password')",
    "JSON_EXTRACT(cfg, '$.db[0].password')",
    "JSON_UNQUOTE(JSON_EXTRACT(cfg, '$.apiKey'))",
    "JSON_VALUE(cfg, ?)",
    "cfg->>'$.password'",
    "cfg->'$.token[0]'",
    "CONCAT_WS('|', id, password)",
    "GROUP_CONCAT(password)",
    "JSON_OBJECT('a', password)",
    "JSON_ARRAYAGG(password)",
    "(SELECT MAX(password) FROM users)",
    "FIRST_VALUE(password) OVER (ORDER BY id)",
    "SUBSTRING(password, 1, 1)",
    "REPLACE(password, 'a', 'b')",
  ])("%s", (expression) => {
    expect(secretsOf(`SELECT ${expression} AS phrase FROM users u`)).toEqual([true]);
    expect(secretsOf(`SELECT d.x FROM (SELECT ${expression} AS x FROM users u) d`)).toEqual([true]);
    expect(secretsOf(`SELECT * FROM (SELECT ${expression} AS x FROM users u) d`)).toEqual([true]);
    expect(secretsOf(`WITH d (x) AS (SELECT ${expression} FROM users u) SELECT CONCAT(x) FROM d`)).toEqual([
      true,
    ]);
    expect(secretsOf(`SELECT name FROM t UNION SELECT ${expression} FROM users u`)).toEqual([true]);
  });
  test.each([
    "COUNT(password)",
    "COUNT(DISTINCT password)",
    "password IS NULL",
    "password = 'x'",
    "password LIKE 'x%'",
    "NOT (password = 'x')",
    "ISNULL(name)",
    "IF(password IS NULL, 'unset', 'set')",
    "CASE WHEN password IS NULL THEN 'unset' ELSE 'set' END",
    "JSON_VALUE(cfg, '$.name')",
    "EXISTS (SELECT password FROM users)",
    "name",
    "ROW_NUMBER() OVER (ORDER BY password)",
  ])("but not %s", (expression) => {
    expect(secretsOf(`SELECT ${expression} AS x FROM users u`)).toEqual([false]);
  });
});
