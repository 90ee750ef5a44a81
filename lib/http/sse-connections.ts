export type SseKind = "owner" | "watch";

/** How many streams are open, by kind. */
export class SseConnections {
  readonly #open: Record<SseKind, number> = { owner: 0, watch: 0 };

  /** Returns what closes it; idempotent. */
  open(kind: SseKind): () => void {
    this.#open[kind] += 1;
    let counted = true;
    return () => {
      if (counted) this.#open[kind] -= 1;
      counted = false;
    };
  }

  count(kind: SseKind): number {
    return this.#open[kind];
  }
}
