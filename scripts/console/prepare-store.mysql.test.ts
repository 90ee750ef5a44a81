import { randomBytes } from "node:crypto";
import { createConnection, type Connection } from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { holdStore } from "../../lib/persistence/store-hold";
import { formatDatabaseUrl, parseDatabaseUrl } from "../provision/database-url";
import { chooseFreePort } from "../provision/free-port";
import type { ProvisionedDatabase } from "../provision/provisioned-database";
import { SetupProblem } from "../provision/setup-problem";
import { migrateStore } from "./prepare-store";

const adminUrl = process.env.TEST_DATABASE_ADMIN_URL;
if (adminUrl === undefined) {
  throw new Error("set TEST_DATABASE_ADMIN_URL to the URL of a MariaDB administrator; npm test does");
}
const projectRoot = new URL("../..", import.meta.url).pathname;
const suffix = randomBytes(4).toString("hex");
const database = `interlock_prepare_${suffix}`;
const user = `prepare_${suffix}`;
const password = "limited-password";
const address = {
  ...parseDatabaseUrl("TEST_DATABASE_ADMIN_URL", `${adminUrl.replace(/\/$/, "")}/${database}`),
  user,
  password,
};
let admin: Connection;

async function refusal(change: Partial<typeof address> = {}): Promise<SetupProblem> {
  const given: ProvisionedDatabase = {
    label: "a given server",
    isOurs: false,
    storeUrl: formatDatabaseUrl({ ...address, ...change }),
    sources: {},
    stop: () => Promise.resolve(),
    ended: new Promise(() => undefined),
  };
  try {
    await migrateStore(projectRoot, given, { waitMs: 0 });
  } catch (error) {
    if (error instanceof SetupProblem) return error;
    throw error;
  }
  throw new Error("the store was migrated");
}

beforeAll(async () => {
  admin = await createConnection({ uri: adminUrl });
  await admin.query(`CREATE DATABASE ${database}`);
  await admin.query(`CREATE USER '${user}'@'%' IDENTIFIED BY '${password}'`);
  await admin.query(`GRANT SELECT ON ${database}.* TO '${user}'@'%'`);
});
afterAll(async () => {
  await admin.query(`DROP DATABASE ${database}`);
  await admin.query(`DROP USER '${user}'@'%'`);
  await admin.end();
});

describe("migrateStore", () => {
  it("says which rights an account lacks and how to grant them, with neither SQL of ours nor the password", async () => {
    const { message, remedy } = await refusal();
    for (const right of ["CREATE", "INSERT", "UPDATE", "DELETE"]) expect(message).toContain(right);
    expect(remedy).toContain("GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, INDEX ON");
    expect(remedy).toContain(`ON \`${database}\`.* TO '${user}'@'%';`);
    expect(`${message}${remedy}`).not.toMatch(/limited-password|_prisma_migrations|VARCHAR/);
  });

  it("changes nothing in a store that an Interlock process has, and says where that is", async () => {
    const held = await holdStore(formatDatabaseUrl(address), {
      holderId: "an Interlock process",
      mayGoUnsigned: true,
      onChange: () => undefined,
    });
    try {
      const { message, remedy } = await refusal();
      expect(message).toMatch(
        new RegExp(
          `^Another Interlock process uses the store "${database}", over its connection \\d+ from .*:`,
        ),
      );
      expect(`${message}${remedy}`).not.toContain(password);
    } finally {
      await held.release();
    }
    // Freed: now it is only the rights that lack.
    expect((await refusal()).message).toContain("lacks rights");
  });

  it("says when the account or the server has changed meanwhile", async () => {
    expect((await refusal({ password: "wrong-password" })).message).toMatch(
      /^DATABASE_URL: .*or its password/,
    );
    expect((await refusal({ port: await chooseFreePort() })).message).toContain("nothing listens at");
  });
});
