/** A figure that a statement makes up is never found, however it is put together (TOOL-4). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ToolParameter } from "../../contracts/evidence";
import { checkEvidence } from "../../diagnosis/guards/evidence-guard";
import { storeOf } from "../../diagnosis/testing/ready-record";
import { answeredStatement } from "../testing/answered-statement";

/** What a claim of 4711 meets, where the last column of the answer holds it; empty when it would be believed. */
function violationsOf(
  statement: string,
  params: readonly ToolParameter[] = [],
  cell = "4711",
): readonly string[] {
  const record = answeredStatement(statement, ["lumen", cell], params);
  if (record === null) return ["refused"];
  const text = `Gateway lumen: '${cell}' refused`;
  const claims = [{ text, kind: "presence" as const, invocationIds: [record.invocationId], scope: "" }];
  const draft = { conclusion: text, claims, missing_info: [], recommended_actions: [] };
  return checkEvidence(draft, storeOf([record]), "why?").map(({ code }) => code);
}
const column = (expression: string): string =>
  `SELECT gateway, ${expression} AS n FROM payments GROUP BY gateway`;

const EXPRESSIONS: readonly (readonly [string, ...ToolParameter[]])[] = [
  // constants in another form
  ["UNHEX('34373131')"],
  ["FROM_BASE64('NDcxMQ==')"],
  ["CONV('1267', 16, 10)"],
  ["CHAR(52, 55, 49, 49)"],
  ["REVERSE('1174')"],
  ["REPLACE('4x711', 'x', '')"],
  ["REPEAT('4711', 1)"],
  ["CONCAT('47', '11')"],
  ["LPAD('711', 4, '4')"],
  ["INSERT('4x1', 2, 1, '71')"],
  ["FROM_UNIXTIME(4711)"],
  ["MAKEDATE(2026, 4711)"],
  ["JSON_ARRAY(4711)"],
  ["DATE_ADD('2026-01-01', INTERVAL 4711 DAY)"],
  // beside data that leaves no trace
  ["CONCAT(UNHEX('34373131'), LEFT(status, 0))"],
  ["CONCAT(REVERSE('1174'), LEFT(status, 0))"],
  ["CONCAT('47', '11', LEFT(status, 0))"],
  ["CONCAT(LEFT(status, 0), 4700 + 11)"],
  ["CONCAT_WS('', '47', '11', LEFT(status, 0))"],
  ["CONCAT(?, LEFT(status, 0))", "4711"],
  ["CONCAT('refused ', LEFT(status, 0), 'payments')"],
  ["COALESCE(NULLIF(status, status), CONV('1267', 16, 10))"],
  ["IF(COUNT(*) > 0, 4700 + 11, 0)"],
  ["CASE WHEN COUNT(*) > 0 THEN REVERSE('1174') END"],
  ["CASE WHEN COUNT(*) > 0 THEN 4711 END"],
  ["LEFT(CONCAT('4711', status), 4)"],
  ["LEFT(COALESCE(NULL, CONCAT('4711', status)), 4)"],
  ["SUBSTRING(COALESCE(NULLIF(status, status), 'x4711x'), 2, 4)"],
  ["REPLACE(status, status, '4711')"],
  ["REPLACE(COALESCE(NULLIF(status, status), '4-7-1-1'), '-', '')"],
  ["REGEXP_REPLACE(status, '.*', '4711')"],
  ["INSERT(status, 1, 100, '4711')"],
  ["LPAD('', 4, '4711')"],
  ["RPAD(LEFT(status, 0), 4, '4711')"],
  ["LPAD(LEFT(status, 0), 4, '4711')"],
  ["ELT(1 + (COUNT(*) > 0), 'x', '4711')"],
  ["EXPORT_SET(COUNT(*), '4', '7', '11', 4)"],
  ["MAKE_SET(COUNT(*), '4711', status)"],
  ["DATE_FORMAT(MAX(created_at), '4711')"],
  ["DATE_FORMAT(MAX(created_at), '%4%7%1%1')"],
  ["DATE_FORMAT(MAX(created_at), ?)", "4711"],
  ["DATE_FORMAT(MAX(created_at), '%c%i')"],
  ["FROM_UNIXTIME(UNIX_TIMESTAMP(MAX(created_at)), '4711')"],
  ["JSON_SET(payload, '$.failed', 4711)"],
  ["JSON_OBJECT('failed', 4711, 'status', status)"],
  ["JSON_OBJECT('4711', status)"],
  ["JSON_EXTRACT(CONCAT('[4711]', LEFT(status, 0)), '$[0]')"],
  ["GROUP_CONCAT('4711')"],
  ["GROUP_CONCAT(LEFT(status, 0) SEPARATOR '4711')"],
  ["GROUP_CONCAT(status = 'x' SEPARATOR '')"],
  ["GROUP_CONCAT(1 SEPARATOR '')"],
  ["FORMAT(COALESCE(NULLIF(amount, amount), 4711), 0)"],
  ["ROUND(COALESCE(NULLIF(amount, amount), 4711.4))"],
  ["CAST(COALESCE(NULLIF(status, status), '4711 x') AS UNSIGNED)"],
  ["-COALESCE(NULLIF(amount, amount), -4711)"],
  // measured on what the statement wrote
  ["LENGTH(RPAD(status, 4711, 'x'))"],
  ["LENGTH(CONCAT(LEFT(status, 0), 'aaaa'))"],
  ["FIND_IN_SET(status, 'a,b,failed')"],
  ["FIELD(status, 'a', 'b', 'failed')"],
  ["INSTR('aaaafailed', status)"],
  ["ASCII(CONCAT('x', status))"],
  ["TIMESTAMPDIFF(DAY, '2013-01-07', NOW())"],
  ["TIMESTAMPDIFF(SECOND, NOW() - INTERVAL 4711 SECOND, NOW())"],
  ["TIMESTAMPDIFF(MINUTE, CONVERT_TZ(NOW(), '+00:00', '+10:11'), NOW())"],
  ["DATEDIFF(NOW(), ?)", "2013-01-07"],
  ["DATEDIFF(NOW(), DATE '2013-01-07')"],
  ["NOW() - INTERVAL 4711 MINUTE"],
  ["DATE_ADD(MAX(created_at), INTERVAL ? MINUTE)", 4711],
  ["ADDDATE(MAX(created_at), 4711)"],
  ["TIMESTAMPADD(MINUTE, 4711, MAX(created_at))"],
  ["UNIX_TIMESTAMP(FROM_UNIXTIME(4711))"],
  // arithmetic
  ["COUNT(*) * 0 + 4711"],
  ["COUNT(*) * 0 + 4700 + 11"],
  ["COUNT(*) + 4711"],
  ["COUNT(*) + ?", 4711],
  ["COUNT(*) - 1 - 1"],
  ["COUNT(*) * ?", 47],
  ["COUNT(*) * 47.11"],
  ["COUNT(*) * 1000"],
  ["COUNT(*) * 100"],
  ["COUNT(*) * 100 * 100 / COUNT(id)"],
  ["COUNT(*) / ?", 3],
  ["COUNT(*) / 3"],
  ["SUM(amount) MOD 4711"],
  ["MOD(SUM(amount), 4711)"],
  ["COUNT(*) / COUNT(*) * 4711"],
  ["COUNT(*) / COUNT(1) * 1000"],
  ["COUNT(*) / COUNT(id) * 1000"],
  ["SUM(status = 'x') / COUNT(*) * 1000"],
  ["(COUNT(*) > 0) * 4711"],
  ["(COUNT(*) > 0) * 1000"],
  ["MAX(status = 'x') * 1000"],
  ["MAX(CASE WHEN status = 'x' THEN 1 ELSE 0 END) * 1000"],
  ["AVG(status = status) * 1000"],
  ["SIGN(COUNT(*)) * 1000"],
  ["ISNULL(MAX(id)) * 4711"],
  ["EXISTS(SELECT 1 FROM payments) * 1000"],
  ["(MAX(id) > 0) + (MAX(id) > 1) + (MAX(id) > 2)"],
  ["MAX(id) - MAX(id)"],
  ["MAX(id) DIV MAX(id)"],
  ["MAX(id) % MAX(id)"],
  ["SUM(4711)"],
  ["AVG(4711)"],
  ["SUM(CASE WHEN status = 'x' THEN 47 ELSE 0 END)"],
  ["POW(MAX(id), 0)"],
  ["POW(47, 2 * (COUNT(*) > 0))"],
  ["EXP(MAX(id) - MAX(id))"],
  ["LOG(3, MAX(id))"],
  ["GREATEST(COUNT(*), 4711)"],
  ["LEAST(COUNT(*), 4711)"],
  ["GREATEST(COUNT(*), 471.1) * 10"],
  ["COUNT(*) | 4711"],
  ["COUNT(*) & 4711"],
  ["~COUNT(*) & 4711"],
  ["COUNT(*) << 4"],
  ["FLOOR(SUM(amount) / 4711) * 4711"],
  ["FLOOR(COUNT(*) / 5000) * 5000"],
  ["ROUND(COUNT(*), -3)"],
  ["ROUND(SUM(amount), ?)", -3],
  ["RAND(COUNT(*))"],
  ["CONCAT(COUNT(*), COUNT(id))"],
  ["CONCAT_WS(',', COUNT(*), COUNT(id))"],
  ["CONCAT(LEFT(VERSION(), 1), RIGHT(VERSION(), 3))"],
  ["LEFT(COUNT(*), 1)"],
  ["COUNT(DISTINCT 1) * 1000"],
  ["LAG(MAX(id), 1, 4711) OVER (ORDER BY gateway)"],
  ["NTILE(4711) OVER (ORDER BY gateway)"],
  ["PERCENT_RANK() OVER (ORDER BY gateway) * 1000"],
  ["MAX(SUM(amount) + 4711) OVER ()"],
];

