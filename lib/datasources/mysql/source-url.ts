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

const FORM = "write mysql://user:password@host:3306/database";
const ENCODED = `${FORM}, with @ : / ? # % in a part of it percent-encoded`;

/** Names the source and what is wrong with its address, without the address. */
export class SourceUrlError extends Error {
  override readonly name = "SourceUrlError";
  /** @param fault what is wrong, and what to write */
  constructor(
    source: string,
    readonly fault: string,
  ) {
    super(`Data source "${source}": ${fault}`);
  }
}

/**
 * Reads `mysql://user:password@host:port/database?tls=disable|require|verify`.
 * @throws SourceUrlError
 */
export function parseSourceUrl(source: string, url: string): SourceAddress {
  const fail = (fault: string) => new SourceUrlError(source, fault);
  if (!URL.canParse(url)) throw fail(`the address is no URL; ${ENCODED}`);
  const parsed = new URL(url);
  if (!PROTOCOLS.includes(parsed.protocol))
    throw fail(`the address must begin with mysql:// or mariadb://; ${FORM}`);
  if (parsed.hostname === "") throw fail(`the address has no host; ${FORM}`);
  if (parsed.username === "") throw fail(`the address has no user; ${ENCODED}`);
  const path = decode(parsed.pathname.replace(/^\//, ""), "the database name", fail);
  if (path.includes("/")) throw fail(`the address has more than one database name; ${ENCODED}`);
  if (path.toLowerCase() === "mysql") {
    throw fail(
      "the mysql schema cannot be the default database, for it holds accounts and credentials; name another one, or none",
    );
  }
  if (parsed.hash !== "") throw fail(`the address has a # in it; ${ENCODED}`);
  let tls: SourceAddress["tls"] = "disable";
  for (const [name, value] of parsed.searchParams) {
    if (name !== "tls") {
      // What stands behind a ? may be the rest of a password.
      const shown = /^[a-z]{1,20}$/i.test(name) ? ` "${name}"` : "";
      throw fail(
        `the address has an unknown option${shown}; write ?tls=require or ?tls=verify, or no option`,
      );
    }
    if (value !== "disable" && value !== "require" && value !== "verify") {
      throw fail(
        "the option tls is none of disable, require or verify; write one of them, as in ?tls=require",
      );
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
    if (error instanceof URIError)
      throw fail(`${what} in the address is not percent-encoded correctly; write %25 for a %`);
    throw error;
  }
}
