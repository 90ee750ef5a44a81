/** Where the store is and how to log in; never printed. */
export interface StoreAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

class InvalidDatabaseUrlError extends Error {
  override readonly name = "InvalidDatabaseUrlError";
}

/**
 * Reads `mysql://user:password@host:port/database`.
 * @throws InvalidDatabaseUrlError without repeating the URL, which holds a password
 */
export function parseStoreUrl(url: string): StoreAddress {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^(mysql|mariadb):$/.test(parsed.protocol) || parsed.pathname.length < 2) {
    throw new InvalidDatabaseUrlError("DATABASE_URL must look like mysql://user:password@host:3306/database");
  }
  return {
    // Sockets want an IPv6 address without the brackets of a URL.
    host: parsed.hostname.replace(/^\[|\]$/g, ""),
    port: parsed.port === "" ? 3306 : Number(parsed.port),
    user: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
    database: decodeURIComponent(parsed.pathname.slice(1)),
  };
}
