/**
 * The two scratch tables everything else is derived from: `seq` (a row number with five independent hash values, 0 … 16,777,215)
 * and `day_slot` (the second of the day of each of a day's orders, following the shop's daily rhythm).
 * MD5 takes the place of RAND(), so that the same instant gives the same bytes on every server.
 */
import { HISTORY_DAYS, type DemoTimes } from "./demo-times";

/** Orders of a full-strength day; weekdays see a part of them. */
export const ORDER_SLOTS_PER_DAY = 2_000;
/** As many as the history, opened and closed by a part of a day, has order slots; no table is derived from more. */
const SEQUENCE_ROWS = (HISTORY_DAYS + 1) * ORDER_SLOTS_PER_DAY;

/** Share of a day's orders per UTC hour, in 2,000ths: quiet nights, a lunch bump, a strong evening. */
const HOURLY_ORDERS: readonly number[] = [
  52, 44, 40, 40, 42, 48, 60, 72, 84, 92, 96, 102, 108, 100, 92, 90, 94, 104, 118, 128, 126, 112, 88, 68,
];

function slotSeconds(): number[] {
  return HOURLY_ORDERS.flatMap((orders, hour) =>
    Array.from({ length: orders }, (_, index) => hour * 3_600 + Math.floor((index * 3_600) / orders)),
  );
}

const hashPart = (start: number): string => `CAST(CONV(SUBSTR(h, ${start}, 6), 16, 10) AS SIGNED)`;
const digits =
  "(SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";

/** Statements that create and fill the scratch tables of the current database. */
export function fillNumbers(): string[] {
  const slots = slotSeconds();
  if (slots.length !== ORDER_SLOTS_PER_DAY) throw new Error(`the daily rhythm has ${slots.length} slots`);
  return [
    `CREATE TABLE seq (n INT NOT NULL PRIMARY KEY, a INT NOT NULL, b INT NOT NULL, c INT NOT NULL,
       d INT NOT NULL, e INT NOT NULL) ENGINE=InnoDB`,
    `INSERT INTO seq
     SELECT n, ${hashPart(1)}, ${hashPart(7)}, ${hashPart(13)}, ${hashPart(19)}, ${hashPart(25)}
     FROM (SELECT n, MD5(CONCAT('shop-', n)) AS h
           FROM (SELECT d5.d * 10000 + d4.d * 1000 + d3.d * 100 + d2.d * 10 + d1.d AS n
                 FROM ${digits} d5, ${digits} d4, ${digits} d3, ${digits} d2, ${digits} d1) numbers
           WHERE n < ${SEQUENCE_ROWS}) hashed
     ORDER BY n`,
    `CREATE TABLE day_slot (k INT NOT NULL PRIMARY KEY, second_of_day INT NOT NULL) ENGINE=InnoDB`,
    `INSERT INTO day_slot VALUES ${slots.map((second, k) => `(${k}, ${second})`).join(",")}`,
  ];
}

/** A derived table (n, a … e, at): one row per order slot of the history, in time order, UTC. */
export function orderMoments(times: DemoTimes): string {
  return `(SELECT s.n, s.a, s.b, s.c, s.d, s.e,
      DATE_ADD(DATE_ADD(TIMESTAMP'${times.firstDay}', INTERVAL FLOOR(s.n / ${ORDER_SLOTS_PER_DAY}) DAY),
        INTERVAL k.second_of_day + s.a % 25 SECOND) AS at
    FROM seq s JOIN day_slot k ON k.k = s.n % ${ORDER_SLOTS_PER_DAY}
    WHERE s.n < ${SEQUENCE_ROWS})`;
}
