import { createConnection, type Connection, type RowDataPacket } from "mysql2/promise";
import { readLedger, recordFailure, recordStart, recordSuccess, type LedgerEntry } from "./migration-ledger";
import { MigrationFailure } from "./migration-failure";
import { readMigrations, type Migration } from "./read-migrations";

export interface ApplyMigrationsOptions {
  /** `mysql://user:password@host:port/database` of an account that may alter the database. */
  readonly url: string;
  readonly migrationsDir: string;
  readonly log?: (line: string) => void;
  /** How long to wait for another starter that is migrating the same database. */
  readonly lockTimeoutMs?: number;
}

const LOCK_TIMEOUT_MS = 60_000;

/**
 * Applies the migrations that the database does not have yet, in order, and says which it applied. One process at a
 * time (GET_LOCK); the ledger is Prisma's `_prisma_migrations`.
 * Throws MigrationFailure: a statement failed, an earlier attempt never finished, an applied file was edited, the
 * lock was not obtained, or the database is ahead of this checkout. Connection errors are mysql2's.
 */
export async function applyMigrations(options: ApplyMigrationsOptions): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(options.migrationsDir);
  const connection = await createConnection({ uri: options.url, multipleStatements: false, timezone: "Z" });
  try {
    await obtainLock(connection, options.lockTimeoutMs ?? LOCK_TIMEOUT_MS);
    const pending = pendingMigrations(migrations, await readLedger(connection));
    for (const migration of pending) {
      await applyOne(connection, migration);
      options.log?.(`migration ${migration.name} applied`);
    }
    return { applied: pending.map((migration) => migration.name) };
  } finally {
    // Ending the connection releases the lock.
    await connection.end();
  }
}

interface LockRow extends RowDataPacket {
  obtained: number | null;
}

async function obtainLock(connection: Connection, timeoutMs: number): Promise<void> {
  // The lock is the server's, not the database's: the database's name (hashed, names of locks are short) is part of it.
  const [rows] = await connection.query<LockRow[]>(
    "SELECT GET_LOCK(CONCAT('interlock-migrate-', LEFT(SHA2(DATABASE(), 256), 32)), ?) AS obtained",
    [Math.ceil(timeoutMs / 1000)],
  );
  if (rows[0]?.obtained !== 1) {
    throw new MigrationFailure(
      "lock-not-obtained",
      `Another process has been migrating this database for more than ${Math.ceil(timeoutMs / 1000)} s. ` +
        "Wait for it, or end its connection (SHOW PROCESSLIST), and start again.",
    );
  }
}

function pendingMigrations(migrations: readonly Migration[], ledger: readonly LedgerEntry[]): Migration[] {
  const unfinished = ledger.find((entry) => !entry.finished);
  if (unfinished !== undefined) {
    throw new MigrationFailure(
      "unfinished-before",
      `Migration ${unfinished.name} was begun earlier and did not finish` +
        (unfinished.logs === null ? "" : ` (${unfinished.logs})`) +
        ". Undo what it changed, then mark it as rolled back and start again:\n" +
        `  UPDATE _prisma_migrations SET rolled_back_at = NOW(3) WHERE id = '${unfinished.id}';`,
    );
  }
  const files = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const entry of ledger) {
    const file = files.get(entry.name);
    if (file === undefined) {
      throw new MigrationFailure(
        "unknown-applied",
        `The database has migration ${entry.name}, which this checkout does not: it was used by a newer version. ` +
          "Update this checkout, or give it a database of its own.",
      );
    }
    if (file.checksum !== entry.checksum) {
      throw new MigrationFailure(
        "edited-after-application",
        `Migration ${entry.name} was edited after it had been applied to this database. ` +
          "Put the file back as it was and write the change as a new migration.",
      );
    }
  }
  const applied = new Set(ledger.map((entry) => entry.name));
  return migrations.filter((migration) => !applied.has(migration.name));
}

async function applyOne(connection: Connection, migration: Migration): Promise<void> {
  const id = await recordStart(connection, migration);
  for (const [index, statement] of migration.statements.entries()) {
    try {
      await connection.query(statement);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const logs = `statement ${index + 1} of ${migration.statements.length}: ${reason}`;
      await recordFailure(connection, id, logs);
      throw new MigrationFailure("statement-failed", `Migration ${migration.name} failed at ${logs}`, {
        cause: error,
      });
    }
  }
  await recordSuccess(connection, id);
}
