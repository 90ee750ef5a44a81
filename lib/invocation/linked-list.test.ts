import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LinkedList, type Linked } from "./linked-list";

class Node implements Linked<Node> {
  previous: Node | null = null;
  next: Node | null = null;
  list: object | null = null;
  constructor(readonly id: number) {}
}

/** Read from the back, over the neighbours alone. */
function idsOf(list: LinkedList<Node>): number[] {
  const ids: number[] = [];
  for (let node = list.last; node !== null; node = node.previous) ids.unshift(node.id);
  return ids;
}

const step = fc.oneof(
  fc.record({ do: fc.constant("push" as const), node: fc.nat(5) }),
  fc.record({ do: fc.constant("remove" as const), node: fc.nat(5) }),
  fc.record({ do: fc.constant("shift" as const) }),
  fc.record({ do: fc.constant("pop" as const) }),
);

describe("LinkedList", () => {
  it("agrees with an array after any steps, read from either end, and keeps no node that has left", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const nodes = Array.from({ length: 6 }, (_, id) => new Node(id));
        const list = new LinkedList<Node>();
        const model: number[] = [];
        for (const each of steps) {
          if (each.do === "shift") expect(list.shift()?.id).toBe(model.shift());
          else if (each.do === "pop") expect(list.pop()?.id).toBe(model.pop());
          else {
            const node = nodes[each.node];
            if (node === undefined) continue;
            const at = model.indexOf(node.id);
            if (each.do === "push" && at === -1) {
              list.push(node);
              model.push(node.id);
            } else if (each.do === "remove") {
              list.remove(node);
              if (at !== -1) model.splice(at, 1);
            }
          }
          expect(idsOf(list)).toEqual(model);
          expect(list.size).toBe(model.length);
          const neighbours = nodes.map(({ list: of, previous, next }) => [of, previous?.id, next?.id]);
          expect(neighbours).toEqual(
            nodes.map(({ id }) => {
              const at = model.indexOf(id);
              return at === -1 ? [null, undefined, undefined] : [list, model[at - 1], model[at + 1]];
            }),
          );
        }
        for (const id of model) expect(list.shift()?.id).toBe(id);
        expect([list.shift(), list.pop(), list.size]).toEqual([null, null, 0]);
      }),
    );
  });

  it("does not take out what belongs to another list", () => {
    const [one, other] = [new LinkedList<Node>(), new LinkedList<Node>()];
    const node = new Node(1);
    one.push(node);
    other.remove(node);
    expect([idsOf(one), one.size, other.size]).toEqual([[1], 1, 0]);
  });
});
