/**
 * The five filtered axes of a run in one whole number, a decimal digit each: `facet` of `diagnosis_run`, which the server generates from the axes'
 * own columns. Few of the possible codes occur, so a filter of any combination is a short list of codes, and each code is one range of an index
 * that ends in the run id. It is an index key, not an axis: nothing else is made of it.
 */
import type {
  DiagnosisStopReason,
  FallbackType,
  IntentType,
  ReleaseOutcome,
  RunState,
} from "../../contracts/axes";
import type { RunFilter } from "../../contracts/run-filter";

/** The axes of a code; null: the run has no value there yet, or never. */
export interface FacetAxes {
  readonly state: RunState;
  readonly outcome: ReleaseOutcome | null;
  readonly fallback: FallbackType | null;
  readonly intent: IntentType | null;
  readonly stopReason: DiagnosisStopReason | null;
}
export type FacetAxis = keyof FacetAxes;

// The digits of the migration that made the column. A new value is a new migration; the test compares the two.
const STATE_DIGIT = {
  RUNNING: 1,
  SUCCESS: 2,
  FAILED: 3,
  CANCELLED: 4,
  TIMED_OUT: 5,
  BUDGET_EXHAUSTED: 6,
} as const satisfies Record<RunState, number>;
const OUTCOME_DIGIT = {
  SUCCESS: 1,
  FALLBACK: 2,
  FAILED: 3,
  CANCELLED: 4,
} as const satisfies Record<ReleaseOutcome, number>;
const FALLBACK_DIGIT = {
  MISSING_REQUIRED_CONTEXT: 1,
  INSUFFICIENT_EVIDENCE: 2,
  EVIDENCE_VALIDATION_FAILED: 3,
  SEMANTIC_UNSUPPORTED: 4,
  SEMANTIC_UNAVAILABLE: 5,
} as const satisfies Record<FallbackType, number>;
const INTENT_DIGIT = {
  SYSTEM_CHAT: 1,
  KNOWLEDGE_QUERY: 2,
  DIAGNOSIS: 3,
} as const satisfies Record<IntentType, number>;
const STOP_REASON_DIGIT = {
  INFORMATION_SATURATED: 1,
  PROGRESS_PROTOCOL_VIOLATED: 2,
  BUDGET_LIMIT_REACHED: 3,
} as const satisfies Record<DiagnosisStopReason, number>;

/** The code that the server generates for a run with these axes. */
export function facetOf(axes: FacetAxes): number {
  return (
    STATE_DIGIT[axes.state] * 10_000 +
    (axes.outcome === null ? 0 : OUTCOME_DIGIT[axes.outcome]) * 1_000 +
    (axes.fallback === null ? 0 : FALLBACK_DIGIT[axes.fallback]) * 100 +
    (axes.intent === null ? 0 : INTENT_DIGIT[axes.intent]) * 10 +
    (axes.stopReason === null ? 0 : STOP_REASON_DIGIT[axes.stopReason])
  );
}

/** @throws RangeError for a number that is no code: a foreign writer, or a value that the column's migration does not know */
export function axesOf(facet: number): FacetAxes {
  const state = valueAt(STATE_DIGIT, facet, 10_000);
  if (state === null || !Number.isInteger(facet)) throw new RangeError(`${facet} is no facet of a run`);
  return {
    state,
    outcome: valueAt(OUTCOME_DIGIT, facet, 1_000),
    fallback: valueAt(FALLBACK_DIGIT, facet, 100),
    intent: valueAt(INTENT_DIGIT, facet, 10),
    stopReason: valueAt(STOP_REASON_DIGIT, facet, 1),
  };
}

type AxisFilter = Pick<RunFilter, "state" | "outcome" | "fallback" | "intent" | "stopReason">;

/** Whether a run of this code passes the filter's axes, `except` one of them. */
export function facetPasses(facet: number, filter: AxisFilter, except?: FacetAxis): boolean {
  const axes = axesOf(facet);
  return (
    (except === "state" || allows(filter.state, axes.state)) &&
    (except === "outcome" || allows(filter.outcome, axes.outcome)) &&
    (except === "fallback" || allows(filter.fallback, axes.fallback)) &&
    (except === "intent" || allows(filter.intent, axes.intent)) &&
    (except === "stopReason" || allows(filter.stopReason, axes.stopReason))
  );
}

/** Whether the filter names any axis. */
export function filtersAxes(filter: AxisFilter): boolean {
  return [filter.state, filter.outcome, filter.fallback, filter.intent, filter.stopReason].some(
    (values) => values !== undefined,
  );
}

function allows<T extends string>(wanted: readonly T[] | undefined, value: T | null): boolean {
  return wanted === undefined || (value !== null && wanted.includes(value));
}

function valueAt<K extends string>(
  digits: Readonly<Record<K, number>>,
  facet: number,
  weight: number,
): K | null {
  const digit = Math.floor(facet / weight) % 10;
  if (digit === 0) return null;
  for (const key in digits) if (digits[key] === digit) return key;
  throw new RangeError(`${facet} is no facet of a run`);
}
