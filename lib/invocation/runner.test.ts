/** The entry, the parent relation, the output and the deltas of a call. */
import { describe, expect, it } from "vitest";
import { defineScene, progressOf } from "./define-scene";
import { Invocation } from "./invocation";
import { createInvocationHost } from "./invocation-host";
import type { InvocationContext } from "./invocation-work";
import { EntryOccupied } from "./refusals";
import { Runner } from "./runner";
import { gate, quiet } from "./testing/gate";
import { rejectionOf } from "./testing/settled-of";
import { TickingClock } from "./testing/ticking-clock";
import { lowLevel, text } from "./testing/test-line";
import { expectNoUnhandledRejections } from "./testing/unhandled-rejections";

expectNoUnhandledRejections();

describe("the parent relation", () => {
  it("is told last, and its failure fails the delivery alone", async () => {
    const broken = new Error("relation");
    const told: unknown[] = [];
    const host = createInvocationHost({ clock: new TickingClock() });
    const invocation = new Invocation<void, string, InvocationContext<void>>({
      host,
      name: "call",
      work: { output: text, execute: () => "done" },
      context: { id: "call", entry: { kind: "run", input: undefined } },
      relation: {
        returned(context, delivery) {
          told.push(context.kind, delivery);
          throw broken;
        },
      },
    });
    expect(await rejectionOf(invocation.run())).toBe(broken);
    expect(told).toEqual(["succeeded", "ok"]);
    expect(invocation.contextState.kind).toBe("succeeded");
    expect(invocation.failure?.parts).toMatchObject([{ origin: "relation", stage: "delivery" }]);
  });
});

describe("output", () => {
  it("an output that the schema refuses fails the context, and may be received", async () => {
    const refused = new Error("schema");
    const invocation = lowLevel({
      output: {
        parse() {
          throw refused;
        },
      },
      execute: () => "x",
    });
    expect(await rejectionOf(invocation.run())).toBe(refused);
    expect(invocation.failure).toMatchObject({ origin: "output", receptionAllowed: true });
    expect(invocation.contextState.kind).toBe("failed");
    expect(invocation.progress.state).toBe("terminal");
  });

  it("the delivered value is what the schema returned", async () => {
    const invocation = lowLevel<string>({
      output: { parse: (value) => `parsed ${String(value)}` },
      execute: () => "x",
    });
    await expect(invocation.run()).resolves.toBe("parsed x");
  });
});

describe("the Runner", () => {
  it("holds one call at a time, is settled when it is free, and can be entered again", async () => {
    const open = gate<string>();
    const scene = defineScene({ name: "scene", deps: {}, output: text, run: () => open.promise });
    const runner = new Runner(scene, { clock: new TickingClock() });
    expect(runner.cancel("nobody")).toBe(false);
    await runner.settled;
    const first = runner.run(undefined, { id: "1" });
    let settled = false;
    void runner.settled.then(() => {
      settled = true;
    });
    expect(await rejectionOf(runner.run(undefined, { id: "2" }))).toBeInstanceOf(EntryOccupied);
    expect(settled).toBe(false);
    open.open("done");
    await expect(first).resolves.toBe("done");
    await quiet();
    expect(settled).toBe(true);
    expect(runner.cancel("too late")).toBe(false);
    await expect(runner.run(undefined, { id: "3" })).resolves.toBe("done");
  });

  it("is free again where a scene could not even be bound", async () => {
    const broken = new Error("no work");
    let isBroken = true;
    const sound = defineScene({ name: "scene", deps: {}, output: text, run: () => "done" });
    const scene = {
      ...sound,
      bind: () => {
        if (isBroken) throw broken;
        return sound.bind();
      },
    };
    const runner = new Runner(scene, { clock: new TickingClock() });
    await expect(runner.run(undefined, { id: "1" })).rejects.toBe(broken);
    await runner.settled;
    expect(runner.call).toBeNull();
    isBroken = false;
    await expect(runner.run(undefined, { id: "2" })).resolves.toBe("done");
  });

  it("an Invocation runs once", async () => {
    const invocation = lowLevel({ output: text, execute: () => "done" });
    await invocation.run();
    expect(await rejectionOf(invocation.run())).toBeInstanceOf(EntryOccupied);
    expect(invocation.contextState.kind).toBe("succeeded");
    expect(invocation.cancel("too late")).toBe(false);
  });

  it("a root's deltas reach its consumer, a tree's deltas the observers", async () => {
    const seen: unknown[] = [];
    const child = defineScene({
      name: "child",
      deps: {},
      output: text,
      progress: progressOf<string>(),
      run(work) {
        work.emit("of the child");
        return "";
      },
    });
    const scene = defineScene({
      name: "root",
      deps: { children: { child } },
      output: text,
      progress: progressOf<string>(),
      async run(work) {
        work.emit("of the root");
        return work.children.child.invoke();
      },
    });
    const observers = [
      { progress: (delta: unknown, call: { name: string }) => seen.push([call.name, delta]) },
    ];
    const runner = new Runner(scene, { clock: new TickingClock(), observers });
    await runner.run(undefined, { id: "p", onDelta: (delta) => seen.push(delta) });
    expect(seen).toEqual(["of the root", ["root", "of the root"], ["child", "of the child"]]);
  });
});
