import type { Connection } from "mysql2/promise";
import type { ServerFlavor } from "./server-version";

/** An account of the database server, as `'name'@'host'`. */
interface Account {
  readonly name: string;
  readonly host: string;
  readonly password: string;
}

/** The account that owns the store and nothing else. */
export async function createStoreAccount(
  connection: Connection,
  account: Account,
  database: string,
): Promise<void> {
  await createAccount(connection, account);
  await grant(connection, account, "ALL PRIVILEGES", `${quoteName(database)}.*`);
}

/** The account that evidence is read with: SELECT on one database; no EXECUTE, FILE or PROCESS. */
export async function createReaderAccount(
  connection: Connection,
  account: Account,
  database: string,
): Promise<void> {
  await createAccount(connection, account);
  await grant(connection, account, "SELECT", `${quoteName(database)}.*`);
}

/**
 * The account that the server's own health is read with: what a server-health playbook asks for by name, and SELECT on
 * the demo database so that its statements can be explained. Neither EXECUTE nor FILE.
 */
export async function createHealthAccount(
  connection: Connection,
  account: Account,
  options: { readonly flavor: ServerFlavor; readonly database: string },
): Promise<void> {
  await createAccount(connection, account);
  await grant(connection, account, "PROCESS", "*.*");
  await grantReplicationStatus(connection, account, options.flavor);
  await grant(connection, account, "SELECT", "performance_schema.*");
  await grant(connection, account, "SELECT", "sys.*");
  for (const table of ["innodb_table_stats", "innodb_index_stats"]) {
    await grant(connection, account, "SELECT", `mysql.${table}`);
  }
  await grant(connection, account, "SELECT", `${quoteName(options.database)}.*`);
}

/** MariaDB 10.5.0 to 10.5.8 know no REPLICA MONITOR yet. */
async function grantReplicationStatus(
  connection: Connection,
  account: Account,
  flavor: ServerFlavor,
): Promise<void> {
  if (flavor === "mysql") return grant(connection, account, "REPLICATION CLIENT", "*.*");
  try {
    await grant(connection, account, "REPLICA MONITOR", "*.*");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ER_PARSE_ERROR")) throw error;
    await grant(connection, account, "REPLICATION CLIENT", "*.*");
  }
}

/** Makes the account, or sets the password of one that is there: the passwords of the data folder always hold. */
async function createAccount(connection: Connection, account: Account): Promise<void> {
  const who = formatAccount(connection, account);
  const password = connection.escape(account.password);
  await connection.query(`CREATE USER IF NOT EXISTS ${who} IDENTIFIED BY ${password}`);
  await connection.query(`ALTER USER ${who} IDENTIFIED BY ${password}`);
}

async function grant(
  connection: Connection,
  account: Account,
  privileges: string,
  on: string,
): Promise<void> {
  await connection.query(`GRANT ${privileges} ON ${on} TO ${formatAccount(connection, account)}`);
}

function formatAccount(connection: Connection, account: Account): string {
  return `${connection.escape(account.name)}@${connection.escape(account.host)}`;
}

function quoteName(name: string): string {
  return `\`${name.replaceAll("`", "``")}\``;
}
