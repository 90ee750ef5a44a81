import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConnection, type RowDataPacket } from "mysql2/promise";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dataFolderAt, prepareDataFolder, type DataFolder } from "./data-folder";
import { findMariadbProgram, mariadbCandidates, type MariadbProgram } from "./mariadb-program";
import { findProcessesByCommand, isStillRunning, type ProcessIdentity } from "./process-identity";
import { provisionPrivateDatabase } from "./provision-private-database";
import type { ProvisionedDatabase } from "./provisioned-database";
import { loadSecrets } from "./secrets";

let base: string;
let folder: DataFolder;
const running: ProvisionedDatabase[] = [];

async function program(): Promise<MariadbProgram> {
  const named = process.env.INTERLOCK_MARIADBD;
  const found = await findMariadbProgram(
    mariadbCandidates({ named, programFolder: folder.mariadbProgram, path: process.env.PATH }),
  );
  if (found === undefined)
    throw new Error("these tests need a mariadbd: on the PATH or named in INTERLOCK_MARIADBD");
  return found;
}

async function start(): Promise<ProvisionedDatabase> {
  const database = await provisionPrivateDatabase({
    folder,
    secrets: await loadSecrets(folder.secrets),
    source: { kind: "program", program: await program() },
    durability: "full",
  });
  running.push(database);
  return database;
}

async function query(url: string | undefined, sql: string): Promise<RowDataPacket[]> {
  if (url === undefined) throw new Error("there is no URL to connect to");
  const connection = await createConnection({ uri: url });
  try {
    const [rows] = await connection.query<RowDataPacket[]>(sql);
    return rows;
  } finally {
    await connection.end();
  }
}

async function serverProcess(): Promise<ProcessIdentity> {
  const [found] = await findProcessesByCommand((command) =>
    command.includes(`--datadir=${folder.mariadbData} `),
  );
  if (found === undefined) throw new Error("no mariadbd runs on this data folder");
  return found;
}

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "interlock-provision-"));
  folder = dataFolderAt(
    join(base, "a data folder with spaces, and a name that is too long for a socket ".padEnd(110, "x")),
  );
  await prepareDataFolder(folder);
});
afterEach(async () => {
  for (const database of running.splice(0)) await database.stop();
  await rm(base, { recursive: true });
});

describe("a private MariaDB", { timeout: 180_000 }, () => {
  it("comes up for this machine only, in UTC and utf8mb4, and ends when it is stopped", async () => {
    const database = await start();
    const [settings] = await query(
      database.adminUrl,
      "SELECT @@bind_address AS bind, @@time_zone AS zone, @@character_set_server AS charset, " +
        "@@performance_schema AS ps, @@local_infile AS local_files, @@skip_name_resolve AS skip_resolve",
    );
    expect(settings).toEqual({
      bind: "127.0.0.1",
      zone: "+00:00",
      charset: "utf8mb4",
      ps: 1,
      local_files: 0,
      skip_resolve: 1,
    });
    const process = await serverProcess();
    await database.stop();
    expect(await isStillRunning(process)).toBe(false);
  });

  it("lets nobody in without a password, and keeps the passwords to the owner", async () => {
    const database = await start();
    const port = new URL(database.storeUrl).port;
    for (const user of ["root", "", "interlock", "interlock_reader"]) {
      await expect(query(`mysql://${user}@127.0.0.1:${port}`, "SELECT 1")).rejects.toMatchObject({
        code: expect.stringMatching(/^ER_ACCESS_DENIED/) as unknown,
      });
    }
    expect((await stat(folder.secrets)).mode & 0o777).toBe(0o600);
    expect(await query(database.adminUrl, "SELECT User FROM mysql.global_priv WHERE User = ''")).toEqual([]);
  });

  it("gives each account what it needs and no more", async () => {
    const { adminUrl, storeUrl, sources } = await start();
    await query(adminUrl, "CREATE DATABASE shop");
    await query(adminUrl, "CREATE TABLE shop.orders (id INT)");
    await query(storeUrl, "CREATE TABLE run (id INT)");
    await expect(query(storeUrl, "SELECT * FROM shop.orders")).rejects.toMatchObject({ errno: 1142 });

    expect(await query(sources.shopUrl, "SELECT * FROM orders")).toEqual([]);
    await expect(query(sources.shopUrl, "INSERT INTO orders VALUES (1)")).rejects.toMatchObject({
      errno: 1142,
    });
    await expect(query(sources.shopUrl, "SELECT * FROM interlock.run")).rejects.toMatchObject({
      errno: 1142,
    });
    await expect(query(sources.shopUrl, "SHOW REPLICA STATUS")).rejects.toMatchObject({ errno: 1227 });

    for (const sql of [
      "SHOW FULL PROCESSLIST",
      "SHOW REPLICA STATUS",
      "SHOW ENGINE INNODB STATUS",
      "SELECT * FROM performance_schema.metadata_locks LIMIT 1",
      "SELECT * FROM performance_schema.events_statements_summary_by_digest LIMIT 1",
      "SELECT * FROM information_schema.INNODB_TRX LIMIT 1",
      "EXPLAIN SELECT * FROM shop.orders",
    ]) {
      await expect(query(sources.serverUrl, sql), sql).resolves.toBeDefined();
    }
    await expect(query(sources.serverUrl, "SELECT * FROM mysql.global_priv")).rejects.toMatchObject({
      errno: 1142,
    });
    await expect(query(sources.serverUrl, "SELECT * FROM interlock.run")).rejects.toMatchObject({
      errno: 1142,
    });
    await expect(query(sources.serverUrl, "SET GLOBAL max_connections = 9")).rejects.toMatchObject({
      errno: 1227,
    });
  });

  it("recovers after its server was killed, with its data and its port", async () => {
    const first = await start();
    await query(first.storeUrl, "CREATE TABLE kept (id INT)");
    await query(first.storeUrl, "INSERT INTO kept VALUES (7)");
    const server = await serverProcess();
    process.kill(server.pid, "SIGKILL");
    expect(await first.ended).toContain("SIGKILL");

    const second = await start();
    expect(second.label).toContain("recovered");
    expect(second.storeUrl).toBe(first.storeUrl);
    expect(await query(second.storeUrl, "SELECT id FROM kept")).toEqual([{ id: 7 }]);
  });

  it("adopts the server that a killed starter left behind, and stops it", async () => {
    await start();
    const server = await serverProcess();
    const again = await start();
    expect(again.label).toContain("adopted");
    expect(await serverProcess()).toEqual(server);
    await again.stop();
    expect(await isStillRunning(server)).toBe(false);
  });

  it("replaces a server of the folder whose password was lost", async () => {
    const first = await start();
    await query(first.storeUrl, "CREATE TABLE kept (id INT)");
    const server = await serverProcess();
    await rm(folder.secrets);
    const second = await start();
    expect(second.label).toContain("started");
    expect(await isStillRunning(server)).toBe(false);
    expect(await query(second.storeUrl, "SHOW TABLES LIKE 'kept'")).toHaveLength(1);
  });

  it("begins anew where an earlier installation was cut off", async () => {
    await mkdir(`${folder.mariadbData}.draft`);
    await writeFile(join(`${folder.mariadbData}.draft`, "ibdata1"), "half");
    await mkdir(folder.mariadbData);
    expect((await start()).label).toContain("started");
  });
});
