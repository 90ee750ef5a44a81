import { createConnection, type Connection, type RowDataPacket } from "mysql2/promise";
import { MigrationFailure } from "./migration-failure";
import {
  createLedger,
  readLedger,
  recordFailure,
  recordRefusal,
  recordStart,
  recordSuccess,
  type LedgerEntry,
} from "./migration-ledger";
import { readMigrations, type Migration } from "./read-migrations";
import { isAccessDenied, isConnectionLost, isReadOnlyServer, serverRefusalOf } from "./server-refusal";
import { describeAccount, missingRights, RIGHTS_TO_RUN, rightsOfStatement, type Right } from "./store-rights";

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
 * Throws MigrationFailure: the account lacks a right (looked for before anything is begun), a statement failed, an
 * earlier attempt never finished, an applied file was edited, the lock was not obtained, the database is ahead of this
 * checkout, the server refused or went away. Errors of making the connection are mysql2's.
 */
export async function applyMigrations(options: ApplyMigrationsOptions): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(options.migrationsDir);
  const connection = await createConnection({ uri: options.url, multipleStatements: false, timezone: "Z" });
  try {
    const applied = await applyOver(connection, migrations, options);
    // Ending the connection releases the lock.
    await connection.end();
    return { applied };
  } catch (error) {
    connection.destroy();
    throw explain(error);
  }
}

async function applyOver(
  connection: Connection,
  migrations: readonly Migration[],
  options: ApplyMigrationsOptions,
): Promise<string[]> {
  await obtainLock(connection, options.lockTimeoutMs ?? LOCK_TIMEOUT_MS);
  const rights = new Set(RIGHTS_TO_RUN);
  const missing = await missingRights(connection, rights);
  // Without SELECT nobody knows what is pending: then all of it is.
  const pending = missing.includes("SELECT")
    ? migrations
    : pendingMigrations(migrations, await readLedger(connection));
  if (pending.length > 0) {
    const further = new Set<Right>([
      "CREATE",
      ...pending.flatMap(({ statements }) => statements.flatMap(rightsOfStatement)),
    ]);
    missing.push(...(await missingRights(connection, further)));
  }
  if (missing.length > 0) throw await rightsMissing(connection, missing);
  if (pending.length > 0) await createLedger(connection);
  for (const migration of pending) {
    await applyOne(connection, migration);
    options.log?.(`migration ${migration.name} applied`);
  }
  return pending.map((migration) => migration.name);
}

async function rightsMissing(connection: Connection, missing: readonly Right[]): Promise<MigrationFailure> {
  const { account, database, grant } = await describeAccount(connection);
  return new MigrationFailure(
    "rights-missing",
    `The account ${account} lacks rights on the database ${database}: ${missing.join(", ")}.`,
    { remedy: grant(missing) },
  );
}

/** Errors of mysql2 hold the statement and the driver's state, which are nobody's to read at a start. */
function explain(error: unknown): unknown {
  if (isConnectionLost(error)) {
    return new MigrationFailure(
      "connection-lost",
      `The connection to the database was lost while it was migrated: ${error.message}`,
      { cause: error, remedy: "See whether that server still runs, then start again." },
    );
  }
  const refusal = serverRefusalOf(error);
  if (refusal === undefined) return error;
  return new MigrationFailure(
    "server-refused",
    `The database server refused to have the store migrated: ${refusal.message} (${refusal.code}).`,
    {
      cause: error,
      remedy: isReadOnlyServer(refusal)
        ? "Name a server that takes changes: this one is a replica, or was set to read-only."
        : "Put that right on the server, then start again.",
    },
  );
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
      if (isConnectionLost(error)) throw error;
      const refusal = serverRefusalOf(error);
      const reason = refusal?.message ?? (error instanceof Error ? error.message : String(error));
      const logs = `statement ${index + 1} of ${migration.statements.length}: ${reason}`;
      const denied = refusal !== undefined && isAccessDenied(refusal);
      // What was not permitted changed nothing: with nothing before it, the migration was not begun.
      await (denied && index === 0 ? recordRefusal : recordFailure)(connection, id, logs);
      throw new MigrationFailure(
        denied ? "rights-missing" : "statement-failed",
        `Migration ${migration.name} failed at ${logs}`,
        { cause: error, ...(denied ? { remedy: (await describeAccount(connection)).grant([]) } : {}) },
      );
    }
  }
  await recordSuccess(connection, id);
}
