import type fc from "fast-check";
import type { CancelRequest, RunTermination } from "../../contracts/cancellation";
import { CallTimeoutException } from "../call-timeout";
import type { RunContext } from "../run-context";
import { RunAbortedException } from "../run-aborted-exception";
import { harnessFixture, type HarnessFixture } from "./harness-fixture";
import type { Act, CalleeBehaviour, Script, StopBehaviour } from "./interleaving-script";

export const LIMITS = { modelCalls: 5, toolCalls: 4, tokens: 150, bytes: 100, wallTimeMs: 200 } as const;

/** Time ends what nobody ended. */
interface End {
  readonly kind: "end";
}

type Outcome = "open" | "value" | "callee_error" | "aborted" | "timed_out" | "unexpected";

/** What the test knows of one call, from outside the harness. */
export interface ObservedCall {
  readonly kind: "model" | "tool";
  readonly callId: string;
  readonly callee: CalleeBehaviour;
  readonly stop: StopBehaviour | null;
  /** Whether the callee was started at all. */
  started: boolean;
  /** How often the callee was told to stop. */
  stops: number;
  /** Set when the callee has answered or failed: was the run over by then, and was its awaiter still open? */
  settled: { readonly over: boolean; readonly awaiterOpen: boolean; readonly failed: boolean } | null;
  outcome: Outcome;
}

/** One run of a script, and everything that was seen of it. */
export class InterleavingRun {
  readonly fixture: HarnessFixture;
  readonly ctx: RunContext;
  readonly calls: ObservedCall[] = [];
  readonly terminations: RunTermination[] = [];
  /** The act that was in progress when the run ended; null: a call on its way back. */
  endedBy: Act | End | null = null;
  /** Requests that the core refused, by their askers. */
  readonly refused: string[] = [];
  accepted: string | null = null;
  lostSuccesses = 0;
  subscribed = 0;
  thrown = 0;
  readonly heard: CancelRequest[] = [];
  private doing: Act | End | null = null;
  private readonly whenOver: (() => void)[] = [];

  constructor(private readonly scheduler: fc.Scheduler) {
    this.fixture = harnessFixture();
    this.ctx = this.fixture.start(LIMITS);
    this.ctx.lifecycle.onTerminated((termination) => {
      this.terminations.push(termination);
      this.endedBy = this.doing;
    });
  }

  get over(): boolean {
    return this.ctx.lifecycle.termination !== null;
  }

  /** Plays the script in the scheduler's order, then lets time end what nobody ended, and late callees answer. */
  async play(acts: Script): Promise<void> {
    for (const [actor, mine] of acts.entries()) void this.actor(mine, actor);
    await this.scheduler.waitIdle();
    this.during({ kind: "end" }, () => {
      this.fixture.timers.advance(LIMITS.wallTimeMs);
    });
    await this.scheduler.waitIdle();
    for (const answer of this.whenOver) answer();
    await this.scheduler.waitIdle();
  }

  private async actor(acts: readonly Act[], actor: number): Promise<void> {
    for (const [step, act] of acts.entries()) {
      await this.scheduler.schedule(Promise.resolve(), act.kind);
      const name = `actor-${actor}.${step}`;
      if (act.kind === "model") await this.model(act);
      else if (act.kind === "tool") await this.tool(act);
      else
        this.during(act, () => {
          this.instant(act, name);
        });
    }
  }

  private during(act: Act | End, body: () => void): void {
    this.doing = act;
    try {
      body();
    } catch (error) {
      if (!(error instanceof RunAbortedException)) throw error;
    } finally {
      this.doing = null;
    }
  }

  private instant(act: Exclude<Act, { kind: "model" | "tool" }>, name: string): void {
    const { core, clock, timers } = this.fixture;
    switch (act.kind) {
      case "bytes":
        return core.reserveRunBytes(this.ctx, { callId: name, what: "bytes", bytes: act.bytes });
      case "check":
        return core.checkActive(this.ctx);
      case "subscribe":
        return this.subscribe(act.throws, act.leaves);
      case "cancel": {
        const result = core.cancel(this.ctx, { reason: act.reason, requestedBy: name, note: null });
        if (result.accepted) this.accepted = name;
        else this.refused.push(name);
        return;
      }
      case "complete": {
        if (act.state === "FAILED") core.completeFailure(this.ctx, "it failed");
        else if (!core.completeSuccess(this.ctx).won) this.lostSuccesses += 1;
        return;
      }
      case "finish":
        this.ctx.lifecycle.finish(act.state, "from outside");
        return;
      case "exhaust":
        return core.exhaustBudget(this.ctx, act.resource, name, "exhausted from outside");
      case "advance":
        return timers.advance(act.ms);
      case "lag":
        return clock.moveTo(clock.now() + act.ms);
    }
  }

