/** Hosts that do everything wrong: observers, sinks, clocks and checkpoint stores. */
import { describe, expect, it } from "vitest";
import { defineScene, progressOf } from "./define-scene";
import { MemoryCheckpointStore } from "./memory-checkpoint-store";
import { Runner } from "./runner";
import { anySchema } from "./testing/any-schema";
import { gate, quiet } from "./testing/gate";
import { rejectionOf } from "./testing/settled-of";
import { TickingClock } from "./testing/ticking-clock";
import { expectNoUnhandledRejections } from "./testing/unhandled-rejections";
import { text } from "./testing/test-line";

expectNoUnhandledRejections();

const boom = (): never => {
  throw new Error("boom");
};

describe("hosts", () => {
  const emitting = defineScene({
    name: "emitting",
    deps: {},
    output: text,
    progress: progressOf<string>(),
    run(work) {
      work.emit("delta");
      work.signal.onCancel(boom);
      return "done";
    },
  });

  it("passive consumers that throw or reject are isolated, counted and told", async () => {
    const faults: string[] = [];
    const rejecting = (): Promise<never> => Promise.reject(new Error("later"));
    const observers = [
      { progress: boom, ended: boom, delivered: boom },
      { progress: rejecting, ended: rejecting, delivered: rejecting },
    ];
    const runner = new Runner(emitting, {
      clock: new TickingClock(),
      observers,
      onFault: (fault) => faults.push(fault.where),
    });
    await expect(runner.run(undefined, { id: "p", onDelta: boom })).resolves.toBe("done");
    await quiet();
    expect(faults.filter((where) => where === "progress")).toHaveLength(3);
    expect(faults.filter((where) => where === "observer")).toHaveLength(4);
    expect(runner.isolatedFaults).toBe(7);
  });

  it("a strict consumer of deltas fails the delivery alone, in order with other strict failures", async () => {
    const errors = [new Error("delta"), new Error("ended")];
    const observers = [
      {
        strict: true,
        progress() {
          throw errors[0];
        },
        ended() {
          throw errors[1];
        },
        delivered: boom,
      },
    ];
    const runner = new Runner(emitting, { clock: new TickingClock(), observers });
    const error = await rejectionOf(runner.run(undefined, { id: "p" }));
    expect((error as AggregateError).errors).toEqual(errors);
    expect(runner.call?.contextState.kind).toBe("succeeded");
    await runner.settled;
  });

  it("a sink that throws, a clock that throws and a throwing cancel listener change nothing", async () => {
    const open = gate<string>();
    const scene = defineScene({
      name: "scene",
      deps: {},
      output: text,
      async run(work) {
        work.signal.onCancel(boom);
        const rejecting = (): unknown => Promise.reject(new Error("later"));
        work.signal.onCancel(rejecting);
        return open.promise;
      },
    });
    const runner = new Runner(scene, { clock: { now: boom }, onFault: boom });
    const delivery = rejectionOf(runner.run(undefined, { id: "p" }));
    expect(runner.cancel("stop")).toBe(true);
    open.open("x");
    expect(await delivery).toMatchObject({ name: "InvocationCancelled", reason: "stop" });
    await runner.settled;
    expect(runner.call?.exit.runnerSettled).toBe(0);
    expect(runner.isolatedFaults).toBeGreaterThan(8);
  });

  it("cancelling from everywhere is one cancel", async () => {
    const scene = defineScene({
      name: "scene",
      deps: {},
      output: text,
      async run(work) {
        work.signal.onCancel(() => runner.cancel("from a listener"));
        runner.cancel("from the body");
        await quiet();
        return "x";
      },
    });
    const runner: Runner<void, string> = new Runner(scene, { clock: new TickingClock() });
    expect(await rejectionOf(runner.run(undefined, { id: "p" }))).toMatchObject({ reason: "from the body" });
  });
});

describe("a checkpoint store that throws at every call", () => {
  const error = {
    begin: new Error("begin"),
    save: new Error("save"),
    load: new Error("load"),
    finish: new Error("finish"),
  };
  type Call = keyof typeof error;
  class Store extends MemoryCheckpointStore {
    constructor(
      private readonly failing: ReadonlySet<Call>,
      private readonly later: boolean,
    ) {
      super();
      super.save("p", 1);
    }
    #fail(call: Call): void | Promise<void> {
      if (!this.failing.has(call)) return;
      if (this.later) return Promise.reject(error[call]);
      throw error[call];
    }
    override begin(): void {
      return this.#fail("begin") as void;
    }
    override save(): void {
      return this.#fail("save") as void;
    }
    override load(id: string) {
      return (this.#fail("load") as never) ?? super.load(id);
    }
    override finish(): void {
      return this.#fail("finish") as void;
    }
  }
  const scene = defineScene({
    name: "scene",
    deps: {},
    output: text,
    checkpoint: anySchema<number>(),
    async run(work) {
      await work.checkpoint.save(1);
      return "done";
    },
    resume: () => "done",
  });
  const cases: readonly (readonly ["run" | "resume", readonly Call[], readonly Call[]])[] = [
    ["run", ["begin"], ["begin"]],
    ["run", ["save"], ["save"]],
    ["run", ["finish"], ["finish"]],
    ["run", ["save", "finish"], ["save", "finish"]],
    ["run", ["begin", "save", "load", "finish"], ["begin"]],
    ["resume", ["load"], ["load"]],
    ["resume", ["load", "finish"], ["load", "finish"]],
    ["resume", ["finish"], ["finish"]],
  ];
  it.each(
    cases.flatMap(([entry, fails, delivers]) =>
      [true, false].map((later) => ({ entry, fails, delivers, later })),
    ),
  )(
    "$entry: $fails (later: $later) delivers $delivers and frees the context id",
    async ({ entry, fails, delivers, later }) => {
      const checkpoints = new Store(new Set(fails), later);
      const runner = new Runner(scene, { clock: new TickingClock(), checkpoints });
      const enter = () => (entry === "run" ? runner.run(undefined, { id: "p" }) : runner.resume({ id: "p" }));
      for (let time = 0; time < 2; time += 1) {
        const thrown = await rejectionOf(enter());
        const expected = delivers.map((call) => error[call]);
        expect(thrown instanceof AggregateError ? thrown.errors : [thrown]).toEqual(expected);
        expect(runner.call?.failure?.parts.map((part) => part.origin)).toEqual(
          delivers.map(() => "checkpoint"),
        );
      }
    },
  );
});
