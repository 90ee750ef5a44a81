/** Numbers with units against columns that state one (EvidenceGuard). */
import { describe, expect, it } from "vitest";
import { invocationIdOf, readyRecord, storeOf } from "../testing/ready-record";
import { checkEvidence } from "./evidence-guard";

function codesOf(text: string, column: string, ...cells: readonly (string | null)[]): readonly string[] {
  const record = readyRecord({ columns: [column], rows: cells.map((cell) => [cell]) });
  const claims = [{ text, kind: "presence" as const, invocationIds: [invocationIdOf(1)], scope: "" }];
  const draft = { conclusion: text, claims, missing_info: [], recommended_actions: [] };
  return checkEvidence(draft, storeOf([record]), "why?")
    .filter(({ claim }) => claim !== null)
    .map(({ code }) => code);
}

describe("a number with a unit", () => {
  it.each([
    ["It took 2.3 s", "duration_ms", "2300"],
    ["It took 2.3 s", "duration_ms", "2298"],
    ["It took 2.3s", "duration_ms", "2300"],
    ["It took 2.3 seconds", "durationMs", "2300"],
    ["It took 2300 ms", "duration_ms", "2300"],
    ["It took 2,300 ms", "duration_ms", "2300"],
    ["It took 2300", "duration_ms", "2300"],
    ["It took 2,300,000 µs", "duration_ms", "2300"],
    ["It took 2.3 ms", "latency_us_p95", "2300"],
    ["It took 38.3 minutes", "elapsed_ms", "2300000"],
    ["It took 38 min 20 s", "elapsed_ms", "2300000"],
    ["It took 1 h 20 min", "elapsed_seconds", "4800"],
    ["It took 1 hour and 20 minutes and 5 seconds", "elapsed_seconds", "4805"],
    ["It took 2 h", "uptime_sec", "7200"],
    ["It took 2 hours", "Seconds_Behind_Master", "7200"],
    ["It took 3 days", "uptime_hours", "72"],
    ["a 5-minute window", "window_minutes", "5"],
    ["a 5-minute window", "window_s", "300"],
    ["between 2-5 s", "duration_ms", "2000", "5000"],
    ["It uses 1.2 GB", "size_bytes", "1200000000"],
    ["It uses 1.1 GiB", "size_bytes", "1181116006"],
    ["It uses 1.2GB", "size_mb", "1200"],
    ["It uses 2 GiB", "size_mib", "2048"],
    ["It uses 512 KiB", "size_kib", "512"],
    ["It uses 500 kB", "used_kb", "500"],
    ["37 % failed", "failed_ratio", "0.37"],
    ["37% failed", "failed_share", "0.3711"],
    ["0.4 percent failed", "error_rate", "0.004"],
    ["0.37 failed", "failed_ratio", "0.37"],
    ["37 % failed", "failed_pct", "37"],
    ["37 percent failed", "failed_percent", "37.2"],
    ["37 % failed", "failed_pct_week_before", "37"],
    ["失败率为37％", "failed_ratio", "0.37"],
    ["失败率为百分之37", "failed_ratio", "0.37"],
    ["耗时2.3秒", "duration_ms", "2300"],
    ["耗时2300毫秒", "duration_ms", "2300"],
    ["Es dauerte 2,3 Sekunden", "duration_ms", "2300"],
    ["Это заняло 2,3 секунды", "duration_ms", "2300"],
    ["Tardó 2,3 segundos", "duration_ms", "2300"],
    ["120 EUR are owed", "amount_eur", "120"],
    ["€120 are owed", "amount_eur", "120"],
    ["12 MB/s are read", "throughput", "12"],
    // Columns that state no unit take any, as the number stands.
    ["It took 12 s", "latency", "12"],
    ["50% failed", "errors", "50"],
    ["5 minutes", "orders_over_5_seconds", "5"],
    ["1 s", "100 < create_ms", "1"],
    ["3 s", "bytes_per_second", "3"],
    ["12 ms", "SUM(create_ms > 100)", "12"],
    ["14 h", "hour", "14"],
    ["5 %", "growth_rate", "5"],
    ["5 s", "duration_ms_count", "5"],
    ["5 min", "amount_min", "5"],
    ["5 s", "ms_office", "5"],
    ["5 s", "us", "5"],
    // A text says its own.
    ["It took 0.35 s", "message", "slow: took 350 ms"],
  ])("stands: %s on %s", (text, column, ...cells) => {
    expect(codesOf(text, column, ...cells)).toEqual([]);
  });

  it.each([
    ["It took 2300 s", "duration_ms", "2300"],
    ["It took 2300 seconds", "duration_ms", "2300"],
    ["It took 2300s", "duration_ms", "2300"],
    ["It took 2300 m", "duration_ms", "2300"],
    ["It took 2300 GB", "duration_ms", "2300"],
    ["2300 % of it", "duration_ms", "2300"],
    ["2300 per second", "duration_ms", "2300"],
    ["12 MB/s are read", "size_mb", "12"],
    ["between 2000-2300 s", "duration_ms", "2000", "2300"],
    ["12 MiB", "size_mb", "12"],
    ["12 bytes", "size_kb", "12"],
    ["0.37 % failed", "failed_ratio", "0.37"],
    ["37 s failed", "failed_pct", "37"],
    ["耗时2300秒", "duration_ms", "2300"],
    ["Es dauerte 2300 Sekunden", "duration_ms", "2300"],
    ["Это заняло 2300 секунд", "duration_ms", "2300"],
    ["120 USD are owed", "amount_eur", "120"],
    ["$120 are owed", "amount_eur", "120"],
    ["It took 350 s", "message", "slow: took 350 ms"],
  ])("falls by its unit: %s on %s", (text, column, ...cells) => {
    expect(codesOf(text, column, ...cells)).toEqual(["FIGURE_IN_OTHER_UNIT"]);
  });

  it.each([
    ["It took 2.4 s", "duration_ms", "2300"],
    ["It took 3.2 s", "duration_ms", "2300"],
    ["It took 2.30 s", "duration_ms", "2294"],
    ["It took 1 h 21 min", "elapsed_seconds", "4800"],
    ["It took 5 s and 5 s", "elapsed_seconds", "10"],
    ["It uses 1.3 GB", "size_bytes", "1200000000"],
    ["It uses 1.2 GiB", "size_bytes", "1200000000"],
    ["38 % failed", "failed_ratio", "0.37"],
    // The name states no share where a value is none.
    ["37 % failed", "failed_ratio", "0.37", "2"],
    // Nothing is converted that no column states.
    ["It took 2.3 s", "duration", "2300"],
    ["37 % failed", "failed", "0.37"],
    // A conversion that rounds away what matters.
    ["It took 1 h", "elapsed_minutes", "31"],
    ["It took 0 h", "elapsed_minutes", "25"],
    ["It uses 0 GB", "size_bytes", "12000000"],
  ])("falls by its number: %s on %s", (text, column, ...cells) => {
    expect(codesOf(text, column, ...cells)).toEqual(["FIGURE_NOT_IN_EVIDENCE"]);
  });
});
