/**
 * How a held call is made when it belongs to something with an end of its own, such as a scene of the invocation runtime: the gate makes the
 * call inside that owner and may withdraw it when the owner ends first (EXIT-9). The harness decides all else.
 */
export type CallGate = <T>(
  kind: "model" | "tool",
  call: (onHeld: (withdraw: () => void) => void) => Promise<T>,
) => Promise<T>;

/** The owner of a call ended while the call was still in flight; nobody waits for it any more. */
export class CallWithdrawnException extends Error {
  override readonly name = "CallWithdrawnException";
  constructor(readonly callId: string) {
    super("the call was withdrawn: what it belonged to has ended");
  }
}
