/** Plays a random tree of calls in a scheduler's order and writes down all that can be checked afterwards. */
import type { Scheduler } from "fast-check";
import { defineScene, progressOf } from "../define-scene";
import { MemoryCheckpointStore } from "../memory-checkpoint-store";
import type { CallEnding } from "../observer";
import { defineResource } from "../resource-port";
import { Runner, type RunnerCall } from "../runner";
import type { Scene, SceneWork } from "../scene";
import { anySchema } from "./any-schema";
import type { Call, Operation, Script, Step } from "./exit-script";
import { settledOf, type Settled } from "./settled-of";
import { TickingClock } from "./ticking-clock";

interface Line {
  use(operation: Operation, contextId: string): Promise<string>;
}

export interface PlayedOperation {
  readonly contextId: string;
  readonly startedAt: number;
  readonly startedAborted: boolean;
  settledAt: number | null;
  readonly withdrawnAt: number[];
  readonly stopsBadly: boolean;
}
export interface PlayedAcceptance {
  readonly contextId: string;
  readonly leftAt: number;
}
export interface PlayedEmit {
  readonly contextId: string;
  readonly at: number;
  readonly taken: boolean;
}

const line = defineResource<Line>("line");
const ID = "root";

export class PlayedScript {
  readonly endings = new Map<string, CallEnding>();
  readonly operations: PlayedOperation[] = [];
  readonly acceptances: PlayedAcceptance[] = [];
  readonly emits: PlayedEmit[] = [];
  readonly bodies = new Map<string, number>();
  readonly kept: (() => Promise<unknown>)[] = [];
  delivered: Settled<unknown> = { kind: "rejected", error: "nothing yet" };
  cancelWon = false;
  call: RunnerCall | null = null;
  readonly clock = new TickingClock();
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  async play(script: Script): Promise<void> {
    const checkpoints = new MemoryCheckpointStore();
    checkpoints.save(ID, 0);
    if (script.finishThrows) {
      checkpoints.finish = () => {
        throw new Error("finish");
      };
    }
    const observer = {
      strict: true,
      ended: (ending: CallEnding) => {
        this.endings.set(ending.contextId, ending);
        if (script.strictObserverThrows && ending.contextId === ID) throw new Error("observer");
      },
    };
    const runner = new Runner(this.#scene(script.root, true), {
      clock: this.clock,
      resources: [this.#line()],
      checkpoints,
      observers: [observer],
    });
    const delivery = settledOf(
      script.entry === "run" ? runner.run(undefined, { id: ID }) : runner.resume({ id: ID }),
    );
    if (script.cancelled) {
      void this.#scheduler.schedule(Promise.resolve(), "cancel").then(() => {
        this.cancelWon = runner.cancel("stop");
      });
    }
    this.delivered = await this.#scheduler.waitFor(delivery);
    await runner.settled;
    this.call = runner.call;
  }

  #scene(call: Call, checkpointed: boolean) {
    const body = async (work: SceneWork<Deps, number, number>): Promise<string> => {
      this.kept.push(() => work.resources.line.use("answers", work.contextId));
      try {
        await this.#steps(work, call.steps);
        return work.contextId;
      } finally {
        this.bodies.set(work.contextId, this.clock.now());
      }
    };
    const children = Object.fromEntries(
      call.steps.flatMap((step, index) =>
        step.kind === "child" ? [[`c${index}`, this.#childScene(step.call)] as const] : [],
      ),
    );
    return defineScene({
      name: "call",
      deps: { children, resources: { line } } as Deps,
      output: anySchema<string>(),
      progress: progressOf<number>(),
      ...(checkpointed ? { checkpoint: anySchema<number>(), resume: body } : {}),
      run: body,
    });
  }

  /** Named, so that the recursion has a type. */
  #childScene(call: Call): Scene<void, string> {
    return this.#scene(call, false);
  }

  async #steps(work: SceneWork<Deps, number, number>, steps: readonly Step[]): Promise<void> {
    for (const [index, step] of steps.entries()) await this.#step(work, step, index);
  }

  async #step(work: SceneWork<Deps, number, number>, step: Step, index: number): Promise<void> {
    switch (step.kind) {
      case "tick":
        return this.#tick();
      case "throw":
        throw new Error("body");
      case "emit": {
        const taken = work.emit(index);
        this.emits.push({ contextId: work.contextId, at: this.clock.now(), taken });
        return;
      }
      case "use": {
        const used = work.resources.line.use(step.operation, work.contextId);
        if (step.awaited && !step.operation.startsWith("held")) await used;
        return;
      }
      case "child": {
        const child = work.children[`c${index}`];
        if (child === undefined) throw new Error("a step without its child");
        const { acceptance } = step;
        const options =
          acceptance === null ? {} : { result: { succeeded: () => this.#accept(work, acceptance) } };
        const invoked = child.invoke(undefined, options);
        if (!step.awaited) return;
        if (step.received) await settledOf(invoked);
        else await invoked;
      }
    }
  }

  async #accept(work: SceneWork<Deps, number, number>, steps: readonly Step[]): Promise<void> {
    try {
      await this.#steps(work, steps);
    } finally {
      this.acceptances.push({ contextId: work.contextId, leftAt: this.clock.now() });
    }
  }

  #tick(): Promise<void> {
    return this.#scheduler.schedule(Promise.resolve(), "tick");
  }

  #line() {
    return line.provide((window) => ({
      use: async (operation, kind, contextId) => {
        const played: PlayedOperation = {
          contextId,
          startedAt: this.clock.now(),
          startedAborted: window.signal.aborted,
          settledAt: null,
          withdrawnAt: [],
          stopsBadly: kind === "held, stops badly",
        };
        this.operations.push(played);
        operation.onClose(() => {
          played.withdrawnAt.push(this.clock.now());
          if (played.stopsBadly) throw new Error("clean-up");
        });
        if (kind.startsWith("held")) return new Promise<string>(() => undefined);
        await this.#tick();
        played.settledAt = this.clock.now();
        if (kind === "fails") throw new Error("operation");
        return kind;
      },
    }));
  }
}

interface Deps {
  readonly children: Readonly<Record<string, Scene<void, string>>>;
  readonly resources: { readonly line: typeof line };
}
