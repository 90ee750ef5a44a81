import type { BudgetSnapshot, LedgerLine } from "../contracts/budget";
import type { CancelRequest, HandleStop, LateArrival, RunTermination } from "../contracts/cancellation";
import type { ToolRecord } from "../contracts/evidence";
import type { ModelCallId } from "../contracts/ids";
import type { TraceLine } from "../contracts/trace";
import type { AxisChange, TraceRecorder } from "./ports";
import type { RunFaults } from "./run-faults";

/**
 * Stands between the run and its recorder: a recorder that throws does not disturb the run, and each throw is
 * reported. Recording happens in the middle of transitions, where an exception would tear them apart.
 */
export class GuardedTraceRecorder implements TraceRecorder {
  constructor(
    private readonly behind: TraceRecorder,
    private readonly faults: RunFaults,
  ) {}

  record(line: TraceLine): void {
    try {
      this.behind.record(line);
    } catch (error) {
      this.faults.note("recorder", error);
    }
  }

  axes(change: AxisChange): void {
    try {
      this.behind.axes(change);
    } catch (error) {
      this.faults.note("recorder", error);
    }
  }

  ledger(line: LedgerLine, snapshot: BudgetSnapshot): void {
    try {
      this.behind.ledger(line, snapshot);
    } catch (error) {
      this.faults.note("recorder", error);
    }
  }

  tool(record: ToolRecord): void {
    try {
      this.behind.tool(record);
    } catch (error) {
      this.faults.note("recorder", error);
    }
  }

  modelUsage(
    callId: ModelCallId,
    usage: { readonly inputTokens: number; readonly outputTokens: number },
  ): void {
    try {
      this.behind.modelUsage(callId, usage);
    } catch (error) {
      this.faults.note("recorder", error);
    }
  }

  terminated(termination: RunTermination): void {
    try {
      this.behind.terminated(termination);
    } catch (error) {
      this.faults.note("recorder", error);
    }
  }

  cancelRequested(request: CancelRequest, won: boolean): void {
    try {
      this.behind.cancelRequested(request, won);
    } catch (error) {
      this.faults.note("recorder", error);
    }
  }

  handle(stop: HandleStop): void {
    try {
      this.behind.handle(stop);
    } catch (error) {
      this.faults.note("recorder", error);
    }
  }

  lateArrival(arrival: LateArrival): void {
    try {
      this.behind.lateArrival(arrival);
    } catch (error) {
      this.faults.note("recorder", error);
    }
  }
}
