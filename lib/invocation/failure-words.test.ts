/** The names, reasons and words of what the runtime throws: code reads the first two, people all of it. */
import { describe, expect, it } from "vitest";
import { CancelSource } from "./cancel-signal";
import { ChildCallFailure } from "./child-call-failure";
import { defineScene } from "./define-scene";
import { defineInteraction } from "./interactions";
import { FaultRecord } from "./invocation-failure";
import { MemoryCheckpointStore } from "./memory-checkpoint-store";
import { failed, type OperationOutcome } from "./operation-outcome";
import { EntryOccupied, ResourceNotProvided } from "./refusals";
import { Runner } from "./runner";
import { gate } from "./testing/gate";
import { rejectionOf } from "./testing/settled-of";
import { TestLine, type Work, hostOptions, line, lowLevel, text } from "./testing/test-line";
import { TickingClock } from "./testing/ticking-clock";
import { expectNoUnhandledRejections } from "./testing/unhandled-rejections";

expectNoUnhandledRejections();

const clock = new TickingClock();

describe("a child's failure", () => {
  const child = defineScene({
    name: "guard",
    deps: {},
    output: text,
    run(_work, fail: boolean) {
      if (fail) throw new Error("no verdict");
      return "ok";
    },
  });
  const failureOf = (fail: boolean) =>
    new Promise<unknown>((resolve) => {
      const parent = defineScene({
        name: "parent",
        deps: { children: { judge: child } },
        output: text,
        async run(work) {
          const succeeded = (): never => {
            throw new Error("not accepted");
          };
          resolve(await rejectionOf(work.children.judge.invoke(fail, { result: { succeeded } })));
          return "";
        },
      });
      void new Runner(parent, { clock }).run(undefined, { id: "p" });
    });

  it("says which child, in which stage, and what it failed with", async () => {
    const call = await failureOf(true);
    expect(call).toBeInstanceOf(ChildCallFailure);
    expect(call).toMatchObject({
      name: "ChildCallFailure",
      message: "child judge failed: no verdict",
      child: "judge",
      contextId: "p/judge.1",
      stage: "call",
      failure: { origin: "body", receptionAllowed: true },
      cause: new Error("no verdict"),
    });
    expect(await failureOf(false)).toMatchObject({
      message: "acceptance of child judge failed: not accepted",
      stage: "acceptance",
      failure: { origin: "acceptance", receptionAllowed: true },
    });
  });
});

