/** What a held read is rejected with when it is stopped. */
class ReadStopped extends Error {
  override readonly name = "ReadStopped";
}

interface Held {
  readonly resolve: (value: number) => void;
  readonly reject: (error: ReadStopped) => void;
}

/**
 * The outside of every call that is measured: what it reads, and what takes its child's value. It answers at once, or
 * holds every read until it is told to let go.
 */
export class Store {
  #holding = false;
  #held = new Map<number, Held>();
  #accepted = 0;
  #stops = 0;

  /** Sum of the values that were accepted. */
  get accepted(): number {
    return this.#accepted;
  }

  /** Reads that are suspended now. */
  get held(): number {
    return this.#held.size;
  }

  /** Held reads that were stopped. */
  get stops(): number {
    return this.#stops;
  }

  /** Fulfils with `key + 1`. Keys of held reads must differ. */
  read(key: number): Promise<number> {
    if (!this.#holding) return Promise.resolve(key + 1);
    return new Promise((resolve, reject) => {
      this.#held.set(key, { resolve, reject });
    });
  }

  /** Rejects a held read with ReadStopped; does nothing for one that is not held. */
  stop(key: number): void {
    const held = this.#held.get(key);
    if (held === undefined) return;
    this.#held.delete(key);
    this.#stops += 1;
    held.reject(new ReadStopped(`read ${key} was stopped`));
  }

  accept(value: number): void {
    this.#accepted += value;
  }

  hold(): void {
    this.#holding = true;
  }

  /** Answers every held read, and from now on at once. */
  letGo(): void {
    this.#holding = false;
    const held = this.#held;
    this.#held = new Map();
    for (const [key, { resolve }] of held) resolve(key + 1);
  }
}
