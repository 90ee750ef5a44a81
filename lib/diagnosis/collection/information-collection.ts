import { z } from "zod";
import { DiagnosisStopReason } from "../../contracts/axes";
import type { ReadyToolRecord } from "../../contracts/evidence";
import type { TraceDetail, TraceName, TraceStatus } from "../../contracts/trace";
import type { CanonicalInvocationStore, Clock } from "../../harness/ports";
import type { StageRecorder } from "../../harness/run-stage";
import type { ProgressReport } from "../ports";
import {
  advanceCollection,
  INITIAL_COLLECTION,
  type CollectionEvent,
  CollectionSnapshot,
  type CollectionRemark,
  type CollectionThresholds,
} from "./collection-state";

export interface InformationCollectionOptions {
  readonly trace: StageRecorder;
  readonly clock: Clock;
  readonly invocations: CanonicalInvocationStore;
  readonly thresholds: CollectionThresholds;
  /** Where the collection of this run stood before. */
  readonly remembered?: CollectionMemory | undefined;
}

/** The stop reasons that saturation has; a budget stop is no saturation (INFO-3). */
export const SaturationReason = DiagnosisStopReason.exclude(["BUDGET_LIMIT_REACHED"]);
export type SaturationReason = z.infer<typeof SaturationReason>;

/** What a collection goes on from. */
export const CollectionMemory = z.object({
  snapshot: CollectionSnapshot,
  saturation: SaturationReason.nullable(),
});
export type CollectionMemory = Readonly<z.infer<typeof CollectionMemory>>;

/**
 * The collection of one run: holds the state, decides by `advanceCollection` alone, tells the recorder what became of every
 * event (INFO-1 … INFO-4). Owns the axes collectionState and stopReason.
 */
export class InformationCollection {
  private current: CollectionSnapshot;
  private saturationReason: SaturationReason | null;

  constructor(private readonly options: InformationCollectionOptions) {
    const { remembered } = options;
    this.current = remembered?.snapshot ?? INITIAL_COLLECTION;
    this.saturationReason = remembered?.saturation ?? null;
    if (remembered === undefined) options.trace.axes({ collectionState: this.current.state });
  }

  get memory(): CollectionMemory {
    return { snapshot: this.current, saturation: this.saturationReason };
  }

  get isSaturated(): boolean {
    return this.current.state === "SATURATED";
  }

  /** Why it is saturated; null while collecting. */
  get saturation(): SaturationReason | null {
    return this.saturationReason;
  }

  /** A READY result was given to the agent. An empty result and an exact repeat are NO_GAIN by the harness (INFO-2). */
  noteResult(record: ReadyToolRecord, repeated: boolean): void {
    const harnessVerdict = repeated || record.evidenceStatus === "NO_EVIDENCE" ? "NO_GAIN" : null;
    const remark = this.apply({ kind: "result", invocationId: record.invocationId, harnessVerdict });
    // A repeat is a verdict on the request, not on the record that answered it.
    if (remark.kind === "verdict" && !repeated)
      this.options.invocations.judge(remark.invocationId, remark.gain);
  }

  /**
   * Catches up with the store after the memory was saved (RUN-18): with the verdict on the awaited result, and with stored records that the
   * memory does not know of, as if they came now.
   */
  recall(records: readonly ReadyToolRecord[]): void {
    this.recallVerdict();
    for (const record of records) {
      if (this.isSaturated) return;
      this.noteResult(record, false);
      this.recallVerdict();
    }
  }

  /** A verdict that stands already, as an agent that was asked again gives it again. */
  private isKnown({ invocationId, gain }: ProgressReport): boolean {
    if (this.current.awaitingReport !== null) return false;
    return this.options.invocations
      .list("READY")
      .some((record) => record.invocationId === invocationId && record.gain === gain);
  }

  private recallVerdict(): void {
    const awaited = this.current.awaitingReport;
    if (awaited === null) return;
    const gain = this.options.invocations.find(awaited)?.gain ?? null;
    if (gain !== null) this.noteReport({ invocationId: awaited, gain });
  }

  /** Takes what the agent's next step reported; returns a message for the agent when the protocol was violated (INFO-2a). */
  noteReport(report: ProgressReport | null): string | null {
    if (report !== null && this.isKnown(report)) return null;
    const remark = this.apply({ kind: "report", report });
    switch (remark.kind) {
      case "verdict":
        this.options.invocations.judge(remark.invocationId, remark.gain);
        return null;
      case "violation":
        return remark.problem === "missing"
          ? `The step after ${remark.awaited} had to report what that result gained.`
          : `The step after ${remark.awaited} reported on another invocation.`;
      case "none":
      case "unsolicited":
        return null;
    }
  }

  /** INFO-4: true exactly once, at the first step after saturation. */
  takeStopOrder(): boolean {
    if (!this.isSaturated || this.current.stopDelivered) return false;
    this.apply({ kind: "stop_delivered" });
    return true;
  }

  /** INFO-3. */
  noteBudgetExhausted(): void {
    this.apply({ kind: "budget_exhausted" });
  }

  private apply(event: CollectionEvent): CollectionRemark {
    const before = this.current;
    const { next, remark } = advanceCollection(before, event, this.options.thresholds);
    this.current = next;
    this.traceRemark(remark, next);
    if (next.stopReason !== null && next.stopReason !== before.stopReason) {
      if (next.stopReason !== "BUDGET_LIMIT_REACHED") this.saturationReason = next.stopReason;
      this.options.trace.axes({ collectionState: next.state, stopReason: next.stopReason });
      this.line("COLLECTION_STOP", "info", null, {
        stopReason: next.stopReason,
        collectionState: next.state,
        earlierStopReason: before.stopReason,
      });
    }
    return remark;
  }

  private traceRemark(remark: CollectionRemark, next: CollectionSnapshot): void {
    const counts = {
      consecutiveNoGain: next.consecutiveNoGain,
      consecutiveViolations: next.consecutiveViolations,
    };
    switch (remark.kind) {
      case "none":
        return;
      case "verdict":
        this.line("TOOL_PROGRESS", "ok", remark.invocationId, {
          gain: remark.gain,
          by: remark.by,
          ...counts,
        });
        return;
      case "violation":
        this.line("TOOL_PROGRESS", "refused", remark.awaited, { violation: remark.problem, ...counts });
        return;
      case "unsolicited":
        this.line("TOOL_PROGRESS", "info", null, { unsolicited: remark.reported.slice(0, 100), ...counts });
        return;
    }
  }

  private line(name: TraceName, status: TraceStatus, callId: string | null, detail: TraceDetail): void {
    this.options.trace.record({
      name,
      phase: "agent",
      status,
      at: this.options.clock.now(),
      durationMs: null,
      callId,
      detail,
    });
  }
}
