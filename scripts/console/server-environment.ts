import type { ProvisionedDatabase } from "../provision/provisioned-database";

/**
 * What the web server is told of this machine, in the variables that lib/server/environment.ts reads. A SOURCE_*_URL
 * that a person set is inherited and wins over the demo's.
 */
export function serverEnvironment(options: {
  readonly database: ProvisionedDatabase;
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  /** Signs the cookies of sessions; one that a person set wins. */
  readonly authSecret: string;
}): Record<string, string> {
  const { shopUrl, serverUrl } = options.database.sources;
  const demoSources = Object.entries({ SOURCE_SHOP_URL: shopUrl, SOURCE_SERVER_URL: serverUrl }).flatMap(
    ([name, url]) => (url === undefined || (process.env[name] ?? "") !== "" ? [] : [[name, url] as const]),
  );
  return {
    ...Object.fromEntries(demoSources),
    ...((process.env.INTERLOCK_AUTH_SECRET ?? "").trim() === ""
      ? { INTERLOCK_AUTH_SECRET: options.authSecret }
      : {}),
    DATABASE_URL: options.database.storeUrl,
    INTERLOCK_DATA_DIR: options.dataDir,
    HOST: options.host,
    PORT: String(options.port),
  };
}
