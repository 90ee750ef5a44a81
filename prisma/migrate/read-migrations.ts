import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { splitStatements } from "./split-statements";

/** One migration of prisma/migrations. */
export interface Migration {
  /** The folder's name, `<timestamp>_<name>`; the order of names is the order of application. */
  readonly name: string;
  /** sha256 of the file in hex, as Prisma computes it. */
  readonly checksum: string;
  readonly statements: readonly string[];
}

const MIGRATION_FOLDER = /^\d+_\w+$/;

/** Reads every `<timestamp>_<name>/migration.sql` under the folder, in order. Throws where a folder holds none. */
export async function readMigrations(migrationsDir: string): Promise<Migration[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory() && MIGRATION_FOLDER.test(entry.name))
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(migrationsDir, name, "migration.sql"));
      return {
        name,
        checksum: createHash("sha256").update(content).digest("hex"),
        statements: splitStatements(content.toString("utf8")),
      };
    }),
  );
}
