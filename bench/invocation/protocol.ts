/** What the bench asks of a contender's process, one thing at a time. */
export type Request =
  /** That the work is done, and that a stop reaches the read. Answered with 0. */
  | { readonly kind: "check" }
  /** Calls for that long. Answered with µs per call of the last tenth. */
  | { readonly kind: "warm-up"; readonly forMs: number }
  /** So many calls, one after another, after as many that are not timed. Answered with µs per call. */
  | { readonly kind: "round"; readonly calls: number }
  /** So many calls, all suspended in their read at once. Answered with KiB per call. */
  | { readonly kind: "suspend"; readonly calls: number };

export type Reply =
  { readonly ok: true; readonly figure: number } | { readonly ok: false; readonly message: string };
