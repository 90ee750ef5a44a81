import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { EvidenceResult, EvidenceSources } from "../diagnosis/ports";
import type { ToolParameter } from "../contracts/evidence";
import { createMysqlEvidenceSources, type MysqlEvidenceConfig } from "./mysql-evidence-sources";
import { createEvidenceDatabase, type EvidenceDatabase } from "./testing/evidence-database";
import { LEGITIMATE_STATEMENTS } from "./testing/legitimate-statements";

let db: EvidenceDatabase;
const opened: EvidenceSources[] = [];

beforeAll(async () => {
  db = await createEvidenceDatabase("src", process.env["TEST_DATABASE_ADMIN_URL"]);
  await db.createNumbers();
  await db.admin
    .query(`CREATE TABLE cells (id INT PRIMARY KEY, t VARCHAR(3000), big BIGINT UNSIGNED, d DECIMAL(30,10), f DOUBLE,
    at DATETIME(3), day DATE, span TIME, y YEAR, b VARBINARY(3000), bits BIT(9), j JSON, e ENUM('x','y'), long_text LONGTEXT)`);
  await db.admin.query(`INSERT INTO cells (id, t, big, d, f, at, day, span, y, b, bits, j, e) VALUES
    (1, '数据🙂é', 18446744073709551615, 12345678901234567890.0123456789, 0.1, '2024-02-29 23:59:59.123', '0000-00-00', '-26:03:00', 2024,
     X'00FF10', b'100000001', '{"a":12345678901234567890}', 'y')`);
  await db.admin.query("INSERT INTO cells (id) VALUES (2)");
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((sources) => sources.close()));
});
afterAll(async () => {
  await db.drop();
});

