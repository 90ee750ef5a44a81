/** Values, closes and resources that do everything wrong. The order of the exit has to hold all the same. */
import { describe, expect, it } from "vitest";
import { ChildCallFailure } from "./child-call-failure";
import { defineScene } from "./define-scene";
import type { IsolatedFault } from "./isolated-faults";
import type { OperationOutcome } from "./operation-outcome";
import { MechanismFault } from "./refusals";
import { defineResource, type ResourceOperation } from "./resource-port";
import { Runner } from "./runner";
import { gate, quiet } from "./testing/gate";
import { rejectionOf, settledOf } from "./testing/settled-of";
import { TickingClock } from "./testing/ticking-clock";
import { expectNoUnhandledRejections } from "./testing/unhandled-rejections";
import { UninspectableThrown } from "./thrown-value";
import { type Work, lowLevel, text } from "./testing/test-line";

expectNoUnhandledRejections();

interface Line {
  call(): Promise<string>;
}
const line = defineResource<Line>("line");

/** Runs one operation of that implementation through a window, and lets the call end with it unawaited. */
async function withOperation(call: (operation: ResourceOperation) => unknown, awaited = false) {
  const binding = line.provide(() => ({ call: call as (operation: ResourceOperation) => Promise<string> }));
  let result: Promise<unknown> = Promise.resolve();
  const invocation = lowLevel({
    output: text,
    async execute(_context, running) {
      result = settledOf(running.resources.openWindow({ line: binding }).endpoints.line.call());
      if (awaited) await result;
      return "done";
    },
  });
  const delivered = await settledOf(invocation.run());
  return { invocation, delivered, result: await result };
}

const boom = (): never => {
  throw new Error("boom");
};

const hostileValues: Readonly<Record<string, () => unknown>> = {
  "a proxy whose every trap throws": () =>
    new Proxy(
      {},
      { get: boom, has: boom, getPrototypeOf: boom, ownKeys: boom, getOwnPropertyDescriptor: boom },
    ),
  "a revoked proxy": () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  "an error whose message throws": () => Object.defineProperty(new Error("x"), "message", { get: boom }),
  "an error whose name throws": () => Object.defineProperty(new Error("x"), "name", { get: boom }),
  "an object whose message throws": () => ({
    get message() {
      return boom();
    },
  }),
};

const harmlessValues: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  NaN: () => Number.NaN,
  "a symbol": () => Symbol("x"),
  "a function": () => () => undefined,
  "an object without a prototype": () => Object.create(null) as unknown,
  "an error whose message is an object": () => Object.assign(new Error("x"), { message: { toString: boom } }),
  "an AggregateError": () => new AggregateError([1, 2]),
  "a frozen error": () => Object.freeze(new Error("x")),
};

describe("thrown values", () => {
  const places: Readonly<Record<string, (value: unknown) => Promise<unknown>>> = {
    "the body": async (value) =>
      rejectionOf(
        lowLevel({
          output: text,
          execute() {
            throw value;
          },
        }).run(),
      ),
    "the close": async (value) =>
      rejectionOf(
        lowLevel({
          output: text,
          execute: () => "",
          close() {
            throw value;
          },
        }).run(),
      ),
    "the schema": async (value) =>
      rejectionOf(
        lowLevel({
          output: {
            parse() {
              throw value;
            },
          },
          execute: () => "",
        }).run(),
      ),
    "a clean-up": async (value) => {
      const { delivered } = await withOperation((operation) => {
        operation.onClose(() => {
          throw value;
        });
        return new Promise(() => undefined);
      });
      return delivered.kind === "rejected" ? delivered.error : "fulfilled";
    },
  };

  describe.each(Object.entries(places))("out of %s", (_place, throwIn) => {
    it.each(Object.entries(harmlessValues))("%s is delivered as itself", async (_name, make) => {
      const value = make();
      expect(Object.is(await throwIn(value), value)).toBe(true);
    });

    it.each(Object.entries(hostileValues))("%s is kept, and looked at once", async (_name, make) => {
      const value = make();
      const error = await throwIn(value);
      expect(error).toBeInstanceOf(UninspectableThrown);
      expect(Object.is((error as UninspectableThrown).value, value)).toBe(true);
    });
  });

  it("a hostile value of a child's body cannot be received by the parent", async () => {
    const child = defineScene({
      name: "child",
      deps: {},
      output: text,
      run() {
        throw hostileValues["a revoked proxy"]?.();
      },
    });
    const parent = defineScene({
      name: "parent",
      deps: { children: { child } },
      output: text,
      async run(work) {
        await rejectionOf(work.children.child.invoke());
        return "received";
      },
    });
    const runner = new Runner(parent, { clock: new TickingClock() });
    expect(await rejectionOf(runner.run(undefined, { id: "p" }))).toBeInstanceOf(ChildCallFailure);
  });
});

describe("returned values", () => {
  it("a thenable that throws when it is looked at fails the body", async () => {
    const hostile = Object.defineProperty({}, "then", { get: boom });
    const error = await rejectionOf(lowLevel({ output: text, execute: () => hostile as never }).run());
    expect(error).toEqual(new Error("boom"));
  });

  it("a schema that returns a thenable cannot deliver it", async () => {
    const output = { parse: () => Promise.reject(new Error("late")) as never };
    const rejected = lowLevel<string>({ output, execute: () => "" });
    expect(await rejectionOf(rejected.run())).toMatchObject({ name: "SchemaNotSynchronous" });
    expect(rejected.failure?.origin).toBe("output");
  });
});

