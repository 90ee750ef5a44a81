import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConnection, type Connection, type RowDataPacket } from "mysql2/promise";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { applyMigrations } from "./apply-migrations";

const adminUrl = process.env.TEST_DATABASE_ADMIN_URL;
if (adminUrl === undefined) {
  throw new Error("set TEST_DATABASE_ADMIN_URL to the URL of a MariaDB administrator; npm test does");
}

const database = `interlock_migrate_${process.pid}`;
const databaseUrl = new URL(adminUrl);
databaseUrl.pathname = `/${database}`;
const url = databaseUrl.toString();
let admin: Connection;
let migrationsDir: string;

async function writeMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(migrationsDir, name), { recursive: true });
  await writeFile(join(migrationsDir, name, "migration.sql"), sql);
}

async function rows(sql: string): Promise<RowDataPacket[]> {
  const [result] = await admin.query<RowDataPacket[]>(sql);
  return result;
}

beforeAll(async () => {
  admin = await createConnection(adminUrl);
});
afterAll(async () => {
  await admin.end();
});
beforeEach(async () => {
  migrationsDir = await mkdtemp(join(tmpdir(), "interlock-migrations-"));
  await admin.query(`CREATE DATABASE ${database}`);
  await admin.query(`USE ${database}`);
});
afterEach(async () => {
  await admin.query(`DROP DATABASE ${database}`);
  await rm(migrationsDir, { recursive: true });
});

