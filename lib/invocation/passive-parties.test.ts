/** Observers, consumers, listeners, sinks and clocks: what they are told, in which order, and what their failures do. */
import { describe, expect, it } from "vitest";
import { defineScene, progressOf } from "./define-scene";
import { ExitRecord } from "./exit-record";
import { IsolatedFaults, type IsolatedFault } from "./isolated-faults";
import type { CallEnding, InvocationObserver } from "./observer";
import { ProgressChannel } from "./progress-channel";
import { callIsolated, consumeLateRejection, isThenable } from "./promises";
import { Runner } from "./runner";
import { gate, quiet } from "./testing/gate";
import { rejectionOf } from "./testing/settled-of";
import { lowLevel, text } from "./testing/test-line";
import { TickingClock } from "./testing/ticking-clock";
import { expectNoUnhandledRejections } from "./testing/unhandled-rejections";

expectNoUnhandledRejections();

const noFaults = () => new IsolatedFaults();

describe("ProgressChannel (EXIT-10)", () => {
  function channel(...strict: boolean[]) {
    const heard: string[] = [];
    const consumers = strict.map((isStrict, n) => ({
      strict: isStrict,
      consume: (delta: unknown) => heard.push(`${n}:${String(delta)}`),
    }));
    return { heard, progress: new ProgressChannel(consumers, noFaults()) };
  }

  it("tells every consumer in order, strict or not, until it is sealed", () => {
    const { heard, progress } = channel(false, true, false);
    expect([progress.state, progress.emit("a"), progress.refused]).toEqual(["open", true, 0]);
    progress.seal();
    expect([progress.state, progress.emit("b"), progress.emit("c")]).toEqual(["sealed", false, false]);
    expect(progress.refused).toBe(2);
    expect(heard).toEqual(["0:a", "1:a", "2:a"]);
  });

  it("cannot be opened again: a seal after the end leaves it terminal", () => {
    const { progress } = channel();
    progress.end();
    progress.seal();
    expect([progress.state, progress.emit("a"), progress.refused]).toEqual(["terminal", false, 1]);
  });

  it("keeps what strict consumers threw, in order, and tells the rest all the same", () => {
    const faults: IsolatedFault[] = [];
    const thrower = (name: string) => (): never => {
      throw new Error(name);
    };
    const heard: unknown[] = [];
    const consumers = [
      { strict: true, consume: thrower("first") },
      { strict: false, consume: thrower("passive") },
      { strict: true, consume: thrower("second") },
      { strict: false, consume: (delta: unknown) => heard.push(delta) },
    ];
    const progress = new ProgressChannel(consumers, new IsolatedFaults((fault) => faults.push(fault)));
    expect(progress.strictFailures).toEqual([]);
    expect(progress.emit("delta")).toBe(true);
    expect(progress.strictFailures).toEqual([new Error("first"), new Error("second")]);
    expect(faults).toEqual([{ where: "progress", error: new Error("passive") }]);
    expect(heard).toEqual(["delta"]);
  });
});

