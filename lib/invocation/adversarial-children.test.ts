/** Very many children, very deep ones, deaf ones, and some that call after their end. */
import { describe, expect, it } from "vitest";
import { CancelSource } from "./cancel-signal";
import { ChildCallFailure } from "./child-call-failure";
import { defineScene } from "./define-scene";
import { EndpointClosed } from "./refusals";
import { Runner } from "./runner";
import type { Scene } from "./scene";
import { anySchema } from "./testing/any-schema";
import { gate, quiet } from "./testing/gate";
import { rejectionOf } from "./testing/settled-of";
import { TickingClock } from "./testing/ticking-clock";
import { expectNoUnhandledRejections } from "./testing/unhandled-rejections";
import { text } from "./testing/test-line";

expectNoUnhandledRejections();

describe("children", () => {
  const echo = defineScene({
    name: "echo",
    deps: {},
    output: anySchema<number>(),
    run: (_work, n: number) => n,
  });

  it("1,000 of them, unawaited, with acceptances, are all waited for", async () => {
    let accepted = 0;
    const parent = defineScene({
      name: "parent",
      deps: { children: { echo } },
      output: text,
      run(work) {
        for (let i = 0; i < 1_000; i += 1) {
          void work.children.echo.invoke(i, {
            result: {
              async succeeded() {
                await quiet();
                accepted += 1;
              },
            },
          });
        }
        return "done";
      },
    });
    await expect(new Runner(parent, { clock: new TickingClock() }).run(undefined, { id: "p" })).resolves.toBe(
      "done",
    );
    expect(accepted).toBe(1_000);
  });

  it("1,000 of them hear of one cancel, each once, in order, at the cost of one list", async () => {
    const stopped: number[] = [];
    const held = defineScene({
      name: "held",
      deps: {},
      output: anySchema<number>(),
      run: (work, n: number) =>
        new Promise<number>((_resolve, reject) => {
          work.signal.onCancel((cancellation) => {
            stopped.push(n);
            reject(cancellation);
          });
        }),
    });
    const parent = defineScene({
      name: "parent",
      deps: { children: { held } },
      output: text,
      async run(work) {
        await Promise.all(Array.from({ length: 1_000 }, (_unused, n) => work.children.held.invoke(n)));
        return "done";
      },
    });
    const runner = new Runner(parent, { clock: new TickingClock() });
    const delivery = rejectionOf(runner.run(undefined, { id: "p" }));
    runner.cancel("stop");
    expect(stopped).toEqual(Array.from({ length: 1_000 }, (_unused, n) => n));
    await delivery;
    expect(runner.call?.contextState.kind).toBe("cancelled");
  });

  const nested = (depth: number, innermost: () => Promise<string>): Scene<void, string> => {
    let scene: Scene<void, string> = defineScene({ name: "0", deps: {}, output: text, run: innermost });
    for (let level = 1; level <= depth; level += 1) {
      const child = scene;
      scene = defineScene({
        name: `${level}`,
        deps: { children: { child } },
        output: text,
        run: (work) => work.children.child.invoke(),
      });
    }
    return scene;
  };

  it("200 levels deliver a value, a failure and a cancel", async () => {
    const clock = new TickingClock();
    const value = new Runner(
      nested(200, async () => "deep"),
      { clock },
    );
    await expect(value.run(undefined, { id: "p" })).resolves.toBe("deep");

    const deep = new Error("deep");
    const failing = new Runner(
      nested(200, () => Promise.reject(deep)),
      { clock },
    );
    let cause: unknown = await rejectionOf(failing.run(undefined, { id: "p" }));
    let levels = 0;
    for (; cause instanceof ChildCallFailure; cause = cause.cause) levels += 1;
    expect([levels, cause]).toEqual([200, deep]);

    const open = gate<string>();
    const cancelled = new Runner(
      nested(200, () => open.promise),
      { clock },
    );
    const delivery = rejectionOf(cancelled.run(undefined, { id: "p" }));
    cancelled.cancel("stop");
    open.open("a deaf leaf's value");
    await delivery;
    expect(cancelled.call?.contextState.kind).toBe("cancelled");
  });

  it("a cancel reaches 20,000 levels without a stack of calls", () => {
    const top = new CancelSource();
    let last = top;
    for (let level = 0; level < 20_000; level += 1) {
      const next = new CancelSource();
      next.follow(last.signal);
      last = next;
    }
    top.cancel("stop");
    expect(last.signal.reason).toBe("stop");
  });

  it("a child that invokes after its close, and after its parent's, is refused", async () => {
    const kept: (() => Promise<number>)[] = [];
    const child = defineScene({
      name: "child",
      deps: { children: { echo } },
      output: text,
      run(work) {
        kept.push(() => work.children.echo.invoke(1));
        return "done";
      },
    });
    const parent = defineScene({
      name: "parent",
      deps: { children: { child, echo } },
      output: text,
      async run(work) {
        kept.push(() => work.children.echo.invoke(1));
        await work.children.child.invoke();
        expect(await rejectionOf(kept[1]?.() ?? Promise.resolve())).toBeInstanceOf(EndpointClosed);
        return "done";
      },
    });
    await new Runner(parent, { clock: new TickingClock() }).run(undefined, { id: "p" });
    for (const invoke of kept) expect(await rejectionOf(invoke())).toBeInstanceOf(EndpointClosed);
  });

  it("an acceptance outlives a cancel, starts another child before it, and is waited for", async () => {
    const open = gate();
    let left = false;
    const parent = defineScene({
      name: "parent",
      deps: { children: { echo } },
      output: text,
      run(work) {
        void work.children.echo.invoke(1, {
          result: {
            async succeeded() {
              void work.children.echo.invoke(2, {
                result: {
                  async succeeded() {
                    await open.promise;
                    left = true;
                  },
                },
              });
            },
          },
        });
        return "done";
      },
    });
    const runner = new Runner(parent, { clock: new TickingClock() });
    const delivery = rejectionOf(runner.run(undefined, { id: "p" }));
    await quiet();
    runner.cancel("stop");
    await quiet();
    expect(runner.call?.exit.acceptancesDrained).toBeNull();
    open.open();
    await delivery;
    expect(left).toBe(true);
  });

  it("a result callback that is no function fails that acceptance alone", async () => {
    const parent = defineScene({
      name: "parent",
      deps: { children: { echo } },
      output: text,
      async run(work) {
        const broken = { result: { succeeded: "no function" as never } };
        return ((await rejectionOf(work.children.echo.invoke(1, broken))) as Error).name;
      },
    });
    const runner = new Runner(parent, { clock: new TickingClock() });
    await expect(runner.run(undefined, { id: "p" })).resolves.toBe("ChildCallFailure");
  });
});
