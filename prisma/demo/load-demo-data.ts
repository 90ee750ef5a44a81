/**
 * Loads the demo shop. The new data is built in a scratch database beside the target and moved in with one RENAME TABLE, so readers
 * see the old shop or the new one, and a load that dies half-way leaves nothing that could be taken for finished.
 */
import { createConnection, type Connection, type RowDataPacket } from "mysql2/promise";
import { createTableStatements, DEMO_TABLES } from "./demo-schema";
import { demoTimes, utcText } from "./demo-times";
import { fillLedger } from "./fill-ledger";
import { fillNumbers } from "./fill-numbers";
import { fillOperations } from "./fill-operations";
import { fillOrders } from "./fill-orders";
import { fillStock } from "./fill-stock";

/** Raise it whenever the generated data changes: an older load is then replaced. */
export const DEMO_DATA_VERSION = 2;
/** Older demo data is reloaded, so that its incidents are again "two hours ago". */
export const DEMO_DATA_MAX_AGE_MS = 6 * 60 * 60 * 1_000;
/** A load stamped further in the future than this was made under another clock. */
const CLOCK_TOLERANCE_MS = 5 * 60 * 1_000;
const LOCK_WAIT_SECONDS = 120;

export interface LoadDemoDataInput {
  /** mysql:// URL of an account that may create databases and tables. */
  readonly adminUrl: string;
  /** Name of the demo database; letters, digits and underscores. */
  readonly database: string;
  /** "Now" of the story, ms since the epoch. */
  readonly nowMs: number;
  readonly log: (line: string) => void;
}
export interface LoadDemoDataResult {
  /** False when recent demo data was already there. */
  readonly loaded: boolean;
  /** Rows in all tables of the demo shop. */
  readonly rows: number;
}

/**
 * Creates the database and its deterministic data, or refreshes data older than six hours; does nothing when it is recent.
 * Safe to call from several processes at once. Throws when the database holds tables that are not the demo's.
 */
export async function loadDemoData(input: LoadDemoDataInput): Promise<LoadDemoDataResult> {
  if (!/^[A-Za-z0-9_]{1,48}$/.test(input.database)) {
    throw new Error(`the demo database name may hold letters, digits and underscores: ${input.database}`);
  }
  const connection = await createConnection({
    uri: input.adminUrl,
    multipleStatements: false,
    charset: "utf8mb4_unicode_ci",
    timezone: "Z",
    dateStrings: true,
  });
  try {
    return await withLock(connection, `interlock_demo_${input.database}`, () =>
      loadLocked(connection, input),
    );
  } finally {
    await connection.end();
  }
}

async function withLock<T>(connection: Connection, name: string, work: () => Promise<T>): Promise<T> {
  const [rows] = await connection.query<RowDataPacket[]>("SELECT GET_LOCK(?, ?) AS locked", [
    name,
    LOCK_WAIT_SECONDS,
  ]);
  if (rows[0]?.["locked"] !== 1)
    throw new Error("another process has been loading the demo data for too long");
  try {
    return await work();
  } finally {
    await connection.query("SELECT RELEASE_LOCK(?)", [name]);
  }
}

async function loadLocked(connection: Connection, input: LoadDemoDataInput): Promise<LoadDemoDataResult> {
  await claimDatabase(connection, input.database);
  const current = await readMarker(connection, input.database);
  if (current !== null && isCurrent(current, input.nowMs)) return { loaded: false, rows: current.rows };

  const startedAt = performance.now();
  const scratch = `${input.database}_loading`;
  const rows = await buildScratch(connection, scratch, input.nowMs);
  await swapIn(connection, { database: input.database, scratch, rows, nowMs: input.nowMs });
  input.log(`demo data: ${rows} rows in ${input.database}, ${Math.round(performance.now() - startedAt)} ms`);
  return { loaded: true, rows };
}

