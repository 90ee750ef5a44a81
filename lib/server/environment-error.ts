/** What is wrong with the environment: a sentence for each setting, with its name and what to write instead, and never with its value. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
  /** @param faults at least one, each as `NAME: what is wrong; what to write` */
  constructor(readonly faults: readonly string[]) {
    super(
      faults.length === 1 ? (faults[0] ?? "") : ["the environment is not valid:", ...faults].join("\n  "),
    );
  }
}