describe("applyMigrations", () => {
  it("applies what is missing, in order, once", async () => {
    await writeMigration("20260102000000_second", "ALTER TABLE a ADD COLUMN y INT; -- done;\n");
    await writeMigration(
      "20260101000000_first",
      "CREATE TABLE a (x VARCHAR(9) DEFAULT ';');\nINSERT INTO a () VALUES ();",
    );
    const lines: string[] = [];
    const first = await applyMigrations({ url, migrationsDir, log: (line) => lines.push(line) });
    expect(first.applied).toEqual(["20260101000000_first", "20260102000000_second"]);
    expect(lines).toHaveLength(2);
    expect(await rows("SELECT x, y FROM a")).toEqual([{ x: ";", y: null }]);

    await writeMigration("20260103000000_third", "DROP TABLE a;");
    const second = await applyMigrations({ url, migrationsDir });
    expect(second.applied).toEqual(["20260103000000_third"]);
  });

  it("keeps the ledger as Prisma does", async () => {
    await writeMigration("20260101000000_first", "CREATE TABLE a (x INT);");
    await applyMigrations({ url, migrationsDir });
    expect(await rows("SELECT * FROM _prisma_migrations")).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
        // sha256 of the file above.
        checksum: "eaed8ef9503a6183c66f481d6ab8bdd6cf42f060a7c3691cb553d11a642d98a5",
        finished_at: expect.any(Date) as unknown,
        migration_name: "20260101000000_first",
        logs: null,
        rolled_back_at: null,
        started_at: expect.any(Date) as unknown,
        applied_steps_count: 1,
      },
    ]);
  });

  it("lets two starters in at once without applying anything twice", async () => {
    await writeMigration("20260101000000_first", "CREATE TABLE a (x INT); INSERT INTO a SELECT SLEEP(0.2);");
    const outcomes = await Promise.all([1, 2, 3].map(() => applyMigrations({ url, migrationsDir })));
    expect(outcomes.flatMap((outcome) => outcome.applied)).toEqual(["20260101000000_first"]);
    expect(await rows("SELECT COUNT(*) AS n FROM a")).toEqual([{ n: 1 }]);
  });

  it("gives up when another process holds the lock for too long", async () => {
    await writeMigration("20260101000000_first", "CREATE TABLE a (x INT);");
    await admin.query(`SELECT GET_LOCK(CONCAT('interlock-migrate-', LEFT(SHA2('${database}', 256), 32)), 1)`);
    await expect(applyMigrations({ url, migrationsDir, lockTimeoutMs: 1_000 })).rejects.toMatchObject({
      kind: "lock-not-obtained",
    });
    await admin.query("SELECT RELEASE_ALL_LOCKS()");
  });

  it("records a failed migration, reports its statement and refuses to go on until it is marked rolled back", async () => {
    await writeMigration("20260101000000_first", "CREATE TABLE a (x INT);");
    await writeMigration(
      "20260102000000_broken",
      "CREATE TABLE b (x INT);\nALTER TABLE nowhere ADD COLUMN y INT;",
    );
    await expect(applyMigrations({ url, migrationsDir })).rejects.toMatchObject({
      kind: "statement-failed",
      message: expect.stringContaining("20260102000000_broken failed at statement 2 of 2") as unknown,
    });
    expect(await rows("SELECT finished_at, logs FROM _prisma_migrations WHERE finished_at IS NULL")).toEqual([
      { finished_at: null, logs: expect.stringContaining("nowhere") as unknown },
    ]);
    await expect(applyMigrations({ url, migrationsDir })).rejects.toMatchObject({
      kind: "unfinished-before",
      message: expect.stringContaining("UPDATE _prisma_migrations SET rolled_back_at") as unknown,
    });

    await admin.query("DROP TABLE b");
    await admin.query("UPDATE _prisma_migrations SET rolled_back_at = NOW(3) WHERE finished_at IS NULL");
    await writeMigration("20260102000000_broken", "CREATE TABLE b (x INT);");
    expect((await applyMigrations({ url, migrationsDir })).applied).toEqual(["20260102000000_broken"]);
  });

  it("refuses an applied migration that was edited", async () => {
    await writeMigration("20260101000000_first", "CREATE TABLE a (x INT);");
    await applyMigrations({ url, migrationsDir });
    await writeMigration("20260101000000_first", "CREATE TABLE a (x BIGINT);");
    await writeMigration("20260102000000_second", "CREATE TABLE b (x INT);");
    await expect(applyMigrations({ url, migrationsDir })).rejects.toMatchObject({
      kind: "edited-after-application",
    });
    expect(await rows("SHOW TABLES LIKE 'b'")).toEqual([]);
  });

  it("refuses a database that a newer checkout migrated", async () => {
    await writeMigration("20260101000000_first", "CREATE TABLE a (x INT);");
    await applyMigrations({ url, migrationsDir });
    await rm(join(migrationsDir, "20260101000000_first"), { recursive: true });
    await expect(applyMigrations({ url, migrationsDir })).rejects.toMatchObject({ kind: "unknown-applied" });
  });

  describe("with an account of few rights", () => {
    const account = `limited_${process.pid}`;
    const limitedUrl = new URL(url);
    limitedUrl.username = account;
    limitedUrl.password = "limited-password";
    const ALL = ["SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "ALTER", "INDEX"];
    const grant = (rights: readonly string[]) =>
      admin.query(`GRANT ${rights.join(", ")} ON ${database}.* TO '${account}'@'%'`);
    const apply = () => applyMigrations({ url: limitedUrl.toString(), migrationsDir });

    beforeEach(async () => {
      await admin.query(`CREATE USER '${account}'@'%' IDENTIFIED BY 'limited-password'`);
      await writeMigration(
        "20260101000000_first",
        "CREATE TABLE a (x INT);\nCREATE INDEX a_x ON a (x);\nALTER TABLE a ADD COLUMN y INT;",
      );
    });
    afterEach(() => admin.query(`DROP USER '${account}'@'%'`));

    it("names all rights that are missing and how to grant them, before anything is begun", async () => {
      await grant(["SELECT"]);
      await expect(apply()).rejects.toMatchObject({
        kind: "rights-missing",
        message: `The account '${account}'@'%' lacks rights on the database ${database}: INSERT, UPDATE, DELETE, CREATE, INDEX, ALTER.`,
        remedy: expect.stringContaining(
          `GRANT ${ALL.join(", ")} ON \`${database}\`.* TO '${account}'@'%';`,
        ) as unknown,
      });
      expect(await rows("SHOW TABLES")).toEqual([]);
    });

    it.each(ALL)("sees that %s alone is missing, and goes on once it is granted", async (right) => {
      await grant(ALL.filter((other) => other !== right));
      await expect(apply()).rejects.toMatchObject({
        kind: "rights-missing",
        message: expect.stringMatching(new RegExp(`: ${right}\\.$`)) as unknown,
      });
      await grant([right]);
      expect((await apply()).applied).toEqual(["20260101000000_first"]);
      expect(await rows("SHOW TABLES LIKE 'a'")).toHaveLength(1);
    });

    it("needs no right to change tables where nothing is to be changed", async () => {
      await applyMigrations({ url, migrationsDir });
      await grant(["SELECT", "INSERT", "UPDATE", "DELETE"]);
      expect((await apply()).applied).toEqual([]);
    });

    it("asks for no right that no pending migration needs", async () => {
      await writeMigration("20260101000000_first", "CREATE TABLE a (x INT);");
      await grant(["SELECT", "INSERT", "UPDATE", "DELETE", "CREATE"]);
      expect((await apply()).applied).toEqual(["20260101000000_first"]);
      await writeMigration("20260102000000_second", "DROP TABLE a;");
      await expect(apply()).rejects.toMatchObject({
        kind: "rights-missing",
        message: expect.stringMatching(/: DROP\.$/) as unknown,
        remedy: expect.stringContaining(`${ALL.join(", ")}, DROP ON`) as unknown,
      });
    });

    it("begins anew where the first statement was not permitted", async () => {
      await grant(ALL);
      await apply();
      await writeMigration("20260102000000_second", "CREATE VIEW v AS SELECT x FROM a;");
      await expect(apply()).rejects.toMatchObject({
        kind: "rights-missing",
        message: expect.stringContaining("20260102000000_second failed at statement 1 of 1") as unknown,
        remedy: expect.stringContaining("GRANT ALL PRIVILEGES") as unknown,
      });
      await grant(["CREATE VIEW"]);
      expect((await apply()).applied).toEqual(["20260102000000_second"]);
    });
  });

  it("says what the server says when it refuses for another reason, without the statement", async () => {
    await admin.query(
      "CREATE TABLE _prisma_migrations (id VARCHAR(36) PRIMARY KEY, checksum INT, finished_at DATETIME(3), logs TEXT)",
    );
    const attempt = applyMigrations({ url, migrationsDir });
    await expect(attempt).rejects.toMatchObject({
      kind: "server-refused",
      message: expect.stringContaining("Unknown column") as unknown,
    });
    await expect(attempt).rejects.not.toThrow("SELECT");
  });

  it("says when the connection was lost", async () => {
    await writeMigration("20260101000000_first", "CREATE TABLE a (x INT); KILL CONNECTION_ID();");
    await expect(applyMigrations({ url, migrationsDir })).rejects.toMatchObject({ kind: "connection-lost" });
  });
});
