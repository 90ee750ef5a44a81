import { roundedUnits, type Decimal } from "./decimal";
import { COUNT_OF_ROWS, isBareRate, type Unit } from "./unit";

/** A number with the unit that it is written with or that its column states; null where neither says one. */
export interface Quantity {
  readonly value: Decimal;
  readonly unit: Unit | null;
}

/** Converting may round away at most one part in so many: "1 h" is not what 40 minutes are. */
const LARGEST_LOSS = 5n;

/**
 * How the quantity is written with `decimals` decimals in `unit`, times 10^decimals: rounded half away from zero, and converted where both units
 * are of one dimension. Null when it cannot be written so: the units do not agree, or too much would be rounded away.
 */
export function writtenAs(quantity: Quantity, unit: Unit | null, decimals: number): bigint | null {
  const { value } = quantity;
  if (quantity.unit === null || unit === null) return roundedUnits(value, decimals);
  if (quantity.unit === COUNT_OF_ROWS && isBareRate(unit)) return roundedUnits(value, decimals);
  if (quantity.unit.dimension !== unit.dimension) return null;
  if (quantity.unit.size === unit.size) return roundedUnits(value, decimals);
  // The quantity in that unit, times 10^decimals, is over / under, exactly.
  const over = value.units * quantity.unit.size * 10n ** BigInt(decimals);
  const under = 10n ** BigInt(value.scale) * unit.size;
  const rounded = divideRounding(over, under);
  return magnitude(over - rounded * under) * LARGEST_LOSS <= magnitude(over) ? rounded : null;
}

/** Half away from zero; `under` is positive. */
function divideRounding(over: bigint, under: bigint): bigint {
  const rounded = (magnitude(over) * 2n + under) / (under * 2n);
  return over < 0n ? -rounded : rounded;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
