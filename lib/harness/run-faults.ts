import type { RunId } from "../contracts/ids";

/** Something of others' that threw where it must not; the run was not disturbed. */
export interface HarnessFault {
  readonly runId: RunId;
  readonly source: "recorder" | "cancel_subscriber" | "termination_callback";
  readonly error: unknown;
}

/** Counts the faults of one run and tells whoever reports them (RUN-2). */
export class RunFaults {
  private total = 0;

  constructor(
    private readonly runId: RunId,
    private readonly report: ((fault: HarnessFault) => void) | null,
  ) {}

  get count(): number {
    return this.total;
  }

  note(source: HarnessFault["source"], error: unknown): void {
    this.total += 1;
    try {
      this.report?.({ runId: this.runId, source, error });
    } catch {
      // The reporter of faults is at fault itself: counted, and there is nobody left to tell.
      this.total += 1;
    }
  }
}
