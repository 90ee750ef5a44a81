/** A built console on a private server of its own, as `npm start` would serve it, for measuring from outside. */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createTestToken } from "../../lib/server/testing/test-token";
import { buildApp, distDirEnvironment } from "../../scripts/console/build-app";
import { loadDemo, migrateStore } from "../../scripts/console/prepare-store";
import { serverEnvironment } from "../../scripts/console/server-environment";
import { startWebServer } from "../../scripts/console/web-server";
import { dataFolderAt } from "../../scripts/provision/data-folder";
import { chooseFreePort } from "../../scripts/provision/free-port";
import { authSecretOf, loadSecrets } from "../../scripts/provision/secrets";
import { provisionTestDatabase } from "../../scripts/suite/test-database";

const ROOT = resolve(fileURLToPath(new URL("../..", import.meta.url)));
const HOST = "127.0.0.1";

/** `.data-bench/`, so that a measurement disturbs neither a console nor the tests. */
function openBenchDatabase() {
  const folder = dataFolderAt(`${ROOT}/.data-bench`);
  const { signal } = new AbortController();
  return {
    folder,
    signal,
    opening: provisionTestDatabase({ folder, signal, say: (text) => console.log(text) }),
  };
}

/** Runs `work` with TEST_DATABASE_ADMIN_URL naming a server: the given one, or a private one for the time of the work. */
export async function withBenchDatabase<T>(work: () => Promise<T>): Promise<T> {
  if (process.env["TEST_DATABASE_ADMIN_URL"] !== undefined) return work();
  const { database, adminUrl } = await openBenchDatabase().opening;
  process.env["TEST_DATABASE_ADMIN_URL"] = adminUrl;
  try {
    return await work();
  } finally {
    delete process.env["TEST_DATABASE_ADMIN_URL"];
    await database.stop();
  }
}

export interface BenchConsole {
  readonly baseUrl: string;
  /** An API token of an operator. */
  readonly token: string;
  /** The demo shop, as the SELECT-only account. */
  readonly shopUrl: string;
  stop(): Promise<void>;
}

/** Provisions, builds where sources changed, serves. */
export async function openBenchConsole(): Promise<BenchConsole> {
  const { folder, signal, opening } = openBenchDatabase();
  const { database } = await opening;
  const { shopUrl } = database.sources;
  if (shopUrl === undefined) throw new Error("a private server always has the demo shop");
  const [built] = await Promise.all([
    buildApp(ROOT, signal),
    migrateStore(ROOT, database),
    loadDemo(database),
  ]);
  const port = await chooseFreePort();
  const environment = {
    ...distDirEnvironment(built.distDir),
    ...serverEnvironment({
      database,
      dataDir: folder.root,
      host: HOST,
      port,
      authSecret: authSecretOf(await loadSecrets(folder.secrets)),
    }),
  };
  const server = await startWebServer({
    projectRoot: ROOT,
    folder,
    host: HOST,
    port,
    mode: "production",
    environment,
  });
  return {
    baseUrl: server.url.replace(/\/$/, ""),
    token: await createTestToken(database.storeUrl, "operator", "bench"),
    shopUrl,
    stop: async () => {
      await server.stop();
      await database.stop();
    },
  };
}
