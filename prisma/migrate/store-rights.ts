import type { Connection, RowDataPacket } from "mysql2/promise";
import { isAccessDenied, serverRefusalOf } from "./server-refusal";

/** A right on the store's database, by its name in GRANT. */
export type Right = "SELECT" | "INSERT" | "UPDATE" | "DELETE" | "CREATE" | "ALTER" | "INDEX" | "DROP";

/** What the console needs at every start, whether or not there is something to migrate. */
export const RIGHTS_TO_RUN: readonly Right[] = ["SELECT", "INSERT", "UPDATE", "DELETE"];
/** What an account should have, so that it also gets through the migrations of later versions. */
const USUAL_RIGHTS: readonly Right[] = [...RIGHTS_TO_RUN, "CREATE", "ALTER", "INDEX"];

/**
 * Statements that change nothing and that a server refuses for the lack of one right only: rights are checked before
 * the names of tables and columns. The grants themselves are no use, for roles and patterns hide in them.
 */
const PROBES: Readonly<Record<Right, string>> = {
  SELECT: "SELECT id FROM `_prisma_migrations` WHERE 1 = 0",
  INSERT:
    "INSERT INTO `_prisma_migrations` (id, checksum, migration_name) SELECT '', '', '' FROM DUAL WHERE 1 = 0",
  UPDATE: "UPDATE `_prisma_migrations` SET logs = NULL WHERE 1 = 0",
  DELETE: "DELETE FROM `_prisma_migrations` WHERE 1 = 0",
  CREATE: "CREATE TABLE `_interlock_no_such_table` (twice INT, twice INT)",
  ALTER: "ALTER TABLE `_prisma_migrations` DROP COLUMN `_interlock_no_such_column`",
  INDEX: "CREATE INDEX `_interlock_no_such_index` ON `_prisma_migrations` (`_interlock_no_such_column`)",
  DROP: "DROP TABLE `_interlock_no_such_table`",
};
/** How the probes fail where the right is there. */
const FAILURES_OF_PERMITTED_PROBES = new Set([
  "ER_NO_SUCH_TABLE",
  "ER_BAD_TABLE_ERROR",
  "ER_DUP_FIELDNAME",
  "ER_CANT_DROP_FIELD_OR_KEY",
  "ER_KEY_COLUMN_DOES_NOT_EXITS",
  "ER_UPDATE_WITHOUT_KEY_IN_SAFE_MODE",
]);

/** The right a migration's statement needs, where its first words tell. */
export function rightsOfStatement(statement: string): Right[] {
  const words = statement.trimStart().toUpperCase();
  if (/^CREATE\s+TABLE\b/.test(words)) return ["CREATE"];
  if (/^ALTER\s+TABLE\b/.test(words)) return ["ALTER"];
  if (/^DROP\s+TABLE\b/.test(words)) return ["DROP"];
  if (/^(CREATE\s+(\w+\s+)?|DROP\s+)INDEX\b/.test(words)) return ["INDEX"];
  return [];
}

/** Those of the rights that the connection's account does not have on its database. */
export async function missingRights(connection: Connection, wanted: Iterable<Right>): Promise<Right[]> {
  const missing: Right[] = [];
  for (const right of new Set(wanted)) {
    if (!(await isPermitted(connection, PROBES[right]))) missing.push(right);
  }
  return missing;
}

async function isPermitted(connection: Connection, probe: string): Promise<boolean> {
  try {
    await connection.query(probe);
    return true;
  } catch (error) {
    const refusal = serverRefusalOf(error);
    if (refusal === undefined) throw error;
    if (isAccessDenied(refusal)) return false;
    if (FAILURES_OF_PERMITTED_PROBES.has(refusal.code)) return true;
    throw error;
  }
}

interface WhoRow extends RowDataPacket {
  account: string;
  name: string;
}

/** The account a connection has on the server and its database, as they are written in GRANT, and what to grant. */
export async function describeAccount(connection: Connection): Promise<{
  readonly account: string;
  readonly database: string;
  grant(missing: readonly Right[]): string;
}> {
  const [rows] = await connection.query<WhoRow[]>("SELECT CURRENT_USER() AS account, DATABASE() AS name");
  const { account = "", name = "" } = rows[0] ?? {};
  const at = account.lastIndexOf("@");
  const quoted = `${connection.escape(account.slice(0, at))}@${connection.escape(account.slice(at + 1))}`;
  return {
    account: quoted,
    database: name,
    grant: (missing) => {
      const rights =
        missing.length === 0 ? "ALL PRIVILEGES" : [...new Set([...USUAL_RIGHTS, ...missing])].join(", ");
      return (
        "As an administrator of that server grant them, then start again:\n" +
        `  GRANT ${rights} ON \`${name.replaceAll("`", "``")}\`.* TO ${quoted};`
      );
    },
  };
}
