import { setTimeout as delay } from "node:timers/promises";
import { createConnection, type Connection, type RowDataPacket } from "mysql2/promise";

interface RootAddress {
  readonly port: number;
  readonly password: string;
}

/** A connection as root of a private server at 127.0.0.1. */
export function connectAsRoot(address: RootAddress): Promise<Connection> {
  return createConnection({
    host: "127.0.0.1",
    port: address.port,
    user: "root",
    password: address.password,
    connectTimeout: 3_000,
    timezone: "Z",
    multipleStatements: false,
  });
}

interface FactsRow extends RowDataPacket {
  version: string;
  datadir: string;
}

/** What a server that lets us in as root says of itself. */
interface ServerFacts {
  readonly version: string;
  readonly dataDir: string;
}

/** Asks a server who it is. Nothing there yet and not ready yet are the same to a caller that waits. */
async function askServer(address: RootAddress): Promise<ServerFacts | "no answer" | "refuses us"> {
  let connection: Connection;
  try {
    connection = await connectAsRoot(address);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return "code" in error && error.code === "ER_ACCESS_DENIED_ERROR" ? "refuses us" : "no answer";
  }
  try {
    const [rows] = await connection.query<FactsRow[]>("SELECT VERSION() AS version, @@datadir AS datadir");
    const row = rows[0];
    return row === undefined ? "no answer" : { version: row.version, dataDir: row.datadir };
  } finally {
    await connection.end();
  }
}

type WaitOutcome =
  | { readonly kind: "answers"; readonly facts: ServerFacts }
  | { readonly kind: "refuses-us" }
  | { readonly kind: "ended" }
  | { readonly kind: "too-long" };

/** Waits until a server answers or refuses our password, its process has ended, or the time is over. */
export async function waitForServer(
  address: RootAddress,
  options: {
    readonly isAlive: () => Promise<boolean>;
    readonly timeoutMs: number;
    readonly signal?: AbortSignal;
  },
): Promise<WaitOutcome> {
  const deadlineMs = performance.now() + options.timeoutMs;
  for (;;) {
    options.signal?.throwIfAborted();
    const facts = await askServer(address);
    if (facts === "refuses us") return { kind: "refuses-us" };
    if (facts !== "no answer") return { kind: "answers", facts };
    if (!(await options.isAlive())) return { kind: "ended" };
    if (performance.now() > deadlineMs) return { kind: "too-long" };
    await delay(25);
  }
}