function open(config: Partial<MysqlEvidenceConfig> = {}): EvidenceSources {
  const sources = db.sources(config);
  opened.push(sources);
  return sources;
}
function start(
  sources: EvidenceSources,
  statement: string,
  params: readonly ToolParameter[] = [],
  timeoutMs = 20_000,
) {
  return sources.run({ source: "shop", statement, params, timeoutMs });
}
function ask(
  sources: EvidenceSources,
  statement: string,
  params: readonly ToolParameter[] = [],
  timeoutMs = 20_000,
) {
  return start(sources, statement, params, timeoutMs).result;
}
function evidenceOf(result: EvidenceResult) {
  if (result.kind !== "rows") throw new Error(`${result.code}: ${result.message}`);
  return result.evidence;
}
describe("canonical evidence (TOOL-5)", () => {
  test("a recursion is never cut in silence: it comes to its end, or to its time", async () => {
    const count =
      "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5000) SELECT COUNT(*) AS c FROM r";
    expect(evidenceOf(await ask(open(), count)).rows).toEqual([["5000"]]);
    const endless =
      "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n > 0) SELECT COUNT(*) AS c FROM r";
    expect(await ask(open(), endless, [], 300)).toMatchObject({ kind: "error" });
  });

  test("every cell is the server's own text", async () => {
    const evidence = evidenceOf(await ask(open(), "SELECT * FROM cells ORDER BY id"));
    expect(evidence.columns.map((column) => column.type)).toEqual([
      "number",
      "text",
      "number",
      "number",
      "number",
      "time",
      "time",
      "time",
      "number",
      "binary",
      "binary",
      "text",
      "text",
      "text",
    ]);
    expect(evidence.rows).toEqual([
      [
        "1",
        "数据🙂é",
        "18446744073709551615",
        "12345678901234567890.0123456789",
        "0.1",
        "2024-02-29 23:59:59.123",
        "0000-00-00",
        "-26:03:00",
        "2024",
        "0x00ff10",
        "0x0101",
        '{"a":12345678901234567890}',
        "y",
        null,
      ],
      ["2", ...Array.from({ length: 13 }, () => null)],
    ]);
    expect(evidence.truncated).toEqual({ rows: false, columns: false, cells: 0 });
  });
  test("an empty result has its columns and no rows", async () => {
    const evidence = evidenceOf(await ask(open(), "SELECT id, t FROM cells WHERE id = ?", [99]));
    expect(evidence).toEqual({
      columns: [
        { name: "id", type: "number" },
        { name: "t", type: "text" },
      ],
      rows: [],
      truncated: { rows: false, columns: false, cells: 0 },
    });
  });
  test("two columns of one name both stand", async () => {
    expect(evidenceOf(await ask(open(), "SELECT 1 AS a, 2 AS a")).rows).toEqual([["1", "2"]]);
  });
  test("parameters are bound as what they are, wherever they stand", async () => {
    const sources = open();
    const hostile = "\\'; DROP TABLE n; -- \" ` ? \u0000 \n 数据🙂";
    expect(
      evidenceOf(await ask(sources, "SELECT ?, '?', ? + 1, 5-?, ?", [hostile, 2, -1, null])).rows,
    ).toEqual([[hostile, "?", "3", "6", null]]);
    expect(
      evidenceOf(await ask(sources, "SELECT id FROM n ORDER BY id LIMIT ? OFFSET ?", [2, 3])).rows,
    ).toEqual([["3"], ["4"]]);
    expect(evidenceOf(await ask(sources, "SHOW TABLES LIKE ?", ["ce%"])).rows).toEqual([["cells"]]);
    expect(await ask(sources, "SELECT ?", [])).toMatchObject({ kind: "error", code: "EXECUTION_FAILED" });
    expect(await ask(sources, "SELECT ?", [Number.NaN])).toMatchObject({
      kind: "error",
      code: "EXECUTION_FAILED",
    });
  });
  test("rows: exactly the cap is whole, one more is cut, explicit LIMIT or not, and the next statement runs", async () => {
    const sources = open({ caps: { rows: 50 } });
    const whole = evidenceOf(await ask(sources, "SELECT id FROM n ORDER BY id LIMIT 50"));
    expect([whole.rows.length, whole.truncated.rows]).toEqual([50, false]);
    for (const limit of ["", " LIMIT 51", " LIMIT 3000", " LIMIT 100000"]) {
      const cut = evidenceOf(await ask(sources, `SELECT id FROM n ORDER BY id${limit}`));
      expect([cut.rows.length, cut.truncated.rows, cut.rows[49]]).toEqual([50, true, ["49"]]);
    }
    const show = evidenceOf(await ask(sources, "SHOW GLOBAL VARIABLES"));
    expect([show.rows.length, show.truncated.rows]).toEqual([50, true]);
  });
  test("an endless result is stopped on the server as well", async () => {
    const sources = open({ caps: { rows: 10 } });
    const running = start(sources, "SELECT a.id, -1 FROM n a, n b, n c LIMIT 1000000000");
    expect(evidenceOf(await running.result).truncated.rows).toBe(true);
    expect((await running.stop()).stop).toBe("confirmed");
    expect(await db.busyThreads(db.reader)).toEqual([]);
  });
  test("columns, cells and bytes are bounded", async () => {
    const sources = open();
    const wide = evidenceOf(
      await ask(
        sources,
        `SELECT ${Array.from({ length: 70 }, (_, index) => `${index} AS c${index}`).join(", ")}`,
      ),
    );
    expect([wide.columns.length, wide.rows[0]?.length, wide.truncated.columns]).toEqual([64, 64, true]);
    const cells = evidenceOf(
      await ask(
        sources,
        "SELECT REPEAT('x', 2000), REPEAT('x', 2001), REPEAT('🙂', 1000), CONCAT('x', REPEAT('🙂', 1000)), UNHEX(REPEAT('AB', 1500))",
      ),
    );
    expect(cells.rows[0]?.map((cell) => cell?.length)).toEqual([2000, 2000, 2000, 1999, 2000]);
    expect(cells.rows[0]?.[3]?.isWellFormed()).toBe(true);
    expect(cells.truncated.cells).toBe(3);
    const bytes = evidenceOf(
      await ask(sources, "SELECT id, REPEAT('数', 2000) FROM n ORDER BY id LIMIT 100"),
    );
    expect(bytes.truncated.rows).toBe(true);
    expect(Buffer.byteLength(JSON.stringify(bytes.rows))).toBeLessThanOrEqual(128 * 1024);
    expect(bytes.rows.length).toBe(21);
    const row = `SELECT ${Array.from({ length: 64 }, () => "REPEAT('数', 2000)").join(", ")}`;
    expect(await ask(sources, row)).toMatchObject({ kind: "error", code: "RESULT_TOO_LARGE" });
  });
  test("one giant cell is not read to its end", async () => {
    const sources = open({ maxWireBytes: 100_000 });
    expect(await ask(sources, "SELECT REPEAT('x', 8000000)")).toMatchObject({
      kind: "error",
      code: "RESULT_TOO_LARGE",
    });
    expect(evidenceOf(await ask(sources, "SELECT 1")).rows).toEqual([["1"]]);
  });
  test("SHOW and EXPLAIN give text", async () => {
    const sources = open();
    expect(evidenceOf(await ask(sources, "SHOW CREATE TABLE n")).rows[0]?.[1]).toContain("CREATE TABLE");
    expect(evidenceOf(await ask(sources, "EXPLAIN FORMAT=JSON SELECT * FROM n")).rows[0]?.[0]).toContain(
      '"query_block"',
    );
  });
});

