import type { LateArrival } from "../contracts/cancellation";
import { recordControlLine } from "./control-line";
import type { Clock, TraceRecorder } from "./ports";

/** So many arrivals are kept and recorded in full; beyond it they are only counted. */
export const LATE_ARRIVALS_KEPT = 256;

/**
 * The late-arrival ledger of one run: what came after it was over, or after its call had been given up, from which
 * call, how late (RUN-15). Nothing in here is ever merged.
 */
export class LateArrivals {
  private kept: LateArrival[] | null = null;
  private total = 0;

  constructor(
    private readonly clock: Clock,
    private readonly trace: TraceRecorder,
  ) {}

  get list(): readonly LateArrival[] {
    return this.kept ?? [];
  }

  get count(): number {
    return this.total;
  }

  /** @param sinceMs the moment after which it was late, ms since the epoch */
  note(what: LateArrival["what"], callId: string, sinceMs: number): void {
    this.total += 1;
    this.kept ??= [];
    if (this.kept.length >= LATE_ARRIVALS_KEPT) return;
    const at = this.clock.now();
    const arrival = { what, callId, at, lateByMs: Math.max(0, at - sinceMs) };
    this.kept.push(arrival);
    this.trace.lateArrival(arrival);
    recordControlLine(this.trace, {
      name: "LATE_ARRIVAL",
      status: "refused",
      at,
      callId,
      detail: { what, lateByMs: arrival.lateByMs },
    });
  }
}
