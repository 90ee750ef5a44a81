import { PrismaMariaDb } from "@prisma/adapter-mariadb";
import { PrismaClient } from "./generated/client";
import { parseStoreUrl } from "./store-address";

/** Connections the store keeps; evidence queries have pools of their own (lib/datasources). */
const CONNECTION_LIMIT = 10;

/** The connections of a client, once it has connected. */
interface StorePool {
  activeConnections(): number;
}
/** A busy store is slow before it is lost: every transaction may take this long, and wait this long for a connection, ms. */
const TRANSACTIONS = { timeout: 15_000, maxWait: 5_000 };
const STORE_POOLS = new WeakMap<PrismaClient, () => StorePool | null>();

/** How many connections of a client are in use, and how many it may have. */
export function storePoolUse(client: PrismaClient): { readonly used: number; readonly limit: number } {
  return { used: STORE_POOLS.get(client)?.()?.activeConnections() ?? 0, limit: CONNECTION_LIMIT };
}

/** Keeps hold of the pool that it opens. */
class WatchedMariaDb extends PrismaMariaDb {
  pool: StorePool | null = null;

  override async connect(): ReturnType<PrismaMariaDb["connect"]> {
    const adapter = await super.connect();
    this.pool = adapter.underlyingDriver();
    return adapter;
  }
}

/** A statement as it went to the server; `params` is a JSON array. */
export interface SentStatement {
  readonly query: string;
  readonly params: string;
}

/**
 * Opens the store's client. Connects lazily.
 * @param url `mysql://user:password@host:port/database`
 * @param onStatement told of each statement, where somebody measures them
 * @throws InvalidDatabaseUrlError without repeating the URL, which holds a password
 */
export function createPrismaClient(
  url: string,
  onStatement?: (statement: SentStatement) => void,
): PrismaClient {
  const adapter = new WatchedMariaDb({
    ...parseStoreUrl(url),
    connectionLimit: CONNECTION_LIMIT,
    acquireTimeout: 5_000,
    connectTimeout: 5_000,
    timezone: "Z",
    charset: "utf8mb4",
  });
  const watched = (client: PrismaClient): PrismaClient => {
    STORE_POOLS.set(client, () => adapter.pool);
    return client;
  };
  if (onStatement === undefined)
    return watched(new PrismaClient({ adapter, transactionOptions: TRANSACTIONS }));
  const client = new PrismaClient({
    adapter,
    transactionOptions: TRANSACTIONS,
    log: [{ emit: "event", level: "query" }],
  });
  client.$on("query", onStatement);
  return watched(client);
}
