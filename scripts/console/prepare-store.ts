import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { holdStore, StoreHeldError, type StoreHold } from "../../lib/persistence/store-hold";
import { StoreUnavailableError } from "../../lib/runs/ports";
import { loadDemoData } from "../../prisma/demo/load-demo-data";
import { applyMigrations } from "../../prisma/migrate/apply-migrations";
import { MigrationFailure } from "../../prisma/migrate/migration-failure";
import { parseDatabaseUrl } from "../provision/database-url";
import { explainConnectionError } from "../provision/explain-connection-error";
import { DEMO_DATABASE, type ProvisionedDatabase } from "../provision/provisioned-database";
import { SetupProblem } from "../provision/setup-problem";

interface MigrateStoreOptions {
  /** How long to wait for a process that is about to leave the store, ms. */
  readonly waitMs?: number;
}

/**
 * Brings the store's tables up to date, while no other process has the store (RUN-18). Returns the names of the migrations it applied. Throws
 * SetupProblem.
 */
export async function migrateStore(
  projectRoot: string,
  database: ProvisionedDatabase,
  { waitMs }: MigrateStoreOptions = {},
): Promise<string[]> {
  let hold: StoreHold | undefined;
  try {
    hold = await holdStore(database.storeUrl, {
      holderId: `migration-${process.pid}-${randomUUID().slice(0, 8)}`,
      // A new store has no table to sign yet; and what the server refuses here, the migrations are refused as well, and say better.
      mayGoUnsigned: true,
      // Against another migration there is a lock of its own; nothing else is written here.
      onChange: () => undefined,
      ...(waitMs === undefined ? {} : { waitMs }),
    });
    const { applied } = await applyMigrations({
      url: database.storeUrl,
      migrationsDir: join(projectRoot, "prisma", "migrations"),
    });
    return applied;
  } catch (error) {
    if (error instanceof MigrationFailure) {
      const remedy = error.remedy ?? "Nothing was started on the half-migrated store.";
      throw new SetupProblem(error.message, remedy, { cause: error });
    }
    if (error instanceof StoreHeldError) {
      const remedy =
        error.holder === null
          ? "It was gone when it was looked for: start again."
          : "SHOW PROCESSLIST on that server lists its connection.";
      throw new SetupProblem(error.message, remedy, { cause: error });
    }
    const name = database.isOurs ? "The private database" : "DATABASE_URL";
    const reason = error instanceof StoreUnavailableError ? error.cause : error;
    throw explainConnectionError(reason, name, parseDatabaseUrl(name, database.storeUrl));
  } finally {
    await hold?.release();
  }
}

export type DemoOutcome =
  | { readonly kind: "loaded" | "current"; readonly rows: number }
  | { readonly kind: "skipped"; readonly reason: string };

/** Loads the demo shop, or refreshes it, where we have a server to load it into. */
export async function loadDemo(database: ProvisionedDatabase): Promise<DemoOutcome> {
  if (database.adminUrl === undefined) return { kind: "skipped", reason: "no server to load it into" };
  try {
    const { loaded, rows } = await loadDemoData({
      adminUrl: database.adminUrl,
      database: DEMO_DATABASE,
      nowMs: Date.now(),
      // The step's own line says it.
      log: () => undefined,
    });
    return { kind: loaded ? "loaded" : "current", rows };
  } catch (error) {
    // On a server of someone else the demo is welcome to fail; on our own it says that something is wrong.
    if (database.isOurs || !(error instanceof Error)) throw error;
    return { kind: "skipped", reason: error.message };
  }
}
