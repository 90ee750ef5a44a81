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
  headers: () =>
    Promise.resolve([
      {
        source: "/:path*",
        headers: [
          { key: "x-content-type-options", value: "nosniff" },
          { key: "x-frame-options", value: "DENY" },
          { key: "content-security-policy", value: "frame-ancestors 'none'" },
          { key: "referrer-policy", value: "same-origin" },
        ],
      },
    ]),
  serverExternalPackages: ["mysql2", "mariadb", "pino", "node-sql-parser"],
};

export default config;
