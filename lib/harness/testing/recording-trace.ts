import type { BudgetSnapshot, LedgerLine } from "../../contracts/budget";
import type { CancelRequest, HandleStop, LateArrival, RunTermination } from "../../contracts/cancellation";
import type { ToolRecord } from "../../contracts/evidence";
import type { ModelCallId } from "../../contracts/ids";
import type { TraceLine } from "../../contracts/trace";
import type { AxisChange, TraceRecorder } from "../ports";

/** What a recorder was told, in order. */
export type Recorded =
  | { readonly kind: "line"; readonly line: TraceLine }
  | { readonly kind: "axes"; readonly change: AxisChange }
  | { readonly kind: "ledger"; readonly line: LedgerLine; readonly snapshot: BudgetSnapshot }
  | { readonly kind: "tool"; readonly record: ToolRecord }
  | { readonly kind: "usage"; readonly callId: ModelCallId; readonly input: number; readonly output: number }
  | { readonly kind: "terminated"; readonly termination: RunTermination }
  | { readonly kind: "cancel"; readonly request: CancelRequest; readonly won: boolean }
  | { readonly kind: "handle"; readonly stop: HandleStop }
  | { readonly kind: "late"; readonly arrival: LateArrival };

/** A recorder that keeps everything it is told. */
export class RecordingTrace implements TraceRecorder {
  readonly told: Recorded[] = [];

  /** What was told of one kind, in order. */
  of<K extends Recorded["kind"]>(kind: K): Extract<Recorded, { kind: K }>[] {
    return this.told.filter((entry): entry is Extract<Recorded, { kind: K }> => entry.kind === kind);
  }

  record(line: TraceLine): void {
    this.told.push({ kind: "line", line });
  }

  axes(change: AxisChange): void {
    this.told.push({ kind: "axes", change });
  }

  ledger(line: LedgerLine, snapshot: BudgetSnapshot): void {
    this.told.push({ kind: "ledger", line, snapshot });
  }

  tool(record: ToolRecord): void {
    this.told.push({ kind: "tool", record });
  }

  modelUsage(
    callId: ModelCallId,
    usage: { readonly inputTokens: number; readonly outputTokens: number },
  ): void {
    this.told.push({ kind: "usage", callId, input: usage.inputTokens, output: usage.outputTokens });
  }

  terminated(termination: RunTermination): void {
    this.told.push({ kind: "terminated", termination });
  }

  cancelRequested(request: CancelRequest, won: boolean): void {
    this.told.push({ kind: "cancel", request, won });
  }

  handle(stop: HandleStop): void {
    this.told.push({ kind: "handle", stop });
  }

  lateArrival(arrival: LateArrival): void {
    this.told.push({ kind: "late", arrival });
  }
}
