import type { ToolRecord } from "../contracts/evidence";
import type { JournalEvent } from "./ports";

/**
 * The stored records that a run's events do not tell of as they are, by ordinal: their process was lost before it could say so, or with them in
 * flight. Whoever goes on with the run, or ends it, tells watchers of these.
 */
export function untoldRecords(
  events: readonly JournalEvent[],
  records: readonly ToolRecord[],
): readonly ToolRecord[] {
  const told = new Map<string, ToolRecord>();
  for (const { frame } of events) if (frame.event === "tool") told.set(frame.data.invocationId, frame.data);
  return records.filter((record) => {
    const last = told.get(record.invocationId);
    return last?.status !== record.status || last.gain !== record.gain;
  });
}
