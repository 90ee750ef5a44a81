import { z } from "zod";
import { InvocationId } from "../../contracts/ids";
import type { CanonicalInvocationStore } from "../../harness/ports";

/** What an execution that ended without a lawful draft can point to: references, to be verified by release (AGENT-2, INFO-2b). */
export const ProgressSnapshot = z.object({
  /** READY records of the run, in ordinal order. */
  invocationIds: z.array(InvocationId),
});
export type ProgressSnapshot = Readonly<z.infer<typeof ProgressSnapshot>>;

/** References to the run's READY records as they are now. */
export function takeProgressSnapshot(invocations: CanonicalInvocationStore): ProgressSnapshot {
  return { invocationIds: invocations.list("READY").map((record) => record.invocationId) };
}
