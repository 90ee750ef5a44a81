/** EXIT-3a, EXIT-15: why a call cannot take part in a store, and what its saves and its finish wait for. */
import { describe, expect, it } from "vitest";
import { CallCheckpoint } from "./call-checkpoint";
import type { CheckpointStore } from "./checkpoint-store";
import { defineScene } from "./define-scene";
import { Invocation } from "./invocation";
import { createInvocationHost, type HostOptions } from "./invocation-host";
import type { CallEntry, InvocationContext } from "./invocation-work";
import { MemoryCheckpointStore } from "./memory-checkpoint-store";
import { Runner } from "./runner";
import { anySchema } from "./testing/any-schema";
import { gate, quiet } from "./testing/gate";
import { rejectionOf } from "./testing/settled-of";
import { type Work, lowLevel, text } from "./testing/test-line";
import { TickingClock } from "./testing/ticking-clock";
import { expectNoUnhandledRejections } from "./testing/unhandled-rejections";

expectNoUnhandledRejections();

const clock = new TickingClock();
const resumed = (work: Work<string>, more: Partial<HostOptions> = {}) => {
  const entry: CallEntry<void> = { kind: "resume" };
  const host = createInvocationHost({ clock, ...more });
  return new Invocation<void, string, InvocationContext<void>>({
    host,
    name: "call",
    work,
    context: { id: "call", entry },
  });
};

describe("a call that cannot take part in a checkpoint store", () => {
  const work: Work<string> = { output: text, checkpoint: { schema: text }, execute: () => "done" };

  it.each([
    ["no-store", () => lowLevel(work)],
    ["not-resumable", () => resumed({ output: text, execute: () => "done" })],
    ["not-resumable", () => resumed(work, { checkpoints: new MemoryCheckpointStore() })],
    [
      "missing",
      () =>
        resumed(
          { ...work, checkpoint: { schema: text, resume: () => "resumed" } },
          { checkpoints: new MemoryCheckpointStore() },
        ),
    ],
  ] as const)("%s: it is refused before anything of it has run", async (reason, make) => {
    const invocation = make();
    const error = await rejectionOf(invocation.run());
    expect(error).toMatchObject({
      name: "CheckpointUnavailable",
      reason,
      message: `checkpoint of call: ${reason}`,
    });
    expect(invocation.failure).toMatchObject({ origin: "checkpoint", receptionAllowed: true });
    expect(invocation.contextState.kind).toBe("failed");
    expect(invocation.exit).toMatchObject({ bodySettled: null, workClosed: null });
    expect(invocation.exit.delivered).not.toBeNull();
  });

  it("not-resumable: a scene that takes part in a store and has no resume", async () => {
    const checkpoints = new MemoryCheckpointStore();
    checkpoints.save("p", 1);
    const scene = defineScene({
      name: "scene",
      deps: {},
      output: text,
      checkpoint: anySchema<number>(),
      run: () => "done",
    });
    const runner = new Runner(scene, { clock, checkpoints });
    expect(await rejectionOf(runner.resume({ id: "p" }))).toMatchObject({ reason: "not-resumable" });
    await expect(runner.run(undefined, { id: "p" })).resolves.toBe("done");
  });

  it("busy: another call of the process holds the context id", async () => {
    const open = gate<string>();
    const checkpoints = new MemoryCheckpointStore();
    const held = lowLevel({ ...work, execute: () => open.promise }, { checkpoints }).run();
    expect(await rejectionOf(lowLevel(work, { checkpoints }).run())).toMatchObject({ reason: "busy" });
    open.open("done");
    await held;
  });

  it("a saved checkpoint that its schema refuses is not resumed from, and stays", async () => {
    const refused = new Error("an older version");
    const checkpoints = new MemoryCheckpointStore();
    checkpoints.save("call", { version: 1 });
    let entered = false;
    const invocation = resumed(
      {
        output: text,
        checkpoint: {
          schema: {
            parse() {
              throw refused;
            },
          },
          resume: () => {
            entered = true;
            return "resumed";
          },
        },
        execute: () => "run",
      },
      { checkpoints },
    );
    expect(await rejectionOf(invocation.run())).toBe(refused);
    expect([entered, checkpoints.load("call")]).toEqual([false, { value: { version: 1 } }]);
  });

  it("what resume is given is what the schema made of it, and resume is the object's own", async () => {
    const checkpoints = new MemoryCheckpointStore();
    checkpoints.save("call", 41);
    const checkpoint = {
      step: 1,
      schema: { parse: (value: unknown) => Number(value) },
      resume(_context: unknown, saved: unknown) {
        return `from ${Number(saved) + this.step}`;
      },
    };
    const invocation = resumed({ output: text, checkpoint, execute: () => "run" }, { checkpoints });
    await expect(invocation.run()).resolves.toBe("from 42");
  });

  it("a call without a checkpoint has nowhere to save; that is the author's failure alone", async () => {
    let refused: unknown;
    const invocation = lowLevel({
      output: text,
      async execute(_context, running) {
        refused = await rejectionOf(running.saveCheckpoint(1));
        return "done";
      },
    });
    await expect(invocation.run()).resolves.toBe("done");
    expect(refused).toMatchObject({ name: "CheckpointUnavailable", reason: "no-store" });
  });

  it("a save after a cancel is refused with the cancellation", async () => {
    const checkpoints = new MemoryCheckpointStore();
    let refused: unknown;
    const invocation = lowLevel(
      {
        ...work,
        async execute(_context, running) {
          running.cancel("stop");
          refused = await rejectionOf(running.saveCheckpoint(1));
          return "deaf";
        },
      },
      { checkpoints },
    );
    expect(await rejectionOf(invocation.run())).toBe(refused);
    expect(refused).toMatchObject({ name: "InvocationCancelled" });
    expect(checkpoints.endingOf("call")).toEqual({ context: "cancelled", delivery: "failed" });
    expect(checkpoints.load("call")).toBeNull();
  });
});

