/** Where a passive party failed: it disturbed nothing, and it is not forgotten. */
export interface IsolatedFault {
  readonly where: "observer" | "progress" | "cancel-listener" | "late-close" | "clock" | "interaction";
  readonly error: unknown;
}

export type IsolatedFaultSink = (fault: IsolatedFault) => void;

/** Counts the faults of passive parties and tells the host, whose own failure is counted and goes no further. */
export class IsolatedFaults {
  readonly #sink: IsolatedFaultSink | undefined;
  #count = 0;

  constructor(sink?: IsolatedFaultSink) {
    this.#sink = sink;
  }

  get count(): number {
    return this.#count;
  }

  report(where: IsolatedFault["where"], error: unknown): void {
    this.#count += 1;
    if (this.#sink === undefined) return;
    try {
      this.#sink({ where, error });
    } catch {
      // The sink is the last place to tell: its failure can only be counted.
      this.#count += 1;
    }
  }
}
