/** Customers, orders, order lines and payments, with the incidents that live in them. */
import type { DemoTimes } from "./demo-times";
import { orderMoments } from "./fill-numbers";

/** The customer whose orders are slow and fail. */
const SLOW_CUSTOMER_ID = 4711;
const BASE_CUSTOMERS = 10_000;
const SKUS = 600;
const SLOW_CUSTOMER_SAVED_ITEMS = 5_200;
/** Order ids start here, so that they are not mistaken for customer ids. */
const FIRST_ORDER_ID = 100_000;

const gateway =
  "CASE WHEN o.d % 10 < 4 THEN 'cardwise' WHEN o.d % 10 < 7 THEN 'northpay' ELSE 'bankline' END";
const sku = (expression: string): string => `CONCAT('SKU-', LPAD(1 + ${expression} % ${SKUS}, 4, '0'))`;

function catalogue(times: DemoTimes): string[] {
  return [
    `INSERT INTO products SELECT ${sku("n")}, CONCAT(ELT(1 + a % 6, 'Linen', 'Oak', 'Copper', 'Wool', 'Glass', 'Stone'), ' ',
       ELT(1 + b % 6, 'lamp', 'chair', 'kettle', 'blanket', 'vase', 'bowl'), ' ', n + 1), 4.90 + (c % 9000) / 100
     FROM seq WHERE n < ${SKUS} ORDER BY n`,
    `INSERT INTO customers SELECT n + 1, CONCAT('customer', n + 1, '@shop.example'), ELT(1 + b % 6, 'DE', 'FR', 'NL', 'AT', 'SE', 'PL'),
       DATE_SUB(TIMESTAMP'${times.historyStart}', INTERVAL 3600 + a % 60000000 SECOND)
     FROM seq WHERE n < ${BASE_CUSTOMERS} ORDER BY n`,
    `INSERT INTO saved_items SELECT n + 1, 1 + a % ${BASE_CUSTOMERS}, ${sku("b")}, DATE_SUB(TIMESTAMP'${times.now}', INTERVAL 600 + c % 8000000 SECOND)
     FROM seq WHERE n < 18000 ORDER BY n`,
    `INSERT INTO saved_items SELECT n + 20001, ${SLOW_CUSTOMER_ID}, ${sku("b")}, DATE_SUB(TIMESTAMP'${times.slowCustomerStart}', INTERVAL 60 + n SECOND)
     FROM seq WHERE n < ${SLOW_CUSTOMER_SAVED_ITEMS} ORDER BY n`,
    `INSERT INTO promotion_redemptions SELECT n + 1, ELT(1 + a % 4, 'WELCOME10', 'FREESHIP', 'SPRING', 'BUNDLE3'), 1 + b % ${BASE_CUSTOMERS},
       DATE_SUB(TIMESTAMP'${times.now}', INTERVAL 300 + c % 15000000 SECOND)
     FROM seq WHERE n < 40000 ORDER BY n`,
  ];
}

