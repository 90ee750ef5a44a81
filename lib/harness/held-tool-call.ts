import type { ToolHandleKind } from "../contracts/cancellation";
import type { InvocationId } from "../contracts/ids";
import { HeldCall, type HoldingRun } from "./held-call";

/** What became of an attempt to stop a tool call (KILL-3). `detail` never holds driver text. */
export interface StopReportLike {
  readonly stop: "confirmed" | "unconfirmed";
  readonly detail: string;
}

/** A tool call in flight, as its callee hands it over. `stop` is called once at most. */
export interface RunningTool<T> {
  readonly result: Promise<T>;
  stop(): Promise<StopReportLike>;
}

export interface ToolCallOptions<T = unknown> {
  readonly callId: InvocationId;
  /** What it is for, in words a reader of the receipt understands. */
  readonly what: string;
  /** What the receipt calls it; default: a query of a database. */
  readonly kind?: ToolHandleKind;
  /** Recognises a result that only says the call was stopped: no late arrival (RUN-15). */
  readonly isStopEcho?: (result: T) => boolean;
}

/**
 * One tool call in flight (RUN-7, RUN-9). Its stop is the callee's `stop()`, whose report goes into the receipt; the
 * callee's result settling proves nothing about the server.
 */
export class HeldToolCall<T> extends HeldCall<T, T> {
  protected readonly lateKind = "tool_result";
  private running: RunningTool<T> | null = null;

  private constructor(
    run: HoldingRun,
    private readonly options: ToolCallOptions<T>,
  ) {
    super(run, options.kind ?? "mysql_query", options.callId, options.what);
  }

  /** The caller has found the run active. */
  static start<T>(
    run: HoldingRun,
    options: ToolCallOptions<T>,
    start: () => RunningTool<T>,
    onHeld?: (withdraw: () => void) => void,
  ): Promise<T> {
    const call = new HeldToolCall<T>(run, options);
    onHeld?.(() => call.withdraw());
    call.hold(() => call.launch(start));
    return call.outcome;
  }

  private launch(start: () => RunningTool<T>): Promise<T> {
    const running = start();
    this.running = running;
    // Cancelled from inside `start`: there was nothing to stop then, there is now.
    if (this.phase === "given_up") this.stopRunning(running);
    return running.result;
  }

  protected override isStopEcho(result: T): boolean {
    return this.options.isStopEcho?.(result) ?? false;
  }

  protected accept(result: T): T {
    this.run.checkActive();
    return result;
  }

  protected sendStop(): void {
    if (this.running !== null) this.stopRunning(this.running);
  }

  protected calleeEnded(): void {
    if (this.running === null) this.stopSettled("confirmed", "the call was never started");
  }

  private stopRunning(running: RunningTool<T>): void {
    let report: Promise<StopReportLike>;
    try {
      report = Promise.resolve(running.stop());
    } catch {
      this.stopSettled("unconfirmed", "the stop could not be sent");
      return;
    }
    report.then(
      ({ stop, detail }) => {
        this.stopSettled(stop, detail);
      },
      () => {
        this.stopSettled("unconfirmed", "the attempt to stop it failed");
      },
    );
  }
}
