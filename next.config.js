import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));

/** @type {import("next").NextConfig} */
const config = {
  // Every state of the sources is built into a folder of its own (scripts/console/build-app.ts).
  distDir: process.env.INTERLOCK_DIST_DIR ?? ".next",
  outputFileTracingRoot: root,
  turbopack: { root },
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ["mysql2", "mariadb", "pino", "node-sql-parser"],
};

export default config;
