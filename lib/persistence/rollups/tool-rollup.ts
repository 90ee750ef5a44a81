/** What an ended tool record adds to `tool_rollup`: once, in the transaction that takes it out of PROJECTING. */
import type { EvidenceStatus } from "../../contracts/axes";
import { Prisma } from "../generated/client";
import type { StoreTransaction } from "../store-transaction";
import { binOf, TOOL_BINS } from "./measure-bins";
import { bucketsOf } from "./rollup-bucket";

/** The bin of calls of which nobody knows how long they took. */
export const UNTIMED_BIN = -1;

export interface EndedCall {
  readonly tool: string;
  readonly source: string;
  readonly evidenceStatus: EvidenceStatus;
  readonly startedAt: number;
  /** Null when the process that made the call was lost: the record was ended later, by another. */
  readonly completedAt: number | null;
}

export async function addEndedCalls(tx: StoreTransaction, calls: readonly EndedCall[]): Promise<void> {
  const rows = calls.flatMap((call) => {
    const tookMs = call.completedAt === null ? null : Math.max(0, call.completedAt - call.startedAt);
    const bin = tookMs === null ? UNTIMED_BIN : binOf(TOOL_BINS, tookMs);
    const errors = call.evidenceStatus === "ERROR" ? 1 : 0;
    const noEvidence = call.evidenceStatus === "NO_EVIDENCE" ? 1 : 0;
    return bucketsOf(call.startedAt).map(([hours, bucket]) => ({
      key: [hours, bucket, call.tool, call.source, bin] as const,
      amounts: [1, errors, noEvidence, tookMs ?? 0],
    }));
  });
  if (rows.length === 0) return;
  // In one order for everyone, as in run-rollup.
  const ordered = rows
    .sort((left, right) => (left.key.join(" ") < right.key.join(" ") ? -1 : 1))
    .map(({ key, amounts }) => Prisma.sql`(${Prisma.join([...key, ...amounts])})`);
  await tx.$executeRaw`
    INSERT INTO tool_rollup (bucket_hours, bucket, tool, source, bin, calls, errors, no_evidence, total)
    VALUES ${Prisma.join(ordered)}
    ON DUPLICATE KEY UPDATE calls = calls + VALUES(calls), errors = errors + VALUES(errors),
      no_evidence = no_evidence + VALUES(no_evidence), total = total + VALUES(total)`;
}