describe("observers (EXIT-3a)", () => {
  const scene = defineScene({
    name: "scene",
    deps: {},
    output: text,
    progress: progressOf<string>(),
    run(work, fail: boolean) {
      work.emit("delta");
      if (fail) throw new Error("body");
      return "done";
    },
  });

  it("are told who ended, how, and that it is terminal but not delivered; then that it was", async () => {
    const told: [string, CallEnding, number | null][] = [];
    const observer: InvocationObserver = {
      ended: (ending) => told.push(["ended", ending, ending.exit.delivered]),
      delivered: (ending) => told.push(["delivered", ending, ending.exit.runnerSettled]),
    };
    const runner = new Runner(scene, { clock: new TickingClock(), observers: [observer] });
    await rejectionOf(runner.run(true, { id: "p" }));
    expect(told.map(([what, , later]) => [what, later])).toEqual([
      ["ended", null],
      ["delivered", null],
    ]);
    for (const [, ending] of told) {
      expect(ending).toMatchObject({ name: "scene", contextId: "p", context: { kind: "failed" } });
      expect(ending.failure).toBe(runner.call?.failure);
      expect(ending.exit).toBe(runner.call?.exit);
    }
    await runner.run(false, { id: "p" });
    expect(told.slice(2)).toMatchObject([
      ["ended", { context: { kind: "succeeded" }, failure: null }, null],
      ["delivered", { failure: null }, null],
    ]);
  });

  it("that watch one thing alone are asked for nothing else", async () => {
    const heard: string[] = [];
    const observers: InvocationObserver[] = [
      {},
      { strict: true },
      { progress: (delta, call) => heard.push(`${call.name} ${call.contextId} ${String(delta)}`) },
      { ended: () => heard.push("ended") },
      { delivered: () => heard.push("delivered") },
    ];
    const runner = new Runner(scene, { clock: new TickingClock(), observers });
    await expect(runner.run(false, { id: "p" })).resolves.toBe("done");
    expect(heard).toEqual(["scene p delta", "ended", "delivered"]);
    expect(runner.isolatedFaults).toBe(0);
  });

  it("a strict one that fails makes the delivery fail in that stage; the others are told all the same", async () => {
    const heard: string[] = [];
    const strict: InvocationObserver = {
      strict: true,
      ended() {
        throw new Error("strict");
      },
    };
    const observers = [
      strict,
      { ended: () => heard.push("ended") },
      { delivered: () => heard.push("delivered") },
    ];
    const runner = new Runner(scene, { clock: new TickingClock(), observers });
    expect(await rejectionOf(runner.run(false, { id: "p" }))).toEqual(new Error("strict"));
    expect(runner.call?.failure).toMatchObject({ origin: "observer", receptionAllowed: false });
    expect(runner.call?.failure?.parts).toMatchObject([{ stage: "delivery" }]);
    expect(heard).toEqual(["ended", "delivered"]);
  });

  it("a strict one that is asynchronous is a mechanism failure: it would hold the release", async () => {
    const observers: InvocationObserver[] = [{ strict: true, ended: () => Promise.resolve() }];
    const runner = new Runner(scene, { clock: new TickingClock(), observers });
    expect(await rejectionOf(runner.run(false, { id: "p" }))).toMatchObject({ name: "MechanismFault" });
  });

  it("are not told of a delivery by a call that was no Runner's", async () => {
    const heard: string[] = [];
    const observers = [{ ended: () => heard.push("ended"), delivered: () => heard.push("delivered") }];
    const invocation = lowLevel({ output: text, execute: () => "" }, { observers });
    await invocation.run();
    expect(heard).toEqual(["ended"]);
    expect(invocation.exit.runnerSettled).toBeNull();
  });
});

describe("the consumer of a root call", () => {
  it("is told its deltas where the host has no observers, and a child's are not its own", async () => {
    const emitting = defineScene({
      name: "child",
      deps: {},
      output: text,
      progress: progressOf<string>(),
      run(work) {
        work.emit("of the child");
        return "";
      },
    });
    const root = defineScene({
      name: "root",
      deps: { children: { emitting } },
      output: text,
      progress: progressOf<string>(),
      run(work) {
        work.emit("of the root");
        return work.children.emitting.invoke();
      },
    });
    const heard: string[] = [];
    const runner = new Runner(root, { clock: new TickingClock() });
    await runner.run(undefined, { id: "p", onDelta: (delta) => heard.push(delta) });
    expect(heard).toEqual(["of the root"]);
  });
});

describe("IsolatedFaults", () => {
  it("counts what it is told, tells the host, and counts a sink that throws as well", () => {
    const told: IsolatedFault[] = [];
    const faults = new IsolatedFaults((fault) => told.push(fault));
    const error = new Error("x");
    faults.report("clock", error);
    expect([faults.count, told]).toEqual([1, [{ where: "clock", error }]]);
    const silent = noFaults();
    silent.report("observer", error);
    expect(silent.count).toBe(1);
    const broken = new IsolatedFaults(() => {
      throw error;
    });
    broken.report("observer", error);
    expect(broken.count).toBe(2);
  });
});

