/**
 * A held model call ran into its OWN timeout, which is shorter than what was left of the deadline (RUN-10). The run
 * goes on. The deadline itself never shows up as this: it ends the run and the call with `RunAbortedException`.
 */
export class CallTimeoutException extends Error {
  override readonly name = "CallTimeoutException";
  readonly callId: string;
  readonly timeoutMs: number;

  constructor(callId: string, timeoutMs: number) {
    super(`the call ${callId} did not answer within ${timeoutMs} ms`);
    this.callId = callId;
    this.timeoutMs = timeoutMs;
  }
}
