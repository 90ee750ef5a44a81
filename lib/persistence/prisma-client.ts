import { PrismaMariaDb } from "@prisma/adapter-mariadb";
import { PrismaClient } from "./generated/client";
import { parseStoreUrl } from "./store-address";

/** Connections the store keeps; evidence queries have pools of their own (lib/datasources). */
const CONNECTION_LIMIT = 10;

/**
 * Opens the store's client. Connects lazily.
 * @param url `mysql://user:password@host:port/database`
 * @throws InvalidDatabaseUrlError without repeating the URL, which holds a password
 */
export function createPrismaClient(url: string): PrismaClient {
  const adapter = new PrismaMariaDb({
    ...parseStoreUrl(url),
    connectionLimit: CONNECTION_LIMIT,
    acquireTimeout: 5_000,
    connectTimeout: 5_000,
    timezone: "Z",
    charset: "utf8mb4",
  });
  return new PrismaClient({ adapter });
}
