/** What became of the samples of one contender: the middle one, and between which two the middle half lies. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Throws RangeError without samples. */
export function spreadOf(samples: readonly number[]): Spread {
  const sorted = [...samples].sort((a, b) => a - b);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
}

/** The middle of the ratios of samples that were taken in the same round, so that a noisy moment is in both. */
export function pairedRatio(ours: readonly number[], theirs: readonly number[]): number {
  const ratios = ours.map((value, round) => {
    const other = theirs[round];
    if (other === undefined) throw new RangeError("paired samples come in pairs");
    return value / other;
  });
  return spreadOf(ratios).median;
}

function quantile(sorted: readonly number[], share: number): number {
  const value = sorted[Math.round((sorted.length - 1) * share)];
  if (value === undefined) throw new RangeError("a quantile needs samples");
  return value;
}
