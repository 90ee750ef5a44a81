/** A database of its own on the test server, with an account that may only read it. */
import { createConnection, type Connection } from "mysql2/promise";
import { createMysqlEvidenceSources, type MysqlEvidenceConfig } from "../mysql-evidence-sources";
import type { EvidenceSources } from "../../diagnosis/ports";

export interface EvidenceDatabase {
  readonly admin: Connection;
  readonly name: string;
  /** Addresses of the account that may only SELECT, and of one that also has PROCESS. */
  readonly readerUrl: string;
  readonly healthUrl: string;
  readonly writerUrl: string;
  readonly reader: string;
  sources(config?: Partial<MysqlEvidenceConfig>): EvidenceSources;
  /** Statements under way, without the looks at the process list by which a kill confirms itself. */
  busyThreads(user: string): Promise<readonly { readonly id: number; readonly info: string | null }[]>;
  /** Makes the table n with the ids 0 to 2,999. */
  createNumbers(): Promise<void>;
  drop(): Promise<void>;
}

const PASSWORD = "r'ead \"er";

/**
 * `prefix`: letters; databases and accounts of parallel tests get distinct names. `adminUrl`: the value of TEST_DATABASE_ADMIN_URL.
 * Throws when it is not set.
 */
export async function createEvidenceDatabase(
  prefix: string,
  adminUrl: string | undefined,
): Promise<EvidenceDatabase> {
  if (adminUrl === undefined || adminUrl === "") {
    throw new Error(
      "Set TEST_DATABASE_ADMIN_URL to a MariaDB account that may create databases, e.g. mysql://root@127.0.0.1:3306",
    );
  }
  const admin = await createConnection({ uri: adminUrl, multipleStatements: false });
  const name = `il_${prefix}_${process.pid}_${Math.floor(performance.now() * 1000) % 1_000_000}`;
  const accounts = { reader: `${name}_r`, health: `${name}_h`, writer: `${name}_w` };
  const url = new URL(adminUrl);
  const urlOf = (user: string) =>
    `mysql://${user}:${encodeURIComponent(PASSWORD)}@${url.hostname}:${url.port || "3306"}/${name}`;
  await admin.query(`CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4`);
  await admin.query(`USE \`${name}\``);
  for (const user of Object.values(accounts)) {
    await admin.query(`CREATE USER '${user}'@'%' IDENTIFIED BY ${admin.escape(PASSWORD)}`);
    await admin.query(`GRANT SELECT ON \`${name}\`.* TO '${user}'@'%'`);
  }
  await admin.query(`GRANT PROCESS ON *.* TO '${accounts.health}'@'%'`);
  await admin.query(`GRANT INSERT, UPDATE, CREATE ON \`${name}\`.* TO '${accounts.writer}'@'%'`);
  const readerUrl = urlOf(accounts.reader);
  return {
    admin,
    name,
    readerUrl,
    healthUrl: urlOf(accounts.health),
    writerUrl: urlOf(accounts.writer),
    reader: accounts.reader,
    sources: (config = {}) =>
      createMysqlEvidenceSources({
        sources: [{ name: "shop", url: readerUrl, description: "orders" }],
        ...config,
      }),
    async busyThreads(user) {
      const [rows] = await admin.query(
        "SELECT ID AS id, INFO AS info FROM information_schema.PROCESSLIST WHERE USER = ? AND COMMAND <> 'Sleep' AND INFO IS NOT NULL AND INFO NOT LIKE '%PROCESSLIST%'",
        [user],
      );
      if (!Array.isArray(rows)) return [];
      return rows.flatMap((row) =>
        "id" in row ? [{ id: Number(row["id"]), info: textOrNull(row["info"]) }] : [],
      );
    },
    async createNumbers() {
      await admin.query("CREATE TABLE n (id INT PRIMARY KEY)");
      const ids = Array.from({ length: 3_000 }, (_, id) => `(${id})`);
      await admin.query(`INSERT INTO n VALUES ${ids.join(",")}`);
    },
    async drop() {
      await admin.query(`DROP DATABASE IF EXISTS \`${name}\``);
      for (const user of Object.values(accounts)) await admin.query(`DROP USER IF EXISTS '${user}'@'%'`);
      await admin.end();
    },
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