const STATEMENTS: readonly (readonly [string, ...ToolParameter[]])[] = [
  ["SELECT gateway, COUNT(*) FROM payments UNION SELECT 'x', 4711"],
  ["SELECT gateway, COUNT(*) FROM payments UNION SELECT gateway, 4700 + 11 FROM payments"],
  ["SELECT gateway, n FROM (SELECT gateway, COUNT(*) AS n FROM payments UNION SELECT 'x', 4711) d"],
  ["SELECT gateway, n * 100 FROM (SELECT gateway, amount AS n FROM payments UNION SELECT 'x', 47.11) d"],
  [
    "SELECT gateway, MAX(n) FROM (SELECT gateway, id AS n FROM payments UNION SELECT 'x', UNHEX('34373131')) d",
  ],
  ["WITH d AS (SELECT gateway, id + 4711 AS n FROM payments) SELECT gateway, n FROM d"],
  [
    "WITH d (g, n) AS (SELECT gateway, CONCAT('47', '11', LEFT(status, 0)) FROM payments) SELECT g, MAX(n) FROM d GROUP BY g",
  ],
  [
    "WITH RECURSIVE d AS (SELECT 0 AS n UNION ALL SELECT n + 1 FROM d WHERE n < 4711) SELECT p.gateway, MAX(d.n) FROM d JOIN payments p GROUP BY p.gateway",
  ],
  [
    "WITH RECURSIVE d AS (SELECT COUNT(*) AS n FROM payments UNION ALL SELECT n + 1 FROM d WHERE n < 4711) SELECT p.gateway, MAX(d.n) FROM d JOIN payments p GROUP BY p.gateway",
  ],
  [
    "WITH RECURSIVE d AS (SELECT 0 AS n UNION ALL SELECT n + 1 FROM d WHERE n < 4711) SELECT MAX(p.gateway), COUNT(*) FROM d JOIN (SELECT gateway FROM payments LIMIT 1) p",
  ],
  [
    "WITH RECURSIVE d AS (SELECT 0 AS n UNION ALL SELECT n + 1 FROM d WHERE n < 4711) SELECT MAX(p.gateway), COUNT(p.id) FROM d JOIN payments p ON p.id > 0",
  ],
  ["SELECT MAX(gateway), COUNT(*) FROM (SELECT gateway FROM payments LIMIT 4711) d"],
  ["SELECT MAX(gateway), COUNT(*) FROM (SELECT gateway FROM payments LIMIT ?) d", 4711],
  ["SELECT MAX(gateway), SUM(1) FROM (SELECT gateway FROM payments LIMIT 4711) d"],
  ["SELECT gateway, (SELECT 4711) FROM payments"],
  ["SELECT gateway, (SELECT MAX(id) + 4711 FROM payments) FROM payments"],
  ["SELECT p.gateway, CONCAT(d.x, LEFT(p.status, 0)) FROM payments p JOIN (SELECT REVERSE('1174') AS x) d"],
  ["SELECT USER, LENGTH(INFO) FROM information_schema.PROCESSLIST"],
  ["SELECT USER, SUBSTRING(INFO, 50, 4) FROM information_schema.PROCESSLIST"],
  ["SELECT USER, LEFT(INFO, 4) FROM information_schema.PROCESSLIST"],
  ["SELECT p.USER, REVERSE(p.info) FROM information_schema.PROCESSLIST p"],
  ["SELECT SCHEMA_NAME, RIGHT(DIGEST_TEXT, 4) FROM performance_schema.events_statements_summary_by_digest"],
  ["SELECT CURRENT_SCHEMA, TRIM(SQL_TEXT) FROM performance_schema.events_statements_history"],
  ["SELECT db, SUBSTRING_INDEX(query, ' ', -1) FROM sys.statement_analysis"],
  ["SELECT db, REGEXP_SUBSTR(sql_text, '[0-9]+') FROM mysql.slow_log"],
  ["SELECT gateway, COUNT(*) AS `4711 payments failed` FROM payments"],
  ["SELECT gateway, COUNT(*) AS 'refused 4711' FROM payments"],
  ["SELECT `47 11`.gateway, COUNT(*) FROM payments `47 11`"],
  ["EXPLAIN SELECT `4711`.id FROM payments AS `4711`"],
  ["EXPLAIN SELECT id FROM payments WHERE id = 4711"],
];

