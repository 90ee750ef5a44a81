import { join } from "node:path";
import { loadDemoData } from "../../prisma/demo/load-demo-data";
import { applyMigrations } from "../../prisma/migrate/apply-migrations";
import { MigrationFailure } from "../../prisma/migrate/migration-failure";
import { parseDatabaseUrl } from "../provision/database-url";
import { explainConnectionError } from "../provision/explain-connection-error";
import { DEMO_DATABASE, type ProvisionedDatabase } from "../provision/provisioned-database";
import { SetupProblem } from "../provision/setup-problem";

/** Brings the store's tables up to date. Returns the names of the migrations it applied. Throws SetupProblem. */
export async function migrateStore(projectRoot: string, database: ProvisionedDatabase): Promise<string[]> {
  try {
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
    const name = database.isOurs ? "The private database" : "DATABASE_URL";
    throw explainConnectionError(error, name, parseDatabaseUrl(name, database.storeUrl));
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