describe("a refused access", () => {
  it("names the endpoint that is closed", async () => {
    const child = defineScene({ name: "child", deps: {}, output: text, run: () => "" });
    const approval = defineInteraction<string>("approval");
    const kept: (() => unknown)[] = [];
    const scene = defineScene({
      name: "scene",
      deps: { children: { child }, resources: { line } },
      output: text,
      checkpoint: text,
      run(work) {
        const reader = work.interactions.send(approval, "k", () => new Promise(() => undefined));
        kept.push(
          () => work.resources.line.use("x"),
          () => work.children.child.invoke(),
          () => work.children.child.resume({ key: "k" }),
          () => work.checkpoint.save("x"),
          () => reader.next(),
          () => work.interactions.send(approval, "k", () => undefined),
          () => work.interactions.read(approval, "k"),
        );
        return "";
      },
    });
    const runner = new Runner(
      scene,
      hostOptions(new TestLine(), { checkpoints: new MemoryCheckpointStore() }),
    );
    await runner.run(undefined, { id: "p" });
    const refused: unknown[] = [];
    for (const access of kept) {
      refused.push(await rejectionOf((async () => access())()));
    }
    expect(refused.map((error) => (error as { endpoint?: string }).endpoint)).toEqual([
      "line.use",
      "child.child",
      "child.child",
      "checkpoint",
      "the reader",
      "interaction approval",
      "interaction approval",
    ]);
    expect(refused[0]).toMatchObject({ name: "EndpointClosed", message: "line.use is closed" });
  });

  it("of a call's children and resources says so, too, and its origin is told apart (EXIT-5)", async () => {
    const testLine = new TestLine();
    const refusals = async (throwIn: (invocation: ReturnType<typeof lowLevel<string>>) => unknown) => {
      const invocation = lowLevel<string>({ output: text, execute: () => "" });
      await invocation.run();
      return rejectionOf((async () => throwIn(invocation))());
    };
    const entry = { kind: "run", input: undefined } as const;
    const work: Work<string> = { output: text, execute: () => "" };
    expect(await refusals((call) => call.invoke("late", work, entry))).toMatchObject({
      name: "EndpointClosed",
      endpoint: "child late",
    });
    expect(await refusals((call) => call.resources.openWindow({ line: testLine.binding }))).toMatchObject({
      name: "EndpointClosed",
      endpoint: "the call's resources",
    });
    expect(await refusals((call) => call.saveCheckpoint(1))).toMatchObject({ endpoint: "child checkpoint" });
  });

  it("of a withdrawn operation names the window", async () => {
    const testLine = new TestLine();
    let waiting: Promise<unknown> = Promise.resolve();
    const scene = defineScene({
      name: "scene",
      deps: { resources: { line } },
      output: text,
      run(work) {
        waiting = rejectionOf(work.resources.line.hold("x"));
        return "";
      },
    });
    await new Runner(scene, hostOptions(testLine)).run(undefined, { id: "p" });
    expect(await waiting).toMatchObject({ name: "EndpointClosed", endpoint: "the window" });
  });

  it("by a port that nobody provides names the port", () => {
    const scene = defineScene({ name: "scene", deps: { resources: { line } }, output: text, run: () => "" });
    expect(() => new Runner(scene, { clock })).toThrow(
      expect.objectContaining({
        name: "ResourceNotProvided",
        message: "nobody provides the resource line",
      }),
    );
    expect(() => lowLevel({ output: text, execute: () => "" }).provided(line)).toThrow(ResourceNotProvided);
  });
});

describe("an occupied entry", () => {
  it("is named, and what was refused names it", async () => {
    const open = gate<string>();
    const scene = defineScene({ name: "diagnosis", deps: {}, output: text, run: () => open.promise });
    const runner = new Runner(scene, { clock });
    const first = runner.run(undefined, { id: "1" });
    expect(await rejectionOf(runner.run(undefined, { id: "2" }))).toMatchObject({
      name: "EntryOccupied",
      message: "the entry of diagnosis is occupied",
    });
    open.open("");
    await first;
    const invocation = lowLevel({ output: text, execute: () => "" }, {}, "call 7");
    await invocation.run();
    expect(await rejectionOf(invocation.run())).toMatchObject({ message: "call 7 has been run" });
  });

  it("a scene's work that was entered to be resumed does not run", async () => {
    const scene = defineScene({ name: "scene", deps: {}, output: text, run: () => "ran" });
    const work = scene.bind();
    const thrown = lowLevel<string>({
      output: text,
      execute: (_context, running) => work.execute({ id: "x", entry: { kind: "resume" } }, running),
    });
    const error = await rejectionOf(thrown.run());
    expect(error).toBeInstanceOf(EntryOccupied);
    expect(error).toMatchObject({ message: "x was entered to be resumed" });
  });
});

describe("a scene's work that has never run", () => {
  it("has nothing to close", () => {
    const scene = defineScene({ name: "scene", deps: {}, output: text, run: () => "" });
    const running = lowLevel<string>({ output: text, execute: () => "" });
    const context = { id: "p", entry: { kind: "resume" } } as const;
    expect(scene.bind().close?.(context, running)).toEqual({ ok: true, value: undefined });
  });
});

