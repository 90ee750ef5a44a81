/** One connection to a server, prepared read-only. The only file that touches the driver's connection. */
import { Socket } from "node:net";
import { createConnection, type Connection, type FieldPacket } from "mysql2";
import type { SourceAddress } from "./source-url";

/** A column as the server describes it. */
export interface ServerColumn {
  readonly name: string;
  /** The protocol's type number and character set number. */
  readonly columnType: number;
  readonly characterSet: number;
}
/** Cells are the server's own bytes. */
export type ServerRow = readonly (Buffer | null)[];
/** Hears of one statement: `columns`, any number of `row`, then `ended` or `failed`, once. */
export interface StatementSink {
  columns(columns: readonly ServerColumn[]): void;
  row(cells: ServerRow): void;
  /** More bytes than allowed have arrived; called once. */
  overflow(): void;
  /** `warnings`: how many the server gave; null when that could not be read. */
  ended(warnings: number | null): void;
  failed(error: unknown): void;
}

export interface MysqlSession {
  /** The server's id of this connection, decimal; known before any statement is sent (KILL-1). */
  readonly threadId: string;
  /** The connection is gone. */
  readonly closed: boolean;
  /** Runs a small statement of this room's own. Rejects with the driver's error. */
  query(sql: string): Promise<readonly (readonly (string | null)[])[]>;
  /** Sends an evidence statement; rows are handed on as they arrive, none is kept. */
  stream(sql: string, maxBytes: number, sink: StatementSink): void;
  /** Cuts the connection; nothing is sent. Idempotent. */
  destroy(): void;
  /** Calls back once when the connection is gone, at once if it already is. */
  onClosed(listener: () => void): void;
}

/**
 * Pinned so that the server reads a statement exactly as the policy's tokens do: no ANSI_QUOTES, no NO_BACKSLASH_ESCAPES, no
 * IGNORE_SPACE, utf8mb4. Times are UTC.
 */
const PREPARE = [
  "SET NAMES utf8mb4",
  "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', time_zone = '+00:00', autocommit = 1",
  // Notes say nothing of the values; warnings do, and are read (server-warnings.ts).
  "SET SESSION sql_notes = 0",
  "SET SESSION TRANSACTION READ ONLY",
];

/** Connects, logs in and prepares the session read-only (TOOL-6). Rejects with the driver's error. */
export async function openMysqlSession(
  address: SourceAddress,
  connectTimeoutMs: number,
): Promise<MysqlSession> {
  const connection = createConnection({
    host: address.host,
    port: address.port,
    user: address.user,
    password: address.password,
    ...(address.database === null ? {} : { database: address.database }),
    ...(address.tls === "disable" ? {} : { ssl: { rejectUnauthorized: address.tls === "verify" } }),
    charset: "utf8mb4",
    timezone: "Z",
    connectTimeout: connectTimeoutMs,
    multipleStatements: false,
    stringifyObjects: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
    rowsAsArray: true,
    // Cells stay the server's bytes: nothing is parsed, nothing rounded.
    typeCast: false,
    flags: ["-LOCAL_FILES"],
  });
  const session = new Mysql2Session(connection);
  try {
    await session.connected(connectTimeoutMs);
    return session;
  } catch (error) {
    session.destroy();
    throw error;
  }
}

class Mysql2Session implements MysqlSession {
  #threadId = "";
  #closed = false;
  /** Why the connection was lost, as far as the driver said. */
  #loss: unknown = null;
  readonly #onClosed = new Set<() => void>();
  #received = 0;
  /** The last bytes that arrived: at the end of a result, its EOF packet. */
  #tail: Buffer = Buffer.alloc(0);
  #onBytes: (() => void) | null = null;
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
    // A lost connection is told to the connection, not to the command in flight; #run passes it on.
    connection.on("error", (error) => {
      this.#loss ??= error;
      this.#markClosed();
    });
    connection.on("end", () => this.#markClosed());
  }

  get threadId(): string {
    return this.#threadId;
  }
  get closed(): boolean {
    return this.#closed;
  }

