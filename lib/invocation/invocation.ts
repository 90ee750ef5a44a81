/**
 * Invocation: one call, from its entrance to its delivery (steps 1 and 8 to 14; 2 to 7 are InvocationExecution's).
 *
 * Owns: the call's cancel, its children and windows, the context's terminal state, the delivery, the checkpoint's
 * begin and finish and the release of its occupancy. Does not own: the host entry (Runner), the work itself.
 *
 * 1. The order is the same for a normal and a resumed call.
 * 2. The context becomes terminal once, after everything that was started has ended, and never changes then (EXIT-3).
 * 3. No failure on the way out skips a step: every window is closed, the occupancy is released (EXIT-2).
 * 4. `failure` is the one authoritative fault; what `run` rejects with is its error (EXIT-4, EXIT-14).
 * 5. Nothing is told that it succeeded before what can fail has been done: a parent hears last (EXIT-3).
 */
import { CallCheckpoint } from "./call-checkpoint";
import { CallControl } from "./call-control";
import { CancelSource, type CancelSignal } from "./cancel-signal";
import { Children } from "./children";
import type { ContextState, ContextTerminal, ParentRelation } from "./context-state";
import { ExitRecord, type ExitMoments } from "./exit-record";
import type { Interactions } from "./interactions";
import { InvocationExecution, type ExecutionOutcome } from "./invocation-execution";
import type { InvocationFailure } from "./invocation-failure";
import type { InvocationHost } from "./invocation-host";
import { InvocationResources } from "./invocation-resources";
import type {
  CallEntry,
  InvocationContext,
  InvocationWork,
  InvokeOptions,
  RunningInvocation,
  WorkCheckpoint,
} from "./invocation-work";
import { observeEnding } from "./observe-ending";
import type { CallEnding } from "./observer";
import { parseWith } from "./parse-with";
import { ProgressChannel, type ProgressConsumer } from "./progress-channel";
import { markHandled, refusedWith } from "./promises";
import { CheckpointUnavailable, EntryOccupied, ResourceNotProvided } from "./refusals";
import type { ResourceBinding, ResourcePort } from "./resource-port";

export interface InvocationOptions<I, O, Context extends InvocationContext<I>> {
  readonly host: InvocationHost;
  readonly name: string;
  readonly work: InvocationWork<I, O, Context>;
  readonly context: Context;
  /** Cancels of these are cancels of this call: the parent's signal, and one of the caller's own. */
  readonly cancelledBy?: readonly CancelSignal[];
  readonly relation?: ParentRelation;
  /** Deltas of this very call; passive. Those of the whole tree go to the host's observers. */
  readonly onDelta?: (delta: unknown) => unknown;
}

const RUNNING: ContextState = { kind: "running" };
const SUCCEEDED: ContextTerminal = { kind: "succeeded" };

export class Invocation<I, O, Context extends InvocationContext<I>> implements RunningInvocation {
  readonly name: string;
  readonly resources: InvocationResources;
  readonly children: Children;
  readonly progress: ProgressChannel;
  readonly #host: InvocationHost;
  readonly #work: InvocationWork<I, O, Context>;
  readonly #context: Context;
  readonly #relation: ParentRelation | null;
  readonly #cancel: CancelSource;
  readonly #control: CallControl;
  readonly #exit: ExitRecord;
  #checkpoint: CallCheckpoint | null = null;
  #state: ContextState = RUNNING;
  #entered = false;

