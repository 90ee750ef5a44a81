/** A migrated store of its own for one test file, on the server that TEST_DATABASE_ADMIN_URL names. */
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { createConnection } from "mysql2/promise";
import { applyMigrations } from "../../../prisma/migrate/apply-migrations";

const MIGRATIONS = fileURLToPath(new URL("../../../prisma/migrations", import.meta.url));

export interface TestDatabase {
  readonly url: string;
  readonly adminUrl: string;
  readonly name: string;
  drop(): Promise<void>;
}

/** Throws a sentence that says what to set when there is no test server. */
function testAdminUrl(): string {
  const url = process.env["TEST_DATABASE_ADMIN_URL"];
  if (url === undefined) {
    throw new Error(
      "set TEST_DATABASE_ADMIN_URL to a server these tests may make databases on; npm test does",
    );
  }
  return url;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = testAdminUrl();
  const name = `il_test_${process.pid}_${randomBytes(4).toString("hex")}`;
  await administer(adminUrl, `CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await applyMigrations({ url: url.toString(), migrationsDir: MIGRATIONS });
  return {
    url: url.toString(),
    adminUrl,
    name,
    drop: () => administer(adminUrl, `DROP DATABASE \`${name}\``),
  };
}

export async function administer(adminUrl: string, statement: string): Promise<void> {
  const connection = await createConnection({ uri: adminUrl });
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}
