/** Tables of the demo shop. `promotion_redemptions` deliberately has no index on customer_id: it is part of an incident. */

const OPTIONS = "ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci";

/** Column and key lists by table name, in the order in which they are created. */
const DEFINITIONS = {
  products: `sku CHAR(8) NOT NULL PRIMARY KEY, name VARCHAR(80) NOT NULL, price DECIMAL(10,2) NOT NULL`,
  customers: `id INT UNSIGNED NOT NULL PRIMARY KEY, email VARCHAR(120) NOT NULL, country CHAR(2) NOT NULL, created_at DATETIME NOT NULL,
    KEY customers_created_at (created_at)`,
  saved_items: `id INT UNSIGNED NOT NULL PRIMARY KEY, customer_id INT UNSIGNED NOT NULL, sku CHAR(8) NOT NULL, created_at DATETIME NOT NULL,
    KEY saved_items_customer (customer_id)`,
  orders: `id INT UNSIGNED NOT NULL PRIMARY KEY, customer_id INT UNSIGNED NOT NULL, status VARCHAR(16) NOT NULL,
    failure_reason VARCHAR(40) NULL, channel VARCHAR(8) NOT NULL, total DECIMAL(10,2) NOT NULL, create_ms INT UNSIGNED NOT NULL,
    cart_ms INT UNSIGNED NOT NULL, stock_ms INT UNSIGNED NOT NULL, promotion_ms INT UNSIGNED NOT NULL, created_at DATETIME NOT NULL,
    KEY orders_created_at (created_at), KEY orders_customer (customer_id, created_at)`,
  order_items: `id INT UNSIGNED NOT NULL PRIMARY KEY, order_id INT UNSIGNED NOT NULL, sku CHAR(8) NOT NULL, quantity INT NOT NULL,
    price DECIMAL(10,2) NOT NULL, KEY order_items_order (order_id), KEY order_items_sku (sku)`,
  promotion_redemptions: `id INT UNSIGNED NOT NULL PRIMARY KEY, promotion VARCHAR(24) NOT NULL, customer_id INT UNSIGNED NOT NULL,
    redeemed_at DATETIME NOT NULL`,
  payments: `id INT UNSIGNED NOT NULL PRIMARY KEY, order_id INT UNSIGNED NOT NULL, gateway VARCHAR(24) NOT NULL, status VARCHAR(16) NOT NULL,
    error_code VARCHAR(40) NULL, amount DECIMAL(10,2) NOT NULL, currency CHAR(3) NOT NULL, idempotency_key VARCHAR(40) NOT NULL,
    created_at DATETIME NOT NULL, KEY payments_created_at (created_at), KEY payments_order (order_id),
    KEY payments_gateway (gateway, created_at)`,
  inventory: `sku CHAR(8) NOT NULL PRIMARY KEY, on_hand INT NOT NULL, updated_at DATETIME NOT NULL, KEY inventory_on_hand (on_hand)`,
  stock_movements: `id INT UNSIGNED NOT NULL PRIMARY KEY, sku CHAR(8) NOT NULL, delta INT NOT NULL, reason VARCHAR(16) NOT NULL,
    order_id INT UNSIGNED NULL, service_version VARCHAR(16) NOT NULL, created_at DATETIME NOT NULL,
    KEY stock_movements_sku (sku, created_at), KEY stock_movements_created_at (created_at), KEY stock_movements_order (order_id, sku)`,
  deploys: `id INT UNSIGNED NOT NULL PRIMARY KEY, service VARCHAR(32) NOT NULL, version VARCHAR(16) NOT NULL, kind VARCHAR(12) NOT NULL,
    summary VARCHAR(160) NOT NULL, deployed_at DATETIME NOT NULL, KEY deploys_deployed_at (deployed_at), KEY deploys_service (service, deployed_at)`,
  error_events: `id INT UNSIGNED NOT NULL PRIMARY KEY, service VARCHAR(32) NOT NULL, code VARCHAR(40) NOT NULL, message VARCHAR(160) NOT NULL,
    created_at DATETIME NOT NULL, KEY error_events_created_at (created_at), KEY error_events_service (service, created_at)`,
  sign_ups: `id INT UNSIGNED NOT NULL PRIMARY KEY, customer_id INT UNSIGNED NOT NULL, traffic_source VARCHAR(16) NOT NULL,
    device VARCHAR(8) NOT NULL, created_at DATETIME NOT NULL, KEY sign_ups_created_at (created_at)`,
  site_visits: `hour_start DATETIME NOT NULL, traffic_source VARCHAR(16) NOT NULL, visits INT NOT NULL, sign_up_page_views INT NOT NULL,
    PRIMARY KEY (hour_start, traffic_source)`,
  ledger_entries: `id INT UNSIGNED NOT NULL PRIMARY KEY, account VARCHAR(24) NOT NULL, memo VARCHAR(120) NOT NULL, amount DECIMAL(12,2) NOT NULL,
    booked_at DATETIME NOT NULL, KEY ledger_entries_booked_at (booked_at)`,
  payouts: `id INT UNSIGNED NOT NULL PRIMARY KEY, gateway VARCHAR(24) NOT NULL, bank_reference VARCHAR(40) NOT NULL, amount DECIMAL(12,2) NOT NULL,
    paid_at DATETIME NOT NULL, KEY payouts_paid_at (paid_at)`,
} as const;

/** Name of a table of the demo shop. */
export type DemoTable = keyof typeof DEFINITIONS;
/** Every table of the demo shop, in creation order. */
export const DEMO_TABLES = Object.keys(DEFINITIONS) as readonly DemoTable[];

/** CREATE TABLE statements for the current database. */
export function createTableStatements(): string[] {
  return Object.entries(DEFINITIONS).map(
    ([table, columns]) => `CREATE TABLE ${table} (${columns}) ${OPTIONS}`,
  );
}
