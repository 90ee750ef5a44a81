/** One line of the table. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The same work without the harness, measured in the same run, in the same unit. */
  readonly floor?: number;
  /** `value` over `floor`. */
  readonly ratio?: number;
  /** What is wanted, in words, e.g. `≤ 10x`. */
  readonly goal?: string;
}

/** Measures and returns its rows. Providers run one after another, alone. */
export type RowProvider = () => Promise<readonly BenchRow[]>;

/** A row with its ratio to a floor that was measured beside it. */
export function rowOverFloor(
  name: string,
  value: number,
  unit: string,
  floor: number,
  goal: string,
): BenchRow {
  return { name, value, unit, floor, ratio: value / floor, goal };
}

/**
 * The lower quartile: what it costs when nobody else wants the processor. Others' work can only make a sample slower, so
 * the middle of the samples says more about them than about us.
 */
export function lowerQuartile(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const quartile = sorted[Math.floor(sorted.length / 4)];
  if (quartile === undefined) throw new RangeError("a quartile needs samples");
  return quartile;
}
