/** EXIT-1 to EXIT-16, one by one, where the matrix does not already say it. */
import { describe, expect, it } from "vitest";
import { CancelSource, InvocationCancelled } from "./cancel-signal";
import { ChildCallFailure } from "./child-call-failure";
import { defineScene, progressOf } from "./define-scene";
import { Invocation } from "./invocation";
import { createInvocationHost, type HostOptions } from "./invocation-host";
import type { InvocationContext, InvocationWork } from "./invocation-work";
import { MemoryCheckpointStore } from "./memory-checkpoint-store";
import { failed, succeeded, type OperationOutcome } from "./operation-outcome";
import {
  CheckpointUnavailable,
  EndpointClosed,
  EntryOccupied,
  MechanismFault,
  ResourceNotProvided,
} from "./refusals";
import { defineResource } from "./resource-port";
import { Runner } from "./runner";
import { anySchema } from "./testing/any-schema";
import { gate, quiet } from "./testing/gate";
import { rejectionOf, settledOf } from "./testing/settled-of";
import { TickingClock } from "./testing/ticking-clock";
import { expectNoUnhandledRejections } from "./testing/unhandled-rejections";
import { UninspectableThrown } from "./thrown-value";

expectNoUnhandledRejections();

interface Line {
  use(what: string): Promise<string>;
  hold(what: string): Promise<string>;
}
const line = defineResource<Line>("line");
const text = anySchema<string>();

/** A line that writes down what happens; held operations are released or cleaned up by hand. */
class TestLine {
  readonly log: string[] = [];
  readonly held = new Map<string, ReturnType<typeof gate<string>>>();
  /** What a clean-up of that operation throws. */
  readonly failing = new Map<string, unknown>();
  readonly binding = line.provide(() => ({
    use: async (_operation, what) => {
      this.log.push(`use ${what}`);
      return what;
    },
    hold: (operation, what) => {
      const held = gate<string>();
      this.held.set(what, held);
      operation.onCancel((cancellation) => {
        this.log.push(`stop ${what}`);
        held.fail(cancellation);
      });
      operation.onClose(() => {
        this.log.push(`close ${what}`);
        if (this.failing.has(what)) throw this.failing.get(what);
      });
      return held.promise;
    },
  }));
}

function hostOptions(testLine: TestLine, more: Partial<HostOptions> = {}): HostOptions {
  return { clock: new TickingClock(), resources: [testLine.binding], ...more };
}

type Work<O> = InvocationWork<void, O, InvocationContext<void>>;

function lowLevel<O>(work: Work<O>, more: Partial<HostOptions> = {}, id = "call") {
  const host = createInvocationHost({ clock: new TickingClock(), ...more });
  return new Invocation({ host, name: id, work, context: { id, entry: { kind: "run", input: undefined } } });
}

describe("EXIT-2: a failed close skips nothing", () => {
  it("closes every window, last opened first, and every operation of each", async () => {
    const testLine = new TestLine();
    for (const what of ["a1", "b2"]) testLine.failing.set(what, new Error(what));
    const invocation = lowLevel({
      output: text,
      execute(_context, running) {
        const a = running.resources.openWindow({ line: testLine.binding }).endpoints.line;
        const b = running.resources.openWindow({ line: testLine.binding }).endpoints.line;
        for (const what of ["a1", "a2"]) void a.hold(what);
        for (const what of ["b1", "b2"]) void b.hold(what);
        return "done";
      },
    });
    const error = await rejectionOf(invocation.run());
    expect(testLine.log).toEqual(["close b2", "close b1", "close a2", "close a1"]);
    expect(error).toBeInstanceOf(AggregateError);
    expect((error as AggregateError).errors).toEqual([
      testLine.failing.get("b2"),
      testLine.failing.get("a1"),
    ]);
    expect(invocation.failure?.parts).toHaveLength(1);
    expect(invocation.contextState.kind).toBe("succeeded");
  });

  it("is idempotent: the second close has nothing to report", async () => {
    const testLine = new TestLine();
    const failure = new Error("close");
    testLine.failing.set("x", failure);
    let closes: readonly OperationOutcome<void>[] = [];
    const invocation = lowLevel({
      output: text,
      execute(_context, running) {
        const { access, endpoints } = running.resources.openWindow({ line: testLine.binding });
        void endpoints.line.hold("x");
        closes = [access.close(), access.close()];
        return "done";
      },
    });
    await expect(invocation.run()).resolves.toBe("done");
    expect(closes).toEqual([failed(failure), succeeded(undefined)]);
  });

  it("closeAll throws what closeAllResult returns, and opens no window afterwards", () => {
    const testLine = new TestLine();
    const failure = new Error("close");
    testLine.failing.set("x", failure);
    const { resources } = lowLevel({ output: text, execute: () => "" });
    void resources.openWindow({ line: testLine.binding }).endpoints.line.hold("x");
    expect(() => resources.closeAll()).toThrow(failure);
    expect(resources.closeAllResult()).toEqual(succeeded(undefined));
    expect(() => resources.openWindow({ line: testLine.binding })).toThrow(EndpointClosed);
  });
});

