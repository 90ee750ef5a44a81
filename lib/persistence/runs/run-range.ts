/** Time ranges as ranges of run ids: an id begins with the time at which its run began (decision 0004), so the primary key is the order of time. */
import { encodeIdBody } from "../../contracts/ids";

/** `least` ≤ run id < `before`. */
export interface RunRange {
  readonly least: string;
  readonly before: string;
}

const PREFIX = "run_";
const TIME_CHARACTERS = 10;
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const NO_RANDOMNESS = new Uint8Array(16);
/** Above every id: as many of the last digit, and one more. */
const AFTER_ALL = `${PREFIX}${"z".repeat(27)}`;

/** @param before the id to go on below, exclusive: a cursor */
export function rangeOf(
  { from, to }: { readonly from?: number | undefined; readonly to?: number | undefined },
  before: string | undefined,
): RunRange {
  const upper = to === undefined ? AFTER_ALL : firstIdAt(to);
  return {
    least: from === undefined ? PREFIX : firstIdAt(from),
    before: before !== undefined && before < upper ? before : upper,
  };
}

/** Not above any id of that time, above every id of an earlier one. */
export function firstIdAt(timeMs: number): string {
  return PREFIX + encodeIdBody(timeMs, NO_RANDOMNESS).slice(0, TIME_CHARACTERS);
}

/** When the run of an id began, ms since the epoch. */
export function timeOfRunId(runId: string): number {
  let time = 0;
  for (const character of runId.slice(PREFIX.length, PREFIX.length + TIME_CHARACTERS)) {
    time = time * DIGITS.length + DIGITS.indexOf(character);
  }
  return time;
}

/** The same in SQL. @param column of run ids */
export function timeOfRunIdSql(column: string): string {
  const digit = (at: number) =>
    `(LOCATE(SUBSTRING(${column}, ${PREFIX.length + at + 1}, 1), '${DIGITS}') - 1) * ${32 ** (TIME_CHARACTERS - 1 - at)}`;
  return `(${Array.from({ length: TIME_CHARACTERS }, (_, at) => digit(at)).join(" + ")})`;
}
