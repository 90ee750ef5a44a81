import { PrismaMariaDb } from "@prisma/adapter-mariadb";
import { PrismaClient } from "./generated/client";

/** Connections the store keeps; evidence queries have pools of their own (lib/datasources). */
const CONNECTION_LIMIT = 10;

class InvalidDatabaseUrlError extends Error {
  override readonly name = "InvalidDatabaseUrlError";
}

/**
 * Opens the store's client. Connects lazily.
 * @param url `mysql://user:password@host:port/database`
 * @throws InvalidDatabaseUrlError without repeating the URL, which holds a password
 */
export function createPrismaClient(url: string): PrismaClient {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^(mysql|mariadb):$/.test(parsed.protocol) || parsed.pathname.length < 2) {
    throw new InvalidDatabaseUrlError("DATABASE_URL must look like mysql://user:password@host:3306/database");
  }
  const adapter = new PrismaMariaDb({
    host: parsed.hostname,
    port: parsed.port === "" ? 3306 : Number(parsed.port),
    user: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
    database: decodeURIComponent(parsed.pathname.slice(1)),
    connectionLimit: CONNECTION_LIMIT,
    acquireTimeout: 5_000,
    connectTimeout: 5_000,
    timezone: "Z",
    charset: "utf8mb4",
  });
  return new PrismaClient({ adapter });
}
