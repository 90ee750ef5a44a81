/** Randomness that is the same for the same seed: xorshift, 32 bits. */
export class SeedRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761 + 1) >>> 0 || 1;
  }

  /** 0 ≤ x < 1 */
  next(): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x >>> 0;
    return this.#state / 4_294_967_296;
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** @throws RangeError for an empty list */
  pick<T>(values: readonly T[]): T {
    const value = values[Math.floor(this.next() * values.length)];
    if (value === undefined) throw new RangeError("nothing to pick from");
    return value;
  }

  /** Few of the first are picked often, many of the last seldom. */
  skewed(count: number): number {
    return Math.min(count - 1, Math.floor(count * this.next() ** 3));
  }

  /** Spread as times are: most near the median, a long tail. @param spread 0.5 is narrow, 1.5 is wide */
  aroundMedian(median: number, spread: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
    return Math.max(1, Math.round(median * Math.exp(spread * normal)));
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => Math.floor(this.next() * 256));
  }
}

/** One of several, each as often as its weight says. */
export class Weighted<T> {
  readonly #entries: readonly { readonly upTo: number; readonly value: T }[];
  readonly #total: number;

  constructor(entries: readonly (readonly [weight: number, value: T])[]) {
    let total = 0;
    this.#entries = entries.map(([weight, value]) => ({ upTo: (total += weight), value }));
    this.#total = total;
  }

  pick(random: SeedRandom): T {
    const at = random.next() * this.#total;
    const entry = this.#entries.find(({ upTo }) => at < upTo) ?? this.#entries.at(-1);
    if (entry === undefined) throw new RangeError("nothing to pick from");
    return entry.value;
  }
}
