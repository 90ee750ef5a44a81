import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:net";
import { createConnection, type Connection } from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatDatabaseUrl, parseDatabaseUrl } from "./database-url";
import { chooseFreePort } from "./free-port";
import type { ProvisionedDatabase } from "./provisioned-database";
import type { Secrets } from "./secrets";
import { useGivenDatabase } from "./use-given-database";

const adminUrl = process.env.TEST_DATABASE_ADMIN_URL;
if (adminUrl === undefined) {
  throw new Error("set TEST_DATABASE_ADMIN_URL to the URL of a MariaDB administrator; npm test does");
}
const suffix = randomBytes(4).toString("hex");
const database = `interlock_given_${suffix}`;
const limited = { user: `limited_${suffix}`, password: "limited-password" };
const admin = parseDatabaseUrl("TEST_DATABASE_ADMIN_URL", `${adminUrl.replace(/\/$/, "")}/${database}`);
const secrets: Secrets = {
  version: 1,
  installationId: suffix,
  rootPassword: "not used on a given server",
  storePassword: "not used on a given server",
  readerPassword: `reader-${suffix}-aA1`,
  healthPassword: `health-${suffix}-aA1`,
};
let connection: Connection;
let said: string[] = [];

function use(change: Partial<typeof admin>): Promise<ProvisionedDatabase> {
  said = [];
  return useGivenDatabase({
    url: formatDatabaseUrl({ ...admin, ...change }),
    secrets,
    wantsDemo: true,
    say: (text) => said.push(text),
  });
}

beforeAll(async () => {
  connection = await createConnection({ uri: adminUrl });
  await connection.query(`CREATE USER '${limited.user}'@'%' IDENTIFIED BY '${limited.password}'`);
});
afterAll(async () => {
  await connection.query(`DROP DATABASE IF EXISTS ${database}`);
  const accounts = [limited.user, `interlock_reader_${suffix}`, `interlock_health_${suffix}`];
  for (const name of accounts) await connection.query(`DROP USER IF EXISTS '${name}'@'%'`);
  await connection.end();
});

describe("a server that was given", () => {
  it("gets the store's database and, where the account may, the demo's accounts", async () => {
    const given = await use({});
    expect(said).toEqual([]);
    expect(given.adminUrl).toBeDefined();
    expect(parseDatabaseUrl("store", given.storeUrl).database).toBe(database);
    const reader = await createConnection({ uri: (given.sources.shopUrl ?? "").replace(/\/[^/]*$/, "/") });
    const [grants] = await reader.query("SHOW GRANTS");
    await reader.end();
    expect(JSON.stringify(grants)).toContain("GRANT SELECT ON `shop`.*");
    expect(JSON.stringify(grants)).not.toMatch(/PROCESS|EXECUTE|FILE/);
  });

  it("is used without the demo when the account may not create accounts", async () => {
    await connection.query(`GRANT ALL ON ${database}.* TO '${limited.user}'@'%'`);
    const given = await use(limited);
    expect(given.sources).toEqual({});
    expect(given.adminUrl).toBeUndefined();
    expect(said).toEqual([expect.stringMatching(/^No demo data.*SOURCE_SHOP_URL/)]);
  });

  it("is refused when the account may not use the database, or there is none and it may not create it", async () => {
    await expect(use({ ...limited, database: `nowhere_${suffix}` })).rejects.toMatchObject({
      message: expect.stringContaining(`may not use the database nowhere_${suffix}`) as unknown,
      remedy: expect.stringContaining("GRANT ALL PRIVILEGES") as unknown,
    });
  });

  it("is refused with a wrong password, which is not repeated", async () => {
    const attempt = use({ user: limited.user, password: "wrong-password" });
    await expect(attempt).rejects.toThrow(/refuses the account limited_\w+ or its password/);
    await expect(attempt).rejects.not.toThrow("wrong-password");
  });

  it("is refused when nothing listens there", async () => {
    await expect(use({ host: "127.0.0.1", port: await chooseFreePort() })).rejects.toThrow(
      "nothing listens at",
    );
  });

  it("is refused when its host is unknown", async () => {
    await expect(use({ host: "no-such-host.invalid" })).rejects.toThrow(
      "the host no-such-host.invalid is unknown",
    );
  });

  it("is refused when something else listens there", async () => {
    const other: Server = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    const port = await chooseFreePort();
    await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
    await expect(use({ host: "127.0.0.1", port })).rejects.toThrow("does not speak the MySQL protocol");
    await new Promise<void>((resolve) => other.close(() => resolve()));
  });
});
