import { createConnection, type Connection, type RowDataPacket } from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_TABLES } from "./demo-schema";
import { DEMO_DATA_MAX_AGE_MS, DEMO_DATA_VERSION, loadDemoData } from "./load-demo-data";

const adminUrl = process.env["TEST_DATABASE_ADMIN_URL"];
if (adminUrl === undefined || adminUrl === "") {
  throw new Error(
    "set TEST_DATABASE_ADMIN_URL to an account that may create databases, e.g. mysql://root@127.0.0.1:3306",
  );
}
const url: string = adminUrl;

const FIRST = `demo_load_a_${process.pid}`;
const SECOND = `demo_load_b_${process.pid}`;
const FOREIGN = `demo_load_c_${process.pid}`;
/** Night-time: the two hours of the youngest incident are the quietest of the day. */
const NOW = Date.parse("2026-03-12T04:20:31Z");
const LOAD_TIMEOUT_MS = 180_000;

let connection: Connection;
const lines: string[] = [];
const load = (database: string, nowMs: number) =>
  loadDemoData({ adminUrl: url, database, nowMs, log: (line) => lines.push(line) });

async function rowsOf(sql: string, database = FIRST): Promise<RowDataPacket[]> {
  await connection.query(`USE ${database}`);
  const [rows] = await connection.query<RowDataPacket[]>(sql);
  return rows;
}
async function rowOf(sql: string, database = FIRST): Promise<RowDataPacket> {
  const [row] = await rowsOf(sql, database);
  if (row === undefined) throw new Error(`no row: ${sql}`);
  return row;
}
async function checksums(database: string): Promise<Record<string, unknown>> {
  const sums: Record<string, unknown> = {};
  for (const table of DEMO_TABLES) {
    const row = await rowOf(`CHECKSUM TABLE ${database}.${table} EXTENDED`, database);
    sums[table] = row["Checksum"];
  }
  return sums;
}

beforeAll(async () => {
  connection = await createConnection({ uri: url, timezone: "Z", dateStrings: true, decimalNumbers: true });
  await load(FIRST, NOW);
}, LOAD_TIMEOUT_MS);

afterAll(async () => {
  for (const database of [FIRST, SECOND, FOREIGN]) {
    await connection.query(`DROP DATABASE IF EXISTS ${database}`);
    await connection.query(`DROP DATABASE IF EXISTS ${database}_loading`);
  }
  await connection.end();
});

describe("loading", () => {
  it("fills every table, 300,000 rows or more, and notes it", async () => {
    let counted = 0;
    for (const table of DEMO_TABLES) {
      const { n } = await rowOf(`SELECT COUNT(*) AS n FROM ${table}`);
      expect(n, table).toBeGreaterThan(0);
      counted += Number(n);
    }
    expect(counted).toBeGreaterThanOrEqual(300_000);
    expect(await rowOf("SELECT version, state, loaded_at, row_total FROM demo_load")).toEqual({
      version: DEMO_DATA_VERSION,
      state: "loaded",
      loaded_at: "2026-03-12 04:20:31",
      row_total: counted,
    });
    expect(lines).toHaveLength(1);
    expect(await rowsOf(`SHOW DATABASES LIKE '${FIRST}\\_loading'`)).toEqual([]);
  });

  it("leaves recent data alone", async () => {
    const { row_total } = await rowOf("SELECT row_total FROM demo_load");
    expect(await load(FIRST, NOW + DEMO_DATA_MAX_AGE_MS)).toEqual({ loaded: false, rows: row_total });
  });

  it("holds nothing from after now and follows a daily rhythm", async () => {
    const columns = await rowsOf(
      `SELECT TABLE_NAME AS tab, COLUMN_NAME AS col FROM information_schema.COLUMNS
       WHERE TABLE_SCHEMA = '${FIRST}' AND DATA_TYPE = 'datetime' AND TABLE_NAME <> 'demo_load'`,
    );
    expect(columns.length).toBeGreaterThan(10);
    for (const { tab, col } of columns) {
      const { latest } = await rowOf(`SELECT MAX(${col}) AS latest FROM ${tab}`);
      expect(Date.parse(`${latest}Z`), `${tab}.${col}`).toBeLessThanOrEqual(NOW);
    }
    const hours = await rowsOf(
      "SELECT HOUR(created_at) AS h, COUNT(*) AS n FROM orders GROUP BY h ORDER BY n",
    );
    expect(hours[0]?.["h"]).toBeLessThan(6);
    expect(Number(hours.at(-1)?.["n"])).toBeGreaterThan(2 * Number(hours[0]?.["n"]));
  });

  it(
    "redoes a load that died half-way, byte for byte, and later refreshes it",
    async () => {
      // As left behind by a crash inside the swap: some tables moved, the marker says so, the scratch database is still there.
      await connection.query(`CREATE DATABASE ${SECOND}`);
      await connection.query(`CREATE TABLE ${SECOND}.demo_load LIKE ${FIRST}.demo_load`);
      await connection.query(
        `INSERT INTO ${SECOND}.demo_load SELECT id, version, 'swapping', loaded_at, row_total FROM ${FIRST}.demo_load`,
      );
      await connection.query(`CREATE TABLE ${SECOND}.orders (id INT)`);
      await connection.query(`CREATE DATABASE ${SECOND}_loading`);
      await connection.query(`CREATE TABLE ${SECOND}_loading.payments (id INT)`);

      const again = await load(SECOND, NOW);
      expect(again.loaded).toBe(true);
      expect(await checksums(SECOND)).toEqual(await checksums(FIRST));

      const later = NOW + DEMO_DATA_MAX_AGE_MS + 1_000;
      expect((await load(SECOND, later)).loaded).toBe(true);
      const { latest } = await rowOf("SELECT MAX(created_at) AS latest FROM payments", SECOND);
      expect(later - Date.parse(`${latest}Z`)).toBeLessThan(30 * 60_000);
      expect(await rowsOf(`SHOW DATABASES LIKE '${SECOND}\\_loading'`)).toEqual([]);
    },
    LOAD_TIMEOUT_MS,
  );

  it("refuses a database with somebody else's tables", async () => {
    await connection.query(`CREATE DATABASE ${FOREIGN}`);
    await connection.query(`CREATE TABLE ${FOREIGN}.orders (id INT)`);
    await expect(load(FOREIGN, NOW)).rejects.toThrow(/no demo data/);
    expect(await rowsOf("SHOW TABLES", FOREIGN)).toHaveLength(1);
    await expect(load("shop; DROP DATABASE x", NOW)).rejects.toThrow(/letters, digits/);
  });
});

