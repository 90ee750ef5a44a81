/** EXIT-2, EXIT-6, EXIT-11: closing windows and works, and windows that were never finished. */
import { describe, expect, it } from "vitest";
import { defineScene } from "./define-scene";
import { failed, succeeded, type OperationOutcome } from "./operation-outcome";
import { EndpointClosed, MechanismFault, ResourceNotProvided } from "./refusals";
import { defineResource } from "./resource-port";
import { Runner } from "./runner";
import { rejectionOf } from "./testing/settled-of";
import { TickingClock } from "./testing/ticking-clock";
import { type Line, TestLine, line, lowLevel, text } from "./testing/test-line";
import { expectNoUnhandledRejections } from "./testing/unhandled-rejections";

expectNoUnhandledRejections();

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

describe("what a window keeps", () => {
  it("nothing of an operation that has settled", async () => {
    const testLine = new TestLine();
    const running: number[] = [];
    const invocation = lowLevel({
      output: text,
      async execute(_context, call) {
        const { access, endpoints } = call.resources.openWindow({ line: testLine.binding });
        const used = endpoints.line.use("x");
        running.push(access.running);
        await used;
        running.push(access.running);
        return "done";
      },
    });
    await invocation.run();
    expect(running).toEqual([1, 0]);
  });

  it("no child endpoint: a clean-up cannot start a child with the Work that is being closed", async () => {
    const started: string[] = [];
    const child = defineScene({
      name: "child",
      deps: {},
      output: text,
      run: () => `${started.push("child")}`,
    });
    let refused: Promise<unknown> = Promise.resolve();
    const scene = defineScene({
      name: "scene",
      deps: { children: { child }, resources: { line } },
      output: text,
      run(work) {
        invoke = () => work.children.child.invoke();
        void work.resources.line.hold("x");
        return "done";
      },
    });
    let invoke = (): Promise<unknown> => Promise.resolve();
    const binding = line.provide(() => ({
      use: (_operation, what) => what,
      hold(operation) {
        operation.onClose(() => {
          refused = rejectionOf(invoke());
        });
        return new Promise<string>(() => undefined);
      },
    }));
    const runner = new Runner(scene, { clock: new TickingClock(), resources: [binding] });
    await runner.run(undefined, { id: "p" });
    expect(await refused).toBeInstanceOf(EndpointClosed);
    expect(started).toEqual([]);
  });
});
