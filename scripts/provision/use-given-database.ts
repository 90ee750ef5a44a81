import { createConnection, type Connection, type RowDataPacket } from "mysql2/promise";
import { createHealthAccount, createReaderAccount } from "./accounts";
import { formatDatabaseUrl, parseDatabaseUrl, type DatabaseAddress } from "./database-url";
import { explainConnectionError } from "./explain-connection-error";
import { DEMO_DATABASE, type ProvisionedDatabase } from "./provisioned-database";
import type { Secrets } from "./secrets";
import { isTooOld, OLDEST_SERVERS_TEXT, parseServerVersion, type ServerVersion } from "./server-version";
import { SetupProblem } from "./setup-problem";

const CONNECT_TIMEOUT_MS = 10_000;

interface VersionRow extends RowDataPacket {
  version: string;
}

/**
 * Checks the server that DATABASE_URL names, makes the store's database when it is missing, and makes the demo's
 * accounts when the given account may. Throws SetupProblem saying which part of the URL is wrong.
 */
export async function useGivenDatabase(options: {
  readonly url: string;
  readonly secrets: Secrets;
  /** Whether demo sources are wanted at all. */
  readonly wantsDemo: boolean;
  readonly say: (text: string) => void;
}): Promise<ProvisionedDatabase> {
  const address = parseDatabaseUrl("DATABASE_URL", options.url);
  const connection = await connect(address);
  try {
    const version = await checkVersion(connection);
    await makeDatabase(connection, address);
    const demo = options.wantsDemo
      ? await makeDemoAccounts(connection, { ...options, address, version })
      : undefined;
    return {
      label: `${version.flavor === "mariadb" ? "MariaDB" : "MySQL"} at ${address.host}:${address.port}`,
      isOurs: false,
      storeUrl: formatDatabaseUrl(address),
      sources: demo?.sources ?? {},
      ...(demo === undefined ? {} : { adminUrl: demo.adminUrl }),
      stop: () => Promise.resolve(),
      // Not ours to watch: the console's readiness says when it is gone.
      ended: new Promise(() => undefined),
    };
  } finally {
    await connection.end();
  }
}

async function connect(address: DatabaseAddress): Promise<Connection> {
  const { host, port, user, password } = address;
  try {
    return await createConnection({
      host,
      port,
      user,
      password,
      connectTimeout: CONNECT_TIMEOUT_MS,
      timezone: "Z",
    });
  } catch (error) {
    throw explainConnectionError(error, "DATABASE_URL", address);
  }
}

async function checkVersion(connection: Connection): Promise<ServerVersion> {
  const [rows] = await connection.query<VersionRow[]>("SELECT VERSION() AS version");
  const text = rows[0]?.version ?? "";
  const version = parseServerVersion(text);
  if (version === undefined || isTooOld(version)) {
    throw new SetupProblem(
      `The server that DATABASE_URL names is too old or unknown: ${text}.`,
      `${OLDEST_SERVERS_TEXT}, or newer, is needed. Without DATABASE_URL a private MariaDB is set up.`,
    );
  }
  return version;
}

async function makeDatabase(connection: Connection, address: DatabaseAddress): Promise<void> {
  const name = `\`${address.database.replaceAll("`", "``")}\``;
  try {
    const [rows] = await connection.query<RowDataPacket[]>(
      "SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ?",
      [address.database],
    );
    if (rows.length === 0) {
      await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    }
    await connection.query(`USE ${name}`);
  } catch (error) {
    throw explainConnectionError(error, "DATABASE_URL", address);
  }
}

/** Accounts of this installation only: another one on the same server has its own, with its own passwords. */
async function makeDemoAccounts(
  connection: Connection,
  options: {
    readonly address: DatabaseAddress;
    readonly secrets: Secrets;
    readonly version: ServerVersion;
    readonly say: (text: string) => void;
  },
): Promise<{ sources: { shopUrl: string; serverUrl: string }; adminUrl: string } | undefined> {
  const { address, secrets, version } = options;
  const { host, port, user, password } = address;
  const reader = {
    name: `interlock_reader_${secrets.installationId}`,
    host: "%",
    password: secrets.readerPassword,
  };
  const health = {
    name: `interlock_health_${secrets.installationId}`,
    host: "%",
    password: secrets.healthPassword,
  };
  try {
    await createReaderAccount(connection, reader, DEMO_DATABASE);
    await createHealthAccount(connection, health, { flavor: version.flavor, database: DEMO_DATABASE });
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    options.say(
      `No demo data: the account of DATABASE_URL may not create accounts (${String(error.code)}). ` +
        "Set SOURCE_SHOP_URL and SOURCE_SERVER_URL to the databases to diagnose.",
    );
    return undefined;
  }
  const at = { host, port, database: DEMO_DATABASE };
  return {
    sources: {
      shopUrl: formatDatabaseUrl({ ...at, user: reader.name, password: reader.password }),
      serverUrl: formatDatabaseUrl({ ...at, user: health.name, password: health.password }),
    },
    adminUrl: formatDatabaseUrl({ host, port, user, password }),
  };
}
