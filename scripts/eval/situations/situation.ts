/** A situation on the server that stands while questions are asked, on connections of the evaluation's own. */
import { createConnection, type Connection, type RowDataPacket } from "mysql2/promise";
import type { KnownFigures } from "../known-figures";

/** Databases that situations keep their tables in are named by this and a number. */
const DATABASE_PREFIX = "eval_situation_";
let opened = 0;

/** InnoDB renews its tables in information_schema only when they were not read for a tenth of a second. */
const LOOK_EVERY_MS = 150;
const STAND_TIMEOUT_MS = 60_000;

export interface StandingSituation {
  readonly known: KnownFigures;
}

/** What a situation may do; everything is undone by `SituationStage.clear`. */
export class SituationStage {
  readonly #connections: Connection[] = [];
  readonly #undo: (() => Promise<void>)[] = [];

  private constructor(
    readonly adminUrl: string,
    readonly admin: Connection,
    private readonly database: string,
  ) {}

  static async open(adminUrl: string): Promise<SituationStage> {
    const admin = await createConnection({ uri: adminUrl });
    opened += 1;
    const database = `${DATABASE_PREFIX}${opened}`;
    await admin.query(`DROP DATABASE IF EXISTS ${database}`);
    await admin.query(`CREATE DATABASE ${database}`);
    return new SituationStage(adminUrl, admin, database);
  }

  /** A connection whose waits outlast any question. */
  async connect(): Promise<Connection> {
    const connection = await this.keep(createConnection({ uri: this.adminUrl, database: this.database }));
    await connection.query("SET innodb_lock_wait_timeout = 3600, lock_wait_timeout = 3600");
    return connection;
  }

  /** A connection of another account, that does nothing. */
  async connectAs(user: string, password: string): Promise<void> {
    const { hostname, port } = new URL(this.adminUrl);
    await this.keep(createConnection({ host: hostname, port: Number(port), user, password }));
  }

  private async keep(opening: Promise<Connection>): Promise<Connection> {
    const connection = await opening;
    // Ended by `clear`; what was waiting on it then fails, and that is no fault.
    connection.on("error", () => undefined);
    this.#connections.push(connection);
    return connection;
  }

  /** Starts a statement that is not expected to end before `clear`. */
  startAndLeave(connection: Connection, sql: string): void {
    connection.query(sql).catch(() => undefined);
  }

  /** Runs at `clear`, newest first, before the connections are ended. */
  onClear(undo: () => Promise<void>): void {
    this.#undo.push(undo);
  }

  /** Looks until a row is there. Throws after a minute: then the situation does not stand. */
  async until(sql: string): Promise<void> {
    const end = performance.now() + STAND_TIMEOUT_MS;
    for (;;) {
      const [rows] = await this.admin.query<RowDataPacket[]>(sql);
      if (rows.length > 0) return;
      if (performance.now() > end) throw new Error(`the situation did not come about: ${sql}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  /** Ends every connection, on the server as well, and drops what was made. */
  async clear(): Promise<void> {
    try {
      for (const undo of this.#undo.splice(0).reverse()) await undo();
    } finally {
      const threads = this.#connections.map(({ threadId }) => threadId);
      for (const connection of this.#connections.splice(0)) connection.destroy();
      for (const id of threads) await this.admin.query(`KILL ${id}`).catch(passOverGone);
      if (threads.length > 0) await this.untilGone(threads);
      await this.admin.query(`DROP DATABASE IF EXISTS ${this.database}`);
      await this.admin.end();
    }
  }

  private untilGone(threads: readonly number[]): Promise<void> {
    const list = threads.join(", ");
    return this.until(
      `SELECT 1 FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM information_schema.PROCESSLIST WHERE ID IN (${list}))
         AND NOT EXISTS (SELECT 1 FROM information_schema.INNODB_TRX WHERE trx_mysql_thread_id IN (${list}))`,
    );
  }
}

const NO_SUCH_THREAD = 1094;
function passOverGone(error: unknown): void {
  if (!(error instanceof Error && "errno" in error && error.errno === NO_SUCH_THREAD)) throw error;
}
