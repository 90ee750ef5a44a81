/** EXIT-9, EXIT-11: what a window and its operations keep, refuse and let go. */
import { describe, expect, it } from "vitest";
import { CallControl } from "./call-control";
import { CancelSource } from "./cancel-signal";
import { InvocationResources } from "./invocation-resources";
import { IsolatedFaults, type IsolatedFault } from "./isolated-faults";
import { EndpointClosed } from "./refusals";
import { ResourceAccess } from "./resource-access";
import { defineResource, type ResourceOperation } from "./resource-port";
import { gate, quiet } from "./testing/gate";
import { rejectionOf, settledOf } from "./testing/settled-of";
import { expectNoUnhandledRejections } from "./testing/unhandled-rejections";

expectNoUnhandledRejections();

interface Line {
  call(...args: string[]): Promise<string>;
}
const line = defineResource<Line>("line");

function window() {
  const cancel = new CancelSource();
  const control = new CallControl(cancel.signal);
  const faults: IsolatedFault[] = [];
  const access = new ResourceAccess(control, new IsolatedFaults((fault) => faults.push(fault)));
  return { cancel, control, faults, access };
}

describe("a window on resources", () => {
  it("exposes the functions of a port, and them alone; each is given its operation and its arguments", async () => {
    const { access, control } = window();
    const seen: unknown[] = [];
    const call = (operation: ResourceOperation, ...args: string[]) => {
      seen.push(operation.signal === control.signal, args);
      return args.join("+");
    };
    const endpoints = access.open({
      line: { port: line, open: () => ({ call, note: "no function", nothing: null }) },
    });
    expect(Object.keys(endpoints.line as object)).toEqual(["call"]);
    await expect((endpoints.line as Line).call("a", "b")).resolves.toBe("a+b");
    expect(seen).toEqual([true, ["a", "b"]]);
    expect(access.signal).toBe(control.signal);
  });

  it("counts what runs, refuses after the close, and counts what came too late", async () => {
    const { access } = window();
    const results = [gate<string>(), gate<string>()];
    const started = results.map((result, n) => settledOf(access.operate(`op ${n}`, () => result.promise)));
    expect([access.running, access.closed, access.lateResults]).toEqual([2, false, 0]);
    results[0]?.open("in time");
    expect(await started[0]).toEqual({ kind: "fulfilled", value: "in time" });
    expect(access.running).toBe(1);
    expect(access.close()).toEqual({ ok: true, value: undefined });
    expect([access.running, access.closed]).toEqual([0, true]);
    expect(await started[1]).toMatchObject({ error: { name: "EndpointClosed", endpoint: "the window" } });
    results[1]?.open("late");
    await quiet();
    expect(access.lateResults).toBe(1);
    expect(await rejectionOf(access.operate("another", () => "x"))).toMatchObject({ endpoint: "another" });
    expect(() => {
      access.onClose(() => undefined);
    }).toThrow("the window is closed");
    expect(access.running).toBe(0);
  });

  it("withdraws all that wait with one error, which it has issued as a resource's (EXIT-5)", async () => {
    const { access, control } = window();
    const never = () => new Promise(() => undefined);
    const waiting = [access.operate("a", never), access.operate("b", never)].map(rejectionOf);
    access.close();
    const [one, other] = await Promise.all(waiting);
    expect(one).toBe(other);
    expect(control.originOf(one)).toBe("resource");
    const refused = await rejectionOf(access.operate("a", never));
    expect(control.originOf(refused)).toBe("resource");
    expect(control.originOf(new EndpointClosed("a"))).toBe("body");
  });

  it("a cancel is refused with before a close, and an operation hears of it once", async () => {
    const { access, cancel } = window();
    const heard: unknown[] = [];
    const waiting = rejectionOf(
      access.operate("a", (operation) => {
        operation.onCancel(({ reason }) => heard.push(`first ${String(reason)}`));
        operation.onCancel(({ reason }) => heard.push(`second ${String(reason)}`));
        return new Promise(() => undefined);
      }),
    );
    cancel.cancel("stop");
    expect(heard).toEqual(["first stop", "second stop"]);
    // The wait goes on: the operation decides what its stop means.
    access.close();
    expect(await waiting).toBeInstanceOf(EndpointClosed);
    expect(access.refusal("a")).toBe(cancel.signal.cancellation);
    const late = await rejectionOf(access.operate("b", () => "x"));
    expect(late).toBe(cancel.signal.cancellation);
  });

  it("an operation begun after the cancel hears of it at once, and keeps no subscription", async () => {
    const { access, cancel } = window();
    const heard: string[] = [];
    const open = gate<string>();
    let running: ResourceOperation | null = null;
    const result = settledOf(
      access.operate("a", (operation) => {
        running = operation;
        return open.promise;
      }),
    );
    const operation = running as ResourceOperation | null;
    cancel.cancel("stop");
    operation?.onCancel(() => heard.push("at once"));
    expect(heard).toEqual(["at once"]);
    open.open("done");
    expect(await result).toEqual({ kind: "fulfilled", value: "done" });
    operation?.onCancel(() => heard.push("settled"));
    operation?.onClose(() => heard.push("closed"));
    access.close();
    expect(heard).toEqual(["at once"]);
  });

  it("a settled operation is not stopped any more, by neither a cancel nor a close", async () => {
    const { access, cancel } = window();
    const heard: string[] = [];
    await access.operate("a", (operation) => {
      operation.onCancel(() => heard.push("cancel"));
      operation.onCancel(() => heard.push("cancel too"));
      operation.onClose(() => heard.push("close"));
      return "done";
    });
    cancel.cancel("stop");
    access.close();
    expect(heard).toEqual([]);
  });

  it("clean-ups run last registered first: operations before the window's own", () => {
    const { access } = window();
    const log: string[] = [];
    for (const name of ["w1", "w2"]) access.onClose(() => log.push(name));
    for (const name of ["a", "b"]) {
      void access.operate(name, (operation) => {
        for (const n of [1, 2]) operation.onClose(() => log.push(`${name}${n}`));
        return new Promise(() => undefined);
      });
    }
    access.close();
    expect(log).toEqual(["b2", "b1", "a2", "a1", "w2", "w1"]);
    access.close();
    expect(log).toHaveLength(6);
  });

  it("a clean-up that comes after the close runs at once; its failure is the host's", () => {
    const { access, faults } = window();
    let running: ResourceOperation | null = null;
    void access.operate("a", (operation) => {
      running = operation;
      return new Promise(() => undefined);
    });
    access.close();
    const log: string[] = [];
    const operation = running as ResourceOperation | null;
    operation?.onClose(() => log.push("late"));
    expect(log).toEqual(["late"]);
    expect(faults).toEqual([]);
    const broken = new Error("x");
    operation?.onClose(() => {
      throw broken;
    });
    expect(faults).toEqual([{ where: "late-close", error: broken }]);
  });

  it("that could not be finished closes what was open; that failure is told by the next close, once", () => {
    const { access, control } = window();
    const [build, close] = [new Error("build"), new Error("close")];
    const open = () =>
      access.open({
        first: {
          port: line,
          open: (opened) => {
            opened.onClose(() => {
              throw close;
            });
            return {};
          },
        },
        second: {
          port: line,
          open: () => {
            throw build;
          },
        },
      });
    expect(open).toThrow(build);
    expect(control.originOf(build)).toBe("resource");
    expect(access.closed).toBe(true);
    expect(access.close()).toEqual({ ok: false, error: close });
    expect(access.close()).toEqual({ ok: true, value: undefined });
  });
});

describe("InvocationResources", () => {
  it("sums what came late over its windows, and refuses a window after the close as a resource (EXIT-5)", async () => {
    const control = new CallControl(new CancelSource().signal);
    const resources = new InvocationResources(control, new IsolatedFaults());
    expect([resources.lateResults, resources.closeAllResult().ok]).toEqual([0, true]);
    const open = new InvocationResources(control, new IsolatedFaults());
    const results = [1, 2, 3].map(() => {
      const result = gate<string>();
      void open.newWindow().operate("a", () => result.promise);
      return result;
    });
    open.closeAll();
    for (const result of results) result.open("late");
    await quiet();
    expect(open.lateResults).toBe(3);
    let refused: unknown;
    try {
      resources.newWindow();
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(EndpointClosed);
    expect(control.originOf(refused)).toBe("resource");
  });
});
