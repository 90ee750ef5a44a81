/** A whole Interlock over real HTTP on a real server: a store, a read-only source, and a model of the test's choosing. */
import { randomBytes } from "node:crypto";
import { createConnection, type RowDataPacket } from "mysql2/promise";
import pino from "pino";
import type { DiagnosisModel } from "../../diagnosis/ports";
import { administer, createTestDatabase, type TestDatabase } from "../../persistence/testing/test-database";
import { readEnvironment } from "../environment";
import { createInterlock, type Interlock, type InterlockParts } from "../interlock";
import { ApiClient } from "./api-client";
import { startTestServer, type TestServer } from "./http-server";
import { createTestToken } from "./test-token";

export { runIdOf } from "./api-client";

/** A join that takes minutes: only a kill or a limit ends it. */
export const HEAVY_SQL =
  "SELECT COUNT(*) AS pairs FROM digits a, digits b, digits c, digits d, digits e, digits f, digits g, digits h, digits i WHERE a.n + b.n * c.n <> d.n + e.n * f.n + g.n + h.n * i.n";

export class World {
  constructor(
    readonly database: TestDatabase,
    readonly readerUrl: string,
  ) {}

  /** One store and one source for a test file. */
  static async open(): Promise<World> {
    const database = await createTestDatabase();
    const source = `${database.name}_src`;
    const user = `il_r_${randomBytes(5).toString("hex")}`;
    const admin = (statement: string) => administer(database.adminUrl, statement);
    await admin(`CREATE DATABASE \`${source}\``);
    await admin(`CREATE TABLE \`${source}\`.digits (n INT NOT NULL)`);
    await admin(`INSERT INTO \`${source}\`.digits VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9)`);
    await admin(`CREATE TABLE \`${source}\`.facts (gateway VARCHAR(20) NOT NULL, failed INT NOT NULL)`);
    await admin(`INSERT INTO \`${source}\`.facts VALUES ('gw-b', 371), ('gw-a', 4)`);
    await admin(`CREATE USER '${user}'@'%' IDENTIFIED BY 'reader'`);
    await admin(`GRANT SELECT ON \`${source}\`.* TO '${user}'@'%'`);
    const url = new URL(database.adminUrl);
    url.username = user;
    url.password = "reader";
    url.pathname = `/${source}`;
    return new World(database, url.toString());
  }

  async close(): Promise<void> {
    const url = new URL(this.readerUrl);
    await administer(this.database.adminUrl, `DROP DATABASE \`${url.pathname.slice(1)}\``);
    await administer(this.database.adminUrl, `DROP USER '${url.username}'@'%'`);
    await this.database.drop();
  }

  /** @param settings of the environment, beside the store and the source */
  async serve(
    model: DiagnosisModel,
    parts: Omit<InterlockParts, "model"> = {},
    settings: Readonly<Record<string, string>> = {},
  ): Promise<Served> {
    const environment = readEnvironment({
      DATABASE_URL: this.database.url,
      SOURCE_SHOP_URL: this.readerUrl,
      ...settings,
    });
    const interlock = await createInterlock(environment, pino({ level: "silent" }), { model, ...parts });
    return new Served(
      interlock,
      await startTestServer(interlock, await createTestToken(environment.databaseUrl)),
    );
  }

  /** Statements that the reader account is executing right now. */
  async running(): Promise<string[]> {
    const connection = await createConnection({ uri: this.database.adminUrl });
    try {
      const [rows] = await connection.query<RowDataPacket[]>(
        "SELECT info FROM information_schema.processlist WHERE user = ? AND info IS NOT NULL",
        [new URL(this.readerUrl).username],
      );
      return rows.map((row) => String(row["info"]));
    } finally {
      await connection.end();
    }
  }
}

/** An Interlock of this process. */
export class Served extends ApiClient {
  constructor(
    readonly interlock: Interlock,
    readonly server: TestServer,
  ) {
    super(server.baseUrl);
  }

  /** Leaves nothing for the next one on the same store: what still runs is cancelled. */
  async close(): Promise<void> {
    await this.cancelAll();
    await this.stop(5_000);
  }

  /** As a process that is told to end (RUN-19). */
  async stop(graceMs: number): Promise<void> {
    await this.server.close();
    await this.interlock.stop(graceMs);
  }
}
