/** Where one data source is and how to log in; never printed. */
export interface SourceAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string | null;
  /** `require` encrypts, `verify` also checks the certificate. */
  readonly tls: "disable" | "require" | "verify";
}

const PROTOCOLS = ["mysql:", "mariadb:"];

/**
 * Reads `mysql://user:password@host:port/database?tls=disable|require|verify`. Throws an Error that names `source` and what is wrong,
 * without the address.
 */
export function parseSourceUrl(source: string, url: string): SourceAddress {
  const fail = (what: string) => new Error(`Data source "${source}": ${what}`);
  if (!URL.canParse(url)) throw fail("the address is no URL; write mysql://user:password@host:3306/database");
  const parsed = new URL(url);
  if (!PROTOCOLS.includes(parsed.protocol)) throw fail("the address must begin with mysql:// or mariadb://");
  if (parsed.hostname === "") throw fail("the address has no host");
  if (parsed.username === "") throw fail("the address has no user");
  const path = decode(parsed.pathname.replace(/^\//, ""), "the database name", fail);
  if (path.includes("/")) throw fail("the address has more than one database name");
  if (path.toLowerCase() === "mysql") {
    throw fail("the mysql schema cannot be the default database: it holds accounts and credentials");
  }
  let tls: SourceAddress["tls"] = "disable";
  for (const [name, value] of parsed.searchParams) {
    if (name !== "tls") throw fail(`the address has an unknown option "${name}"; only tls is known`);
    if (value !== "disable" && value !== "require" && value !== "verify") {
      throw fail("the option tls must be disable, require or verify");
    }
    tls = value;
  }
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ""),
    port: parsed.port === "" ? 3306 : Number(parsed.port),
    user: decode(parsed.username, "the user", fail),
    password: decode(parsed.password, "the password", fail),
    database: path === "" ? null : path,
    tls,
  };
}

function decode(text: string, what: string, fail: (what: string) => Error): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) throw fail(`${what} in the address is not percent-encoded correctly`);
    throw error;
  }
}
