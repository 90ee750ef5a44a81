/** The palette's field, before and after its list is loaded. */
export const PALETTE_FIELD =
  "block h-12 w-full bg-transparent px-4 text-base text-ink border-b-2 border-line outline-none focus-visible:border-accent placeholder:text-faint";
