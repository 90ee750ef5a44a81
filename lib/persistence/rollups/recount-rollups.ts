/** The rollups counted from the runs themselves: what a store that was filled in bulk starts with, and what tests hold the kept ones against. */
import { timeOfRunIdSql } from "../runs/run-range";
import { BUDGET_RESOURCES } from "../../contracts/budget";
import { binSql, MEASURE_BINS, TOOL_BINS, usedPercentSql } from "./measure-bins";
import { DAY, EVER, HOUR } from "./rollup-bucket";
import { UNTIMED_BIN } from "./tool-rollup";

/** Runs are counted by the time in their id, as they are listed. */
const RUN_HOUR = `${timeOfRunIdSql("run_id")} DIV 3600000`;
const TOOK_MS = "GREATEST(0, TIMESTAMPDIFF(MICROSECOND, started_at, completed_at) DIV 1000)";

const MEASURED = [
  ["duration", "duration_ms"],
  ["cancel", "cancel_settled_ms"],
  ["budget", "CAST(CEIL(budget_share * 100) AS SIGNED)"],
] as const;

interface Rollup {
  readonly table: string;
  readonly keys: string;
  readonly sums: readonly string[];
  /** `bucket`, the keys and the sums, per hour. */
  readonly hourly: string;
}

const ROLLUPS: readonly Rollup[] = [
  {
    table: "run_rollup",
    keys: "facet, model",
    sums: ["runs", "input_tokens", "output_tokens", "agent_steps", "tool_calls"],
    hourly: `SELECT ${RUN_HOUR} AS bucket, facet, model, COUNT(*) AS runs, SUM(input_tokens) AS input_tokens,
        SUM(output_tokens) AS output_tokens, SUM(agent_steps) AS agent_steps, SUM(tool_calls) AS tool_calls
      FROM diagnosis_run WHERE outcome_stored_at IS NOT NULL GROUP BY 1, 2, 3`,
  },
  ...MEASURED.map(([measure, value]): Rollup => ({
    table: "run_histogram",
    keys: "measure, bin",
    sums: ["runs", "total"],
    hourly: `SELECT ${RUN_HOUR} AS bucket, '${measure}' AS measure, ${binSql(MEASURE_BINS[measure], value)} AS bin,
          COUNT(*) AS runs, SUM(${value}) AS total
        FROM diagnosis_run WHERE outcome_stored_at IS NOT NULL AND ${value} IS NOT NULL GROUP BY 1, 2, 3`,
  })),
  // By whole percents first: a document is read once for each run, and few percents occur.
  ...BUDGET_RESOURCES.map((resource): Rollup => ({
    table: "run_histogram",
    keys: "measure, bin",
    sums: ["runs", "total"],
    hourly: `SELECT bucket, '${resource}' AS measure, ${binSql(MEASURE_BINS[resource], "used")} AS bin, SUM(runs) AS runs,
          SUM(used * runs) AS total
        FROM (
          SELECT ${RUN_HOUR} AS bucket, ${usedPercentSql(resource)} AS used, COUNT(*) AS runs
          FROM diagnosis_run WHERE outcome_stored_at IS NOT NULL GROUP BY 1, 2
        ) percents WHERE used IS NOT NULL GROUP BY 1, 2, 3`,
  })),
  {
    table: "tool_rollup",
    keys: "tool, source, bin",
    sums: ["calls", "errors", "no_evidence", "total"],
    hourly: `SELECT bucket, tool, source, bin, COUNT(*) AS calls, SUM(is_error) AS errors, SUM(is_empty) AS no_evidence,
        SUM(CASE bin WHEN ${UNTIMED_BIN} THEN 0 ELSE took_ms END) AS total
      FROM (
        SELECT TIMESTAMPDIFF(HOUR, '1970-01-01', started_at) AS bucket, tool, source, evidence_status = 'ERROR' AS is_error,
          evidence_status = 'NO_EVIDENCE' AS is_empty, ${TOOK_MS} AS took_ms,
          CASE WHEN COALESCE(error_code, '') = 'PROCESS_LOST' THEN ${UNTIMED_BIN} ELSE ${binSql(TOOL_BINS, TOOK_MS)} END AS bin
        FROM tool_invocation WHERE status <> 'PROJECTING'
      ) ended GROUP BY 1, 2, 3, 4`,
  },
];

/** Statements that count every rollup anew, to be run in this order and in one transaction, while no run ends. */
export function recountStatements(): readonly string[] {
  const tables = [...new Set(ROLLUPS.map(({ table }) => table))];
  return [
    ...tables.map((table) => `DELETE FROM ${table}`),
    ...ROLLUPS.map(({ table, keys, sums, hourly }) => {
      const columns = ["bucket", keys, ...sums].join(", ");
      return `INSERT INTO ${table} (bucket_hours, ${columns}) SELECT ${HOUR}, ${columns} FROM (${hourly}) hourly`;
    }),
    ...ROLLUPS.filter(({ table }, at) => ROLLUPS.findIndex((each) => each.table === table) === at).flatMap(
      ({ table, keys, sums }) => [
        wider(table, keys, sums, DAY, `bucket DIV ${DAY} * ${DAY}`),
        wider(table, keys, sums, EVER, "0"),
      ],
    ),
  ];
}

/** Days and all time are sums of hours. */
function wider(
  table: string,
  keys: string,
  sums: readonly string[],
  bucketHours: number,
  bucket: string,
): string {
  const totals = sums.map((column) => `SUM(${column})`).join(", ");
  return `INSERT INTO ${table} (bucket_hours, bucket, ${keys}, ${sums.join(", ")})
    SELECT ${bucketHours}, ${bucket}, ${keys}, ${totals} FROM ${table} WHERE bucket_hours = ${HOUR} GROUP BY 2, ${keys}`;
}