  async connected(timeoutMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const silent = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    });
    try {
      await Promise.race([this.#prepare(), silent]);
    } finally {
      clearTimeout(timer);
    }
    // The socket after a possible change to TLS. Its bytes bound what one result may make this process hold.
    const socket: unknown = Reflect.get(this.#connection, "stream");
    if (!(socket instanceof Socket)) return;
    socket.on("close", () => this.#markClosed());
    // Before the driver, which tells of the end while it reads the chunk.
    socket.prependListener("data", (chunk: Buffer) => {
      this.#tail = Buffer.concat([this.#tail, chunk.subarray(-EOF_BYTES)]).subarray(-EOF_BYTES);
    });
    socket.on("data", (chunk: Buffer) => {
      this.#received += chunk.length;
      this.#onBytes?.();
    });
  }

  async #prepare(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#connection.connect((error) => (error ? reject(error) : resolve()));
    });
    for (const sql of PREPARE) await this.query(sql);
    // The id in the handshake has only 32 bits; the server's own answer is whole.
    const id = (await this.query("SELECT CONNECTION_ID()"))[0]?.[0] ?? "";
    if (!/^\d+$/.test(id)) throw new Error("the server did not say its thread id");
    this.#threadId = id;
  }

  query(sql: string): Promise<readonly (readonly (string | null)[])[]> {
    return new Promise((resolve, reject) => {
      const rows: (string | null)[][] = [];
      this.#run(sql, {
        columns: () => undefined,
        row: (cells) => rows.push(cells.map((cell) => cell?.toString("utf8") ?? null)),
        overflow: () => undefined,
        ended: () => resolve(rows),
        failed: reject,
      });
    });
  }

  stream(sql: string, maxBytes: number, sink: StatementSink): void {
    const limit = this.#received + maxBytes;
    this.#onBytes = () => {
      if (this.#received <= limit) return;
      this.#onBytes = null;
      sink.overflow();
    };
    this.#run(sql, sink);
  }

  #run(sql: string, sink: StatementSink): void {
    let done = false;
    const finish = (tell: () => void): void => {
      if (done) return;
      done = true;
      this.#onClosed.delete(lost);
      this.#onBytes = null;
      tell();
    };
    const lost = (): void => finish(() => sink.failed(this.#loss ?? new Error("the connection was closed")));
    if (this.#closed) {
      lost();
      return;
    }
    this.#onClosed.add(lost);
    const query = this.#connection.query({ sql, rowsAsArray: true, typeCast: false });
    query.on("fields", (fields: unknown) => {
      if (!done && Array.isArray(fields)) sink.columns(fields.map(describeColumn));
    });
    query.on("result", (row: unknown) => {
      if (!done && Array.isArray(row)) sink.row(row.map((cell) => (Buffer.isBuffer(cell) ? cell : null)));
    });
    query.on("error", (error: unknown) => finish(() => sink.failed(error)));
    query.on("end", () => finish(() => sink.ended(warningsIn(this.#tail))));
  }

  destroy(): void {
    this.#connection.destroy();
    this.#markClosed();
  }

  onClosed(listener: () => void): void {
    if (this.#closed) listener();
    else this.#onClosed.add(listener);
  }

  #markClosed(): void {
    if (this.#closed) return;
    this.#closed = true;
    const listeners = [...this.#onClosed];
    this.#onClosed.clear();
    for (const listener of listeners) listener();
  }
}

/** Header (length 5, sequence number), 0xFE, warnings, status flags. The driver does not tell of the warnings of a result. */
const EOF_BYTES = 9;

function warningsIn(tail: Buffer): number | null {
  const isEof = tail.length === EOF_BYTES && tail.readUIntLE(0, 3) === 5 && tail[4] === 0xfe;
  return isEof ? tail.readUInt16LE(5) : null;
}

function describeColumn(field: FieldPacket): ServerColumn {
  return { name: field.name, columnType: field.columnType ?? 0xfd, characterSet: field.characterSet ?? 0 };
}