describe("errors", () => {
  test.each<[string, string, RegExp]>([
    ["SELECT * FROM missing", "EXECUTION_FAILED", /doesn't exist/],
    ["SELECT * FROM information_schema.INNODB_TRX", "FEATURE_UNAVAILABLE", /PROCESS/],
    ["SHOW ENGINE INNODB STATUS", "FEATURE_UNAVAILABLE", /PROCESS/],
    ["SHOW FULL PROCESSLIST", "FEATURE_UNAVAILABLE", /PROCESS/],
    ["SELECT * FROM information_schema.PROCESSLIST", "FEATURE_UNAVAILABLE", /PROCESS/],
    ["SELECT * FROM mysql.slow_log", "FEATURE_UNAVAILABLE", /denied to the account/],
    ["SELECT * FROM information_schema.METADATA_LOCK_INFO", "FEATURE_UNAVAILABLE", /METADATA_LOCK_INFO/i],
    ["SELECT FORMAT_BYTES(1)", "FEATURE_UNAVAILABLE", /FORMAT_BYTES/i],
    ["SELECT @@no_such_variable", "FEATURE_UNAVAILABLE", /no_such_variable/],
  ])("%s → %s", async (statement, code, message) => {
    const result = await ask(open(), statement);
    expect(result).toMatchObject({ kind: "error", code });
    const text = result.kind === "error" ? result.message : "";
    expect(text).toMatch(message);
    expect(text).not.toContain(db.reader);
    expect(text.length).toBeLessThanOrEqual(600);
  });
  test("performance_schema is refused when it is off or not granted, never answered with nothing", async () => {
    const [rows] = await db.admin.query("SELECT @@performance_schema AS p");
    const off = JSON.stringify(rows).includes("0");
    const result = await ask(
      open(),
      "SELECT * FROM performance_schema.events_statements_summary_by_digest LIMIT 1",
    );
    const message = off ? /is off/ : /denied to the account/;
    expect(result).toMatchObject({
      kind: "error",
      code: "FEATURE_UNAVAILABLE",
      message: expect.stringMatching(message),
    });
  });
  test("an account with PROCESS sees the process list", async () => {
    const sources = open({ sources: [{ name: "shop", url: db.healthUrl, description: "" }] });
    expect(evidenceOf(await ask(sources, "SHOW FULL PROCESSLIST")).rows.length).toBeGreaterThan(0);
    expect(evidenceOf(await ask(sources, "SHOW ENGINE INNODB STATUS")).rows[0]?.[2]).toContain("INNODB");
  });
  test("a server that is not there", async () => {
    const sources = open({
      sources: [{ name: "shop", url: "mysql://u:secret@127.0.0.1:1/x", description: "" }],
    });
    const result = await ask(sources, "SELECT 1");
    expect(result).toMatchObject({ kind: "error", code: "CONNECTION_FAILED" });
    expect(JSON.stringify(result)).not.toContain("secret");
    expect(await sources.ready()).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/^shop: .*could not be reached/),
    });
  });
  test("a wrong password is told without the account", async () => {
    const sources = open({
      sources: [{ name: "shop", url: db.readerUrl.replace(/:[^:@]+@/, ":wrong@"), description: "" }],
    });
    const result = await ask(sources, "SELECT 1");
    expect(result).toMatchObject({ kind: "error", code: "CONNECTION_FAILED" });
    expect(JSON.stringify(result)).not.toMatch(new RegExp(`wrong|${db.reader}`));
  });
  test("ready warns of an account that could write", async () => {
    const sources = createMysqlEvidenceSources({
      sources: [
        { name: "a", url: db.readerUrl, description: "" },
        { name: "b", url: db.writerUrl, description: "" },
      ],
    });
    opened.push(sources);
    const ready = await sources.ready();
    expect(ready.ok).toBe(true);
    expect(ready.detail).toMatch(/^a: \S+ [^;]+; b: .*warning: .*\(CREATE, INSERT, UPDATE\)$/);
  });
  test("caller's bugs throw", () => {
    const sources = open();
    expect(() => start(sources, "DROP TABLE n")).toThrow(/not checked/);
    expect(() => sources.run({ source: "nope", statement: "SELECT 1", params: [], timeoutMs: 1 })).toThrow(
      /Unknown/,
    );
    expect(sources.check("nope", "SELECT 1")).toMatchObject({ ok: false });
  });
  test("the allowed reporting SQL is SQL to the server too", async () => {
    const sources = open();
    const elsewhere = /->|BINARY LOG STATUS|DESC shop/;
    for (const statement of LEGITIMATE_STATEMENTS.filter((text) => !elsewhere.test(text))) {
      const params = statement
        .replaceAll(/'[^']*'/g, "")
        .split("?")
        .slice(1)
        .map(() => (statement.startsWith("SHOW") ? "x" : 1));
      const result = await ask(sources, statement, params);
      if (result.kind === "error") expect(`${statement} ${result.message}`).not.toMatch(/error 1064/);
    }
  });
});
