/** What became of a reservation; `balance` is what is left after it. */
export interface CapacityAnswer {
  readonly ok: boolean;
  readonly balance: number;
}

/** The one counter type behind every budget (RUN-11). It counts; it knows neither calls nor ledgers. */
export class RunCapacityCounter {
  readonly limit: number;
  private taken: number;

  /**
   * @param taken what was used before, which may be more than the limit
   * @throws RangeError when one of them is not a whole number ≥ 0
   */
  constructor(limit: number, taken = 0) {
    if (!Number.isSafeInteger(limit) || limit < 0)
      throw new RangeError(`a limit is a whole number ≥ 0, not ${limit}`);
    assertAmount(taken);
    this.limit = limit;
    this.taken = taken;
  }

  get used(): number {
    return this.taken;
  }

  /** May be negative: a settlement states what was really used. */
  get balance(): number {
    return this.limit - this.taken;
  }

  /**
   * Takes `amount` when that much is left, else takes nothing.
   * @throws RangeError when the amount is not a whole number ≥ 0
   */
  tryReserve(amount: number): CapacityAnswer {
    assertAmount(amount);
    if (this.taken + amount > this.limit) return { ok: false, balance: this.limit - this.taken };
    this.taken += amount;
    return { ok: true, balance: this.limit - this.taken };
  }

  /**
   * Moves usage by `delta` (+ charges, − gives back) without asking, and returns the balance.
   * @throws RangeError when the delta is not a whole number or gives back more than was taken
   */
  settle(delta: number): number {
    if (!Number.isSafeInteger(delta)) throw new RangeError(`a delta is a whole number, not ${delta}`);
    if (this.taken + delta < 0) throw new RangeError("more would be given back than was taken");
    this.taken += delta;
    return this.limit - this.taken;
  }
}

function assertAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError(`an amount is a whole number ≥ 0, not ${amount}`);
}
