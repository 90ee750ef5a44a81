import type { EvidenceResult } from "../ports";

/** What a call answers whose run ended while it was in flight, whatever its server says by then (KILL-3). */
export const RUN_ENDED: EvidenceResult = {
  kind: "error",
  code: "RUN_ENDED",
  message: "The run ended while the call was in flight.",
};
