/** Stock movements and the inventory they add up to. From one deploy on, every 25th SKU is decremented twice per sale. */
import type { DemoTimes } from "./demo-times";

/** Affected SKUs are those whose number is 3 modulo this. */
const AFFECTED_EVERY = 25;

/** Statements that fill the stock side of the shop, in order; needs the orders. */
export function fillStock(times: DemoTimes): string[] {
  const number = (table: string): string => `CAST(SUBSTR(${table}.sku, 5) AS SIGNED)`;
  const isAffected = (table: string): string => `(${number(table)} % ${AFFECTED_EVERY} = 3)`;
  return [
    `INSERT INTO stock_movements (id, sku, delta, reason, order_id, service_version, created_at)
     SELECT 1000 + i.id, i.sku, -i.quantity, 'sale', r.id, IF(r.created_at >= '${times.doubleDecrementDeploy}', '4.8.0', '4.7.2'),
       LEAST('${times.now}', DATE_ADD(r.created_at, INTERVAL 25 SECOND))
     FROM orders r JOIN order_items i ON i.order_id = r.id
     WHERE r.created_at >= '${times.movementsStart}' AND r.status <> 'failed'
     ORDER BY i.id`,
    `INSERT INTO stock_movements (id, sku, delta, reason, order_id, service_version, created_at)
     SELECT m.id + 500000, m.sku, m.delta, 'sale', m.order_id, m.service_version, LEAST('${times.now}', DATE_ADD(m.created_at, INTERVAL 1 SECOND))
     FROM stock_movements m WHERE m.created_at >= '${times.doubleDecrementStart}' AND ${isAffected("m")}
     ORDER BY m.id`,
    // Opening stock covers every single sale and a reserve: small for the affected SKUs, so that the second decrements take them below zero.
    `INSERT INTO stock_movements (id, sku, delta, reason, order_id, service_version, created_at)
     SELECT ${number("p")}, p.sku, COALESCE(sold.units, 0) + IF(${isAffected("p")}, 2 + ${number("p")} % 4, 25 + ${number("p")} % 160),
       'opening', NULL, '4.7.2', '${times.movementsStart}'
     FROM products p
     LEFT JOIN (SELECT sku, -SUM(delta) AS units FROM stock_movements WHERE id < 500000 GROUP BY sku) sold ON sold.sku = p.sku
     ORDER BY p.sku`,
    `INSERT INTO inventory (sku, on_hand, updated_at)
     SELECT sku, SUM(delta), MAX(created_at) FROM stock_movements GROUP BY sku ORDER BY sku`,
  ];
}
