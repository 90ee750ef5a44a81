import type { Reading } from "./number-figure";
import type { Quantity } from "./quantity";

/** Stands between the parts of a duration that is written in several: "1 h 20 min", "2 minutes and 5 seconds". */
const BETWEEN_PARTS = /^(?:,? (?:and |und |et |y |e |и )?)?$/iu;

/**
 * The readings of two numbers that may be one duration, larger unit first: its sum, or the two as they are. Null when they cannot be one.
 */
export function composeDuration(
  left: readonly Reading[],
  between: string,
  right: readonly Reading[],
): readonly Reading[] | null {
  if (!BETWEEN_PARTS.test(between)) return null;
  const sums = left.flatMap((first) =>
    right.flatMap((second) => {
      const sum = addParts(first, second);
      return sum === null ? [] : [[sum]];
    }),
  );
  if (sums.length === 0) return null;
  return [...sums, ...left.flatMap((first) => right.map((second) => [...first, ...second]))];
}

function addParts(left: Reading, right: Reading): Quantity | null {
  const [large] = left.slice(-1);
  const [small] = right;
  if (left.length !== 1 || right.length !== 1 || large === undefined || small === undefined) return null;
  if (large.unit?.dimension !== "time" || small.unit?.dimension !== "time") return null;
  if (large.unit.size <= small.unit.size || large.value.scale !== 0 || large.value.units < 0n) return null;
  const times = large.unit.size / small.unit.size;
  const units = large.value.units * times * 10n ** BigInt(small.value.scale) + small.value.units;
  return { value: { units, scale: small.value.scale }, unit: small.unit };
}
