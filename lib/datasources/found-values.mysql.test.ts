/** What a real server's answer shows as found: no value that the server altered, none that the statement itself wrote (TOOL-4). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ToolParameter } from "../contracts/evidence";
import type { EvidenceResult, EvidenceSources } from "../diagnosis/ports";
import { createEvidenceDatabase, type EvidenceDatabase } from "./testing/evidence-database";

let db: EvidenceDatabase;
let sources: EvidenceSources;

beforeAll(async () => {
  db = await createEvidenceDatabase("found", process.env["TEST_DATABASE_ADMIN_URL"]);
  await db.createNumbers();
  await db.admin.query("CREATE TABLE payments (id INT PRIMARY KEY, gateway VARCHAR(20), note VARCHAR(40))");
  await db.admin.query(
    "INSERT INTO payments VALUES (1, 'lumen', 'secret 4711 of ann'), (2, 'orca', '12'), (3, 'lumen', NULL)",
  );
});
afterEach(async () => {
  await sources.close();
});
afterAll(async () => {
  await db.drop();
});

function ask(statement: string, params: readonly ToolParameter[] = [], timeoutMs = 20_000) {
  sources = db.sources({ maxConnections: 1 });
  return sources.run({ source: "shop", statement, params, timeoutMs }).result;
}
function evidenceOf(result: EvidenceResult) {
  if (result.kind !== "rows") throw new Error(`${result.code}: ${result.message}`);
  return result.evidence;
}

describe("a value that the server altered is not evidence", () => {
  test.each<[string, RegExp]>([
    ["SELECT id, REPEAT('x', 100000000) FROM payments", /max_allowed_packet/],
    ["SELECT id, RPAD(gateway, 100000000, 'x') FROM payments", /max_allowed_packet/],
    ["SELECT id / (id - id) AS rate FROM payments", /division by zero.*NULLIF/],
    ["SELECT id FROM payments WHERE 100 / (id - 1) > 5", /division by zero/],
    ["SELECT note + 1 AS n FROM payments", /no number or date/],
    ["SELECT SUM(note) AS total FROM payments", /no number or date/],
    ["SELECT CAST(note AS UNSIGNED) FROM payments", /no number or date/],
    ["SELECT id FROM payments WHERE note = 12", /no number or date/],
    ["SELECT CAST(gateway AS DATETIME) FROM payments", /no number or date/],
    ["SELECT STR_TO_DATE(gateway, '%Y-%m-%d') FROM payments", /no date/],
    ["SELECT CAST(id * 1000 AS DECIMAL(2, 0)) FROM payments", /out of range/],
    ["SELECT GROUP_CONCAT(a.id, REPEAT('y', 900)) FROM n a", /GROUP_CONCAT/],
  ])("%s", async (statement, message) => {
    const result = await ask(statement);
    expect(result).toMatchObject({ kind: "error", code: "VALUES_ALTERED" });
    const text = result.kind === "error" ? result.message : "";
    expect(text).toMatch(message);
    // The server's sentence quotes cells.
    expect(text).not.toMatch(/secret|ann|lumen/);
  });
  test("what the server notes without altering a value does not disturb", async () => {
    for (const statement of [
      "SELECT ROUND(100 * id / NULLIF(id - 1, 0)) AS pct FROM payments",
      "SELECT CAST(note AS CHAR) AS note FROM payments",
      "SELECT id FROM payments WHERE id = '1'",
      "SELECT UTC_TIMESTAMP() AS at FROM payments",
      "SELECT TABLE_NAME, TABLE_ROWS FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'mysql'",
      "SELECT CAST('2026-01-01 10:00:00.1234567' AS DATETIME(3)) AS at, id FROM payments",
    ]) {
      expect([statement, (await ask(statement)).kind]).toEqual([statement, "rows"]);
      await sources.close();
    }
  });
  test("the connection of a refused result serves on, and its warnings are not those of the next", async () => {
    sources = db.sources({ maxConnections: 1 });
    const run = (statement: string) =>
      sources.run({ source: "shop", statement, params: [], timeoutMs: 20_000 }).result;
    for (let round = 0; round < 3; round += 1) {
      expect(await run("SELECT id / 0 FROM payments")).toMatchObject({ code: "VALUES_ALTERED" });
      expect(evidenceOf(await run("SELECT id FROM payments WHERE id = 2")).rows).toEqual([["2"]]);
    }
  });
  test("more warnings than the server keeps are no licence", async () => {
    expect(await ask("SELECT a.id / 0 FROM n a LIMIT 150")).toMatchObject({ code: "VALUES_ALTERED" });
  });
  test("a result that is cut at the row cap is read for warnings too", async () => {
    expect(await ask("SELECT id / 0 FROM n")).toMatchObject({ code: "VALUES_ALTERED" });
    const cut = evidenceOf(await ask("SELECT id FROM n"));
    expect([cut.rows.length, cut.truncated.rows]).toEqual([200, true]);
  });
  test("a stop while the warnings are read is a stop", async () => {
    sources = db.sources({ maxConnections: 2 });
    await sources.ready();
    for (let round = 0; round < 40; round += 1) {
      const running = sources.run({
        source: "shop",
        statement: "SELECT id / 0 FROM payments",
        params: [],
        timeoutMs: 20_000,
      });
      if (round % 2 === 0) await new Promise((resolve) => setTimeout(resolve, round / 8));
      expect((await running.stop()).stop).toBe("confirmed");
      const result = await running.result;
      expect(["RUN_ENDED", "VALUES_ALTERED"]).toContain(result.kind === "error" ? result.code : "rows");
    }
    expect(await db.busyThreads(db.reader)).toEqual([]);
  });
});

describe("columns say what the statement wrote into them", () => {
  const flags = async (statement: string, params: readonly ToolParameter[] = []) =>
    evidenceOf(await ask(statement, params)).columns.map(({ name, asked, written }) => [
      name,
      asked === true ? "asked" : (written ?? "data"),
    ]);
  test("a label beside data, a branch, a fallback, a parameter", async () => {
    expect(
      await flags(
        "SELECT 'today' AS day, COUNT(*) AS n, CASE WHEN COUNT(*) > 1 THEN 'gateway down' ELSE 'up' END AS state, COALESCE(MAX(note), ?) AS note, ? AS p, SUM(CASE WHEN id > 1 THEN 1 ELSE 0 END) AS later FROM payments",
        ["none", 4711],
      ),
    ).toEqual([
      ["day", "asked"],
      ["n", "data"],
      ["state", ["gateway down", "up"]],
      ["note", ["4711", "none"]],
      ["p", "asked"],
      ["later", "data"],
    ]);
  });
  test("beside all columns of tables", async () => {
    expect(
      await flags("SELECT 'a' AS x, p.*, 'b' AS y, n.*, 'c' AS z FROM payments p JOIN n ON n.id = p.id"),
    ).toEqual([
      ["x", "asked"],
      ["id", "data"],
      ["gateway", "data"],
      ["note", "data"],
      ["y", "asked"],
      ["id", "data"],
      ["z", "asked"],
    ]);
    expect(
      await flags("SELECT d.*, p.id FROM (SELECT 4711 AS n, id AS i FROM payments) d JOIN payments p"),
    ).toEqual([
      ["n", "asked"],
      ["i", "data"],
      ["id", "data"],
    ]);
  });
  test("EXPLAIN repeats the values of its statement", async () => {
    const [column] = evidenceOf(
      await ask("EXPLAIN FORMAT=JSON SELECT id FROM payments WHERE note = '4711x'"),
    ).columns;
    expect(column?.written).toEqual(["4711x"]);
  });
  test("SHOW is data", async () => {
    expect(await flags("SHOW TABLES LIKE 'pay%'")).toEqual([[expect.any(String), "data"]]);
  });
});

describe("an empty result that was made empty is no absence", () => {
  test.each<[string, readonly ToolParameter[], RegExp]>([
    ["SELECT id FROM payments LIMIT 5 OFFSET 1000", [], /OFFSET/],
    ["SELECT id FROM payments LIMIT ? OFFSET ?", [5, 1000], /OFFSET/],
    ["SELECT id FROM payments LIMIT 1000, 5", [], /OFFSET/],
    ["SELECT id FROM payments LIMIT ?", [0], /LIMIT 0/],
    ["SELECT id FROM payments LIMIT ?, ?", [1, 0], /LIMIT 0/],
    ["SELECT id FROM payments WHERE gateway = ?", [null], /IS NULL/],
    ["SELECT COUNT(*) FROM payments WHERE gateway <> ?", [null], /IS NULL/],
    ["SELECT id FROM payments WHERE id IN (?, ?)", [1, null], /IS NULL/],
    ["SELECT id FROM payments WHERE gateway LIKE ?", [null], /IS NULL/],
    ["SELECT id FROM payments WHERE id BETWEEN ? AND ?", [1, null], /IS NULL/],
    ["SELECT d.id FROM (SELECT id FROM payments LIMIT 1) d WHERE d.id = 3", [], /LIMIT inside/],
  ])("%s %j", async (statement, params, message) => {
    expect(await ask(statement, params)).toMatchObject({
      kind: "error",
      code: "EXECUTION_FAILED",
      message: expect.stringMatching(message),
    });
  });
  test("a bound NULL that is not compared, and a LIMIT that chooses a value, are no fault", async () => {
    sources = db.sources();
    const rows = async (statement: string, params: readonly ToolParameter[]) =>
      evidenceOf(await sources.run({ source: "shop", statement, params, timeoutMs: 20_000 }).result).rows;
    expect(
      await rows("SELECT id FROM payments WHERE (? IS NULL OR gateway = ?) AND id = 1", [null, null]),
    ).toEqual([["1"]]);
    expect(await rows("SELECT id FROM payments WHERE note <=> ?", [null])).toEqual([["3"]]);
    expect(
      await rows("SELECT id FROM payments WHERE id > (SELECT id FROM payments ORDER BY id DESC LIMIT 1)", []),
    ).toEqual([]);
    expect(await rows("SELECT d.id FROM (SELECT id FROM payments LIMIT 1) d", [])).toHaveLength(1);
  });
  test("an OFFSET with rows behind it is an answer", async () => {
    expect(evidenceOf(await ask("SELECT id FROM payments ORDER BY id LIMIT ?, ?", [1, 5])).rows).toEqual([
      ["2"],
      ["3"],
    ]);
  });
  test("the check refuses what could be no evidence, as a request and not as a write", () => {
    sources = db.sources();
    expect(sources.check("shop", "SELECT 4711 AS failures FROM payments")).toMatchObject({
      ok: false,
      code: "INVALID_REQUEST",
    });
    expect(sources.check("shop", "SELECT id FROM payments WHERE 1=0")).toMatchObject({
      ok: false,
      code: "INVALID_REQUEST",
    });
    expect(sources.check("shop", "DELETE FROM payments")).not.toHaveProperty("code");
  });
});

describe("a secret is masked whatever its column is called", () => {
  beforeAll(async () => {
    await db.admin.query(
      "CREATE TABLE logins (id INT PRIMARY KEY, name VARCHAR(20), password VARCHAR(40), cfg TEXT, state VARCHAR(20), pin INT)",
    );
    await db.admin.query(
      `INSERT INTO logins VALUES (1, 'ann', 'hunter22', '{"password":"hunter22","name":"ann"}', 'ok', 4711)`,
    );
  });
  const first = async (statement: string, params: readonly ToolParameter[] = []) =>
    evidenceOf(await ask(statement, params)).rows[0];
  test.each<[string, readonly ToolParameter[]]>([
    ["SELECT password AS phrase FROM logins", []],
    ["SELECT `password` AS phrase FROM logins", []],
    ["SELECT MAX(password) AS m FROM logins", []],
    ["SELECT LEFT(password, 99) AS p FROM logins", []],
    ["SELECT HEX(password) AS p FROM logins", []],
    ["SELECT REVERSE(password) AS p FROM logins", []],
    ["SELECT JSON_VALUE(cfg, '$.password') AS p FROM logins", []],
    ["SELECT JSON_VALUE(cfg, ?) AS p FROM logins", ["$.password"]],
    ["SELECT CONCAT_WS('|', id, password) AS p FROM logins", []],
    ["SELECT d.x AS y FROM (SELECT password AS x FROM logins) d", []],
    ["SELECT CAST(password AS BINARY) AS p FROM logins", []],
    ["SELECT JSON_VALUE(cfg, ?) AS p FROM logins WHERE name = ?", ["$.password", "ann"]],
  ])("%s", async (statement, params) => {
    expect(await first(statement, params)).toEqual(["‹masked: password›"]);
  });
  test("what is counted, compared or measured is not", async () => {
    expect(
      await first(
        "SELECT COUNT(password) AS a, SUM(password IS NULL) AS b, MAX(LENGTH(password)) AS c, MAX(pin) AS d, JSON_VALUE(MAX(cfg), ?) AS e, MAX(name) AS f FROM logins",
        ["$.name"],
      ),
    ).toEqual(["1", "0", "8", "4711", "ann", "ann"]);
  });
});
