/**
 * The lock that says who owns a store, on one connection. It is the database server's (GET_LOCK) and lives as long as the connection does, so it
 * is free as soon as its holder is gone. It is known to one server: processes that reach a store through different nodes of a cluster do not
 * meet in it.
 */
import { createHash } from "node:crypto";
import { Socket } from "node:net";
import { createConnection, type Connection } from "mysql2";
import { z } from "zod";
import type { StoreAddress } from "./store-address";

const CONNECT_MS = 5_000;

const Identity = z.object({ connectionId: z.number(), name: z.string() });
const Obtained = z.object({ obtained: z.number().nullable() });
const Holder = z.object({ holder: z.number().nullable() });
const Held = z.object({ held: z.number().nullable() });
const Signature = z.object({ holderId: z.string() });
const Thread = z.object({ Id: z.coerce.number(), Host: z.string() });

/** Who has the lock, as far as this account may see. */
export interface StoreHolder {
  readonly connectionId: number;
  /** `host:port` of the holder's end of that connection; null where the account may not see it. */
  readonly host: string | null;
}

/**
 * The name of a store's lock. Hashed, because the names of locks are short, and compared without regard to case where those of databases are not.
 * @param database as the server writes it: in lower case where it takes upper and lower case for the same
 */
export function storeLockName(database: string): string {
  return `interlock-store-${createHash("sha256").update(database).digest("hex").slice(0, 32)}`;
}

export interface StoreLockTiming {
  /** How long the server may take to answer before the connection counts as lost, ms. */
  readonly answerMs: number;
  /** The server ends the connection when it hears nothing for so long, s: a holder that lost its network, or sleeps, holds no longer. */
  readonly silenceS: number;
  /** ms since any one moment; never set back. */
  readonly now: () => number;
}

/** Whether the server itself said no; otherwise it was not reached, and nobody is told anything new by that. */
export function isServerRefusal(error: unknown): error is Error {
  return error instanceof Error && "sqlMessage" in error && typeof error.sqlMessage === "string";
}

export class StoreLock {
  /** Settles with why, when the connection is lost; never after `close` or `destroy`. */
  readonly lost: Promise<Error>;
  #lose: (error: Error) => void = () => undefined;
  /** The commands in flight: the driver does not tell each of them that the connection broke. */
  readonly #inFlight = new Set<(error: Error) => void>();
  #done = false;
  #name = "";
  #connectionId = 0;
  /** When the last command that was answered was sent: the server heard it then or later. */
  #heardAt: number;

