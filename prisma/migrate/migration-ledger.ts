import { randomUUID } from "node:crypto";
import type { Connection, RowDataPacket } from "mysql2/promise";
import type { Migration } from "./read-migrations";
import { serverRefusalOf } from "./server-refusal";

/** Prisma's own table, so that `prisma migrate deploy` elsewhere agrees with what was applied here. */
const CREATE_LEDGER = `
  CREATE TABLE IF NOT EXISTS \`_prisma_migrations\` (
    \`id\` VARCHAR(36) PRIMARY KEY NOT NULL,
    \`checksum\` VARCHAR(64) NOT NULL,
    \`finished_at\` DATETIME(3),
    \`migration_name\` VARCHAR(255) NOT NULL,
    \`logs\` TEXT,
    \`rolled_back_at\` DATETIME(3),
    \`started_at\` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    \`applied_steps_count\` INTEGER UNSIGNED NOT NULL DEFAULT 0
  ) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`;

/** What the ledger says of one attempt that was not rolled back. */
export interface LedgerEntry {
  readonly id: string;
  readonly name: string;
  readonly checksum: string;
  readonly finished: boolean;
  readonly logs: string | null;
}

interface LedgerRow extends RowDataPacket {
  id: string;
  migration_name: string;
  checksum: string;
  finished: number;
  logs: string | null;
}

/** What was applied and begun so far; nothing where there is no ledger yet. */
export async function readLedger(connection: Connection): Promise<LedgerEntry[]> {
  const rows = await readRows(connection);
  return rows.map((row) => ({
    id: row.id,
    name: row.migration_name,
    checksum: row.checksum,
    finished: row.finished === 1,
    logs: row.logs,
  }));
}

async function readRows(connection: Connection): Promise<LedgerRow[]> {
  try {
    const [rows] = await connection.query<LedgerRow[]>(
      "SELECT id, migration_name, checksum, finished_at IS NOT NULL AS finished, logs " +
        "FROM `_prisma_migrations` WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name",
    );
    return rows;
  } catch (error) {
    if (serverRefusalOf(error)?.code === "ER_NO_SUCH_TABLE") return [];
    throw error;
  }
}

export async function createLedger(connection: Connection): Promise<void> {
  await connection.query(CREATE_LEDGER);
}

/** Records that a migration begins, before its first statement: one that never ends stays visible as unfinished. */
export async function recordStart(connection: Connection, migration: Migration): Promise<string> {
  const id = randomUUID();
  await connection.execute(
    "INSERT INTO `_prisma_migrations` (id, checksum, migration_name, started_at) VALUES (?, ?, ?, CURRENT_TIMESTAMP(3))",
    [id, migration.checksum, migration.name],
  );
  return id;
}

export async function recordSuccess(connection: Connection, id: string): Promise<void> {
  await connection.execute(
    "UPDATE `_prisma_migrations` SET finished_at = CURRENT_TIMESTAMP(3), applied_steps_count = 1 WHERE id = ?",
    [id],
  );
}

export async function recordFailure(connection: Connection, id: string, logs: string): Promise<void> {
  await connection.execute("UPDATE `_prisma_migrations` SET logs = ? WHERE id = ?", [logs, id]);
}

/** Records an attempt that changed nothing: the next start may try again. */
export async function recordRefusal(connection: Connection, id: string, logs: string): Promise<void> {
  await connection.execute(
    "UPDATE `_prisma_migrations` SET logs = ?, rolled_back_at = CURRENT_TIMESTAMP(3) WHERE id = ?",
    [logs, id],
  );
}
