/** What a stage of `npm test` came to. */
export interface StageOutcome {
  readonly passed: number;
  readonly failed: number;
  /** What to show when something failed. */
  readonly output: string;
}

export interface Stage {
  /** As written behind `npm test --`. */
  readonly name: string;
  readonly label: string;
  readonly run: () => Promise<StageOutcome>;
}

/** A stage that is one test: all of it passed or it failed. */
export function asOneTest(ok: boolean, output: string): StageOutcome {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output };
}
