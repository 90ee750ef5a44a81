/**
 * Finds many fixed texts in one pass over another text (Aho and Corasick): time in proportion to that text, whatever it and they look like.
 */
interface Node {
  readonly next: Map<number, Node>;
  fallback: Node | null;
  /** How many units of a pattern lead here. */
  readonly depth: number;
  /** Length of the longest pattern that ends here; 0 for none. */
  longest: number;
}

/** One place of a text: `end` is behind its last unit. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

export class TextAutomaton {
  private readonly root: Node = { next: new Map(), fallback: null, depth: 0, longest: 0 };

  constructor(patterns: Iterable<string>) {
    for (const pattern of patterns) this.add(pattern);
    this.link();
  }

  /**
   * Every place of a pattern; places may overlap. Where `cut` says that the text was cut short, the beginning of a pattern there is a place as
   * well, if it is at least `minPartial` units long.
   */
  find(text: string, cut: (index: number) => boolean, minPartial: number): Place[] {
    const places: Place[] = [];
    if (this.root.next.size === 0) return places;
    let node = this.root;
    for (let index = 0; index < text.length; index += 1) {
      if (node.depth >= minPartial && cut(index)) places.push({ start: index - node.depth, end: index });
      node = this.step(node, text.charCodeAt(index));
      if (node.longest > 0) places.push({ start: index + 1 - node.longest, end: index + 1 });
    }
    if (node.depth >= minPartial && cut(text.length))
      places.push({ start: text.length - node.depth, end: text.length });
    return places;
  }

  private add(pattern: string): void {
    let node = this.root;
    for (let index = 0; index < pattern.length; index += 1) {
      const unit = pattern.charCodeAt(index);
      let next = node.next.get(unit);
      if (next === undefined) {
        next = { next: new Map(), fallback: null, depth: node.depth + 1, longest: 0 };
        node.next.set(unit, next);
      }
      node = next;
    }
    node.longest = node.depth;
  }

  /** Breadth first: what a node falls back to is shorter, so it is complete. */
  private link(): void {
    const queue: Node[] = [this.root];
    for (const node of queue) {
      for (const [unit, child] of node.next) {
        child.fallback = node === this.root ? this.root : this.step(node.fallback ?? this.root, unit);
        child.longest = Math.max(child.longest, child.fallback.longest);
        queue.push(child);
      }
    }
  }

  private step(from: Node, unit: number): Node {
    for (let node: Node | null = from; node !== null; node = node.fallback) {
      const next = node.next.get(unit);
      if (next !== undefined) return next;
    }
    return this.root;
  }
}