/** Weekdays drop a seventh of the slots. The promotion lookup turns slow at one instant; one customer's cart four days ago. */
function orders(times: DemoTimes): string[] {
  const isSlowCustomer = `(o.n % 300 = 7)`;
  const cartIsSlow = `(${isSlowCustomer} AND o.at >= '${times.slowCustomerStart}')`;
  const cart = `IF(${cartIsSlow}, 6200 + o.b % 4800, 40 + o.b % 70)`;
  const promotion = `IF(o.at >= '${times.slowCheckoutStart}', 1900 + o.c % 2600, 15 + o.c % 45)`;
  const stock = "20 + o.e % 60";
  return [
    `INSERT INTO orders (id, customer_id, status, failure_reason, channel, total, create_ms, cart_ms, stock_ms, promotion_ms, created_at)
     SELECT ${FIRST_ORDER_ID} + o.n,
       IF(${isSlowCustomer}, ${SLOW_CUSTOMER_ID}, 1 + o.b % ${BASE_CUSTOMERS}),
       IF(${cartIsSlow} AND o.c % 5 < 2, 'failed', IF(o.at < DATE_SUB(TIMESTAMP'${times.now}', INTERVAL 2 DAY), 'shipped', 'placed')),
       IF(${cartIsSlow} AND o.c % 5 < 2, 'CART_LOAD_TIMEOUT', NULL),
       IF(o.a % 5 < 3, 'web', 'app'), 0,
       ${cart} + ${stock} + ${promotion} + 60 + o.a % 50, ${cart}, ${stock}, ${promotion}, o.at
     FROM ${orderMoments(times)} o
     WHERE o.at > '${times.historyStart}' AND o.at <= '${times.now}' AND (DAYOFWEEK(o.at) IN (1, 7) OR o.a % 7 > 0)
     ORDER BY o.n`,
    `INSERT INTO order_items (id, order_id, sku, quantity, price)
     SELECT (r.id - ${FIRST_ORDER_ID}) * 3 + line.i + 1, r.id, p.sku, 1 + (o.a + line.i) % 2 + ((o.d + line.i) % 9 = 0), p.price
     FROM (SELECT 0 AS i UNION ALL SELECT 1 UNION ALL SELECT 2) line
     JOIN orders r
     JOIN seq o ON o.n = r.id - ${FIRST_ORDER_ID}
     JOIN products p ON p.sku = ${sku("(o.c + line.i * (1 + o.d % 199))")}
     WHERE line.i <= o.e % 3
     ORDER BY r.id, line.i`,
    `UPDATE orders r JOIN (SELECT order_id, SUM(quantity * price) AS total FROM order_items GROUP BY order_id) t ON t.order_id = r.id
     SET r.total = t.total`,
  ];
}

/** Payments of orders that were created; one gateway breaks two hours ago; some orders were charged twice yesterday. */
function payments(times: DemoTimes): string[] {
  const paidAt = "DATE_ADD(r.created_at, INTERVAL 2 + o.e % 18 SECOND)";
  const broken = `(${gateway} = 'cardwise' AND ${paidAt} >= '${times.gatewayFailing}' AND o.e % 10 < 7)`;
  const declined = "(o.c % 1000 < 24)";
  return [
    `INSERT INTO payments (id, order_id, gateway, status, error_code, amount, currency, idempotency_key, created_at)
     SELECT 500000 + o.n, r.id, ${gateway},
       IF(${broken} OR ${declined}, 'failed', 'succeeded'),
       CASE WHEN ${broken} THEN 'TLS_HANDSHAKE_FAILED'
            WHEN ${declined} THEN ELT(1 + o.b % 3, 'CARD_DECLINED', 'INSUFFICIENT_FUNDS', 'CARD_EXPIRED') END,
       r.total, 'EUR', CONCAT('order-', r.id), ${paidAt}
     FROM orders r JOIN seq o ON o.n = r.id - ${FIRST_ORDER_ID}
     WHERE r.status <> 'failed' AND ${paidAt} <= '${times.now}'
     ORDER BY o.n`,
    `INSERT INTO payments (id, order_id, gateway, status, error_code, amount, currency, idempotency_key, created_at)
     SELECT p.id + 100000, p.order_id, p.gateway, 'succeeded', NULL, p.amount, p.currency, CONCAT('retry-', p.id),
       DATE_ADD(p.created_at, INTERVAL 31 + p.id % 7 SECOND)
     FROM payments p
     WHERE p.gateway = 'northpay' AND p.status = 'succeeded' AND p.created_at >= '${times.duplicatesStart}' AND p.created_at < '${times.duplicatesEnd}'
     ORDER BY p.id`,
    `UPDATE orders r JOIN payments p ON p.order_id = r.id SET r.status = 'unpaid' WHERE p.status = 'failed'`,
  ];
}

/** Statements that fill the order side of the shop, in order. */
export function fillOrders(times: DemoTimes): string[] {
  return [...catalogue(times), ...orders(times), ...payments(times)];
}
