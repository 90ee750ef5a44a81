/** A built console on a private server of its own, as `npm start` would serve it, for measuring from outside. */
import { fileURLToPath } from "node:url";
import { buildApp, distDirEnvironment } from "../../scripts/console/build-app";
import { loadDemo, migrateStore } from "../../scripts/console/prepare-store";
import { serverEnvironment } from "../../scripts/console/server-environment";
import { startWebServer } from "../../scripts/console/web-server";
import { dataFolderAt } from "../../scripts/provision/data-folder";
import { chooseFreePort } from "../../scripts/provision/free-port";
import { provisionTestDatabase } from "../../scripts/suite/test-database";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const HOST = "127.0.0.1";

export interface BenchConsole {
  readonly baseUrl: string;
  /** The demo shop, as the SELECT-only account. */
  readonly shopUrl: string;
  stop(): Promise<void>;
}

/** Provisions, builds where sources changed, serves. Uses `.data-bench/`. */
export async function openBenchConsole(): Promise<BenchConsole> {
  const folder = dataFolderAt(`${ROOT}/.data-bench`);
  const signal = new AbortController().signal;
  const { database } = await provisionTestDatabase({ folder, signal, say: (text) => console.log(text) });
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
    ...serverEnvironment({ database, dataDir: folder.root, host: HOST, port }),
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
    shopUrl,
    stop: async () => {
      await server.stop();
      await database.stop();
    },
  };
}
