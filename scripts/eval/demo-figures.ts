/**
 * The figures that the demo's generator planted, read by statements of their own: they use what only the generator knows (its id ranges, its keys),
 * not what a playbook looks at.
 */
import type { Connection, RowDataPacket } from "mysql2/promise";
import type { KnownFigures } from "./known-figures";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Whole seconds, so that a question can name the same instant as a statement. */
function instantAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 19).replace("T", " ");
}

/** `admin` may read everything; `shop` names the demo's database. The connection gives times and decimals as text. */
export async function readDemoFigures(admin: Connection, shop: string): Promise<KnownFigures> {
  const one = async (sql: string): Promise<string> => {
    const [[row]] = await admin.query<RowDataPacket[]>(sql);
    const value: unknown = row?.["figure"];
    if (value === undefined || value === null) throw new Error(`the demo has no figure for: ${sql}`);
    return String(value);
  };
  await admin.query("SET time_zone = '+00:00'");
  const quietSince = instantAgo(6);
  // The generator books payout 70000 + k as ledger entry 10 × k.
  const missing = `FROM ${shop}.payouts p LEFT JOIN ${shop}.ledger_entries l ON l.id = 10 * (p.id - 70000)
    WHERE p.gateway = 'bankline' AND l.id IS NULL`;
  // The comparison is heavy, so it is asked for no more than the newest two.
  const ledgerSince = await one(
    `SELECT DATE_FORMAT(p.paid_at, '%Y-%m-%d %H:%i:%s') AS figure ${missing} ORDER BY p.paid_at DESC LIMIT 1 OFFSET 1`,
  );
  const unbooked = `${missing} AND p.paid_at >= '${ledgerSince}'`;
  const quietCustomer = await one(
    `SELECT customer_id AS figure FROM ${shop}.orders WHERE created_at >= '${quietSince}' AND customer_id <> 4711
     GROUP BY customer_id HAVING COUNT(*) >= 3 AND MAX(create_ms) < 1000 AND SUM(status = 'failed') = 0
     ORDER BY customer_id LIMIT 1`,
  );
  return {
    ledgerSince,
    quietSince,
    quietCustomer,
    quietOrders: await one(
      `SELECT COUNT(*) AS figure FROM ${shop}.orders WHERE customer_id = ${quietCustomer} AND created_at >= '${quietSince}'`,
    ),
    tlsFailures: await one(
      `SELECT COUNT(*) AS figure FROM ${shop}.payments WHERE error_code = 'TLS_HANDSHAKE_FAILED'`,
    ),
    // A repeated charge is payment 100,000 above the one it repeats.
    duplicateOrders: await one(
      `SELECT COUNT(*) AS figure FROM ${shop}.payments again JOIN ${shop}.payments p ON p.id = again.id - 100000 WHERE again.id >= 600000`,
    ),
    duplicateAmount: await one(`SELECT SUM(amount) AS figure FROM ${shop}.payments WHERE id >= 600000`),
    // What is left of an opening stock after its movements.
    negativeSkus: await one(
      `SELECT COUNT(*) AS figure FROM (SELECT sku FROM ${shop}.stock_movements GROUP BY sku HAVING SUM(delta) < 0) below`,
    ),
    savedItems: await one(`SELECT COUNT(*) AS figure FROM ${shop}.saved_items WHERE customer_id = 4711`),
    ledgerMissing: await one(`SELECT COUNT(*) AS figure ${unbooked}`),
    ledgerMissingAmount: await one(`SELECT SUM(p.amount) AS figure ${unbooked}`),
    bufferPoolMib: await one("SELECT @@innodb_buffer_pool_size DIV 1048576 AS figure"),
    connectionLimit: await one("SELECT @@max_connections AS figure"),
  };
}