  private subscribe(throws: boolean, leaves: boolean): void {
    const leave = this.ctx.cancellation.onCancel((request) => {
      this.heard.push(request);
      if (!throws) return;
      this.thrown += 1;
      throw new Error("a subscriber throws");
    });
    if (leaves) leave();
    else if (!this.ctx.cancellation.isCancelled) this.subscribed += 1;
  }

  private async model(act: Extract<Act, { kind: "model" }>): Promise<void> {
    const callId = this.fixture.ids.modelCallId();
    const call = this.observe("model", callId, act.callee, null);
    const answer = { value: callId, usage: { inputTokens: act.actual, outputTokens: 0 } };
    this.doing = act;
    const outcome = this.fixture.core.callModel(
      this.ctx,
      {
        callId,
        kind: act.guard ? "guard" : "model",
        what: "model",
        estimatedTokens: act.estimate,
        ...(act.timeoutMs === null ? {} : { timeoutMs: act.timeoutMs }),
      },
      ({ signal }) => {
        signal.addEventListener("abort", () => {
          call.stops += 1;
        });
        return this.callee(call, answer, signal);
      },
    );
    this.doing = null;
    await this.follow(call, outcome);
  }

  private async tool(act: Extract<Act, { kind: "tool" }>): Promise<void> {
    const callId = this.fixture.ids.invocationId();
    const call = this.observe("tool", callId, act.callee, act.stop);
    this.during(act, () => {
      this.fixture.core.beforeToolCall(this.ctx, { callId, what: "tool" });
    });
    // As in life: the record of the call is stored before it is made.
    await this.scheduler.schedule(Promise.resolve(), "begin");
    this.doing = act;
    const outcome = this.fixture.core.holdTool(this.ctx, { callId, what: "tool" }, () => ({
      result: this.callee(call, callId, null),
      stop: () => {
        call.stops += 1;
        return this.stopReport(act.stop);
      },
    }));
    this.doing = null;
    await this.follow(call, outcome);
  }

  private callee<T>(call: ObservedCall, answer: T, signal: AbortSignal | null): Promise<T> {
    call.started = true;
    const settle = (failed: boolean): void => {
      call.settled ??= { over: this.over, awaiterOpen: call.outcome === "open", failed };
    };
    const answers = (): T => {
      settle(false);
      return answer;
    };
    const fails = (): never => {
      settle(true);
      throw new Error("the callee failed");
    };
    switch (call.callee) {
      case "answers":
        return this.scheduler.schedule(Promise.resolve(), "answer").then(answers);
      case "fails":
        return this.scheduler.schedule(Promise.resolve(), "failure").then(fails);
      case "throws":
        return fails();
      case "deaf":
        return new Promise<T>(() => undefined);
      case "late":
        return new Promise<void>((resolve) => this.whenOver.push(resolve)).then(answers);
      case "late_failure":
        return new Promise<void>((resolve) => this.whenOver.push(resolve)).then(fails);
      case "obeys":
        return new Promise<T>((_, reject) => {
          signal?.addEventListener("abort", () => {
            settle(true);
            reject(new RunAbortedException(null, null));
          });
        });
    }
  }

  private stopReport(stop: StopBehaviour): Promise<{ stop: "confirmed" | "unconfirmed"; detail: string }> {
    switch (stop) {
      case "confirmed":
      case "unconfirmed":
        return this.scheduler.schedule(Promise.resolve({ stop, detail: "asked the process list" }), "stop");
      case "rejects":
        return this.scheduler.schedule(Promise.reject(new Error("the pool is gone")), "stop");
      case "throws":
        throw new Error("the stop throws");
      case "never":
        return new Promise(() => undefined);
    }
  }

  private observe(
    kind: ObservedCall["kind"],
    callId: string,
    callee: CalleeBehaviour,
    stop: StopBehaviour | null,
  ): ObservedCall {
    const call: ObservedCall = {
      kind,
      callId,
      callee,
      stop,
      started: false,
      stops: 0,
      settled: null,
      outcome: "open",
    };
    this.calls.push(call);
    return call;
  }

  private async follow(call: ObservedCall, outcome: Promise<unknown>): Promise<void> {
    try {
      call.outcome = (await outcome) === call.callId ? "value" : "unexpected";
    } catch (error) {
      if (error instanceof RunAbortedException) call.outcome = "aborted";
      else if (error instanceof CallTimeoutException) call.outcome = "timed_out";
      else if (error instanceof Error && error.message === "the callee failed") call.outcome = "callee_error";
      else call.outcome = "unexpected";
    }
  }
}
