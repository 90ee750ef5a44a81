/** A list whose nodes know their neighbours: adding and removing cost O(1), and an empty or short list costs little. */
export interface Linked<N> {
  previous: N | null;
  next: N | null;
  list: object | null;
}

export class LinkedList<N extends Linked<N>> {
  #first: N | null = null;
  #last: N | null = null;
  #size = 0;

  get last(): N | null {
    return this.#last;
  }

  get size(): number {
    return this.#size;
  }

  push(node: N): void {
    node.list = this;
    node.previous = this.#last;
    if (this.#last === null) this.#first = node;
    else this.#last.next = node;
    this.#last = node;
    this.#size += 1;
  }

  /** Does nothing for a node that is not in this list. */
  remove(node: N): void {
    if (node.list !== this) return;
    if (node.previous === null) this.#first = node.next;
    else node.previous.next = node.next;
    if (node.next === null) this.#last = node.previous;
    else node.next.previous = node.previous;
    node.list = null;
    node.previous = null;
    node.next = null;
    this.#size -= 1;
  }

  /** Removes and returns the first node. */
  shift(): N | null {
    const first = this.#first;
    if (first !== null) this.remove(first);
    return first;
  }

  /** Removes and returns the last node. */
  pop(): N | null {
    const last = this.#last;
    if (last !== null) this.remove(last);
    return last;
  }
}
