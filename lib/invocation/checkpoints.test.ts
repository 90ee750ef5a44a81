/** EXIT-3a, EXIT-15: begin, save, resume, finish and the occupancy of a context id. */
import { describe, expect, it } from "vitest";
import { defineScene } from "./define-scene";
import { MemoryCheckpointStore } from "./memory-checkpoint-store";
import { CheckpointUnavailable } from "./refusals";
import { Runner } from "./runner";
import { anySchema } from "./testing/any-schema";
import { gate, quiet } from "./testing/gate";
import { rejectionOf } from "./testing/settled-of";
import { TickingClock } from "./testing/ticking-clock";
import { TestLine, type Work, lowLevel, text } from "./testing/test-line";
import { expectNoUnhandledRejections } from "./testing/unhandled-rejections";

expectNoUnhandledRejections();

describe("EXIT-3a, EXIT-15: checkpoints", () => {
  it("a resumed call continues from what was saved; a success drops it, a failure keeps it", async () => {
    const checkpoints = new MemoryCheckpointStore();
    let fail = true;
    const scene = defineScene({
      name: "scene",
      deps: {},
      output: text,
      checkpoint: anySchema<number>(),
      async run(work, from: number) {
        await work.checkpoint.save(from + 1);
        throw new Error("half way");
      },
      async resume(work, saved) {
        await work.checkpoint.save(saved + 1);
        if (fail) throw new Error("half way again");
        return `done at ${saved}`;
      },
    });
    const runner = new Runner(scene, { clock: new TickingClock(), checkpoints });
    await rejectionOf(runner.run(1, { id: "p" }));
    expect(checkpoints.endingOf("p")).toEqual({ context: "failed", delivery: "failed" });
    await rejectionOf(runner.resume({ id: "p" }));
    fail = false;
    await expect(runner.resume({ id: "p" })).resolves.toBe("done at 3");
    const error = await rejectionOf(runner.resume({ id: "p" }));
    expect(error).toMatchObject({ name: "CheckpointUnavailable", reason: "missing" });
    expect(runner.call?.failure).toMatchObject({ origin: "checkpoint", receptionAllowed: true });
    expect(runner.call?.exit).toMatchObject({ bodySettled: null, workClosed: null });
    expect(runner.call?.exit.runnerSettled).not.toBeNull();
  });

  it("a parent resumes a child by its key", async () => {
    const checkpoints = new MemoryCheckpointStore();
    const child = defineScene({
      name: "child",
      deps: {},
      output: text,
      checkpoint: anySchema<number>(),
      async run(work) {
        await work.checkpoint.save(41);
        throw new Error("died");
      },
      resume: (_work, saved) => `child from ${saved}`,
    });
    const parent = defineScene({
      name: "parent",
      deps: { children: { child } },
      output: text,
      async run(work) {
        await rejectionOf(work.children.child.invoke(undefined, { key: "agent" }));
        return work.children.child.resume({ key: "agent" });
      },
    });
    const runner = new Runner(parent, { clock: new TickingClock(), checkpoints });
    await expect(runner.run(undefined, { id: "p" })).resolves.toBe("child from 41");
  });

  it("saves are kept in order, and finish waits for those that nobody awaited", async () => {
    const log: string[] = [];
    const first = gate();
    const checkpoints = {
      begin: () => undefined,
      save: async (_id: string, value: unknown) => {
        if (value === 1) await first.promise;
        log.push(`saved ${String(value)}`);
      },
      load: () => null,
      finish: () => {
        log.push("finish");
      },
    };
    const scene = defineScene({
      name: "scene",
      deps: {},
      output: text,
      checkpoint: anySchema<number>(),
      run(work) {
        void work.checkpoint.save(1);
        void work.checkpoint.save(2);
        return "done";
      },
    });
    const runner = new Runner(scene, { clock: new TickingClock(), checkpoints });
    const delivery = runner.run(undefined, { id: "p" });
    await quiet();
    expect(log).toEqual([]);
    first.open();
    await delivery;
    expect(log).toEqual(["saved 1", "saved 2", "finish"]);
  });

  it("one call at a time holds a context id of a store, and another store is another matter", async () => {
    const open = gate<string>();
    const work: Work<string> = {
      output: text,
      checkpoint: { schema: text },
      execute: () => open.promise,
    };
    const checkpoints = new MemoryCheckpointStore();
    const first = lowLevel(work, { checkpoints }).run();
    const second = lowLevel(work, { checkpoints });
    expect(await rejectionOf(second.run())).toBeInstanceOf(CheckpointUnavailable);
    // The one that was refused released nothing that was not its own.
    expect(await rejectionOf(lowLevel(work, { checkpoints }).run())).toBeInstanceOf(CheckpointUnavailable);
    const elsewhere = lowLevel(work, { checkpoints: new MemoryCheckpointStore() }).run();
    open.open("done");
    expect(await Promise.all([first, elsewhere])).toEqual(["done", "done"]);
    await expect(lowLevel(work, { checkpoints }).run()).resolves.toBe("done");
  });

  it("the checkpoint is told what really happened when a close failed after a success", async () => {
    const testLine = new TestLine();
    testLine.failing.set("x", new Error("close"));
    const checkpoints = new MemoryCheckpointStore();
    const invocation = lowLevel(
      {
        output: text,
        checkpoint: { schema: text },
        execute(_context, running) {
          void running.resources.openWindow({ line: testLine.binding }).endpoints.line.hold("x");
          return "done";
        },
      },
      { checkpoints },
    );
    await rejectionOf(invocation.run());
    expect(checkpoints.endingOf("call")).toEqual({ context: "succeeded", delivery: "failed" });
  });
});
