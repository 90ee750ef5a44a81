/**
 * Rows in sight of a scroll container. Under a name of ours because what it returns must not be memoised: use it where it is
 * called, and do not hand its functions down.
 */
export { defaultRangeExtractor, useVirtualizer as useVirtualRows } from "@tanstack/react-virtual";