describe("closes", () => {
  it.each([
    ["a promise that rejects", () => Promise.reject(new Error("late"))],
    ["a thenable that throws", () => ({ then: boom })],
    ["an outcome whose discriminant throws", () => Object.defineProperty({}, "ok", { get: boom })],
    ["a proxy", () => hostileValues["a proxy whose every trap throws"]?.()],
  ])("%s ends the call with a boundary failure", async (_name, close) => {
    const invocation = lowLevel({
      output: text,
      execute: () => "done",
      close: () => close() as OperationOutcome<void>,
    });
    await rejectionOf(invocation.run());
    expect(invocation.failure).toMatchObject({ origin: "control", receptionAllowed: false });
    expect(invocation.contextState.kind).toBe("failed");
  });

  it("a close that cannot even be read", async () => {
    const work = { output: text, execute: () => "done" };
    Object.defineProperty(work, "close", { get: boom });
    const invocation = lowLevel(work);
    expect(await rejectionOf(invocation.run())).toEqual(new Error("boom"));
    expect(invocation.failure?.origin).toBe("control");
  });

  it("a re-entrant close closes everything once", async () => {
    const log: string[] = [];
    const invocation = lowLevel({
      output: text,
      execute(_context, running) {
        const window = running.resources.openWindow({
          line: line.provide(() => ({
            call(operation) {
              const name = `${log.length}`;
              log.push(`start ${name}`);
              operation.onClose(() => {
                log.push(`close ${name}`);
                running.resources.closeAll();
                window.access.close();
                void window.endpoints.line.call();
                void running.invoke(
                  "x",
                  { output: text, execute: () => "" },
                  { kind: "run", input: undefined },
                );
                running.cancel("from a close");
              });
              return new Promise<string>(() => undefined);
            },
          })),
        });
        void window.endpoints.line.call();
        void window.endpoints.line.call();
        return "done";
      },
    });
    await expect(invocation.run()).resolves.toBe("done");
    expect(log).toEqual(["start 0", "start 1", "close 1", "close 0"]);
    expect(invocation.children.counts.started).toBe(0);
  });

  it("a clean-up that returns a promise fails the close, and its rejection is consumed", async () => {
    const { delivered } = await withOperation((operation) => {
      operation.onClose((() => Promise.reject(new Error("late"))) as () => void);
      return new Promise(() => undefined);
    });
    expect(delivered.kind === "rejected" && delivered.error).toBeInstanceOf(MechanismFault);
  });

  it("a clean-up registered after the close runs at once, and its failure is the host's", async () => {
    const faults: IsolatedFault[] = [];
    let operation: ResourceOperation | null = null;
    const binding = line.provide(() => ({
      call: (started) => {
        operation = started;
        return new Promise<string>(() => undefined);
      },
    }));
    const work: Work<string> = {
      output: text,
      execute(_context, running) {
        void running.resources.openWindow({ line: binding }).endpoints.line.call();
        return "done";
      },
    };
    await lowLevel(work, { onFault: (fault) => faults.push(fault) }).run();
    const late = operation as ResourceOperation | null;
    late?.onClose(boom);
    late?.onCancel(boom);
    expect(faults).toEqual([{ where: "late-close", error: new Error("boom") }]);
  });
});

describe("resources", () => {
  it.each([
    ["throws at once", boom],
    ["rejects", () => Promise.reject(new Error("boom"))],
    ["returns a thenable that throws", () => ({ then: boom })],
    [
      "returns a promise whose constructor throws",
      () => {
        return Object.defineProperty(Promise.resolve(1), "constructor", { get: boom });
      },
    ],
  ])("an unawaited operation that %s disturbs nobody", async (_name, call) => {
    const { delivered, result } = await withOperation(call, true);
    expect(result).toEqual({ kind: "rejected", error: new Error("boom") });
    expect(delivered).toEqual({ kind: "fulfilled", value: "done" });
  });

  it("one that rejects after its window has closed is refused and consumed", async () => {
    const late = gate<string>();
    const { invocation, result } = await withOperation(() => late.promise);
    late.fail(new Error("late"));
    await quiet();
    expect(result).toMatchObject({ kind: "rejected", error: { name: "EndpointClosed" } });
    expect(invocation.resources.lateResults).toBe(1);
  });

  it("subscriptions of settled operations are gone", async () => {
    let stops = 0;
    let closes = 0;
    const binding = line.provide(() => ({
      call: async (operation) => {
        operation.onCancel(() => (stops += 1));
        operation.onClose(() => (closes += 1));
        return "x";
      },
    }));
    const wait = gate();
    const work: Work<string> = {
      output: text,
      async execute(_context, running) {
        const { endpoints } = running.resources.openWindow({ line: binding });
        for (let i = 0; i < 100; i += 1) await endpoints.line.call();
        await wait.promise;
        return "done";
      },
    };
    const invocation = lowLevel(work);
    const delivery = settledOf(invocation.run());
    await quiet();
    invocation.cancel("stop");
    wait.open();
    await delivery;
    expect([stops, closes]).toEqual([0, 0]);
  });
});
