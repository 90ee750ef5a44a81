/**
 * InvocationExecution: one body, from its call to a fixed execution result (steps 2 to 7).
 *
 * Owns: the one await on the author's raw return, the seal, waiting for acceptances, the Work's close, validating
 * the output. Does not own: entering (steps 1), children, the rest of the exit (Invocation).
 *
 * 1. The author's return is awaited once, raw; the output is sealed in that same continuation.
 * 2. Acceptances drain before the body's failure is installed and before the Work is closed (EXIT-8).
 * 3. The body's failure is authenticated and installed before the close, so that the close can neither replace it
 *    nor take its origin (EXIT-1, EXIT-5); a failed close then lowers that same fault (EXIT-4).
 * 4. Success is an output that the schema accepted, with no fault of the call whatever the body returned.
 */
import type { CallControl } from "./call-control";
import type { Children } from "./children";
import { closeWork } from "./close-work";
import type { ExitRecord } from "./exit-record";
import type { FaultRecord } from "./invocation-failure";
import type { InvocationContext, InvocationWork, RunningInvocation } from "./invocation-work";
import { failed, succeeded, type OperationOutcome } from "./operation-outcome";
import { parseWith } from "./parse-with";
import type { Schema } from "./ports";
import type { ProgressChannel } from "./progress-channel";

export type ExecutionOutcome<O> =
  { readonly ok: true; readonly value: O } | { readonly ok: false; readonly error: FaultRecord };

export class InvocationExecution {
  readonly #control: CallControl;
  readonly #children: Children;
  readonly #progress: ProgressChannel;
  readonly #exit: ExitRecord;

  constructor(control: CallControl, children: Children, progress: ProgressChannel, exit: ExitRecord) {
    this.#control = control;
    this.#children = children;
    this.#progress = progress;
    this.#exit = exit;
  }

  /** `enter` calls the normal or the resumed body; it may return anything and throw anything. */
  async run<I, O, Context extends InvocationContext<I>>(
    work: InvocationWork<I, O, Context>,
    context: Context,
    invocation: RunningInvocation,
    enter: () => O | Promise<O>,
  ): Promise<ExecutionOutcome<O>> {
    let body: OperationOutcome<unknown>;
    try {
      body = succeeded<unknown>(await enter());
    } catch (error) {
      body = failed(error);
    }
    this.#progress.seal();
    this.#exit.mark("bodySettled");
    this.#exit.mark("outputSealed");
    if (this.#children.hasAcceptances) await this.#children.settleAcceptances();
    this.#exit.mark("acceptancesDrained");
    if (!body.ok) this.#control.installBodyFailure(body.error);
    const closed = closeWork(work, context, invocation);
    this.#exit.mark("workClosed");
    if (!closed.ok) this.#control.installBoundaryFailure("control", closed.error, "execution");
    return this.#fix(body, work.output);
  }

  #fix<O>(body: OperationOutcome<unknown>, output: Schema<O>): ExecutionOutcome<O> {
    const { cancellation } = this.#control.signal;
    if (this.#control.fault === null && cancellation !== null) {
      // What a cancelled body returned in spite of it is nobody's output, valid or not.
      this.#control.installCancellation(cancellation);
    }
    if (this.#control.fault === null && body.ok) {
      const value = parseWith(output, body.value);
      if (value.ok) return value;
      this.#control.faultRecord().add("output", value.error);
    }
    return { ok: false, error: this.#control.faultRecord() };
  }
}
