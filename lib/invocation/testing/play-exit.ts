/** Plays one combination of the exit matrix and reports what happened, with everything on one ticking clock. */
import { CancelSource } from "../cancel-signal";
import type { CheckpointEnding } from "../checkpoint-store";
import type { ExitMoment } from "../exit-record";
import type { InvocationContext, InvocationWork, RunningInvocation } from "../invocation-work";
import { MemoryCheckpointStore } from "../memory-checkpoint-store";
import { succeeded, type OperationOutcome } from "../operation-outcome";
import type { CallEnding } from "../observer";
import { CheckpointUnavailable } from "../refusals";
import { defineResource } from "../resource-port";
import { Runner } from "../runner";
import type { Scene } from "../scene";
import { anySchema } from "./any-schema";
import type { ExitVariant } from "./exit-variants";
import { gate, quiet } from "./gate";
import { settledOf, type Settled } from "./settled-of";
import { TickingClock } from "./ticking-clock";

/** What the combination throws, where it throws. */
export class ThrownByExit {
  readonly body = new Error("body");
  readonly close = new Error("close");
  readonly lateClose = new Error("close, later");
  readonly acceptance = new Error("acceptance");
  readonly child = new Error("child");
  readonly finish = new Error("finish");
  readonly observer = new Error("observer");
}

export interface PlayedExit {
  readonly thrown: ThrownByExit;
  readonly delivered: Settled<string> | { readonly kind: "several"; readonly errors: readonly unknown[] };
  /** Origin and stage of every part of the failure. */
  readonly parts: readonly string[];
  readonly contextKind: string;
  readonly receptionAllowed: boolean | null;
  /** What the checkpoint store was told. */
  readonly ending: CheckpointEnding | null;
  /** Moments and events in the order of their times. */
  readonly order: readonly string[];
  readonly contextIdFree: boolean;
  /** What `emit` answered: in the body, in the acceptance. */
  readonly emitted: readonly boolean[];
}

const MOMENTS: readonly ExitMoment[] = [
  "bodySettled",
  "outputSealed",
  "acceptancesDrained",
  "workClosed",
  "contextTerminal",
  "delivered",
  "runnerSettled",
];
const ID = "exit";

interface Line {
  use(): Promise<string>;
  untilCancelled(): Promise<never>;
}
const line = defineResource<Line>("line");

