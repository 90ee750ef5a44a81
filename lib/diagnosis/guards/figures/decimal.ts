/** Exact decimal numbers as texts give them: nothing is ever turned into a binary fraction. */
export interface Decimal {
  /** Value times 10^scale. */
  readonly units: bigint;
  /** Number of decimals as written, ≥ 0. */
  readonly scale: number;
}

const PLAIN = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Reads "-12.50", "1e3", ".5"; null when the text is no number. */
export function parseDecimal(text: string): Decimal | null {
  const match = PLAIN.exec(text);
  if (match === null) return null;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  if (whole === "" && fraction === "") return null;
  const magnitude = BigInt(whole + fraction);
  const units = sign === "-" ? -magnitude : magnitude;
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

/** The number rounded to `decimals`, half away from zero, times 10^decimals. */
export function roundedUnits(value: Decimal, decimals: number): bigint {
  if (value.scale <= decimals) return value.units * 10n ** BigInt(decimals - value.scale);
  const divisor = 10n ** BigInt(value.scale - decimals);
  const magnitude = value.units < 0n ? -value.units : value.units;
  const rounded = (magnitude * 2n + divisor) / (divisor * 2n);
  return value.units < 0n ? -rounded : rounded;
}

/** The number times a power of ten, as in "1.2 million"; it keeps what precision it had beyond that, and is whole otherwise. */
export function scaledBy(value: Decimal, powerOfTen: number): Decimal {
  return powerOfTen <= value.scale
    ? { units: value.units, scale: value.scale - powerOfTen }
    : { units: value.units * 10n ** BigInt(powerOfTen - value.scale), scale: 0 };
}