/** Makes sure the database is ours: empty, or carrying the marker table. Never touches anybody else's tables. */
async function claimDatabase(connection: Connection, database: string): Promise<void> {
  await connection.query(
    `CREATE DATABASE IF NOT EXISTS \`${database}\` DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
  );
  const tables = await tablesOf(connection, database);
  if (tables.includes("demo_load")) return;
  if (tables.length > 0) {
    throw new Error(
      `database ${database} holds tables but no demo data; choose another name for the demo shop`,
    );
  }
  await connection.query(
    `CREATE TABLE \`${database}\`.demo_load (id TINYINT NOT NULL PRIMARY KEY, version INT NOT NULL, state VARCHAR(8) NOT NULL,
       loaded_at DATETIME NOT NULL, row_total INT NOT NULL) ENGINE=InnoDB`,
  );
}

interface Marker {
  readonly version: number;
  readonly state: string;
  readonly loadedAtMs: number;
  readonly rows: number;
}

async function readMarker(connection: Connection, database: string): Promise<Marker | null> {
  const [rows] = await connection.query<RowDataPacket[]>(
    `SELECT version, state, loaded_at, row_total FROM \`${database}\`.demo_load WHERE id = 1`,
  );
  const row = rows[0];
  if (row === undefined) return null;
  return {
    version: Number(row["version"]),
    state: String(row["state"]),
    loadedAtMs: Date.parse(`${String(row["loaded_at"]).replace(" ", "T")}Z`),
    rows: Number(row["row_total"]),
  };
}

function isCurrent(marker: Marker, nowMs: number): boolean {
  const ageMs = nowMs - marker.loadedAtMs;
  return (
    marker.version === DEMO_DATA_VERSION &&
    marker.state === "loaded" &&
    ageMs <= DEMO_DATA_MAX_AGE_MS &&
    ageMs >= -CLOCK_TOLERANCE_MS
  );
}

async function buildScratch(connection: Connection, scratch: string, nowMs: number): Promise<number> {
  await connection.query(`DROP DATABASE IF EXISTS \`${scratch}\``);
  await connection.query(
    `CREATE DATABASE \`${scratch}\` DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
  );
  await connection.query(`USE \`${scratch}\``);
  // Arithmetic and dates must not depend on the server's defaults.
  await connection.query(
    "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO', time_zone = '+00:00'",
  );
  const times = demoTimes(nowMs);
  const statements = [
    ...createTableStatements(),
    ...fillNumbers(),
    ...fillOrders(times),
    ...fillStock(times),
    ...fillOperations(times),
    ...fillLedger(times),
  ];
  for (const statement of statements) await connection.query(statement);
  let rows = 0;
  for (const table of DEMO_TABLES) {
    const [counted] = await connection.query<RowDataPacket[]>(`SELECT COUNT(*) AS n FROM ${table}`);
    rows += Number(counted[0]?.["n"]);
    await connection.query(`ANALYZE TABLE ${table}`);
  }
  return rows;
}

interface Swap {
  readonly database: string;
  readonly scratch: string;
  readonly rows: number;
  readonly nowMs: number;
}

/** The marker says `swapping` around the rename, so a crash inside it is followed by a fresh load. */
async function swapIn(connection: Connection, { database, scratch, rows, nowMs }: Swap): Promise<void> {
  const present = await tablesOf(connection, database);
  await mark(connection, database, "swapping", rows, nowMs);
  const moves = DEMO_TABLES.flatMap((table) => [
    ...(present.includes(table) ? [`\`${database}\`.${table} TO \`${scratch}\`.${table}_old`] : []),
    `\`${scratch}\`.${table} TO \`${database}\`.${table}`,
  ]);
  await connection.query(`RENAME TABLE ${moves.join(", ")}`);
  await mark(connection, database, "loaded", rows, nowMs);
  await connection.query(`DROP DATABASE \`${scratch}\``);
}

async function mark(
  connection: Connection,
  database: string,
  state: string,
  rows: number,
  nowMs: number,
): Promise<void> {
  await connection.query(
    `REPLACE INTO \`${database}\`.demo_load (id, version, state, loaded_at, row_total) VALUES (1, ?, ?, ?, ?)`,
    [DEMO_DATA_VERSION, state, utcText(nowMs), rows],
  );
}

async function tablesOf(connection: Connection, database: string): Promise<string[]> {
  const [rows] = await connection.query<RowDataPacket[]>(
    "SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?",
    [database],
  );
  return rows.map((row) => String(row["name"]));
}
