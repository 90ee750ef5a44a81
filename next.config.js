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
          { key: "referrer-policy", value: "same-origin" },
          {
            key: "permissions-policy",
            value: "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
          },
          { key: "cross-origin-opener-policy", value: "same-origin" },
        ],
      },
      // Pages have a policy with a nonce of their own (proxy.ts); an answer of the API is never a page.
      {
        source: "/api/:path*",
        headers: [{ key: "content-security-policy", value: "default-src 'none'; frame-ancestors 'none'" }],
      },
    ]),
  serverExternalPackages: [
    "better-auth",
    "mysql2",
    "mariadb",
    "pino",
    "node-sql-parser",
    "prom-client",
    "@opentelemetry/api",
    "@opentelemetry/sdk-trace-base",
    "@opentelemetry/resources",
    "@opentelemetry/exporter-trace-otlp-http",
  ],
};

export default config;