export async function playExit(exit: ExitVariant): Promise<PlayedExit> {
  const thrown = new ThrownByExit();
  const clock = new TickingClock();
  const log: { readonly at: number; readonly event: string }[] = [];
  const note = (event: string): void => {
    log.push({ at: clock.now(), event });
  };
  const emitted: boolean[] = [];
  const workClosing = gate();
  const cancelChild = new CancelSource();
  let ending: CheckpointEnding | null = null;

  class Store extends MemoryCheckpointStore {
    override begin(id: string): void {
      note("begin");
      super.begin(id);
    }
    override finish(id: string, told: CheckpointEnding): void {
      note("finish");
      ending = told;
      super.finish(id, told);
      if (exit.finish === "failing") throw thrown.finish;
    }
  }
  const binding = line.provide(() => ({
    use: async () => "used",
    untilCancelled: (operation) =>
      new Promise<never>((_resolve, reject) => operation.onCancel((cancellation) => reject(cancellation))),
  }));

  const child = (
    ends: "ok" | "failing" | "cancelled",
  ): InvocationWork<void, string, InvocationContext<void>> => ({
    output: anySchema<string>(),
    async execute(_context, invocation) {
      const { endpoints } = invocation.resources.openWindow({ line: binding });
      if (ends === "cancelled") {
        cancelChild.cancel("the child alone");
        await workClosing.promise;
        note("child");
        await endpoints.line.use();
      }
      await workClosing.promise;
      note("child");
      if (ends === "failing") throw thrown.child;
      return "child";
    },
  });
  const body = async (invocation: RunningInvocation): Promise<string> => {
    note("body");
    const { endpoints } = invocation.resources.openWindow({ line: binding });
    emitted.push(invocation.progress.emit("delta"));
    if (exit.acceptance !== "none") {
      const ready = { output: anySchema<string>(), execute: () => "ready" };
      void invocation.invoke(
        "accepted",
        ready,
        { kind: "run", input: undefined },
        {
          result: { succeeded: () => accept(invocation, endpoints.line) },
        },
      );
    }
    if (exit.child !== "none") {
      const { signal } = cancelChild;
      void invocation.invoke(
        "child",
        child(exit.child),
        { kind: "run", input: undefined },
        { cancelledBy: signal },
      );
    }
    switch (exit.body) {
      case "ok":
        return "output";
      case "throws":
        throw thrown.body;
      case "throws undefined":
        throw undefined;
      case "cancelled":
        return await endpoints.line.untilCancelled();
    }
  };
  const accept = async (invocation: RunningInvocation, endpoints: Line): Promise<void> => {
    while (invocation.exit.outputSealed === null) await quiet();
    emitted.push(invocation.progress.emit("late delta"));
    const used = await settledOf(endpoints.use());
    note(used.kind === "fulfilled" ? "acceptance" : "acceptance refused");
    if (exit.acceptance === "failing") throw thrown.acceptance;
  };
  const work: InvocationWork<void, string, InvocationContext<void>> = {
    output: anySchema<string>(),
    checkpoint: { schema: anySchema<number>(), resume: (_context, _saved, invocation) => body(invocation) },
    execute: (_context, invocation) => body(invocation),
    close() {
      note("close");
      workClosing.open();
      return closing(exit, thrown);
    },
  };
  const scene: Scene<void, string> = { name: "exit", requires: new Set(), bind: () => work };
  const checkpoints = new Store();
  checkpoints.save(ID, 1);
  const observers = [
    {
      strict: true,
      ended({ name }: CallEnding) {
        // Those of children are no part of this call's exit.
        if (name !== scene.name) return;
        note("observed");
        if (exit.observer === "throwing") throw thrown.observer;
      },
      delivered: () => note("told"),
    },
  ];
  const runner = new Runner(scene, { clock, checkpoints, observers });
  const running = exit.entry === "run" ? runner.run(undefined, { id: ID }) : runner.resume({ id: ID });
  const delivery = settledOf(running);
  if (exit.body === "cancelled") {
    await quiet();
    runner.cancel("enough");
  }
  const settled = await delivery;
  await runner.settled;
  const { call } = runner;
  for (const moment of MOMENTS) {
    const at = call?.exit[moment];
    if (typeof at === "number") log.push({ at, event: moment });
  }
  const failure = call?.failure ?? null;
  const several = settled.kind === "rejected" && (failure?.parts.length ?? 0) > 1;
  const ended: CheckpointEnding | null = ending;
  return {
    thrown,
    delivered: several ? { kind: "several", errors: errorsOf(settled.error) } : settled,
    parts: (failure?.parts ?? []).map((part) => `${part.origin}, ${part.stage}`),
    contextKind: call?.contextState.kind ?? "none",
    receptionAllowed: failure?.receptionAllowed ?? null,
    ending: ended,
    order: [...log].sort((a, b) => a.at - b.at).map(({ event }) => event),
    contextIdFree: await canEnter(checkpoints, clock),
    emitted,
  };
}

function errorsOf(error: unknown): readonly unknown[] {
  if (!(error instanceof AggregateError)) throw new Error("several failures came as something else");
  return error.errors;
}

/** Everything a close must not be, typed as what it should be: the runtime cannot rely on types. */
function closing(exit: ExitVariant, thrown: ThrownByExit): OperationOutcome<void> {
  const returned: unknown = (() => {
    switch (exit.close) {
      case "ok":
        return succeeded(undefined);
      case "throws":
        throw thrown.close;
      case "junk":
        return { ok: "yes" };
      case "promise":
        return quiet().then(() => Promise.reject(thrown.lateClose));
    }
  })();
  return returned as OperationOutcome<void>;
}

async function canEnter(checkpoints: MemoryCheckpointStore, clock: TickingClock): Promise<boolean> {
  const work = { output: anySchema<string>(), checkpoint: { schema: anySchema() }, execute: () => "entered" };
  const scene: Scene<void, string> = { name: "probe", requires: new Set(), bind: () => work };
  const settled = await settledOf(new Runner(scene, { clock, checkpoints }).run(undefined, { id: ID }));
  return settled.kind === "fulfilled" || !(settled.error instanceof CheckpointUnavailable);
}