describe("EXIT-4: a close failure cannot be received", () => {
  const closeFailure = new Error("close");
  const failingChild = (bodyFailure?: Error) => {
    const work: Work<string> = {
      output: text,
      execute() {
        if (bodyFailure !== undefined) throw bodyFailure;
        return "child";
      },
      close: () => failed(closeFailure),
    };
    return { name: "child", requires: new Set<never>(), bind: () => work };
  };

  it.each([undefined, new Error("body")])(
    "catching it and returning still fails the parent (%s)",
    async (body) => {
      const child = failingChild(body);
      const testLine = new TestLine();
      let caught: unknown;
      const parent = defineScene({
        name: "parent",
        deps: { children: { child }, resources: { line } },
        output: text,
        async run(work) {
          caught = await rejectionOf(work.children.child.invoke());
          // Attributed and blocking: the next access is refused with the very same failure (EXIT-10).
          expect(await rejectionOf(work.resources.line.use("after"))).toBe(caught);
          expect(await rejectionOf(work.children.child.invoke())).toBe(caught);
          return "as if nothing had happened";
        },
      });
      const runner = new Runner(parent, hostOptions(testLine));
      expect(await rejectionOf(runner.run(undefined, { id: "p" }))).toBe(caught);
      expect(caught).toBeInstanceOf(ChildCallFailure);
      expect((caught as ChildCallFailure).failure.receptionAllowed).toBe(false);
      expect(runner.call?.contextState.kind).toBe("failed");
      expect(runner.call?.failure).toMatchObject({ origin: "child", receptionAllowed: false });
      expect(testLine.log).toEqual([]);
    },
  );

  it("an unawaited one fails the parent, too, while the parent settles its children", async () => {
    const child = failingChild();
    const parent = defineScene({
      name: "parent",
      deps: { children: { child } },
      output: text,
      run(work) {
        void work.children.child.invoke();
        return "done";
      },
    });
    const runner = new Runner(parent, hostOptions(new TestLine()));
    expect(await rejectionOf(runner.run(undefined, { id: "p" }))).toBeInstanceOf(ChildCallFailure);
    expect(runner.call?.contextState.kind).toBe("failed");
  });

  it("an ordinary child failure may be received, and unawaited it is nobody's", async () => {
    const child = defineScene({
      name: "child",
      deps: {},
      output: text,
      run() {
        throw new Error("ordinary");
      },
    });
    const parent = defineScene({
      name: "parent",
      deps: { children: { child } },
      output: text,
      async run(work) {
        void work.children.child.invoke();
        const error = await rejectionOf(work.children.child.invoke());
        return error instanceof ChildCallFailure && error.failure.receptionAllowed ? "received" : "no";
      },
    });
    const runner = new Runner(parent, hostOptions(new TestLine()));
    await expect(runner.run(undefined, { id: "p" })).resolves.toBe("received");
  });
});

describe("EXIT-5: origins are authenticated by identity", () => {
  const child = defineScene({
    name: "child",
    deps: {},
    output: text,
    run() {
      throw new Error("child");
    },
  });
  const originOf = async (body: (invoke: () => Promise<string>) => Promise<string>) => {
    const parent = defineScene({
      name: "parent",
      deps: { children: { child } },
      output: text,
      run: (work) => body(() => work.children.child.invoke()),
    });
    const runner = new Runner(parent, hostOptions(new TestLine()));
    const error = await rejectionOf(runner.run(undefined, { id: "p" }));
    return { error, failure: runner.call?.failure };
  };

  it("a child's failure that the body lets through is the child's, the same object", async () => {
    const { error, failure } = await originOf((invoke) => invoke());
    expect(error).toBeInstanceOf(ChildCallFailure);
    expect((error as ChildCallFailure).cause).toEqual(new Error("child"));
    expect(failure?.parts).toMatchObject([{ origin: "child", error }]);
  });

  it("one that came from elsewhere, was made by hand or is hidden in an aggregate is the body's", async () => {
    let foreign: unknown;
    await originOf(async (invoke) => {
      foreign = await rejectionOf(invoke());
      return "";
    }).catch(() => undefined);
    const made = async (make: (own: unknown) => unknown) =>
      (
        await originOf(async (invoke) => {
          throw make(await rejectionOf(invoke()));
        })
      ).failure?.origin;
    expect(await made((own) => own)).toBe("child");
    expect(await made(() => foreign)).toBe("body");
    expect(await made((own) => new AggregateError([own]))).toBe("body");
    expect(
      await made(
        (own) => new ChildCallFailure("child", "p/child", "call", (own as ChildCallFailure).failure),
      ),
    ).toBe("body");
  });

  it("keeps the child's origin beside a failed close", async () => {
    const close = new Error("close");
    const invocation = lowLevel({
      output: text,
      execute: (_context, running) =>
        running.invoke("child", child.bind(), { kind: "run", input: undefined }),
      close: () => failed(close),
    });
    await rejectionOf(invocation.run());
    expect(invocation.failure?.parts.map((part) => part.origin)).toEqual(["child", "control"]);
    expect(invocation.failure?.receptionAllowed).toBe(false);
  });

  it("an acceptance's failure and a resource's failure are told apart", async () => {
    const ok = defineScene({ name: "ok", deps: {}, output: text, run: () => "ok" });
    const acceptance = new Error("acceptance");
    const resource = new Error("resource");
    const scene = defineScene({
      name: "parent",
      deps: { children: { ok }, resources: { line } },
      output: text,
      async run(work, fail: "acceptance" | "resource") {
        if (fail === "resource") return work.resources.line.use("x");
        return work.children.ok.invoke(undefined, {
          result: {
            succeeded() {
              throw acceptance;
            },
          },
        });
      },
    });
    const resources = [
      line.provide(() => ({
        use: () => Promise.reject(resource),
        hold: () => Promise.reject(resource),
      })),
    ];
    const runner = new Runner(scene, { clock: new TickingClock(), resources });
    const error = await rejectionOf(runner.run("acceptance", { id: "p" }));
    expect((error as ChildCallFailure).cause).toBe(acceptance);
    expect(runner.call?.failure?.origin).toBe("acceptance");
    expect(await rejectionOf(runner.run("resource", { id: "p" }))).toBe(resource);
    expect(runner.call?.failure?.origin).toBe("resource");
  });
});

