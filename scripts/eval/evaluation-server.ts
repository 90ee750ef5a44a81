/** A database server of the evaluation's own, so that what it arranges disturbs nobody and nobody disturbs it. */
import { createConnection } from "mysql2/promise";
import { loadDemo, migrateStore } from "../console/prepare-store";
import type { DataFolder } from "../provision/data-folder";
import { prepareDataFolder } from "../provision/data-folder";
import { obtainMariadb } from "../provision/obtain-mariadb";
import { provisionPrivateDatabase } from "../provision/provision-private-database";
import { DEMO_DATABASE, STORE_DATABASE } from "../provision/provisioned-database";
import { loadSecrets } from "../provision/secrets";
import { readDemoFigures } from "./demo-figures";
import type { KnownFigures } from "./known-figures";

export interface EvaluationServer {
  readonly adminUrl: string;
  readonly storeUrl: string;
  readonly shopUrl: string;
  readonly serverUrl: string;
  /** What the demo's generator planted. */
  readonly figures: KnownFigures;
  stop(): Promise<void>;
}

export interface EvaluationServerOptions {
  readonly projectRoot: string;
  readonly folder: DataFolder;
  /** A mariadbd to use; undefined looks for one, or gets one. */
  readonly mariadbd: string | undefined;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
}

/** Starts the server of a data folder, with an empty store and the demo shop. Throws SetupProblem. */
export async function startEvaluationServer(options: EvaluationServerOptions): Promise<EvaluationServer> {
  const { projectRoot, folder, mariadbd, signal, say } = options;
  await prepareDataFolder(folder);
  const secrets = await loadSecrets(folder.secrets);
  const source = await obtainMariadb({ folder, named: mariadbd, signal, say });
  const database = await provisionPrivateDatabase({ folder, secrets, source, durability: "relaxed", signal });
  try {
    const { adminUrl, storeUrl, sources } = database;
    const { shopUrl, serverUrl } = sources;
    if (adminUrl === undefined || shopUrl === undefined || serverUrl === undefined)
      throw new Error("a private server always has an administrator and both sources");
    const admin = await createConnection({ uri: adminUrl, timezone: "Z", dateStrings: true });
    try {
      await admin.query(`DROP DATABASE IF EXISTS \`${STORE_DATABASE}\``);
      await admin.query(`CREATE DATABASE \`${STORE_DATABASE}\``);
      await migrateStore(projectRoot, database);
      await loadDemo(database);
      const figures = await readDemoFigures(admin, DEMO_DATABASE);
      return { adminUrl, storeUrl, shopUrl, serverUrl, figures, stop: () => database.stop() };
    } finally {
      await admin.end();
    }
  } catch (error) {
    await database.stop();
    throw error;
  }
}
