/** The tabs of the Run page, in order; their keys stand in the URL. */
export const RUN_TABS = ["timeline", "answer", "tools", "guards", "ledger", "stream", "raw"] as const;
export type RunTab = (typeof RUN_TABS)[number];