  private constructor(
    private readonly connection: Connection,
    private readonly timing: StoreLockTiming,
  ) {
    this.#heardAt = timing.now();
    this.lost = new Promise((resolve) => {
      this.#lose = resolve;
    });
    connection.on("error", (error) => this.#onLost(error));
    connection.on("end", () => this.#onLost(new Error("the server ended the connection")));
  }

  /**
   * Connects as the store does.
   * @throws the driver's error
   */
  static async open(address: StoreAddress, timing: StoreLockTiming): Promise<StoreLock> {
    const connection = createConnection({
      ...address,
      charset: "utf8mb4",
      connectTimeout: CONNECT_MS,
      multipleStatements: false,
    });
    const lock = new StoreLock(connection, timing);
    try {
      await new Promise<void>((resolve, reject) => {
        connection.connect((error) => (error ? reject(error) : resolve()));
      });
      await lock.#ask("SET SESSION wait_timeout = ?", [timing.silenceS], z.unknown());
      // The server folds the name as it compares it; the rules of letters are not the same everywhere.
      const identity = await lock.#ask(
        "SELECT CONNECTION_ID() AS connectionId, " +
          "IF(@@lower_case_table_names = 0, DATABASE(), LOWER(DATABASE())) AS name",
        [],
        Identity,
      );
      lock.#connectionId = identity.connectionId;
      lock.#name = storeLockName(identity.name);
      return lock;
    } catch (error) {
      lock.destroy();
      throw error;
    }
  }

  get connectionId(): number {
    return this.#connectionId;
  }

  /** Whether the server may have ended the connection for its silence, though this end has not heard of that: the process was suspended. */
  get isOverdue(): boolean {
    return this.timing.now() - this.#heardAt > this.timing.silenceS * 1000;
  }

  /** Waits on the server, in whole seconds, for the one who has it. False when it was not to be had in that time. Throws the driver's error. */
  async obtain(waitMs: number): Promise<boolean> {
    const seconds = Math.ceil(waitMs / 1000);
    const { obtained } = await this.#ask(
      "SELECT GET_LOCK(?, ?) AS obtained",
      [this.#name, seconds],
      Obtained,
      this.timing.answerMs + seconds * 1000,
    );
    if (obtained === null) throw new Error("the server broke the waiting for the store's lock off");
    return obtained === 1;
  }

  /** Null when nobody has it. Throws the driver's error. */
  async holder(): Promise<StoreHolder | null> {
    const { holder } = await this.#ask("SELECT IS_USED_LOCK(?) AS holder", [this.#name], Holder);
    if (holder === null) return null;
    const threads = z.array(Thread).parse(await this.#rows("SHOW PROCESSLIST", []));
    return { connectionId: holder, host: threads.find(({ Id }) => Id === holder)?.Host ?? null };
  }

  /** Whether this connection still has it; says so to the server, which would end a silent one. Throws the driver's error. */
  async isHeld(): Promise<boolean> {
    const { held } = await this.#ask("SELECT IS_USED_LOCK(?) = CONNECTION_ID() AS held", [this.#name], Held);
    return held === 1;
  }

  /**
   * Writes into the store who has it. Over this connection: whoever lost the lock cannot do so any more.
   * @param holderId at most 64 characters
   * Throws the driver's error.
   */
  async sign(holderId: string): Promise<void> {
    await this.#ask(
      "REPLACE INTO store_holder (id, holder_id, since) VALUES (1, ?, UTC_TIMESTAMP(3))",
      [holderId],
      z.unknown(),
    );
  }

  /** Who signed last; null when nobody did, or there is no table for it yet. Throws the driver's error. */
  async signature(): Promise<string | null> {
    try {
      const rows = await this.#rows("SELECT holder_id AS holderId FROM store_holder WHERE id = 1", []);
      return z.array(Signature).parse(rows)[0]?.holderId ?? null;
    } catch (error) {
      if (isServerRefusal(error) && "code" in error && error.code === "ER_NO_SUCH_TABLE") return null;
      throw error;
    }
  }

  /** From now on the connection keeps no process from ending. */
  unref(): void {
    this.#socket()?.unref();
  }

  /** Gives the lock back and leaves. Resolves when the server has heard of it, or cannot. */
  async close(): Promise<void> {
    this.#done = true;
    this.#socket()?.ref();
    try {
      await this.#ask("SELECT RELEASE_LOCK(?) AS released", [this.#name], z.unknown());
      await new Promise<void>((resolve) => this.connection.end(() => resolve()));
    } catch {
      // A connection that does not answer has no lock to give back, or loses it as it is cut.
    } finally {
      this.connection.destroy();
    }
  }

  /** Cuts the connection. */
  destroy(): void {
    this.#done = true;
    this.connection.destroy();
  }

  #onLost(error: Error): void {
    for (const reject of this.#inFlight) reject(error);
    this.#inFlight.clear();
    if (!this.#done) this.#lose(error);
  }

  #socket(): Socket | undefined {
    const stream: unknown = Reflect.get(this.connection, "stream");
    return stream instanceof Socket ? stream : undefined;
  }

  async #ask<T>(sql: string, values: unknown[], answer: z.ZodType<T>, timeoutMs?: number): Promise<T> {
    const rows = await this.#rows(sql, values, timeoutMs);
    return answer.parse(Array.isArray(rows) ? rows[0] : rows);
  }

  #rows(sql: string, values: unknown[], timeoutMs = this.timing.answerMs): Promise<unknown> {
    const sentAt = this.timing.now();
    return new Promise((resolve, reject) => {
      this.#inFlight.add(reject);
      this.connection.query({ sql, values, timeout: timeoutMs }, (error, rows) => {
        this.#inFlight.delete(reject);
        if (!error || isServerRefusal(error)) this.#heardAt = sentAt;
        if (error) reject(error);
        else resolve(rows);
      });
    });
  }
}