describe("EXIT-6: an illegal close", () => {
  it.each([
    ["null", null],
    ["nothing", undefined],
    ["a number", 7],
    ["an object without a discriminant", {}],
    ["a failure without an error", { ok: false }],
    ["a promise", Promise.resolve(succeeded(undefined))],
    ["a thenable", { then: (resolve: (value: unknown) => void) => resolve(1) }],
  ])("%s is a mechanism failure", async (_name, returned: unknown) => {
    const invocation = lowLevel({
      output: text,
      execute: () => "done",
      close: () => returned as OperationOutcome<void>,
    });
    expect(await rejectionOf(invocation.run())).toBeInstanceOf(MechanismFault);
    expect(invocation.failure).toMatchObject({ origin: "control", receptionAllowed: false });
    expect(invocation.contextState.kind).toBe("failed");
  });
});

describe("EXIT-7: a thrown value that cannot be inspected", () => {
  it("becomes a fault that nobody may receive, with both errors, and the Work is still closed", async () => {
    let inspections = 0;
    const inspectionError = new Error("do not look");
    const hostile: unknown = new Proxy(new Error("x"), {
      get() {
        inspections += 1;
        throw inspectionError;
      },
      getPrototypeOf() {
        inspections += 1;
        throw inspectionError;
      },
    });
    let closed = false;
    const invocation = lowLevel({
      output: text,
      execute() {
        throw hostile;
      },
      close() {
        closed = true;
        return succeeded(undefined);
      },
    });
    const error = await rejectionOf(invocation.run());
    expect(error).toBeInstanceOf(UninspectableThrown);
    expect((error as UninspectableThrown).value === hostile).toBe(true);
    expect((error as UninspectableThrown).inspectionError).toBe(inspectionError);
    expect(inspections).toBe(1);
    expect(invocation.failure).toMatchObject({ origin: "control", receptionAllowed: false });
    expect(closed).toBe(true);
  });
});

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
    const child = slow(open.promise);
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

describe("EXIT-11: half-built resources", () => {
  const other = defineResource<Line>("other");
  const scene = defineScene({
    name: "scene",
    deps: { resources: { line, other } },
    output: text,
    run: () => "never",
  });
  const build = new Error("build");

  it.each([
    ["built", undefined],
    ["built, and what was open does not close", new Error("close")],
  ])("a port that cannot be %s", async (_what, closeFailure) => {
    const log: string[] = [];
    const resources = [
      line.provide((window) => {
        window.onClose(() => {
          log.push("closed");
          if (closeFailure !== undefined) throw closeFailure;
        });
        return new TestLine().binding.open(window) as ReturnType<Parameters<typeof line.provide>[0]>;
      }),
      other.provide(() => {
        throw build;
      }),
    ];
    const runner = new Runner(scene, { clock: new TickingClock(), resources });
    const error = await rejectionOf(runner.run(undefined, { id: "p" }));
    expect(log).toEqual(["closed"]);
    if (closeFailure === undefined) expect(error).toBe(build);
    else expect((error as AggregateError).errors).toEqual([build, closeFailure]);
    expect(runner.call?.failure?.parts.map((part) => part.origin)).toEqual(
      closeFailure === undefined ? ["resource"] : ["resource", "control"],
    );
  });

  it("a port that cannot be exposed", async () => {
    const exposing = new Error("exposing");
    const hostile = {
      get use(): never {
        throw exposing;
      },
    };
    const testLine = new TestLine();
    const resources = [testLine.binding, { port: other, open: () => hostile }];
    const runner = new Runner(scene, { clock: new TickingClock(), resources });
    expect(await rejectionOf(runner.run(undefined, { id: "p" }))).toBe(exposing);
  });

  it("a port that nobody provides is found before anything runs", () => {
    expect(() => new Runner(scene, { clock: new TickingClock() })).toThrow(ResourceNotProvided);
  });
});

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
