const LABEL_WIDTH = 64;
/** A step that takes longer than this is announced, so that nobody wonders what is going on. */
const ANNOUNCE_AFTER_MS = 1_500;

/** One line per step with its time. Steps may run side by side; each prints its line when it is done. */
export class StepPrinter {
  constructor(private readonly write: (line: string) => void = (line) => console.log(line)) {}

  /** Runs a step and prints its line. The step's own result may refine the label through `note`. */
  async step<T>(label: string, run: (note: (text: string) => void) => Promise<T>): Promise<T> {
    const startedMs = performance.now();
    let suffix = "";
    const announcement = setTimeout(() => this.write(`  … ${label}`), ANNOUNCE_AFTER_MS);
    try {
      const result = await run((text) => {
        suffix = `: ${text}`;
      });
      this.write(formatStep(`${label}${suffix}`, performance.now() - startedMs));
      return result;
    } finally {
      clearTimeout(announcement);
    }
  }

  /** A line of its own, for what a person should know but need not act upon. */
  say(text: string): void {
    this.write(`  ${text}`);
  }
}

function formatStep(label: string, durationMs: number): string {
  return `  ${label.padEnd(LABEL_WIDTH)} ${(durationMs / 1000).toFixed(1).padStart(6)} s`;
}