describe("a cancel listener that throws", () => {
  it("is counted, and the host is told where and what", async () => {
    const faults: IsolatedFault[] = [];
    const broken = new Error("x");
    const open = gate<string>();
    const scene = defineScene({
      name: "scene",
      deps: {},
      output: text,
      run(work) {
        work.signal.onCancel(() => {
          throw broken;
        });
        return open.promise;
      },
    });
    const runner = new Runner(scene, { clock: new TickingClock(), onFault: (fault) => faults.push(fault) });
    const delivery = rejectionOf(runner.run(undefined, { id: "p" }));
    runner.cancel("stop");
    open.open("deaf");
    await delivery;
    expect([runner.isolatedFaults, faults]).toEqual([1, [{ where: "cancel-listener", error: broken }]]);
  });
});

describe("ExitRecord", () => {
  it("gives a moment the time before it when the clock is broken, and tells the host", () => {
    const times: (number | null)[] = [5, null, 9];
    const faults: IsolatedFault[] = [];
    const broken = new Error("no time");
    const clock = {
      now() {
        const time = times.shift();
        if (typeof time !== "number") throw broken;
        return time;
      },
    };
    const exit = new ExitRecord(clock, new IsolatedFaults((fault) => faults.push(fault)));
    exit.mark("bodySettled");
    exit.mark("outputSealed");
    exit.mark("delivered");
    expect(exit).toMatchObject({ bodySettled: 5, outputSealed: 5, workClosed: null, delivered: 9 });
    expect(faults).toEqual([{ where: "clock", error: broken }]);
  });
});

describe("calls into foreign code", () => {
  it("thenables are told from values without calling them", () => {
    const called: string[] = [];
    const then = () => called.push("then");
    const callable = Object.assign(() => undefined, { then });
    expect([Promise.resolve(), { then }, callable].map(isThenable)).toEqual([true, true, true]);
    const others = [null, undefined, 1, "then", {}, { then: 1 }, () => undefined, Symbol("then")];
    expect(others.map(isThenable)).toEqual(others.map(() => false));
    expect(called).toEqual([]);
  });

  it("what a passive party throws, now or later, is told once and goes no further", async () => {
    const faults: unknown[] = [];
    const tell = (error: unknown): void => {
      faults.push(error);
    };
    callIsolated((what: string) => Promise.reject(new Error(what)), "later", tell);
    callIsolated(
      (what: string) => {
        throw new Error(what);
      },
      "now",
      tell,
    );
    callIsolated(() => Promise.resolve(), undefined, tell);
    callIsolated(() => "a value", undefined, tell);
    await quiet();
    expect(faults).toEqual([new Error("now"), new Error("later")]);
    consumeLateRejection(Promise.reject(new Error("nobody's")));
  });
});

describe("the Runner's view of its call", () => {
  it("is null before the first call, and that of the last one afterwards", async () => {
    const open = gate<string>();
    const held = defineScene({ name: "held", deps: {}, output: text, run: () => open.promise });
    const runner = new Runner(held, { clock: new TickingClock() });
    expect(runner.call).toBeNull();
    const delivery = runner.run(undefined, { id: "p" });
    expect(runner.call?.contextState).toEqual({ kind: "running" });
    const settled: string[] = [];
    const waits = [1, 2].map((n) => runner.settled.then(() => settled.push(`settled ${n}`)));
    open.open("done");
    await delivery;
    await Promise.all(waits);
    expect(settled).toEqual(["settled 1", "settled 2"]);
    expect(runner.call?.contextState).toEqual({ kind: "succeeded" });
    expect(runner.call?.failure).toBeNull();
    const { exit } = runner.call ?? {};
    const moments = [
      exit?.bodySettled,
      exit?.outputSealed,
      exit?.acceptancesDrained,
      exit?.workClosed,
      exit?.contextTerminal,
      exit?.delivered,
      exit?.runnerSettled,
    ];
    expect(moments).toEqual([...moments].sort((a, b) => Number(a) - Number(b)));
    expect(new Set(moments).size).toBe(7);
  });
});
