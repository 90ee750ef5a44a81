/** Work that is under way, whoever waits for its outcome. */
export class UnderWay {
  readonly #work = new Set<Promise<unknown>>();

  /** Returns a promise of the same outcome; handling it stays the caller's. */
  add<T>(work: Promise<T>): Promise<T> {
    const noted = work.finally(() => this.#work.delete(noted));
    this.#work.add(noted);
    return noted;
  }

  /** Fulfils when none is under way, however it ended. */
  async none(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
  }
}
