/**
 * Ledger entries and payouts. They share no key: the bank's reference is written one way, the ledger's memo contains it written
 * another way, so that only a comparison of normalised text, pair by pair, brings them together.
 */
import { HISTORY_DAYS, type DemoTimes } from "./demo-times";

const PAYOUTS = 4_000;
const LEDGER_FEES = 6_000;

/** Statements that fill the ledger side of the shop, in order. */
export function fillLedger(times: DemoTimes): string[] {
  const gateway = "ELT(1 + s.a % 3, 'cardwise', 'northpay', 'bankline')";
  const paidAt = `DATE_ADD(TIMESTAMP'${times.historyStart}', INTERVAL FLOOR(s.n * ${HISTORY_DAYS} * 86000 / ${PAYOUTS}) SECOND)`;
  // Two incidents since one instant: bankline payouts that never reached the ledger, and northpay ones booked without their fee.
  const recent = `p.paid_at >= '${times.ledgerGapStart}'`;
  const isMissing = `(p.gateway = 'bankline' AND ${recent} AND p.id % 29 = 0)`;
  const isShort = `(p.gateway = 'northpay' AND ${recent} AND p.id % 41 = 0)`;
  return [
    `INSERT INTO payouts SELECT 70001 + s.n, ${gateway}, CONCAT(UPPER(${gateway}), '-PO-', LPAD(s.n + 1, 5, '0'), '-', UPPER(LPAD(HEX(s.b % 4096), 3, '0'))),
       40 + (s.c % 900000) / 100, ${paidAt}
     FROM seq s WHERE s.n < ${PAYOUTS} ORDER BY s.n`,
    `INSERT INTO ledger_entries
     SELECT 10 * (p.id - 70000), 'bank', CONCAT('Settlement of ', LOWER(REPLACE(p.bank_reference, '-', ' ')), ' booked ', DATE_FORMAT(p.paid_at, '%d.%m.%Y')),
       p.amount - IF(${isShort}, 2.50, 0), DATE_ADD(p.paid_at, INTERVAL 5 MINUTE)
     FROM payouts p WHERE NOT ${isMissing} ORDER BY p.id`,
    `INSERT INTO ledger_entries
     SELECT 100001 + s.n, ELT(1 + s.b % 3, 'fees', 'refunds', 'shipping'), CONCAT(ELT(1 + s.b % 3, 'Gateway fee', 'Refund', 'Parcel label'), ' for order ', 100000 + s.c % 60000),
       -1 * (0.35 + (s.d % 4000) / 100), DATE_ADD(TIMESTAMP'${times.historyStart}', INTERVAL FLOOR(s.n * ${HISTORY_DAYS} * 86000 / ${LEDGER_FEES}) SECOND)
     FROM seq s WHERE s.n < ${LEDGER_FEES} ORDER BY s.n`,
  ];
}
