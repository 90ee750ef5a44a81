import { parseDecimal } from "./decimal";
import { unitNamed, WHOLE_SHARE, type Unit } from "./unit";

/** Names that mean one thing wherever they stand in a column's name. The singular "hour" is the hour of a clock. */
const ANYWHERE = new Set(
  "nanoseconds microseconds milliseconds millis seconds secs minutes mins hours hrs days weeks months years bytes kilobytes megabytes gigabytes terabytes pct percent percentage".split(
    " ",
  ),
);
/** Too short to mean anything but at the end: "sale_ms" and "ms_office" are two things. */
const AT_THE_END = new Set(
  "ns us ms s sec kb mb gb tb pb kib mib gib tib pib eur usd gbp cny jpy chf inr rub".split(" "),
);
/** May follow the unit: "latency_ms_p95", "size_bytes_total". */
const STATISTIC = /^(?:avg|average|mean|median|max|min|sum|total|p\d{1,3})$/;
const SHARE = /^(?:ratio|share|rate|fraction)$/;
/** Such a column counts or divides, whatever its name says beside. */
const NO_MEASURE = /^(?:per|count|counts|cnt|num|number|bucket|n)$/;
/** An expression as a name ("SUM(create_ms > 100)") says what was computed, not in what. */
const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/**
 * The unit that a column states by its name ("duration_ms", "size_bytes", "failed_pct"; "error_ratio" where all numbers lie between 0 and 1);
 * null whenever there is doubt.
 */
export function columnUnit(name: string, cells: readonly (string | null)[]): Unit | null {
  if (!PLAIN_NAME.test(name)) return null;
  const words = wordsOf(name);
  // "orders_over_5_seconds" counts orders.
  if (words.some((word) => NO_MEASURE.test(word) || /^\d+$/.test(word))) return null;
  while (words.length > 1 && STATISTIC.test(words.at(-1) ?? "")) words.pop();
  const last = words.at(-1) ?? "";
  const stated = words.filter(
    (word, index) => ANYWHERE.has(word) || (index > 0 && index === words.length - 1 && AT_THE_END.has(word)),
  );
  if (SHARE.test(last))
    return stated.length === 0 && words.length > 1 && areShares(cells) ? WHOLE_SHARE : null;
  const [only, ...others] = stated;
  return only === undefined || others.length > 0 ? null : unitNamed(only);
}

/** "durationMs" and "duration_ms" are the same two words. */
function wordsOf(name: string): string[] {
  return name
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, "_")
    .toLowerCase()
    .split("_")
    .filter((word) => word !== "");
}

function areShares(cells: readonly (string | null)[]): boolean {
  return cells.every((cell) => {
    const number = cell === null ? null : parseDecimal(cell);
    return number === null || (number.units >= 0n && number.units <= 10n ** BigInt(number.scale));
  });
}
