/** Deploys, error events, sign-ups and visits. */
import { HISTORY_DAYS, type DemoTimes } from "./demo-times";
import { ORDER_SLOTS_PER_DAY } from "./fill-numbers";

const SIGN_UP_SLOTS_PER_DAY = 400;

interface Deploy {
  readonly service: string;
  readonly version: string;
  readonly kind: "deploy" | "rollback";
  readonly summary: string;
  readonly at: string;
}

/** The deploys that matter to an incident. */
function incidentDeploys(times: DemoTimes): readonly Deploy[] {
  return [
    {
      service: "inventory-service",
      version: "4.8.0",
      kind: "deploy",
      summary: "Reserve bundle stock in its own transaction",
      at: times.doubleDecrementDeploy,
    },
    {
      service: "payments-worker",
      version: "1.9.2",
      kind: "deploy",
      summary: "Retry charges on gateway timeout",
      at: times.retryDeploy,
    },
    {
      service: "payments-worker",
      version: "1.9.1",
      kind: "rollback",
      summary: "Back to single charge attempts",
      at: times.retryRollback,
    },
    {
      service: "checkout-api",
      version: "7.4.0",
      kind: "deploy",
      summary: "Check earlier promotion redemptions of the customer",
      at: times.slowCheckoutDeploy,
    },
    {
      service: "search-api",
      version: "3.12.0",
      kind: "deploy",
      summary: "New facet index format",
      at: times.searchDeploy,
    },
    {
      service: "payments-api",
      version: "2.31.0",
      kind: "deploy",
      summary: "Upgrade gateway client and TLS settings",
      at: times.gatewayDeploy,
    },
  ];
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

function deploys(times: DemoTimes): string[] {
  const incidents = incidentDeploys(times).map(
    (deploy, index) =>
      `(${901 + index}, ${quote(deploy.service)}, ${quote(deploy.version)}, ${quote(deploy.kind)}, ${quote(deploy.summary)}, '${deploy.at}')`,
  );
  return [
    // Everyday deploys: services outside the incidents, more than a day ago, and none near the sign-ups question.
    `INSERT INTO deploys SELECT n + 1, ELT(1 + a % 4, 'catalog-api', 'mailer', 'recommendations', 'image-resizer'),
       CONCAT('5.', 1 + FLOOR(n / 4), '.', b % 4), 'deploy', ELT(1 + c % 4, 'Dependency updates', 'Copy changes', 'Log fields renamed', 'Small fixes'),
       DATE_ADD(TIMESTAMP'${times.historyStart}', INTERVAL FLOOR(n * (${HISTORY_DAYS} - 1.2) * 86400 / 56) + a % 9000 SECOND)
     FROM seq WHERE n < 56 ORDER BY n`,
    `INSERT INTO deploys VALUES ${incidents.join(",")}`,
  ];
}

function errorEvents(times: DemoTimes): string[] {
  const services =
    "'checkout-api', 'payments-api', 'inventory-service', 'search-api', 'catalog-api', 'mailer', 'accounts-api', 'web', 'recommendations'";
  return [
    `INSERT INTO error_events SELECT n + 1, ELT(1 + a % 9, ${services}), ELT(1 + b % 4, 'UPSTREAM_TIMEOUT', 'VALIDATION_FAILED', 'RATE_LIMITED', 'CONNECTION_RESET'),
       ELT(1 + b % 4, 'upstream did not answer in time', 'request body was rejected', 'client sent too many requests', 'peer closed the connection'),
       DATE_SUB(TIMESTAMP'${times.now}', INTERVAL 1 + c % ${HISTORY_DAYS * 86_400} SECOND)
     FROM seq WHERE n < 12000 ORDER BY n`,
    `INSERT INTO error_events SELECT n + 20001, 'search-api', 'FACET_INDEX_MISSING', 'facet index has no entry for the requested category',
       DATE_ADD(TIMESTAMP'${times.searchErrorsStart}', INTERVAL FLOOR(n * 19.8) + a % 15 SECOND)
     FROM seq WHERE n < 900 ORDER BY n`,
  ];
}

/** A derived table (n, b, d, e, at): one row per possible sign-up, in time order, following the daily rhythm of orders. */
function signUpMoments(times: DemoTimes): string {
  return `(SELECT s.n, s.b, s.d, s.e, DATE_ADD(DATE_ADD(TIMESTAMP'${times.firstDay}', INTERVAL FLOOR(s.n / ${SIGN_UP_SLOTS_PER_DAY}) DAY),
      INTERVAL k.second_of_day + s.a % 150 SECOND) AS at
    FROM seq s JOIN day_slot k ON k.k = s.n % ${SIGN_UP_SLOTS_PER_DAY} * ${ORDER_SLOTS_PER_DAY / SIGN_UP_SLOTS_PER_DAY}
    WHERE s.n < ${(HISTORY_DAYS + 1) * SIGN_UP_SLOTS_PER_DAY})`;
}

/** Sign-ups fall to about half a week ago, evenly over sources and devices, while visits and page views stay as they were. */
function signUps(times: DemoTimes): string[] {
  const source =
    "CASE WHEN s.b % 20 < 8 THEN 'search' WHEN s.b % 20 < 13 THEN 'direct' WHEN s.b % 20 < 16 THEN 'social' WHEN s.b % 20 < 18 THEN 'email' ELSE 'partner' END";
  return [
    `INSERT INTO sign_ups SELECT s.n + 1, 20000 + s.n, ${source}, IF(s.d % 5 < 3, 'mobile', 'desktop'), s.at
     FROM ${signUpMoments(times)} s
     WHERE s.at > '${times.historyStart}' AND s.at <= '${times.now}' AND s.e % 100 < IF(s.at < '${times.signUpsDropStart}', 83 + FLOOR(s.n / ${SIGN_UP_SLOTS_PER_DAY}) * 5 % 8, 45)
     ORDER BY s.n`,
    `INSERT INTO customers SELECT customer_id, CONCAT('customer', customer_id, '@shop.example'), ELT(1 + id % 6, 'DE', 'FR', 'NL', 'AT', 'SE', 'PL'), created_at
     FROM sign_ups ORDER BY id`,
    `INSERT INTO site_visits
     SELECT DATE_ADD(TIMESTAMP'${times.firstDay}', INTERVAL s.n HOUR), src.name,
       FLOOR(src.share * (60 + 40 * SIN((s.n % 24 - 9) / 24 * 2 * PI())) * (1 + (s.a + src.salt) % 9 / 100)),
       FLOOR(src.share * (60 + 40 * SIN((s.n % 24 - 9) / 24 * 2 * PI())) * (0.11 + (s.b + src.salt) % 7 / 1000))
     FROM seq s
     JOIN (SELECT 'search' AS name, 8 AS share, 1 AS salt UNION ALL SELECT 'direct', 5, 2 UNION ALL SELECT 'social', 3, 3
           UNION ALL SELECT 'email', 2, 4 UNION ALL SELECT 'partner', 2, 5) src
     WHERE s.n < ${(HISTORY_DAYS + 1) * 24} AND DATE_ADD(TIMESTAMP'${times.firstDay}', INTERVAL s.n HOUR) <= DATE_SUB(TIMESTAMP'${times.now}', INTERVAL 1 HOUR)
       AND DATE_ADD(TIMESTAMP'${times.firstDay}', INTERVAL s.n HOUR) >= '${times.historyStart}'
     ORDER BY s.n, src.name`,
  ];
}

/** Statements that fill the operations side of the shop, in order. */
export function fillOperations(times: DemoTimes): string[] {
  return [...deploys(times), ...errorEvents(times), ...signUps(times)];
}
