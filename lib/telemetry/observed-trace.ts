/** A run's recorder that tells what only it hears. What it is told goes on to the recorder behind it first. */
import { BudgetResource, type ReservableResource } from "../contracts/budget";
import type { RunId } from "../contracts/ids";
import type { TraceRecorder } from "../harness/ports";
import type { RunObserver } from "./run-observer";

export function observeTrace(
  runId: RunId,
  behind: TraceRecorder,
  told: Required<RunObserver>,
): TraceRecorder {
  let exhausted: ReservableResource | null = null;
  return {
    record: (line) => {
      behind.record(line);
      if (line.name !== "BUDGET_EXHAUSTED") return;
      const resource = BudgetResource.safeParse(line.detail["resource"]);
      if (resource.success && resource.data !== "wallTimeMs") exhausted = resource.data;
    },
    axes: (change) => behind.axes(change),
    ledger: (line, snapshot) => behind.ledger(line, snapshot),
    tool: (record) => {
      behind.tool(record);
      // A verdict on a result is told once more, after the call has ended.
      if (record.status !== "PROJECTING" && record.gain === null) told.toolEnded(record);
    },
    modelUsage: (callId, usage) => behind.modelUsage(callId, usage),
    terminated: (termination) => {
      behind.terminated(termination);
      if (termination.state === "BUDGET_EXHAUSTED" && exhausted !== null)
        told.budgetExhausted(runId, exhausted);
    },
    cancelRequested: (request, won) => behind.cancelRequested(request, won),
    handle: (stop) => behind.handle(stop),
    lateArrival: (arrival) => {
      behind.lateArrival(arrival);
      told.lateArrival(runId, arrival);
    },
  };
}