describe("CallCheckpoint", () => {
  function store() {
    const log: string[] = [];
    const gates = new Map<unknown, ReturnType<typeof gate>>();
    const kept: CheckpointStore = {
      begin: (id) => void log.push(`begin ${id}`),
      save: async (_id, value) => {
        log.push(`save ${String(value)}`);
        await gates.get(value)?.promise;
        log.push(`saved ${String(value)}`);
      },
      load: () => null,
      finish: (id, { context }) => void log.push(`finish ${id} ${context}`),
    };
    const hold = (value: unknown) => {
      const held = gate();
      gates.set(value, held);
      return held;
    };
    return { log, kept, hold };
  }
  const ending = { context: "succeeded", delivery: "ok" } as const;

  it("makes one save after another, and finishes after the last of them", async () => {
    const { log, kept, hold } = store();
    const [first, second] = [hold(1), hold(2)];
    const checkpoint = new CallCheckpoint(kept, "a");
    await checkpoint.begin();
    const saves = [checkpoint.save(1), checkpoint.save(2)];
    await quiet();
    expect(log).toEqual(["begin a", "save 1"]);
    first.open();
    await quiet();
    // The first save has settled, the second has not: it is still the one to wait for.
    saves.push(checkpoint.save(3));
    const finished = checkpoint.finish(ending);
    await quiet();
    expect(log).toEqual(["begin a", "save 1", "saved 1", "save 2"]);
    second.open();
    await Promise.all([...saves, finished]);
    expect(log.slice(4)).toEqual(["saved 2", "save 3", "saved 3", "finish a succeeded"]);
    checkpoint.release();
  });

  it("a save that failed is its author's: the next one is made, and the finish is", async () => {
    const { log, kept, hold } = store();
    const first = hold(1);
    const checkpoint = new CallCheckpoint(kept, "a");
    await checkpoint.begin();
    const failure = new Error("disk");
    const saves = [rejectionOf(checkpoint.save(1)), checkpoint.save(2)];
    const finished = checkpoint.finish(ending);
    first.fail(failure);
    expect(await saves[0]).toBe(failure);
    await finished;
    expect(log).toEqual(["begin a", "save 1", "save 2", "saved 2", "finish a succeeded"]);
    checkpoint.release();
  });

  it("is busy while another one of the same store and id is between begin and release", async () => {
    const { kept } = store();
    const [one, two, other] = [
      new CallCheckpoint(kept, "a"),
      new CallCheckpoint(kept, "a"),
      new CallCheckpoint(kept, "b"),
    ];
    await one.begin();
    await other.begin();
    expect(await rejectionOf(two.begin())).toMatchObject({ reason: "busy" });
    // Releasing what was never held frees nothing.
    two.release();
    expect(await rejectionOf(new CallCheckpoint(kept, "a").begin())).toMatchObject({ reason: "busy" });
    one.release();
    one.release();
    await new CallCheckpoint(kept, "a").begin();
  });

  it("whose begin failed in the store has nothing to finish, and frees its id", async () => {
    const { log, kept } = store();
    const failure = new Error("no store");
    const broken: CheckpointStore = {
      ...kept,
      begin() {
        throw failure;
      },
    };
    const checkpoint = new CallCheckpoint(broken, "a");
    expect(await rejectionOf(checkpoint.begin())).toBe(failure);
    await checkpoint.finish(ending);
    expect(log).toEqual([]);
    checkpoint.release();
    expect(await rejectionOf(new CallCheckpoint(broken, "a").begin())).toBe(failure);
  });
});

describe("a child's context id", () => {
  it("is its parent's, its name and its ordinal, or its key", async () => {
    const ids: string[] = [];
    const child = defineScene({
      name: "child",
      deps: {},
      output: text,
      run(work) {
        ids.push(work.contextId);
        return "";
      },
    });
    const parent = defineScene({
      name: "parent",
      deps: { children: { one: child, two: child } },
      output: anySchema<string>(),
      async run(work) {
        await work.children.one.invoke();
        await work.children.two.invoke();
        await work.children.one.invoke(undefined, { key: "agent" });
        await work.children.one.invoke();
        return work.contextId;
      },
    });
    await expect(new Runner(parent, { clock }).run(undefined, { id: "run_1" })).resolves.toBe("run_1");
    expect(ids).toEqual(["run_1/one.1", "run_1/two.2", "run_1/agent", "run_1/one.4"]);
  });
});
