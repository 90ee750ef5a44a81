/** EXIT-8, EXIT-9, EXIT-10: acceptances, cancel, and what is waited for. */
import { describe, expect, it } from "vitest";
import { CancelSource, InvocationCancelled } from "./cancel-signal";
import { ChildCallFailure } from "./child-call-failure";
import { defineScene, progressOf } from "./define-scene";
import { MemoryCheckpointStore } from "./memory-checkpoint-store";
import { EndpointClosed } from "./refusals";
import { Runner } from "./runner";
import { gate, quiet } from "./testing/gate";
import { rejectionOf, settledOf } from "./testing/settled-of";
import { TickingClock } from "./testing/ticking-clock";
import { type Line, TestLine, hostOptions, line, lowLevel, text } from "./testing/test-line";
import { expectNoUnhandledRejections } from "./testing/unhandled-rejections";

expectNoUnhandledRejections();

describe("EXIT-8, EXIT-9, EXIT-10: acceptances, cancel and what is waited for", () => {
  const slow = (open: Promise<string>) =>
    defineScene({ name: "slow", deps: {}, output: text, run: () => open });

  it("a failed body lets running acceptances use its Work, and their effects stay", async () => {
    const testLine = new TestLine();
    const open = gate<string>();
    const child = slow(open.promise);
    const bodyFailure = new Error("body");
    let emitted: boolean | null = null;
    const scene = defineScene({
      name: "parent",
      deps: { children: { child }, resources: { line } },
      output: text,
      progress: progressOf<string>(),
      run(work) {
        void work.children.child.invoke(undefined, {
          result: {
            async succeeded(value) {
              emitted = work.emit("late");
              await work.resources.line.use(value);
            },
          },
        });
        throw bodyFailure;
      },
    });
    const runner = new Runner(scene, hostOptions(testLine));
    const delivery = settledOf(runner.run(undefined, { id: "p" }));
    await quiet();
    expect(runner.call?.exit).toMatchObject({ acceptancesDrained: null, workClosed: null });
    expect(runner.call?.exit.outputSealed).not.toBeNull();
    // Not installed yet, so it blocks nobody.
    expect(runner.call?.failure).toBeNull();
    open.open("accepted");
    expect(await delivery).toEqual({ kind: "rejected", error: bodyFailure });
    expect(testLine.log).toEqual(["use accepted"]);
    expect(emitted).toBe(false);
  });

  it("cancel refuses the next access at once and still waits for body, child and acceptance", async () => {
    const testLine = new TestLine();
    const open = gate<string>();
    const child = slow(Promise.resolve("value"));
    const body = gate();
    const accepted: unknown[] = [];
    const scene = defineScene({
      name: "parent",
      deps: { children: { child }, resources: { line } },
      output: text,
      async run(work) {
        void work.children.child.invoke(undefined, {
          result: {
            async succeeded() {
              await open.promise;
              accepted.push(await rejectionOf(work.resources.line.use("accepted")));
            },
          },
        });
        await body.promise;
        accepted.push(await rejectionOf(work.resources.line.use("body")));
        accepted.push(await rejectionOf(work.children.child.invoke()));
        return "a deaf body's value";
      },
    });
    const runner = new Runner(scene, hostOptions(testLine));
    const delivery = settledOf(runner.run(undefined, { id: "p" }));
    await quiet();
    expect(runner.cancel("stop")).toBe(true);
    expect(runner.cancel("again")).toBe(false);
    await quiet();
    expect(runner.call?.exit.bodySettled).toBeNull();
    body.open();
    await quiet();
    expect(runner.call?.exit.bodySettled).not.toBeNull();
    expect(runner.call?.exit.acceptancesDrained).toBeNull();
    open.open("late");
    const settled = await delivery;
    expect(settled.kind === "rejected" && settled.error).toBeInstanceOf(InvocationCancelled);
    expect(accepted).toHaveLength(3);
    for (const error of accepted) expect(error).toBe(settled.kind === "rejected" && settled.error);
    expect(runner.call?.contextState.kind).toBe("cancelled");
    expect(runner.call?.failure).toMatchObject({ origin: "cancel", receptionAllowed: true });
    expect(testLine.log).toEqual([]);
  });

  it("a child that was cancelled with its parent has no value to accept, however deaf its body", async () => {
    const open = gate<string>();
    const child = slow(open.promise);
    let accepted = false;
    const scene = defineScene({
      name: "parent",
      deps: { children: { child } },
      output: text,
      run(work) {
        const succeeded = (): void => {
          accepted = true;
        };
        return work.children.child.invoke(undefined, { result: { succeeded } });
      },
    });
    const runner = new Runner(scene, { clock: new TickingClock() });
    const delivery = rejectionOf(runner.run(undefined, { id: "p" }));
    runner.cancel("stop");
    open.open("a deaf child's value");
    await delivery;
    expect(accepted).toBe(false);
    expect(runner.call?.contextState.kind).toBe("cancelled");
  });

  it("what a cancelled body returned in spite of it is nobody's output, valid or not", async () => {
    const open = gate<string>();
    const output = {
      parse() {
        throw new Error("invalid");
      },
    };
    const scene = defineScene({ name: "scene", deps: {}, output, run: () => open.promise as Promise<never> });
    const runner = new Runner(scene, { clock: new TickingClock() });
    const delivery = rejectionOf(runner.run(undefined, { id: "p" }));
    runner.cancel("stop");
    open.open("junk");
    expect(await delivery).toBeInstanceOf(InvocationCancelled);
    expect(runner.call?.contextState.kind).toBe("cancelled");
  });

  it("an operation hears of the cancel while it is awaited, and once", async () => {
    const testLine = new TestLine();
    const scene = defineScene({
      name: "scene",
      deps: { resources: { line } },
      output: text,
      run: (work) => work.resources.line.hold("x"),
    });
    const runner = new Runner(scene, hostOptions(testLine));
    const delivery = rejectionOf(runner.run(undefined, { id: "p" }));
    runner.cancel("stop");
    expect(testLine.log).toEqual(["stop x"]);
    expect(await delivery).toMatchObject({ name: "InvocationCancelled", reason: "stop" });
    expect(testLine.log).toEqual(["stop x"]);
  });

  it("closing withdraws an unawaited operation; its late result is refused and counted", async () => {
    const testLine = new TestLine();
    let consumer: Promise<unknown> = Promise.resolve();
    const invocation = lowLevel({
      output: text,
      execute(_context, running) {
        const { endpoints } = running.resources.openWindow({ line: testLine.binding });
        consumer = rejectionOf(endpoints.line.hold("x"));
        return "done";
      },
    });
    await expect(invocation.run()).resolves.toBe("done");
    expect(await consumer).toBeInstanceOf(EndpointClosed);
    expect(testLine.log).toEqual(["close x"]);
    testLine.held.get("x")?.open("late");
    await quiet();
    expect(invocation.resources.lateResults).toBe(1);
  });

  it("an endpoint that was kept is dead after the Work is closed", async () => {
    const testLine = new TestLine();
    let kept: Line | null = null;
    let keptChild: (() => Promise<string>) | null = null;
    const child = slow(Promise.resolve("x"));
    const scene = defineScene({
      name: "scene",
      deps: { children: { child }, resources: { line } },
      output: text,
      checkpoint: text,
      run(work) {
        kept = work.resources.line;
        keptChild = () => work.children.child.invoke();
        return "done";
      },
    });
    const runner = new Runner(scene, hostOptions(testLine, { checkpoints: new MemoryCheckpointStore() }));
    await runner.run(undefined, { id: "p" });
    const use = kept as Line | null;
    const invoke = keptChild as (() => Promise<string>) | null;
    expect(await rejectionOf(use?.use("x") ?? Promise.resolve())).toBeInstanceOf(EndpointClosed);
    expect(await rejectionOf(invoke?.() ?? Promise.resolve())).toBeInstanceOf(EndpointClosed);
    expect(testLine.log).toEqual([]);
  });

  it("a child cancelled on its own is a failure its parent may receive", async () => {
    const alone = new CancelSource();
    const child = defineScene({
      name: "child",
      deps: { resources: { line } },
      output: text,
      run: (work) => work.resources.line.hold("x"),
    });
    const scene = defineScene({
      name: "parent",
      deps: { children: { child } },
      output: text,
      async run(work) {
        const error = await rejectionOf(work.children.child.invoke(undefined, { cancelledBy: alone.signal }));
        return error instanceof ChildCallFailure ? error.failure.origin : "?";
      },
    });
    const runner = new Runner(scene, hostOptions(new TestLine()));
    const delivery = runner.run(undefined, { id: "p" });
    alone.cancel("the child alone");
    await expect(delivery).resolves.toBe("cancel");
  });

  it("a parent cancelled with its child is cancelled, also by the failure of the child", async () => {
    const child = defineScene({
      name: "child",
      deps: { resources: { line } },
      output: text,
      run: (work) => work.resources.line.hold("x"),
    });
    const scene = defineScene({
      name: "parent",
      deps: { children: { child } },
      output: text,
      run: (work) => work.children.child.invoke(),
    });
    const runner = new Runner(scene, hostOptions(new TestLine()));
    const delivery = rejectionOf(runner.run(undefined, { id: "p" }));
    runner.cancel("stop");
    expect(await delivery).toBeInstanceOf(ChildCallFailure);
    expect(runner.call?.contextState.kind).toBe("cancelled");
    expect(runner.call?.failure?.origin).toBe("child");
  });
});
