/** EXIT-1, EXIT-4, EXIT-5, EXIT-7: what a failure is, where it came from, and who may receive it. */
import { describe, expect, it } from "vitest";
import { ChildCallFailure } from "./child-call-failure";
import { defineScene } from "./define-scene";
import { failed, succeeded } from "./operation-outcome";
import { Runner } from "./runner";
import { rejectionOf } from "./testing/settled-of";
import { TickingClock } from "./testing/ticking-clock";
import { UninspectableThrown } from "./thrown-value";
import { TestLine, type Work, hostOptions, line, lowLevel, text } from "./testing/test-line";
import { expectNoUnhandledRejections } from "./testing/unhandled-rejections";

expectNoUnhandledRejections();

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

describe("EXIT-1: the body's failure comes first", () => {
  it("is installed, with its origin, before the Work is closed", async () => {
    const body = new Error("body");
    let seen: unknown;
    const invocation = lowLevel({
      output: text,
      execute() {
        throw body;
      },
      close(_context, running) {
        seen = running.failure?.parts.map((part) => [part.origin, part.error]);
        return failed(new Error("close"));
      },
    });
    await rejectionOf(invocation.run());
    expect(seen).toEqual([["body", body]]);
  });

  it("also where a child's blocking failure had been attributed before", async () => {
    const body = new Error("body");
    const child: Work<string> = { output: text, execute: () => "", close: () => failed(new Error("close")) };
    const invocation = lowLevel({
      output: text,
      async execute(_context, running) {
        await rejectionOf(running.invoke("child", child, { kind: "run", input: undefined }));
        throw body;
      },
    });
    const error = await rejectionOf(invocation.run());
    expect((error as AggregateError).errors[0]).toBe(body);
    expect(invocation.failure?.parts.map((part) => part.origin)).toEqual(["body", "child"]);
    expect(invocation.failure?.receptionAllowed).toBe(false);
  });
});
