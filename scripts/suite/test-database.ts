import { createConnection } from "mysql2/promise";
import { prepareDataFolder, type DataFolder } from "../provision/data-folder";
import { obtainMariadb } from "../provision/obtain-mariadb";
import { provisionPrivateDatabase } from "../provision/provision-private-database";
import { STORE_DATABASE, type ProvisionedDatabase } from "../provision/provisioned-database";
import { loadSecrets } from "../provision/secrets";

export interface TestDatabase {
  readonly database: ProvisionedDatabase;
  /** mysql:// URL of root, for tests that make databases of their own. */
  readonly adminUrl: string;
  /** The mariadbd it runs on, for tests that start one themselves; absent when it is Docker's. */
  readonly mariadbd: string | undefined;
}

/** The private server of the tests' data folder, with an empty store. */
export async function provisionTestDatabase(options: {
  readonly folder: DataFolder;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
}): Promise<TestDatabase> {
  const { folder, signal, say } = options;
  await prepareDataFolder(folder);
  const secrets = await loadSecrets(folder.secrets);
  const named = process.env.INTERLOCK_MARIADBD;
  const source = await obtainMariadb({ folder, named: named === "" ? undefined : named, signal, say });
  const database = await provisionPrivateDatabase({ folder, secrets, source, durability: "relaxed", signal });
  const { adminUrl } = database;
  if (adminUrl === undefined) throw new Error("a private server always has an administrator");
  await emptyStore(adminUrl);
  return { database, adminUrl, mariadbd: source.kind === "program" ? source.program.binary : undefined };
}

async function emptyStore(adminUrl: string): Promise<void> {
  const connection = await createConnection({ uri: adminUrl });
  try {
    await connection.query(`DROP DATABASE IF EXISTS \`${STORE_DATABASE}\``);
    await connection.query(`CREATE DATABASE \`${STORE_DATABASE}\``);
  } finally {
    await connection.end();
  }
}