describe("a figure that the statement makes up", () => {
  test.each(EXPRESSIONS.map(([expression, ...params]) => ({ expression, params })))(
    "$expression",
    ({ expression, params }) => {
      expect(violationsOf(column(expression), params)).not.toEqual([]);
      expect(violationsOf(`SELECT d.gateway, d.n FROM (${column(expression)}) d`, params)).not.toEqual([]);
      expect(violationsOf(`SELECT d.gateway, MAX(d.n) FROM (${column(expression)}) d`, params)).not.toEqual(
        [],
      );
      expect(
        violationsOf(
          `SELECT gateway, COALESCE((SELECT MAX(n) FROM (${column(expression)}) d), 0) FROM payments`,
          params,
        ),
      ).not.toEqual([]);
    },
  );
  test.each(STATEMENTS.map(([statement, ...params]) => ({ statement, params })))(
    "$statement",
    ({ statement, params }) => {
      expect(violationsOf(statement, params)).not.toEqual([]);
    },
  );
  test("is no name that it gives either, where a plan repeats it", () => {
    const statement = "EXPLAIN SELECT COUNT(*) AS `4711 refused` FROM payments AS `refused 4711`";
    for (const name of ["4711 refused", "refused 4711"]) {
      expect(violationsOf(statement, [], name)).not.toEqual([]);
    }
  });
  test("is believed where it is the data's", () => {
    expect(violationsOf(column("COUNT(*)"))).toEqual([]);
    expect(violationsOf(column("MAX(id)"))).toEqual([]);
  });
  test("is what any arithmetic with another number gives", () => {
    const number = fc
      .integer({ min: 2, max: 10 ** 6 })
      .filter((n) => !/^(?:7|10*|24|60|168|1440|3600|10080|86400|604800|1024|1048576)$/.test(String(n)));
    fc.assert(
      fc.property(
        number,
        fc.constantFrom("+", "-", "*", "/", "DIV", "%"),
        fc.boolean(),
        (n, operator, first) => {
          const expression = first ? `${n} ${operator} SUM(amount)` : `SUM(amount) ${operator} ${n}`;
          expect(violationsOf(column(expression))).toContain("FIGURE_WRITTEN_IN_STATEMENT");
        },
      ),
    );
  });
  test("stays so through any function", () => {
    const wrapped = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constant("(COUNT(*) * 0 + 4711)"),
        fc
          .tuple(
            fc.constantFrom("MAX", "ABS", "ROUND", "FLOOR", "LOWER", "HEX", "SQRT", "TRIM", "DATE"),
            tie("value"),
          )
          .map(([f, a]) => `${f}(${a})`),
        tie("value").map((a) => `COALESCE(${a}, 0)`),
        tie("value").map((a) => `IF(1 = 1, ${a}, id)`),
        tie("value").map((a) => `CONCAT(gateway, ${a})`),
        tie("value").map((a) => `(${a} + MAX(id))`),
        tie("value").map((a) => `(SELECT ${a} FROM payments LIMIT 1)`),
      ),
    })).value;
    fc.assert(
      fc.property(wrapped, (expression) => {
        expect(violationsOf(column(expression))).not.toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
