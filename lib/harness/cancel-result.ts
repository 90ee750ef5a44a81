import type { CancellationReceipt, RunTermination } from "../contracts/cancellation";

/** What became of a request to cancel (RUN-6, RUN-16). A refused one is told what the run already is. */
export type CancelResult =
  | { readonly accepted: true; readonly receipt: CancellationReceipt }
  | {
      readonly accepted: false;
      readonly termination: RunTermination;
      /** Null when nobody cancelled: the run had completed. */
      readonly receipt: CancellationReceipt | null;
    };
