/** What operators ask every day is found: the rules against made-up figures leave it alone (TOOL-4). */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { checkEvidence } from "../../diagnosis/guards/evidence-guard";
import { storeOf } from "../../diagnosis/testing/ready-record";
import { answeredStatement, countColumns } from "../testing/answered-statement";

/** The columns of the answer whose figures would not be believed, from 0. */
function doubtedColumns(statement: string, exceptions: readonly number[] = []): readonly number[] {
  const params = [...statement.matchAll(/\?/g)].map(() => "2026-01-01");
  const count = countColumns(statement);
  const cells = Array.from({ length: count }, (_, index) => `${73_001 + index}`);
  const record = answeredStatement(statement, cells, params);
  if (record === null) throw new Error(`refused: ${statement}`);
  return cells.flatMap((cell, index) => {
    const text = `It is ${cell}`;
    const claims = [{ text, kind: "presence" as const, invocationIds: [record.invocationId], scope: "" }];
    const draft = { conclusion: text, claims, missing_info: [], recommended_actions: [] };
    const violations = checkEvidence(draft, storeOf([record]), "why?");
    return violations.length > 0 && !exceptions.includes(index) ? [index] : [];
  });
}

const EVERYDAY: readonly string[] = [
  "SELECT gateway, COUNT(*) AS n, AVG(amount) AS average, MIN(amount), MAX(amount), SUM(amount) FROM payments GROUP BY gateway",
  "SELECT gateway, ROUND(100 * SUM(status = 'failed') / COUNT(*), 1) AS failed_pct FROM payments GROUP BY gateway",
  "SELECT ROUND(100.0 * SUM(CASE WHEN status = 'failed' THEN 1 ELSE 0 END) / NULLIF(COUNT(*), 0), 2) AS pct FROM payments",
  "SELECT SUM(status = 'failed') * 100 / COUNT(*) AS pct FROM payments",
  "SELECT SUM(status = 'failed') / COUNT(*) * 100 AS pct, SUM(status = 'failed') / COUNT(*) AS share FROM payments",
  "SELECT AVG(status = 'failed') * 100 AS pct, 1 - AVG(status = 'failed') AS success FROM payments",
  "SELECT COUNT(CASE WHEN status = 'failed' THEN 1 END) AS failed, COUNT(IF(status = 'failed', 1, NULL)) FROM payments",
  "SELECT COUNT(*) * 100.0 / SUM(COUNT(*)) OVER () AS share, gateway FROM payments GROUP BY gateway",
  "SELECT gateway, COUNT(*) / (SELECT COUNT(*) FROM payments) * 100 AS share FROM payments GROUP BY gateway",
  "SELECT 100 - ROUND(100 * failed / total, 1) AS success_pct FROM gateway_totals",
  "SELECT SUM(amount_cents) / 100 AS amount, AVG(amount_cents) / 100.0 FROM payments",
  "SELECT ROUND(AVG(latency_us) / 1000, 1) AS ms, MAX(latency_ms) / 1000 AS s FROM requests",
  "SELECT ROUND(AVG_TIMER_WAIT / 1000000000, 1) AS ms, SUM_TIMER_WAIT / 1e12 AS s, LEFT(DIGEST_TEXT, 300) FROM performance_schema.events_statements_summary_by_digest",
  "SELECT MAX(ms) AS p95 FROM (SELECT ms, NTILE(100) OVER (ORDER BY ms) AS bucket FROM requests) ranked WHERE bucket = 95",
  "SELECT ms AS p95 FROM (SELECT ms, PERCENT_RANK() OVER (ORDER BY ms) AS rank_share FROM requests) ranked WHERE rank_share >= 0.95 ORDER BY ms LIMIT 1",
  "SELECT ms, ROUND(100 * CUME_DIST() OVER (ORDER BY ms), 1) AS pct FROM requests",
  "SELECT DATE_FORMAT(created_at, '%Y-%m-%d %H:00') AS hour, COUNT(*) FROM payments GROUP BY 1",
  "SELECT DATE_FORMAT(created_at, '%Y-%m-01') AS month, COUNT(*) FROM payments GROUP BY 1",
  "SELECT DATE_FORMAT(created_at, '%Y-%m-%d %H:%i:00') AS minute, COUNT(*) FROM payments GROUP BY 1",
  "SELECT DATE_FORMAT(created_at, '%Y%m%d%H') AS hour, COUNT(*) FROM payments GROUP BY 1",
  "SELECT DATE(created_at) AS day, HOUR(created_at), YEARWEEK(created_at, 3), COUNT(*) FROM payments GROUP BY 1, 2, 3",
  "SELECT FROM_UNIXTIME(FLOOR(UNIX_TIMESTAMP(created_at) / 300) * 300) AS bucket, COUNT(*) FROM payments GROUP BY bucket",
  "SELECT FROM_UNIXTIME(UNIX_TIMESTAMP(created_at) - UNIX_TIMESTAMP(created_at) % 900) AS bucket, COUNT(*) FROM payments GROUP BY bucket",
  "SELECT FLOOR(create_ms / 100) * 100 AS latency, (create_ms DIV 500) * 500, COUNT(*) FROM orders GROUP BY 1, 2",
  "SELECT SEC_TO_TIME(FLOOR(TIME_TO_SEC(created_at) / 3600) * 3600) AS hour, COUNT(*) FROM orders GROUP BY 1",
  "SELECT TIMESTAMPDIFF(SECOND, created_at, finished_at) AS s, TIMESTAMPDIFF(MINUTE, MAX(created_at), NOW()) FROM jobs",
  "SELECT TIMESTAMPDIFF(SECOND, CONVERT_TZ(trx_started, 'SYSTEM', '+00:00'), UTC_TIMESTAMP()) AS open_seconds, trx_query FROM information_schema.INNODB_TRX",
  "SELECT DATEDIFF(NOW(), created_at) AS age, UNIX_TIMESTAMP() - UNIX_TIMESTAMP(created_at) FROM orders",
  "SELECT AVG(TIMESTAMPDIFF(SECOND, created_at, paid_at)) / 60 AS minutes FROM orders",
  "SELECT COUNT(*) / 60 AS per_minute, COUNT(*) / 3600 AS per_second FROM requests",
  "SELECT COUNT(*) / COUNT(DISTINCT customer_id) AS per_customer, COUNT(DISTINCT customer_id) FROM orders",
  "SELECT TABLE_NAME, ROUND((DATA_LENGTH + INDEX_LENGTH) / 1024 / 1024, 1) AS mib, ROUND(DATA_FREE / (1024 * 1024)) FROM information_schema.TABLES",
  "SELECT TABLE_SCHEMA, SUM(DATA_LENGTH + INDEX_LENGTH) / POW(1024, 3) AS gib FROM information_schema.TABLES GROUP BY 1",
  "SELECT ROUND(SUM(stat_value) * @@innodb_page_size / 1048576, 1) AS mib FROM mysql.innodb_index_stats",
  "SELECT @@innodb_buffer_pool_size / 1073741824 AS gib, @@max_connections",
  "SELECT VARIABLE_VALUE + 0 AS running FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = 'Threads_running'",
  "SELECT 100 * (1 - disk_reads / requests) AS hit_pct FROM pool",
  "SELECT MAX(CASE WHEN NAME = 'lock_deadlocks' THEN `COUNT` END) AS deadlocks FROM information_schema.INNODB_METRICS",
  "SELECT CHANNEL_NAME, LAST_ERROR_MESSAGE, TIMESTAMPDIFF(SECOND, LAST_APPLIED_TRANSACTION_ORIGINAL_COMMIT_TIMESTAMP, NOW(6)) AS lag_seconds FROM performance_schema.replication_applier_status_by_worker",
  "SELECT ID, USER, TIME, STATE, LEFT(INFO, 200) AS statement FROM information_schema.PROCESSLIST WHERE COMMAND <> 'Sleep'",
  "SELECT SUBSTRING_INDEX(HOST, ':', 1) AS client, COUNT(*) FROM information_schema.PROCESSLIST GROUP BY client",
  "SELECT CONCAT(OBJECT_SCHEMA, '.', OBJECT_NAME) AS object, COUNT_STAR FROM performance_schema.table_io_waits_summary_by_table",
  "SELECT CONCAT(USER, '@', HOST) AS account, CONCAT(ROUND(AVG(TIME), 1), ' s') FROM information_schema.PROCESSLIST GROUP BY 1",
  "SELECT CONCAT(COUNT(*), ' / ', COUNT(DISTINCT customer_id)) AS ratio FROM orders",
  "SELECT GROUP_CONCAT(DISTINCT region ORDER BY region SEPARATOR ', ') AS regions, GROUP_CONCAT(id) FROM orders",
  "SELECT JSON_UNQUOTE(JSON_EXTRACT(payload, '$.error.code')) AS code, payload->>'$.retries', JSON_LENGTH(payload, '$.items') FROM events",
  "SELECT REGEXP_SUBSTR(message, '[0-9]+ ms') AS took, TRIM(message), LOWER(code), LOCATE(':', message) FROM events",
  "SELECT REPLACE(message, '`', '') AS message, CHAR_LENGTH(message), STR_TO_DATE(at_text, '%d.%m.%Y') FROM events",
  "SELECT COALESCE(error_code, 'none') AS code, IFNULL(SUM(amount), 0), COALESCE(SUM(amount) / 100, 0) FROM payments GROUP BY 1",
  "SELECT CASE WHEN amount > 1000 THEN 'large' ELSE 'small' END AS size, COUNT(*), CAST(AVG(amount) AS DECIMAL(10,2)) FROM payments GROUP BY 1",
  "SELECT id, SUM(amount) OVER (ORDER BY id) AS running, amount - LAG(amount, 1) OVER (ORDER BY id) AS delta FROM payments",
  "SELECT id, ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY id) AS place, RANK() OVER (ORDER BY amount) FROM orders",
  "SELECT STDDEV(amount), VARIANCE(amount), SQRT(AVG(amount)), POW(AVG(amount), 2) FROM payments",
  "SELECT order_id, COUNT(*) - 1 AS extra, SUM(amount) - MAX(amount) FROM payments GROUP BY order_id",
  "SELECT sku, -1 * SUM(delta) + MAX(delta) AS extra FROM stock_movements GROUP BY sku",
  "SELECT recent.n, usual.n, ROUND(recent.n / usual.n, 2) AS times, ROUND(100 * (recent.n - usual.n) / usual.n, 1) FROM (SELECT COUNT(*) AS n FROM payments WHERE created_at >= ?) recent JOIN (SELECT COUNT(*) AS n FROM payments WHERE created_at < ?) usual",
  "SELECT a.n FROM (SELECT COUNT(*) AS n FROM payments UNION ALL SELECT COUNT(*) FROM orders) a",
  "SELECT h.n, COUNT(p.id) FROM (SELECT 0 AS n UNION ALL SELECT 1) h LEFT JOIN payments p ON HOUR(p.created_at) = h.n GROUP BY h.n",
  "SELECT DATE_SUB(DATE(created_at), INTERVAL WEEKDAY(created_at) DAY) AS week, COUNT(*) FROM payments GROUP BY 1",
  "SELECT UPPER(LEFT(name, 3)) AS short, FORMAT(SUM(amount), 2), HEX(digest), MD5(digest) FROM t GROUP BY 1",
  "SELECT FORMAT_BYTES(SUM(DATA_LENGTH)), FORMAT_PICO_TIME(MAX(1 * TIMER_WAIT)) FROM t",
  "SHOW GLOBAL STATUS LIKE 'Innodb_row_lock%'",
  "SHOW REPLICA STATUS",
];
/** The label of a row that the statement writes itself: `h.n` of a spine, the size of a CASE. */
const LABELS: Readonly<Record<string, readonly number[]>> = {
  "order-creation-slow.md slow_step": [0],
  "SELECT h.n, COUNT(p.id) FROM (SELECT 0 AS n UNION ALL SELECT 1) h LEFT JOIN payments p ON HOUR(p.created_at) = h.n GROUP BY h.n":
    [0],
  "SELECT CASE WHEN amount > 1000 THEN 'large' ELSE 'small' END AS size, COUNT(*), CAST(AVG(amount) AS DECIMAL(10,2)) FROM payments GROUP BY 1":
    [0],
};

describe("a figure of the rows is found", () => {
  test.each(EVERYDAY)("%s", (statement) => {
    expect(doubtedColumns(statement, LABELS[statement])).toEqual([]);
  });
});

const Playbook = z.object({
  checks: z.array(z.object({ id: z.string(), sql: z.string().optional() })).optional(),
});
const DIRECTORY = path.join(import.meta.dirname, "../../../playbooks");

describe("every figure of a playbook's check is found", () => {
  const checks = readdirSync(DIRECTORY)
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .flatMap((file) => {
      const front = readFileSync(path.join(DIRECTORY, file), "utf8").split(/^---$/m)[1] ?? "";
      const { checks: list = [] } = Playbook.parse(parse(front));
      return list.flatMap(({ id, sql }): [string, string][] =>
        sql === undefined ? [] : [[`${file} ${id}`, sql.replace(/:[a-z_]+\b(?=[\s,)])/g, "?").trim()]],
      );
    });
  test.each(checks)("%s", (name, statement) => {
    expect(doubtedColumns(statement, LABELS[name])).toEqual([]);
  });
});