  constructor(options: InvocationOptions<I, O, Context>) {
    const { host, cancelledBy } = options;
    this.name = options.name;
    this.#host = host;
    this.#work = options.work;
    this.#context = options.context;
    this.#relation = options.relation ?? null;
    this.#cancel = new CancelSource(host.onCancelFault);
    if (cancelledBy !== undefined) for (const signal of cancelledBy) this.#cancel.follow(signal);
    this.#control = new CallControl(this.#cancel.signal);
    this.#exit = new ExitRecord(host.clock, host.faults);
    this.resources = new InvocationResources(this.#control, host.faults);
    this.children = new Children(this.#control);
    this.progress = new ProgressChannel(this.#consumers(options.onDelta), host.faults);
  }

  get contextId(): string {
    return this.#context.id;
  }

  get signal(): CancelSignal {
    return this.#cancel.signal;
  }

  get interactions(): Interactions {
    return this.#host.interactions;
  }

  get contextState(): ContextState {
    return this.#state;
  }

  /** Null while nothing has failed. Says exactly what the delivery fails with, also beside a succeeded context. */
  get failure(): InvocationFailure | null {
    return this.#control.fault;
  }

  get exit(): ExitMoments {
    return this.#exit;
  }

  cancel(reason: unknown): boolean {
    return this.#cancel.cancel(reason);
  }

  /**
   * Runs the call to its delivery; once. Rejects with `failure.error`: a lone error itself, several as one
   * AggregateError (EXIT-1, EXIT-14). A second call rejects with EntryOccupied and changes nothing.
   */
  async run(): Promise<O> {
    if (this.#entered) throw new EntryOccupied(`${this.contextId} has been run`);
    this.#entered = true;
    let output: ExecutionOutcome<O>;
    try {
      output = await this.#enter();
      this.children.closeEntrance();
      if (this.children.hasRunning) await this.children.settle();
      const context = this.#fixContext();
      const closed = this.resources.closeAllResult();
      if (!closed.ok) this.#control.installBoundaryFailure("control", closed.error, "delivery");
      observeEnding(this.#host, this.progress, this.#control, () => this.#ending(context));
      if (this.#checkpoint !== null) await this.#finishCheckpoint(this.#checkpoint, context);
      this.#tellParent(context);
    } finally {
      this.#checkpoint?.release();
    }
    this.#exit.mark("delivered");
    if (output.ok && this.#control.fault === null) return output.value;
    throw this.#control.faultRecord().error;
  }

  invoke<CI, CO>(
    name: string,
    work: InvocationWork<CI, CO, InvocationContext<CI>>,
    entry: CallEntry<CI>,
    options: InvokeOptions<CO> = {},
  ): Promise<CO> {
    const refusal = this.children.refusal(name);
    if (refusal !== null) return refusedWith(refusal);
    const key = options.key ?? `${name}.${this.children.nextOrdinal}`;
    const { cancelledBy } = options;
    const child = new Invocation<CI, CO, InvocationContext<CI>>({
      host: this.#host,
      name,
      work,
      context: { id: `${this.contextId}/${key}`, entry },
      cancelledBy: cancelledBy === undefined ? [this.signal] : [this.signal, cancelledBy],
      relation: this.children.relation(),
    });
    return this.children.follow(child, options.result?.succeeded);
  }

  saveCheckpoint(value: unknown): Promise<void> {
    return markHandled(this.#saveCheckpoint(value));
  }

  provided<E>(port: ResourcePort<E>): ResourceBinding {
    const binding = this.#host.resources.get(port);
    if (binding === undefined) throw new ResourceNotProvided(port.name);
    return binding;
  }

  /** @internal The Runner's last moment; its own because the entry is. */
  markRunnerSettled(): void {
    this.#exit.mark("runnerSettled");
  }

  /** Steps 1 to 7. A call that cannot begin has no body, no Work and no close, and the same rest of the exit. */
  #enter(): Promise<ExecutionOutcome<O>> {
    const { checkpoint } = this.#work;
    if (checkpoint !== undefined) return this.#enterAtCheckpoint(checkpoint);
    if (this.#context.entry.kind === "run")
      return this.#execute(() => this.#work.execute(this.#context, this));
    return Promise.resolve(this.#notEntered(this.#unavailable("not-resumable")));
  }

  async #enterAtCheckpoint(checkpoint: WorkCheckpoint<O, Context>): Promise<ExecutionOutcome<O>> {
    let body: () => O | Promise<O>;
    try {
      body = await this.#begin(checkpoint);
    } catch (error) {
      return this.#notEntered(error);
    }
    return this.#execute(body);
  }

  #execute(enter: () => O | Promise<O>): Promise<ExecutionOutcome<O>> {
    const execution = new InvocationExecution(this.#control, this.children, this.progress, this.#exit);
    return execution.run<I, O, Context>(this.#work, this.#context, this, enter);
  }

  #notEntered(error: unknown): ExecutionOutcome<O> {
    const fault = this.#control.faultRecord();
    fault.add("checkpoint", error);
    return { ok: false, error: fault };
  }

  async #begin(checkpoint: WorkCheckpoint<O, Context>): Promise<() => O | Promise<O>> {
    const store = this.#host.checkpoints;
    if (store === null) throw this.#unavailable("no-store");
    this.#checkpoint = new CallCheckpoint(store, this.contextId);
    await this.#checkpoint.begin();
    if (this.#context.entry.kind === "run") return () => this.#work.execute(this.#context, this);
    if (checkpoint.resume === undefined) throw this.#unavailable("not-resumable");
    const saved = parseWith(checkpoint.schema, await this.#checkpoint.load());
    if (!saved.ok) throw saved.error;
    const resume = checkpoint.resume.bind(checkpoint);
    return () => resume(this.#context, saved.value, this);
  }

  /** Step 10. A cancel that came before the result was fixed is never overtaken by a success. */
  #fixContext(): ContextTerminal {
    const { cancellation } = this.signal;
    if (this.#control.fault === null && cancellation !== null) {
      this.#control.installCancellation(cancellation);
    }
    const failure = this.#control.fault;
    let context = SUCCEEDED;
    if (failure !== null) {
      const cancelled = cancellation !== null && failure.cancellation === cancellation;
      context = { kind: cancelled ? "cancelled" : "failed", failure };
    }
    this.#cancel.retire();
    this.progress.end();
    this.#state = context;
    this.#exit.mark("contextTerminal");
    return context;
  }

  async #finishCheckpoint(checkpoint: CallCheckpoint, context: ContextTerminal): Promise<void> {
    try {
      await checkpoint.finish({ context: context.kind, delivery: this.#delivery() });
    } catch (error) {
      this.#control.installBoundaryFailure("checkpoint", error, "delivery");
    }
  }

  #tellParent(context: ContextTerminal): void {
    try {
      this.#relation?.returned(context, this.#delivery());
    } catch (error) {
      this.#control.installBoundaryFailure("relation", error, "delivery");
    }
  }

  #delivery(): "ok" | "failed" {
    return this.#control.fault === null ? "ok" : "failed";
  }

  #ending(context: ContextTerminal): CallEnding {
    const { name, contextId, failure, exit } = this;
    return { name, contextId, context, failure, exit };
  }

  async #saveCheckpoint(value: unknown): Promise<void> {
    const refusal = this.children.refusal("checkpoint");
    if (refusal !== null) throw refusal;
    if (this.#checkpoint === null) throw this.#unavailable("no-store");
    try {
      await this.#checkpoint.save(value);
    } catch (error) {
      this.#control.issue(error, "checkpoint");
      throw error;
    }
  }

  #unavailable(reason: CheckpointUnavailable["reason"]): CheckpointUnavailable {
    return new CheckpointUnavailable(reason, this.contextId);
  }

  #consumers(onDelta: ((delta: unknown) => unknown) | undefined): readonly ProgressConsumer[] {
    if (onDelta === undefined && this.#host.observers.length === 0) return NO_CONSUMERS;
    const consumers: ProgressConsumer[] = [];
    if (onDelta !== undefined) consumers.push({ strict: false, consume: onDelta });
    for (const observer of this.#host.observers) {
      if (observer.progress === undefined) continue;
      const consume = (delta: unknown): unknown =>
        observer.progress?.(delta, { name: this.name, contextId: this.contextId });
      consumers.push({ strict: observer.strict === true, consume });
    }
    return consumers;
  }
}

const NO_CONSUMERS: readonly ProgressConsumer[] = [];
