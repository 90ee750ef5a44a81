import { createHealthAccount, createReaderAccount, createStoreAccount } from "./accounts";
import { formatDatabaseUrl } from "./database-url";
import type { DataFolder } from "./data-folder";
import { startDockerMariadb } from "./docker-mariadb";
import type { MariadbSource } from "./obtain-mariadb";
import { startPrivateMariadb } from "./private-mariadb";
import { DEMO_DATABASE, STORE_DATABASE, type ProvisionedDatabase } from "./provisioned-database";
import type { RunningDatabase } from "./running-database";
import type { Secrets } from "./secrets";
import { connectAsRoot } from "./wait-for-server";

export interface PrivateDatabaseOptions {
  readonly folder: DataFolder;
  readonly secrets: Secrets;
  readonly source: MariadbSource;
  readonly durability: "full" | "relaxed";
  readonly signal?: AbortSignal;
}

/** Starts the private server of a data folder, with the store's database and the three accounts. Throws SetupProblem. */
export async function provisionPrivateDatabase(
  options: PrivateDatabaseOptions,
): Promise<ProvisionedDatabase> {
  const { secrets } = options;
  const server = await startServer(options);
  try {
    await createAccounts(server, secrets);
  } catch (error) {
    await server.stop();
    throw error;
  }
  const at = { host: "127.0.0.1", port: server.port };
  return {
    label: `MariaDB ${server.version} ${server.how}, port ${server.port}`,
    isOurs: true,
    storeUrl: formatDatabaseUrl({
      ...at,
      user: "interlock",
      password: secrets.storePassword,
      database: STORE_DATABASE,
    }),
    sources: {
      shopUrl: formatDatabaseUrl({
        ...at,
        user: "interlock_reader",
        password: secrets.readerPassword,
        database: DEMO_DATABASE,
      }),
      serverUrl: formatDatabaseUrl({
        ...at,
        user: "interlock_health",
        password: secrets.healthPassword,
        database: DEMO_DATABASE,
      }),
    },
    adminUrl: formatDatabaseUrl({ ...at, user: "root", password: server.rootPassword }),
    stop: () => server.stop(),
    ended: server.ended,
  };
}

function startServer(options: PrivateDatabaseOptions): Promise<RunningDatabase> {
  const { folder, secrets, source } = options;
  const common = {
    folder,
    rootPassword: secrets.rootPassword,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
  switch (source.kind) {
    case "program":
      return startPrivateMariadb({ ...common, program: source.program, durability: options.durability });
    case "docker":
      return startDockerMariadb(common);
  }
}

async function createAccounts(server: RunningDatabase, secrets: Secrets): Promise<void> {
  const connection = await connectAsRoot({ port: server.port, password: server.rootPassword });
  const account = (name: string, password: string) => ({ name, host: server.clientHost, password });
  try {
    await connection.query(`CREATE DATABASE IF NOT EXISTS \`${STORE_DATABASE}\``);
    await createStoreAccount(connection, account("interlock", secrets.storePassword), STORE_DATABASE);
    await createReaderAccount(connection, account("interlock_reader", secrets.readerPassword), DEMO_DATABASE);
    await createHealthAccount(connection, account("interlock_health", secrets.healthPassword), {
      flavor: "mariadb",
      database: DEMO_DATABASE,
    });
  } finally {
    await connection.end();
  }
}
