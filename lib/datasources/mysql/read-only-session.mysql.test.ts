/** The second wall (TOOL-6): what the policy refuses must not work either when it reaches the server. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOSTILE_STATEMENTS } from "../testing/hostile-statements";
import { createEvidenceDatabase, type EvidenceDatabase } from "../testing/evidence-database";
import { openMysqlSession, type MysqlSession } from "./mysql-session";
import { parseSourceUrl } from "./source-url";

let db: EvidenceDatabase;
let reader: MysqlSession;
let writer: MysqlSession;

beforeAll(async () => {
  db = await createEvidenceDatabase("wall", process.env["TEST_DATABASE_ADMIN_URL"]);
  await db.admin.query("CREATE TABLE victim (a INT)");
  await db.admin.query("INSERT INTO victim VALUES (7)");
  await db.admin.query("CREATE TABLE t (a INT)");
  await db.admin.query("CREATE SEQUENCE s");
  await db.admin.query("CREATE FUNCTION func(x INT) RETURNS INT RETURN x");
  reader = await openMysqlSession(parseSourceUrl("r", db.readerUrl), 5_000);
  writer = await openMysqlSession(parseSourceUrl("w", db.writerUrl), 5_000);
});
afterAll(async () => {
  reader.destroy();
  writer.destroy();
  await db.drop();
});

async function victim(): Promise<unknown> {
  const [rows] = await db.admin.query("SELECT a FROM victim");
  return rows;
}
function list(name: string): readonly string[] {
  // The server ignores an empty second statement; the policy need not.
  return (HOSTILE_STATEMENTS[name] ?? []).filter((statement) => statement !== "SELECT 1;;");
}

describe("the SELECT-only account", () => {
  test.each([...list("writing statements"), ...list("several statements"), ...list("secrets")])(
    "%j fails",
    async (statement) => {
      await expect(reader.query(statement)).rejects.toThrow();
      expect(await victim()).toEqual([{ a: 7 }]);
    },
  );
  test.each([
    "SELECT a FROM t FOR UPDATE",
    "SELECT 1 INTO OUTFILE '/tmp/interlock-wall'",
    "SELECT 1 INTO DUMPFILE '/tmp/interlock-wall'",
    "SELECT NEXTVAL(s)",
    "SELECT func(1)",
    "CALL proc()",
    "LOCK TABLES victim WRITE",
    "SET GLOBAL read_only = 0",
    "SHUTDOWN",
    "FLUSH TABLES",
    "SELECT * FROM mysql.user",
  ])("%s fails", async (statement) => {
    await expect(reader.query(statement)).rejects.toThrow();
  });
  test("LOAD_FILE reads nothing", async () => {
    expect(await reader.query("SELECT LOAD_FILE('/etc/passwd')")).toEqual([[null]]);
  });
  test("another account's threads cannot be killed", async () => {
    await expect(reader.query(`KILL QUERY ${writer.threadId}`)).rejects.toThrow(/not owner/);
  });
});

describe("the read-only session, even of an account that may write", () => {
  test.each(["INSERT INTO victim VALUES (1)", "UPDATE victim SET a = 1", "CREATE TABLE x (a INT)"])(
    "%s fails",
    async (statement) => {
      await expect(writer.query(statement)).rejects.toThrow(/READ ONLY transaction/);
      expect(await victim()).toEqual([{ a: 7 }]);
    },
  );
  test("the account could write otherwise, so it is the session that holds", async () => {
    await writer.query("SET SESSION TRANSACTION READ WRITE");
    await writer.query("INSERT INTO victim VALUES (8)");
    await db.admin.query("DELETE FROM victim WHERE a = 8");
  });
});

test("the session reads text the way the policy does", async () => {
  const rows = await reader
    .query(
      "SELECT @@sql_mode, @@time_zone, @@character_set_client, @@character_set_results, @@transaction_read_only, @@autocommit",
    )
    .catch(() =>
      reader.query(
        "SELECT @@sql_mode, @@time_zone, @@character_set_client, @@character_set_results, @@tx_read_only, @@autocommit",
      ),
    );
  const [mode, ...rest] = rows[0] ?? [];
  expect(mode).not.toMatch(/ANSI|NO_BACKSLASH_ESCAPES|IGNORE_SPACE|PIPES_AS_CONCAT/);
  expect(rest).toEqual(["+00:00", "utf8mb4", "utf8mb4", "1", "1"]);
  expect(await reader.query('SELECT \'a\\\'b\', "c""d"')).toEqual([["a'b", 'c"d']]);
});
