/**
 * What metrics and spans are told of runs. Each fact is told once, where it is decided: an outcome when the store took it, whichever process it was
 * that ended the run; so a run that is resumed is not counted twice.
 */
import type { ReservableResource } from "../contracts/budget";
import type { CancellationReceipt, LateArrival } from "../contracts/cancellation";
import type { ToolRecord } from "../contracts/evidence";
import type { RunId } from "../contracts/ids";
import type { NewRun, RunOutcome } from "../runs/ports";

export interface RunObserver {
  /** Stored as RUNNING. */
  created?(run: NewRun): void;
  /** The outcome stands. */
  ended?(outcome: RunOutcome): void;
  /** Ended without being read, by another process than the one that ran it. */
  abandoned?(runId: RunId, at: number): void;
  /** A cancelled run's calls have all ended, or are known not to: its receipt is final. */
  settled?(runId: RunId, receipt: CancellationReceipt): void;
  lateArrival?(runId: RunId, arrival: LateArrival): void;
  budgetExhausted?(runId: RunId, resource: ReservableResource): void;
  /** A call of a tool has ended, by itself or with the process that made it. */
  toolEnded?(record: ToolRecord): void;
}

/** Tells all of them. One that throws is a fault to report, and nothing to the run. */
export function joinObservers(
  observers: readonly RunObserver[],
  onFault: (error: unknown) => void,
): Required<RunObserver> {
  const tell = (call: (observer: RunObserver) => void): void => {
    for (const observer of observers) {
      try {
        call(observer);
      } catch (error) {
        onFault(error);
      }
    }
  };
  return {
    created: (run) => tell((observer) => observer.created?.(run)),
    ended: (outcome) => tell((observer) => observer.ended?.(outcome)),
    abandoned: (runId, at) => tell((observer) => observer.abandoned?.(runId, at)),
    settled: (runId, receipt) => tell((observer) => observer.settled?.(runId, receipt)),
    lateArrival: (runId, arrival) => tell((observer) => observer.lateArrival?.(runId, arrival)),
    budgetExhausted: (runId, resource) => tell((observer) => observer.budgetExhausted?.(runId, resource)),
    toolEnded: (record) => tell((observer) => observer.toolEnded?.(record)),
  };
}