describe("a cancellation", () => {
  it("has a name, words and its reason, and throwIfAborted throws that very object", () => {
    const source = new CancelSource();
    expect([source.signal.reason, source.signal.cancellation]).toEqual([undefined, null]);
    source.cancel("why");
    const { cancellation } = source.signal;
    expect(cancellation).toMatchObject({
      name: "InvocationCancelled",
      message: "the call was cancelled",
      reason: "why",
    });
    let thrown: unknown;
    try {
      source.signal.throwIfAborted();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBe(cancellation);
  });
});

describe("a mechanism failure", () => {
  it.each<[string, () => unknown]>([
    ["a close returned a promise: closing is synchronous", () => Promise.resolve()],
    ["a close returned something that is no outcome", () => ({ ok: "yes" })],
    ["a close returned something that is no outcome", () => "done"],
    ["a close returned something that is no outcome", () => ({ ok: 0, error: new Error("x") })],
  ])("says what the close did: %s", async (message, close) => {
    const invocation = lowLevel({
      output: text,
      execute: () => "",
      close: close as () => OperationOutcome<void>,
    });
    expect(await rejectionOf(invocation.run())).toMatchObject({ name: "MechanismFault", message });
  });

  it("says that a clean-up or a schema was asynchronous", async () => {
    const cleanup = lowLevel({
      output: text,
      execute(_context, running) {
        running.resources.newWindow().onClose((() => Promise.resolve()) as () => void);
        return "";
      },
    });
    expect(await rejectionOf(cleanup.run())).toMatchObject({
      name: "MechanismFault",
      message: "a clean-up returned a promise: closing is synchronous",
    });
    const schema = lowLevel<string>({
      output: { parse: () => Promise.resolve("") as never },
      execute: () => "",
    });
    expect(await rejectionOf(schema.run())).toMatchObject({
      name: "SchemaNotSynchronous",
      message: "a schema returned a thenable: parsing is synchronous",
    });
  });
});

describe("several failures (EXIT-14)", () => {
  it("are one AggregateError that names the origins in order, the same one at every look", async () => {
    const invocation = lowLevel({
      output: text,
      execute() {
        throw new Error("body");
      },
      close: () => failed(new Error("close")),
    });
    const error = await rejectionOf(invocation.run());
    expect(error).toBeInstanceOf(AggregateError);
    expect((error as AggregateError).message).toBe(
      "a call failed more than once on its way out: body, control",
    );
    expect(invocation.failure?.error).toBe(error);
    expect(invocation.failure?.origin).toBe("body");
  });

  it("of one window, and of several windows, say which", async () => {
    const failing = async (windows: number, each: number) => {
      const invocation = lowLevel({
        output: text,
        execute(_context, running) {
          for (let w = 0; w < windows; w += 1) {
            const window = running.resources.newWindow();
            for (let n = 0; n < each; n += 1)
              window.onClose(() => {
                throw new Error(`${w}.${n}`);
              });
          }
          return "";
        },
      });
      return rejectionOf(invocation.run());
    };
    expect(await failing(1, 1)).toEqual(new Error("0.0"));
    expect(await failing(1, 2)).toMatchObject({
      message: "several clean-ups of a window failed",
      errors: [new Error("0.1"), new Error("0.0")],
    });
    expect(await failing(2, 1)).toMatchObject({
      message: "several windows failed to close",
      errors: [new Error("1.0"), new Error("0.0")],
    });
  });
});

describe("FaultRecord", () => {
  it("keeps the stage of each part, and combines anew when a part is added or moved", () => {
    const fault = new FaultRecord();
    const [one, two] = [new Error("one"), new Error("two")];
    fault.add("child", one);
    expect(fault.error).toBe(one);
    fault.add("observer", two, "delivery");
    expect((fault.error as AggregateError).errors).toEqual([one, two]);
    fault.addFirst("body", two);
    expect((fault.error as AggregateError).errors).toEqual([two, one]);
    expect(fault.parts).toEqual([
      { origin: "observer", error: two, summary: { name: "Error", message: "two" }, stage: "delivery" },
      { origin: "child", error: one, summary: { name: "Error", message: "one" }, stage: "execution" },
    ]);
  });

  it("is a cancellation while that is all there is (EXIT-3)", () => {
    const source = new CancelSource();
    source.cancel("why");
    const { cancellation } = source.signal;
    if (cancellation === null) throw new Error("it was cancelled");
    const fault = new FaultRecord();
    fault.add("cancel", cancellation);
    expect(fault.cancellation).toBeNull();
    fault.noteCancellation(cancellation);
    expect(fault.cancellation).toBe(cancellation);
    fault.add("body", new Error("and more"));
    expect(fault.cancellation).toBeNull();
  });
});
