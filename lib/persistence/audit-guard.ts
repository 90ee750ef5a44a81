/** Triggers that make the audit log append-only for the store's own account as well, where that account may create them. */
import { createConnection } from "mysql2/promise";
import { parseStoreUrl } from "./store-address";

const CONNECT_MS = 5_000;
const SAYS = "the audit log is append-only";
const TRIGGERS = {
  audit_entry_no_update: "BEFORE UPDATE",
  audit_entry_no_delete: "BEFORE DELETE",
} as const;

/**
 * Creates the triggers that are not there yet. Idempotent.
 * @returns "guarded", or why the server did not let this account (its error code): the log is append-only by our code alone then
 */
export async function guardAuditLog(databaseUrl: string): Promise<"guarded" | { readonly refused: string }> {
  const connection = await createConnection({
    ...parseStoreUrl(databaseUrl),
    charset: "utf8mb4",
    connectTimeout: CONNECT_MS,
    multipleStatements: false,
  });
  try {
    const [rows] = await connection.query("SHOW TRIGGERS WHERE `Table` = 'audit_entry'");
    const present = JSON.stringify(rows);
    for (const [name, when] of Object.entries(TRIGGERS)) {
      if (present.includes(name)) continue;
      await connection.query(
        `CREATE TRIGGER \`${name}\` ${when} ON \`audit_entry\` FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${SAYS}'`,
      );
    }
    return "guarded";
  } catch (error) {
    return { refused: error instanceof Error && "code" in error ? String(error.code) : "unknown" };
  } finally {
    connection.destroy();
  }
}
