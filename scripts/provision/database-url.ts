import { SetupProblem } from "./setup-problem";

/** The parts of a `mysql://user:password@host:port/database` URL. */
export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

const EXAMPLE = "mysql://user:password@host:3306/interlock";

/** Reads a URL that a person gave in the variable `name`. Throws SetupProblem, which never repeats the password. */
export function parseDatabaseUrl(name: string, url: string): DatabaseAddress {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^(mysql|mariadb):$/.test(parsed.protocol) || parsed.hostname === "") {
    throw new SetupProblem(
      `${name} is not the URL of a MariaDB or MySQL server.`,
      `It has the form ${EXAMPLE}`,
    );
  }
  if (parsed.username === "") {
    throw new SetupProblem(`${name} names no user.`, `Put one before the host: ${EXAMPLE}`);
  }
  if (/[?#]/.test(url)) {
    throw new SetupProblem(
      `${name} has something behind a ? or #, and no option is known there.`,
      `It has the form ${EXAMPLE}, with %3F for a ? and %23 for a # in the password.`,
    );
  }
  if (/^\/.*\//.test(parsed.pathname)) {
    throw new SetupProblem(
      `${name} names more than one database.`,
      `It has the form ${EXAMPLE}, with %2F for a / in the name.`,
    );
  }
  const decoded = decodeParts(parsed);
  if (decoded === undefined) {
    throw new SetupProblem(
      `${name} holds a % that begins no percent-encoded character.`,
      "Write %25 for a % in the user, the password or the name of the database.",
    );
  }
  const { database, user, password } = decoded;
  if (database === "") {
    throw new SetupProblem(`${name} names no database.`, `Put its name behind the host: ${EXAMPLE}`);
  }
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ""),
    port: parsed.port === "" ? 3306 : Number(parsed.port),
    user,
    password,
    database,
  };
}

function decodeParts(url: URL): Pick<DatabaseAddress, "database" | "user" | "password"> | undefined {
  try {
    return {
      database: decodeURIComponent(url.pathname.slice(1)),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    };
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** The URL of an address; with another account or database where they are given. */
export function formatDatabaseUrl(
  address: Omit<DatabaseAddress, "database"> & { readonly database?: string },
): string {
  const host = address.host.includes(":") ? `[${address.host}]` : address.host;
  const account = `${encodeURIComponent(address.user)}:${encodeURIComponent(address.password)}`;
  const database = address.database === undefined ? "" : encodeURIComponent(address.database);
  return `mysql://${account}@${host}:${address.port}/${database}`;
}
