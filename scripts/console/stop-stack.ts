interface Entry {
  readonly name: string;
  readonly stop: () => Promise<void>;
}

/** What was started, to be stopped in the reverse order. One that fails to stop does not keep the others running. */
export class StopStack {
  private readonly entries: Entry[] = [];

  push(name: string, stop: () => Promise<void>): void {
    this.entries.push({ name, stop });
  }

  /** Stops everything once, newest first, and returns what went wrong. */
  async stopAll(): Promise<{ name: string; error: unknown }[]> {
    const failures: { name: string; error: unknown }[] = [];
    for (let entry = this.entries.pop(); entry !== undefined; entry = this.entries.pop()) {
      try {
        await entry.stop();
      } catch (error) {
        failures.push({ name: entry.name, error });
      }
    }
    return failures;
  }
}
