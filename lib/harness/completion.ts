import type { RunTermination } from "../contracts/cancellation";

/** What became of a completion (RUN-6). `termination` is the one that holds, whoever won. */
export type Completion =
  | { readonly won: true; readonly termination: RunTermination }
  | { readonly won: false; readonly termination: RunTermination };