describe("what is planted", () => {
  it("one gateway fails since two hours, the others do not, and a deploy came just before", async () => {
    const gateways = await rowsOf(
      `SELECT gateway, SUM(status = 'failed') / COUNT(*) AS share FROM payments
       WHERE created_at >= '2026-03-12 02:26:00' GROUP BY gateway ORDER BY share DESC`,
    );
    expect(gateways[0]?.["gateway"]).toBe("cardwise");
    expect(Number(gateways[0]?.["share"])).toBeGreaterThan(0.5);
    expect(Number(gateways[1]?.["share"])).toBeLessThan(0.15);
    const { first, n } = await rowOf(
      "SELECT MIN(created_at) AS first, COUNT(*) AS n FROM payments WHERE error_code = 'TLS_HANDSHAKE_FAILED'",
    );
    expect(first >= "2026-03-12 02:25:31" && first < "2026-03-12 02:45:00").toBe(true);
    expect(n).toBeGreaterThanOrEqual(10);
    expect(await rowOf("SELECT deployed_at FROM deploys WHERE service = 'payments-api'")).toEqual({
      deployed_at: "2026-03-12 02:22:31",
    });
  });

  it("stock is what the movements add up to, and below zero exactly where sales were taken twice", async () => {
    expect(
      await rowsOf(
        `SELECT i.sku FROM inventory i JOIN (SELECT sku, SUM(delta) AS units FROM stock_movements GROUP BY sku) m ON m.sku = i.sku
         WHERE i.on_hand <> m.units`,
      ),
    ).toEqual([]);
    const negative = await rowsOf("SELECT sku FROM inventory WHERE on_hand < 0 ORDER BY sku");
    const doubled = await rowsOf(
      `SELECT DISTINCT sku FROM (SELECT sku, order_id FROM stock_movements WHERE reason = 'sale'
         GROUP BY sku, order_id HAVING COUNT(*) > 1) twice ORDER BY sku`,
    );
    expect(negative.length).toBeGreaterThanOrEqual(10);
    expect(doubled).toEqual(expect.arrayContaining(negative));
    const { earliest } = await rowOf(
      `SELECT MIN(second_at) AS earliest FROM (SELECT MAX(created_at) AS second_at FROM stock_movements WHERE reason = 'sale'
         GROUP BY sku, order_id HAVING COUNT(*) > 1) twice`,
    );
    expect(earliest >= "2026-03-09 04:20:31").toBe(true);
  });

  it("orders are slow in the promotion step since nine hours, on a table without the index", async () => {
    const { before, since } = await rowOf(
      `SELECT AVG(CASE WHEN created_at < '2026-03-11 19:20:31' THEN create_ms END) AS \`before\`,
              AVG(CASE WHEN created_at >= '2026-03-11 19:20:31' THEN create_ms END) AS since
       FROM orders WHERE created_at >= '2026-03-08 00:00:00' AND customer_id <> 4711`,
    );
    expect(Number(since)).toBeGreaterThan(5 * Number(before));
    const indexed = await rowsOf("SHOW INDEX FROM promotion_redemptions");
    expect(indexed.map((row) => row["Column_name"])).toEqual(["id"]);
  });

  it("some orders were charged twice yesterday afternoon and at no other time", async () => {
    const twice = await rowsOf(
      `SELECT order_id, MIN(created_at) AS first, COUNT(DISTINCT idempotency_key) AS keys_used FROM payments WHERE status = 'succeeded'
       GROUP BY order_id HAVING COUNT(*) > 1`,
    );
    expect(twice.length).toBeGreaterThanOrEqual(10);
    for (const row of twice) {
      expect(row["first"] >= "2026-03-11 14:00:00" && row["first"] < "2026-03-11 14:45:00").toBe(true);
      expect(row["keys_used"]).toBe(2);
    }
  });

  it("one deploy is followed by many errors of its service", async () => {
    const { before, after } = await rowOf(
      `SELECT SUM(e.created_at < d.deployed_at) AS \`before\`, SUM(e.created_at >= d.deployed_at) AS after
       FROM deploys d JOIN error_events e ON e.service = d.service
         AND e.created_at BETWEEN DATE_SUB(d.deployed_at, INTERVAL 3 HOUR) AND DATE_ADD(d.deployed_at, INTERVAL 3 HOUR)
       WHERE d.version = '3.12.0'`,
    );
    expect(Number(after)).toBeGreaterThan(20 * Number(before));
  });

  it("customer 4711 is slow since four days and fails, nobody else", async () => {
    const slow = await rowsOf(
      "SELECT customer_id, MIN(created_at) AS first, SUM(status = 'failed') AS failed FROM orders WHERE cart_ms > 5000 GROUP BY customer_id",
    );
    expect(slow).toHaveLength(1);
    expect(slow[0]?.["customer_id"]).toBe(4711);
    expect(slow[0]?.["first"] >= "2026-03-08 04:20:31").toBe(true);
    expect(Number(slow[0]?.["failed"])).toBeGreaterThan(2);
  });

  it("sign-ups halve a week ago in every source while visits, errors and deploys stay as they were", async () => {
    const sources = await rowsOf(
      `SELECT traffic_source, SUM(created_at >= '2026-03-05') / 7 AS daily, SUM(created_at < '2026-03-05') / 7 AS daily_before
       FROM sign_ups WHERE created_at >= '2026-02-26' AND created_at < '2026-03-12' GROUP BY traffic_source`,
    );
    expect(sources).toHaveLength(5);
    for (const row of sources) {
      expect(Number(row["daily"]) / Number(row["daily_before"]), String(row["traffic_source"])).toBeLessThan(
        0.75,
      );
    }
    const { visits, visits_before } = await rowOf(
      `SELECT SUM(IF(hour_start >= '2026-03-05', visits, 0)) AS visits, SUM(IF(hour_start < '2026-03-05', visits, 0)) AS visits_before
       FROM site_visits WHERE hour_start >= '2026-02-26' AND hour_start < '2026-03-12'`,
    );
    expect(Math.abs(Number(visits) / Number(visits_before) - 1)).toBeLessThan(0.05);
    expect(await rowsOf("SELECT id FROM deploys WHERE service IN ('accounts-api', 'web')")).toEqual([]);
  });

  it("payouts are missing in the ledger or booked short", async () => {
    // By the ids both were made from, not by the texts that the playbook has to compare.
    const rows = await rowsOf(
      `SELECT p.gateway, SUM(l.id IS NULL) AS missing, SUM(l.amount <> p.amount) AS short
       FROM payouts p LEFT JOIN ledger_entries l ON l.id = 10 * (p.id - 70000) AND l.account = 'bank' GROUP BY p.gateway ORDER BY p.gateway`,
    );
    expect(rows.map((row) => [row["gateway"], Number(row["missing"]) > 3, Number(row["short"]) > 1])).toEqual(
      [
        ["bankline", true, false],
        ["cardwise", false, false],
        ["northpay", false, true],
      ],
    );
  });
});
