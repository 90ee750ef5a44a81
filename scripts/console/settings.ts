import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { parseDatabaseUrl } from "../provision/database-url";
import { SetupProblem } from "../provision/setup-problem";

/** What a person can set for `npm start`, from the environment. */
export interface ConsoleSettings {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** A server to use instead of a private one. */
  readonly databaseUrl: string | undefined;
  /** Whether SOURCE_<NAME>_URL names a database to diagnose; such a one wins over the demo's. */
  readonly hasOwnSources: boolean;
  /** INTERLOCK_DEMO_RUNS=off: a fresh store is left empty. */
  readonly wantsDemoRuns: boolean;
  /** A mariadbd to use for the private server. */
  readonly mariadbd: string | undefined;
}

const SOURCE_VARIABLE = /^SOURCE_[A-Z][A-Z0-9_]*_URL$/;

/** Reads and checks the environment. Throws SetupProblem naming the variable that is wrong. */
export function readConsoleSettings(environment: NodeJS.ProcessEnv, projectRoot: string): ConsoleSettings {
  const value = (name: string): string | undefined => {
    const text = environment[name]?.trim();
    return text === "" ? undefined : text;
  };
  const sources = Object.keys(environment).filter(
    (name) => SOURCE_VARIABLE.test(name) && value(name) !== undefined,
  );
  const databaseUrl = value("DATABASE_URL");
  if (databaseUrl !== undefined) parseDatabaseUrl("DATABASE_URL", databaseUrl);
  const port = readPort(value("PORT") ?? "3000");
  return {
    host: readHost(value("HOST") ?? "127.0.0.1", port),
    port,
    dataDir: resolve(value("INTERLOCK_DATA_DIR") ?? join(projectRoot, ".data")),
    databaseUrl,
    hasOwnSources: sources.length > 0,
    wantsDemoRuns: readDemoRuns(value("INTERLOCK_DEMO_RUNS")),
    mariadbd: value("INTERLOCK_MARIADBD"),
  };
}

function readHost(host: string, port: number): string {
  const isLoopback = host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
  if (isLoopback) return host;
  throw new SetupProblem(
    `HOST=${host} would let passwords travel readable: the console speaks no TLS.`,
    `Leave HOST unset, and reach it from elsewhere through an SSH tunnel: ssh -L ${port}:127.0.0.1:${port} this-machine`,
  );
}

function readDemoRuns(text: string | undefined): boolean {
  if (text === undefined || text === "on") return true;
  if (text === "off") return false;
  throw new SetupProblem(`INTERLOCK_DEMO_RUNS=${text} is neither on nor off.`, "Write off, or unset it.");
}

function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new SetupProblem(
    `PORT=${text} is not a port.`,
    "A port is a number from 1 to 65535, for example PORT=3001.",
  );
}
