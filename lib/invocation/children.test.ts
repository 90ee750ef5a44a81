import { describe, expect, it } from "vitest";
import { CallControl } from "./call-control";
import { CancelSource } from "./cancel-signal";
import { Children, type ChildCall } from "./children";
import { defineScene } from "./define-scene";
import { MechanismFault } from "./refusals";
import { Runner } from "./runner";
import { gate, quiet } from "./testing/gate";
import { rejectionOf, settledOf } from "./testing/settled-of";
import { TestLine, hostOptions, line, text } from "./testing/test-line";
import { expectNoUnhandledRejections } from "./testing/unhandled-rejections";

expectNoUnhandledRejections();

describe("Children", () => {
  const child = (run: () => Promise<string>): ChildCall<string> => ({
    name: "child",
    contextId: "p/child",
    failure: null,
    run,
  });
  const children = () => {
    const control = new CallControl(new CancelSource().signal);
    return { control, children: new Children(control) };
  };

  it("counts what was started, returned and failed, and knows what still runs", async () => {
    const { children: all } = children();
    const [one, two, accepting] = [gate<string>(), gate<string>(), gate()];
    expect([all.nextOrdinal, all.hasRunning, all.hasAcceptances]).toEqual([1, false, false]);
    const followed = [
      settledOf(
        all.follow(
          child(() => one.promise),
          undefined,
        ),
      ),
      settledOf(
        all.follow(
          child(() => two.promise),
          () => accepting.promise,
        ),
      ),
    ];
    expect([all.nextOrdinal, all.hasRunning, all.hasAcceptances]).toEqual([3, true, true]);
    let [drained, settled] = [false, false];
    void all.settleAcceptances().then(() => (drained = true));
    void all.settle().then(() => (settled = true));
    two.open("value");
    await quiet();
    expect([drained, settled]).toEqual([false, false]);
    accepting.fail(new Error("not accepted"));
    await quiet();
    expect([drained, settled, all.hasAcceptances, all.hasRunning]).toEqual([true, false, false, true]);
    one.fail(new Error("foreign"));
    await quiet();
    expect([settled, all.hasRunning]).toEqual([true, false]);
    expect(all.counts).toEqual({ started: 2, returned: 0, failed: 1, acceptancesFailed: 1 });
    expect((await followed[0])?.kind).toBe("rejected");
  });

  it("a child that is no Invocation and fails is vouched for by nobody: it blocks its parent (EXIT-4)", async () => {
    const { children: all, control } = children();
    const foreign = new Error("foreign");
    const error = await rejectionOf(
      all.follow(
        child(() => Promise.reject(foreign)),
        undefined,
      ),
    );
    expect(error).toMatchObject({ stage: "call", cause: foreign });
    expect(error).toMatchObject({ failure: { origin: "control", receptionAllowed: false } });
    expect(control.refusal()).toBe(error);
    expect(control.fault?.receptionAllowed).toBe(false);
    expect(control.fault?.parts).toMatchObject([{ origin: "child", error, stage: "execution" }]);
    // The first blocking failure stays the one that accesses are refused with.
    await rejectionOf(
      all.follow(
        child(() => Promise.reject(new Error("second"))),
        undefined,
      ),
    );
    expect(control.refusal()).toBe(error);
  });

  it("returns to its parent once: a second time is a breach of the runtime's own contract", () => {
    const { children: all } = children();
    const relation = all.relation();
    relation.returned({ kind: "succeeded" }, "ok");
    expect(all.counts.returned).toBe(1);
    expect(() => {
      relation.returned({ kind: "succeeded" }, "ok");
    }).toThrow(MechanismFault);
    expect(() => {
      relation.returned({ kind: "succeeded" }, "ok");
    }).toThrow("a child returned twice");
    expect(all.counts.returned).toBe(1);
  });

  it("a closed entrance refuses with an error of the control's own (EXIT-5)", () => {
    const { children: all, control } = children();
    expect(all.refusal("late")).toBeNull();
    all.closeEntrance();
    const refusal = all.refusal("late");
    expect(refusal).toMatchObject({ name: "EndpointClosed", endpoint: "child late" });
    expect(control.originOf(refusal)).toBe("control");
  });
});

describe("an acceptance that a cancel of its caller ended (EXIT-8)", () => {
  it("makes the caller cancelled, not failed, though the failure is the acceptance's", async () => {
    const open = gate();
    const child = defineScene({ name: "child", deps: {}, output: text, run: () => "value" });
    const parent = defineScene({
      name: "parent",
      deps: { children: { child }, resources: { line } },
      output: text,
      run: (work) =>
        work.children.child.invoke(undefined, {
          result: {
            async succeeded(value) {
              await open.promise;
              await work.resources.line.use(value);
            },
          },
        }),
    });
    const testLine = new TestLine();
    const runner = new Runner(parent, hostOptions(testLine));
    const delivery = rejectionOf(runner.run(undefined, { id: "p" }));
    await quiet();
    runner.cancel("stop");
    open.open();
    const error = await delivery;
    expect(error).toMatchObject({ name: "ChildCallFailure", stage: "acceptance" });
    expect(error).toMatchObject({ cause: { name: "InvocationCancelled", reason: "stop" } });
    expect(runner.call?.contextState.kind).toBe("cancelled");
    expect(runner.call?.failure?.origin).toBe("acceptance");
    expect(testLine.log).toEqual([]);
  });
});
