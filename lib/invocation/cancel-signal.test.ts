import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CancelSource, InvocationCancelled } from "./cancel-signal";

describe("CancelSource", () => {
  it("the first reason wins, and the error is the same for everybody below", () => {
    const parent = new CancelSource();
    const child = new CancelSource();
    child.follow(parent.signal);
    expect(parent.cancel("first")).toBe(true);
    expect(parent.cancel("second")).toBe(false);
    expect(child.cancel("third")).toBe(false);
    expect(child.signal.reason).toBe("first");
    expect(child.signal.cancellation).toBe(parent.signal.cancellation);
    expect(() => child.signal.throwIfAborted()).toThrow(InvocationCancelled);
  });

  it("a child's own cancel does not reach its parent, and a parent's later one does not replace it", () => {
    const parent = new CancelSource();
    const child = new CancelSource();
    child.follow(parent.signal);
    child.cancel("own");
    expect(parent.signal.aborted).toBe(false);
    parent.signal.throwIfAborted();
    parent.cancel("later");
    expect(child.signal.reason).toBe("own");
  });

  it("the whole tree is marked before anybody is told", () => {
    const parent = new CancelSource();
    const child = new CancelSource();
    const seen: boolean[] = [];
    parent.signal.onCancel(() => seen.push(child.signal.aborted));
    child.follow(parent.signal);
    parent.cancel("x");
    expect(seen).toEqual([true]);
  });

  it("a listener that another one takes off is not called, and one added meanwhile is called at once", () => {
    const source = new CancelSource();
    const seen: string[] = [];
    source.signal.onCancel(() => {
      off();
      source.signal.onCancel(() => seen.push("added"));
    });
    const off = source.signal.onCancel(() => seen.push("taken off"));
    source.signal.onCancel(() => seen.push("last"));
    source.cancel("x");
    off();
    expect(seen).toEqual(["added", "last"]);
  });

  it("a listener that throws stops nobody and is reported", () => {
    const faults: unknown[] = [];
    const source = new CancelSource((error) => faults.push(error));
    const seen: string[] = [];
    source.signal.onCancel(() => {
      throw "first";
    });
    source.signal.onCancel(() => seen.push("second"));
    source.cancel("x");
    expect([faults, seen]).toEqual([["first"], ["second"]]);
  });

  it("a retired source cannot be cancelled and hears nothing from above", () => {
    const parent = new CancelSource();
    const child = new CancelSource();
    child.follow(parent.signal);
    child.retire();
    parent.cancel("x");
    expect([child.cancel("y"), child.signal.aborted]).toEqual([false, false]);
  });

  it("a retired source that followed two hears from neither (EXIT-8)", () => {
    const [parent, alone] = [new CancelSource(), new CancelSource()];
    const child = new CancelSource();
    child.follow(parent.signal);
    child.follow(alone.signal);
    child.retire();
    parent.cancel("x");
    alone.cancel("y");
    expect(child.signal.aborted).toBe(false);
  });

  it("following a signal that is cancelled already is a cancel at once, with the same error", () => {
    const [parent, child] = [new CancelSource(), new CancelSource()];
    const heard: unknown[] = [];
    child.signal.onCancel(({ reason }) => heard.push(reason));
    parent.cancel("x");
    child.follow(parent.signal);
    expect(heard).toEqual(["x"]);
    expect(child.signal.cancellation).toBe(parent.signal.cancellation);
  });

  it("reaching a child's signal is no fault of a listener", () => {
    const faults: unknown[] = [];
    const parent = new CancelSource((error) => faults.push(error));
    const child = new CancelSource((error) => faults.push(error));
    child.follow(parent.signal);
    expect(parent.cancel("x")).toBe(true);
    expect([child.signal.aborted, faults]).toEqual([true, []]);
  });

  it("random forests: exactly those below are cancelled, each listener once, in order of subscription", () => {
    const act = fc.oneof(
      fc.record({ kind: fc.constant("listen" as const), node: fc.nat(9) }),
      fc.record({ kind: fc.constant("leave" as const), listener: fc.nat(20) }),
      fc.record({ kind: fc.constant("cancel" as const), node: fc.nat(9) }),
    );
    const parents = fc.array(fc.nat(9), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(parents, fc.array(act, { maxLength: 30 }), (above, acts) => {
        const nodes = Array.from({ length: 10 }, () => new CancelSource());
        // The parent of n is below n, or n is a root: no cycles.
        const parentOf = (n: number): number | null => ((above[n] ?? 0) < n ? (above[n] ?? 0) : null);
        for (const [n, source] of nodes.entries()) {
          const parent = parentOf(n);
          if (parent !== null) source.follow((nodes[parent] ?? source).signal);
        }
        const cancelled = new Set<number>();
        const listening: { node: number; active: boolean; off: () => void }[] = [];
        let called: number[] = [];
        for (const step of acts) {
          called = [];
          if (step.kind === "listen") {
            const id = listening.length;
            const off = (nodes[step.node] ?? nodes[0])?.signal.onCancel(() => called.push(id));
            const late = cancelled.has(step.node);
            listening.push({ node: step.node, active: !late, off: off ?? (() => undefined) });
            expect(called).toEqual(late ? [id] : []);
          } else if (step.kind === "leave") {
            const listener = listening[step.listener];
            if (listener !== undefined) {
              listener.off();
              listener.active = false;
            }
          } else {
            const reached = new Set<number>();
            for (let n = step.node; n < 10; n += 1) {
              const parent = parentOf(n);
              const below = n === step.node || (parent !== null && reached.has(parent));
              if (below && !cancelled.has(n)) reached.add(n);
            }
            expect(nodes[step.node]?.cancel("x")).toBe(!cancelled.has(step.node));
            for (const n of reached) cancelled.add(n);
            const due = listening.flatMap((listener, id) =>
              listener.active && reached.has(listener.node) ? [id] : [],
            );
            expect([...called].sort((a, b) => a - b)).toEqual(due);
            for (const n of reached) {
              const own = called.filter((id) => listening[id]?.node === n);
              expect(own).toEqual([...own].sort((a, b) => a - b));
            }
            for (const id of called) {
              const listener = listening[id];
              if (listener !== undefined) listener.active = false;
            }
          }
          for (const [n, source] of nodes.entries()) expect(source.signal.aborted).toBe(cancelled.has(n));
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
